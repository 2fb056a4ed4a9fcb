"""What a place was decided by, taken apart: points and tie-breaks, rounds won, ratings, targets.

Who the opponents were, with the points each counts for, and which of them a tie-break leaves out.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from services.desk.reasons import Neighbour, Reason, Words
from services.rules.exact import from_sixths, score_shown
from services.rules.ranking import Totals
from services.rules.swiss.tie_breaks import Figures, Opponent
from services.tournament.definition.stages import Stage
from services.tournament.play.sheets import average_of
from services.tournament.standings.columns import MEDALS, counts_medals, key_text, millionths_text
from services.tournament.standings.reached import ranking_of
from services.tournament.standings.standing import Standing
from services.tournament.state import State
from shared.catalogue import Listed, Word


def figures_of(state: State, stage: Stage, line: Standing, words: Words) -> Iterator[Reason]:
    """What the stage shows of a place beyond games won, score and tiles."""
    if line.swiss is not None:
        yield from _tie_breaks(line.swiss, words)
    totals = line.totals
    if "rounds_won" in ranking_of(state, stage):
        yield Reason(words.say("rounds-won", won=totals.rounds_won))
    if line.rating is not None:
        rating, mu, sigma = map(millionths_text, (line.rating.ordinal, line.rating.mu, line.rating.sigma))
        yield Reason(
            words.say("rating-after-less-three-times", rating=rating, games=line.games, mu=mu, sigma=sigma)
        )
    target = state.stage_plan(stage).target
    if target is not None:
        yield Reason(words.say("target", target=target))
    medal = MEDALS.get(line.place) if counts_medals(state, stage) and line.games else None
    if medal is not None:
        yield Reason(words.say("medal", medal=Word("medal", medal)))


def neighbours(
    state: State, stage: Stage, table: Sequence[Standing], line: Standing
) -> tuple[Neighbour | None, Neighbour | None]:
    """Who stands next above and below on another place, and the first key that parts them."""
    names = ranking_of(state, stage)
    above = [other for other in table if other.place < line.place][-1:]
    below = [other for other in table if other.place > line.place][:1]

    def beside(found: Sequence[Standing]) -> Neighbour | None:
        for other in found:
            for name in names:
                mine, theirs = _exact(name, line), _exact(name, other)
                if mine != theirs:
                    return Neighbour(other.entrant_no, other.place, name, mine, theirs)
            return Neighbour(other.entrant_no, other.place, "", "", "")
        return None

    return beside(above), beside(below)


def readable(neighbour: Neighbour) -> tuple[str, str]:
    """The deciding values for people; what is exact in the answer is a mixed number here."""
    if not neighbour.key or neighbour.key == "rating":
        return neighbour.own, neighbour.theirs
    return score_shown(Fraction(neighbour.own)), score_shown(Fraction(neighbour.theirs))


def _exact(name: str, line: Standing) -> str:
    return average_of(line.sixths, line.games) if name == "average_score" else key_text(name, line.totals)


def _tie_breaks(own: Figures, words: Words) -> Iterator[Reason]:
    """Every figure of both sets, whichever decides here."""
    totals = own.totals
    met = _listed(own.opponents, words)
    yield Reason(words.say("points", value=_halves(totals.match_points)))
    yield Reason(words.say("buchholz-points-all-opponents", value=_halves(totals.buchholz), met=met))
    if own.best is not None and own.worst is not None:
        best, worst = _listed((own.best,), words), _listed((own.worst,), words)
        yield Reason(
            words.say(
                "median-buchholz-without-best-worst",
                value=_halves(totals.median_buchholz),
                best=best,
                worst=worst,
            )
        )
    running = " + ".join(_halves(points) for points in own.running) or "0"
    yield Reason(
        words.say("progressive-sum-points-after-each", value=_halves(totals.progressive), running=running)
    )
    yield Reason(words.say("tie-break-score-what-was", value=_sixths(totals.tie_break_sixths)))
    yield from _classic(own, totals, words)


def _classic(own: Figures, totals: Totals, words: Words) -> Iterator[Reason]:
    key = {1: "head-to-head-won", -1: "head-to-head-lost", 0: "head-to-head-level"}[totals.head_to_head]
    yield Reason(words.say(key))
    if own.best_sixths is not None:
        yield Reason(
            words.say(
                "results-without-best-one-left",
                value=_sixths(totals.spread_sixths),
                value2=_sixths(own.best_sixths),
            )
        )
    beaten = _listed([one for one in own.opponents if one.result], words) or "–"
    value = score_shown(Fraction(totals.sonneborn_berger, 4))
    yield Reason(words.say("sonneborn-berger-points-those-beaten", value=value, beaten=beaten))


def _listed(opponents: Sequence[Opponent], words: Words) -> str:
    met = [f"{own.number or words.say('bye')} {_halves(own.points)}" for own in opponents]
    return Listed(met).in_language(words.language)


def _halves(points: int) -> str:
    return score_shown(Fraction(points, 2))


def _sixths(score: int) -> str:
    return score_shown(from_sixths(score))
