"""Why an entrant of a tournament in rounds stands where she stands: games, and each tie-break taken apart.

Who the opponents were, with the points each counts for, and which of them a tie-break leaves out.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from services.desk.reasons import Neighbour, Reason, Words
from services.rules.exact import from_sixths, score_shown
from services.rules.ranking import Totals
from services.rules.swiss.tie_breaks import Figures, Opponent
from services.tournament.field import RoundTable
from services.tournament.formats import Format, Medals, PointsTarget, Rooms, RoundsOfGames, Swiss
from services.tournament.round_columns import key_text, millionths_text
from services.tournament.round_standing import MEDALS, FieldStanding, key_names, tables_of
from services.tournament.state import Entrant, State
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
    "games_won": ("games won", "勝局數"),
    "total_score": ("the total", "總分"),
    "average_score": ("the total", "總分"),
    "tiles_left": ("tiles left", "剩餘牌數"),
    "rating": ("the rating", "評分"),
}
_MEDAL_NAMES = {
    "gold": ("; gold medal", "；金牌"),
    "silver": ("; silver medal", "；銀牌"),
    "bronze": ("; bronze medal", "；銅牌"),
}


def chain_of_rounds(
    state: State,
    entrant: Entrant,
    format: Format,
    own: FieldStanding | None,
    ranked: int,
    beside: Sequence[Neighbour | None],
    words: Words,
) -> Iterator[Reason]:
    """The chain of facts, from registration to the place."""
    number = entrant.entrant_no
    yield Reason(words.say(f"Registered as {number}.", f"已登記，編號 {number}。"), entrant.registered_seq)
    reason = entrant.out_of(entrant.stage)
    if reason is not None:
        out = words.of("out", reason)
        yield Reason(words.say(f"Out of the competition: {out}.", f"已離開比賽：{out}。"))
    for drawn in (state.rounds[key] for key in sorted(state.rounds)):
        if number in drawn.byes:
            yield Reason(
                words.say(f"Round {drawn.number}: a bye.", f"第 {drawn.number} 輪：輪空。"), drawn.seq
            )
    for table in tables_of(state):
        if number in table.entrants:
            yield from _games(table, number, words)
    if own is None:
        return
    if isinstance(format, Swiss) and own.swiss is not None:
        yield from _tie_breaks(own.swiss, words)
    else:
        yield _reached(format, own, words)
    yield Reason(words.say(f"Place {own.place} of {ranked}.", f"{ranked} 人中排第 {own.place}。"))
    for other, where_en, where_zh in zip(beside, ("above", "below"), ("上方", "下方"), strict=True):
        if other is not None:
            en, zh = KEY_NAMES[other.key]
            yield Reason(
                words.say(
                    f"Next {where_en}: {other.entrant_no} on place {other.place}; {en} decides "
                    f"({_readable(other.key, other.own)} against {_readable(other.key, other.theirs)}).",
                    f"{where_zh}為第 {other.place} 名 {other.entrant_no}；由{zh}分先後"
                    f"（{_readable(other.key, other.own)} 對 {_readable(other.key, other.theirs)}）。",
                )
            )


def neighbours(
    state: State, format: Format, table: Sequence[FieldStanding], own: FieldStanding
) -> tuple[Neighbour | None, Neighbour | None]:
    """Who stands next above and below on another place, and the first key that parts them."""
    names = key_names(state, format)
    above = [one for one in table if one.place < own.place][-1:]
    below = [one for one in table if one.place > own.place][:1]

    def beside(found: Sequence[FieldStanding]) -> Neighbour | None:
        for other in found:
            for name in names:
                mine, theirs = key_text(name, own.totals), key_text(name, other.totals)
                if mine != theirs:
                    return Neighbour(other.entrant_no, other.place, name, mine, theirs)
        return None

    return beside(above), beside(below)


def _games(table: RoundTable, number: str, words: Words) -> Iterator[Reason]:
    others = ", ".join(other for other in table.entrants if other != number)
    if not table.games:
        yield Reason(
            words.say(
                f"Table {table.id}: drawn with {others}; no game yet.",
                f"{table.id} 桌：與 {others} 同桌；尚未有對局。",
            )
        )
    for game in table.games:
        figure = next((one for one in game.figures if one.entrant == number), None)
        if figure is None:
            continue
        won_en, won_zh = ("won", "勝") if figure.game_won else ("not won", "未勝")
        score = score_shown(from_sixths(figure.sixths))
        ruled_en = f"; ruled, citing {game.cites}" if game.cites else ""
        ruled_zh = f"；按裁決，依據 {game.cites}" if game.cites else ""
        yield Reason(
            words.say(
                f"Table {table.id}, game {game.number} against {others}: {won_en}, score {score}{ruled_en}.",
                f"{table.id} 桌第 {game.number} 局，對 {others}：{won_zh}，得分 {score}{ruled_zh}。",
            ),
            game.seq,
        )


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


def _reached(format: Format, own: FieldStanding, words: Words) -> Reason:
    totals = own.totals
    score = _sixths(totals.score_sixths)
    if isinstance(format, RoundsOfGames):
        return Reason(
            words.say(
                f"{counted(totals.rounds_won, 'round', 'rounds')} won, "
                f"{counted(totals.games_won, 'game', 'games')} won, score {score}.",
                f"勝 {totals.rounds_won} 輪、{totals.games_won} 局，總分 {score}。",
            )
        )
    if isinstance(format, Rooms) and own.rating is not None:
        rating, mu, sigma = map(millionths_text, (own.rating.ordinal, own.rating.mu, own.rating.sigma))
        return Reason(
            words.say(
                f"Rating {rating} after {counted(own.games, 'game', 'games')}: "
                f"{mu} less three times the uncertainty {sigma}.",
                f"{own.games} 局後評分 {rating}：{mu} 減三倍不確定度 {sigma}。",
            )
        )
    target = format.target if isinstance(format, PointsTarget | Medals) else 0
    medal = MEDALS.get(own.place) if isinstance(format, Medals) and own.games else None
    en, zh = _MEDAL_NAMES[medal] if medal is not None else ("", "")
    return Reason(
        words.say(
            f"Total {score} over {counted(own.games, 'game', 'games')}; the target is {target}{en}.",
            f"{own.games} 局總分 {score}；目標分 {target}{zh}。",
        )
    )


def _listed(opponents: Sequence[Opponent], words: Words) -> str:
    return ", ".join(f"{own.number or words.say('bye', '輪空')} {_halves(own.points)}" for own in opponents)


def _readable(key: str, text: str) -> str:
    return text if key == "rating" else score_shown(Fraction(text))


def _halves(points: int) -> str:
    return score_shown(Fraction(points, 2))


def _sixths(score: int) -> str:
    return score_shown(from_sixths(score))
