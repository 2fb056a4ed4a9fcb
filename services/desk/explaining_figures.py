"""What a place was decided by, taken apart: points and tie-breaks, rounds won, ratings, targets.

Who the opponents were, with the points each counts for, and which of them a tie-break leaves out.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from services.desk.reasons import Neighbour, Reason, Words
from services.rules.exact import from_sixths, score_shown
from services.rules.swiss.tie_breaks import Figures, Opponent
from services.tournament.definition.stages import Stage
from services.tournament.standings.columns import MEDALS, counts_medals, key_text, millionths_text
from services.tournament.standings.reached import Standing, ranking_of
from services.tournament.state import State
from shared.catalogue import Listed, Word


def figures_of(
    state: State, stage: Stage, line: Standing, beside: Sequence[Neighbour | None], words: Words
) -> Iterator[Reason]:
    """What decided a place beyond games won, score and tiles.

    Args:
        beside: who stands next above and below; keys after those that part them decided nothing.
    """
    keys = _deciding(state, stage, line, beside)
    if line.swiss is not None:
        yield from _tie_breaks(replace(line.swiss, totals=line.totals), keys, words)
    totals = line.totals
    if "rounds_won" in keys:
        yield Reason(words.say("rounds-won", won=totals.rounds_won))
    if line.rating is not None:
        rating, mu, sigma = map(millionths_text, (line.rating.ordinal, line.rating.mu, line.rating.sigma))
        yield Reason(
            words.say("rating-after-less-three-times", rating=rating, games=line.games, mu=mu, sigma=sigma)
        )
    target = state.stage_plan(stage).target
    if target is not None:
        yield Reason(words.say("target", target=target))
    medal = MEDALS.get(line.place) if counts_medals(state, stage) else None
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
        return neighbour.here, neighbour.theirs
    return score_shown(Fraction(neighbour.here)), score_shown(Fraction(neighbour.theirs))


def _exact(name: str, line: Standing) -> str:
    return line.average if name == "average_score" else key_text(name, line.totals)


def _deciding(state: State, stage: Stage, line: Standing, beside: Sequence[Neighbour | None]) -> set[str]:
    """The keys that the place was decided by: down to the last that parts it from a neighbour.

    Where nobody is on another place, or somebody shares this one, every key had its say.
    """
    names = list(ranking_of(state, stage))
    parting = [neighbour.key for neighbour in beside if neighbour is not None]
    if line.tied or not parting or "" in parting:
        return set(names)
    return set(names[: 1 + max(names.index(key) for key in parting)])


def _tie_breaks(figures: Figures, keys: Collection[str], words: Words) -> Iterator[Reason]:
    """The figures that decided, each taken apart."""
    for name, tie_break in _TIE_BREAKS.items():
        if name in keys:
            yield from tie_break(figures, words)


def _points(figures: Figures, words: Words) -> Iterator[Reason]:
    yield Reason(words.say("points", value=_halves(figures.totals.match_points)))


def _buchholz(figures: Figures, words: Words) -> Iterator[Reason]:
    met, value = _listed(figures.opponents, words), _halves(figures.totals.buchholz)
    yield Reason(words.say("buchholz-points-all-opponents", value=value, met=met or None))


def _median(figures: Figures, words: Words) -> Iterator[Reason]:
    if figures.best is None or figures.worst is None:
        return
    best, worst = _listed((figures.best,), words), _listed((figures.worst,), words)
    value = _halves(figures.totals.median_buchholz)
    yield Reason(words.say("median-buchholz-without-best-worst", value=value, best=best, worst=worst))


def _progressive(figures: Figures, words: Words) -> Iterator[Reason]:
    running = " + ".join(_halves(points) for points in figures.running) or "0"
    value = _halves(figures.totals.progressive)
    yield Reason(words.say("progressive-sum-points-after-each", value=value, running=running))


def _tie_break_score(figures: Figures, words: Words) -> Iterator[Reason]:
    yield Reason(words.say("tie-break-score-what-was", value=_sixths(figures.totals.tie_break_sixths)))


def _head_to_head(figures: Figures, words: Words) -> Iterator[Reason]:
    if figures.totals.head_to_head:
        yield Reason(
            words.say("head-to-head-won" if figures.totals.head_to_head > 0 else "head-to-head-lost")
        )


def _spread(figures: Figures, words: Words) -> Iterator[Reason]:
    if figures.best_sixths is None:
        return
    value, left_out = _sixths(figures.totals.spread_sixths), _sixths(figures.best_sixths)
    yield Reason(words.say("results-without-best-one-left", value=value, value2=left_out))


def _sonneborn_berger(figures: Figures, words: Words) -> Iterator[Reason]:
    beaten = [opponent for opponent in figures.opponents if opponent.result]
    value = score_shown(Fraction(figures.totals.sonneborn_berger, 4))
    if not beaten:
        yield Reason(words.say("sonneborn-berger-nobody-beaten", value=value))
        return
    listed = _listed(beaten, words)
    bye = any(opponent.number is None for opponent in beaten)
    yield Reason(words.say("sonneborn-berger-points-those-beaten", value=value, beaten=listed, bye=bye))


_TIE_BREAKS: Mapping[str, Callable[[Figures, Words], Iterator[Reason]]] = {
    "match_points": _points,
    "buchholz": _buchholz,
    "median_buchholz": _median,
    "progressive": _progressive,
    "tie_break_score": _tie_break_score,
    "head_to_head": _head_to_head,
    "results_spread": _spread,
    "sonneborn_berger": _sonneborn_berger,
}
"""By ranking key, what is said of it."""


def _listed(opponents: Sequence[Opponent], words: Words) -> str:
    met = [f"{opponent.number or words.say('bye')} {_halves(opponent.points)}" for opponent in opponents]
    return Listed(met).in_language(words.language)


def _halves(points: int) -> str:
    return score_shown(Fraction(points, 2))


def _sixths(score: int) -> str:
    return score_shown(from_sixths(score))
