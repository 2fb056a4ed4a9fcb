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
from shared.i18n import counted

KEY_NAMES = {
    "match_points": ("points", "積分"),
    "median_buchholz": ("median Buchholz", "中位 Buchholz"),
    "buchholz": ("Buchholz", "Buchholz"),
    "progressive": ("the progressive sum", "累進分"),
    "tie_break_score": ("the tie-break score", "決勝分"),
    "head_to_head": ("head to head", "相互對局"),
    "results_spread": ("the sum of results without the best", "除去最佳的得分和"),
    "sonneborn_berger": ("Sonneborn-Berger", "Sonneborn-Berger"),
    "rounds_won": ("rounds won", "勝輪數"),
    "games_won": ("games won", "勝局"),
    "total_score": ("the total", "總分"),
    "average_score": ("average score", "平均分"),
    "tiles_left": ("tiles left", "剩餘牌數"),
    "rating": ("the rating", "評分"),
    "": ("nothing", "各項相同"),
}
_MEDAL_NAMES = {
    "gold": ("gold medal", "金牌"),
    "silver": ("silver medal", "銀牌"),
    "bronze": ("bronze medal", "銅牌"),
}


def figures_of(state: State, stage: Stage, line: Standing, words: Words) -> Iterator[Reason]:
    """What the stage shows of a place beyond games won, score and tiles."""
    if line.swiss is not None:
        yield from _tie_breaks(line.swiss, words)
    totals = line.totals
    if "rounds_won" in ranking_of(state, stage):
        won = counted(totals.rounds_won, "round", "rounds")
        yield Reason(words.say(f"{won} won.", f"勝 {totals.rounds_won} 輪。"))
    if line.rating is not None:
        rating, mu, sigma = map(millionths_text, (line.rating.ordinal, line.rating.mu, line.rating.sigma))
        yield Reason(
            words.say(
                f"Rating {rating} after {counted(line.games, 'game', 'games')}: "
                f"{mu} less three times the uncertainty {sigma}.",
                f"{line.games} 局後評分 {rating}：{mu} 減三倍不確定度 {sigma}。",
            )
        )
    target = state.stage_plan(stage).target
    if target is not None:
        yield Reason(words.say(f"The target is {target}.", f"目標分為 {target}。"))
    medal = MEDALS.get(line.place) if counts_medals(state, stage) and line.games else None
    if medal is not None:
        en, zh = _MEDAL_NAMES[medal]
        yield Reason(words.say(f"That is the {en}.", f"獲{zh}。"))


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
    yield Reason(
        words.say(f"Points: {_halves(totals.match_points)}.", f"積分：{_halves(totals.match_points)}。")
    )
    yield Reason(
        words.say(
            f"Buchholz {_halves(totals.buchholz)}: the points of all opponents ({met}).",
            f"Buchholz {_halves(totals.buchholz)}：所有對手積分之和（{met}）。",
        )
    )
    if own.best is not None and own.worst is not None:
        best, worst = _listed((own.best,), words), _listed((own.worst,), words)
        yield Reason(
            words.say(
                f"Median Buchholz {_halves(totals.median_buchholz)}: "
                f"without the best ({best}) and the worst ({worst}).",
                f"中位 Buchholz {_halves(totals.median_buchholz)}：除去最高（{best}）及最低（{worst}）。",
            )
        )
    running = " + ".join(_halves(points) for points in own.running) or "0"
    yield Reason(
        words.say(
            f"Progressive sum {_halves(totals.progressive)}: the points after each round ({running}).",
            f"累進分 {_halves(totals.progressive)}：每輪後積分之和（{running}）。",
        )
    )
    yield Reason(
        words.say(
            f"Tie-break score {_sixths(totals.tie_break_sixths)}: what was left on the rack in lost games.",
            f"決勝分 {_sixths(totals.tie_break_sixths)}：落敗時牌架所餘點數。",
        )
    )
    yield from _classic(own, totals, words)


def _classic(own: Figures, totals: Totals, words: Words) -> Iterator[Reason]:
    said = {
        1: ("beat everyone level on points", "勝過所有同分者"),
        -1: ("lost to everyone level on points", "負於所有同分者"),
        0: ("decides nothing", "未能分出先後"),
    }[totals.head_to_head]
    yield Reason(words.say(f"Head to head: {said[0]}.", f"相互對局：{said[1]}。"))
    if own.best_sixths is not None:
        yield Reason(
            words.say(
                f"Results without the best one: {_sixths(totals.spread_sixths)}; "
                f"left out: {_sixths(own.best_sixths)}.",
                f"除去最佳的得分和 {_sixths(totals.spread_sixths)}；除去 {_sixths(own.best_sixths)}。",
            )
        )
    beaten = _listed([one for one in own.opponents if one.result], words) or "–"
    value = score_shown(Fraction(totals.sonneborn_berger, 4))
    yield Reason(
        words.say(
            f"Sonneborn-Berger {value}: the points of those beaten, a bye with her own ({beaten}).",
            f"Sonneborn-Berger {value}：所勝對手的積分，輪空以本人分數計（{beaten}）。",
        )
    )


def _listed(opponents: Sequence[Opponent], words: Words) -> str:
    return ", ".join(f"{own.number or words.say('bye', '輪空')} {_halves(own.points)}" for own in opponents)


def _halves(points: int) -> str:
    return score_shown(Fraction(points, 2))


def _sixths(score: int) -> str:
    return score_shown(from_sixths(score))
