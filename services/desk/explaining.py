"""Why an entrant stands where she stands: a chain of facts, each with the event it comes from.

Games with their sheet, charges and rulings; the ranking keys; the neighbours above and below and the key that
parts them; what the cut needed. In plain words, in the language asked for.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from services.access.visibility import Visibility
from services.desk.explaining_rounds import chain_of_rounds, neighbours
from services.desk.own_view import qualified_shown
from services.desk.reasons import Neighbour, Reason, Words
from services.rules.exact import from_sixths, score_shown
from services.tournament.cut import cut_stage, places_in
from services.tournament.definition.stages import Stage
from services.tournament.formats import Format, rounds_format
from services.tournament.lookups import entrant_in, stage_in
from services.tournament.places_seen import Unseen
from services.tournament.publication import qualified
from services.tournament.round_standing import field_standings
from services.tournament.sheets import average_of, figure_of, score_of
from services.tournament.standing import Standing, standings
from services.tournament.state import Attendance, Entrant, Game, Sheet, State
from shared.i18n import counted


class Keys(msgspec.Struct, frozen=True):
    """The three ranking keys, exact."""

    games_won: int
    score: str
    average: str
    tiles: int


class Explanation(msgspec.Struct, frozen=True):
    """Why someone stands where she stands. `place` is None for who is not ranked; the chain says why."""

    seq: int
    entrant_no: str
    stage: Stage
    place: int | None
    ranked: int
    keys: Keys | None
    above: Neighbour | None
    below: Neighbour | None
    qualified: bool | None
    chain: tuple[Reason, ...]


_KEYS = ("games_won", "average_score", "tiles_left")
_KEY_NAMES = {
    "en": {"games_won": "games won", "average_score": "average score", "tiles_left": "tiles left"},
    "zh": {"games_won": "勝局", "average_score": "平均分", "tiles_left": "剩餘牌數"},
}


def explain(
    state: State, entrant_no: str, stage: Stage | None, language: str, seen: Visibility | None = None
) -> Explanation:
    """Explain an entrant's place in a stage, by default the one she is in.

    Args:
        seen: what whoever asks may see; where that is not places, her figures are told and no place. None for
            everything.

    Raises:
        Problem: not-found.
    """
    entrant = entrant_in(state, entrant_no)
    stage = entrant.stage if stage is None else stage_in(state, stage)
    format = rounds_format(state.plan)
    unseen = seen.hides(stage) if seen is not None else None
    if format is not None:
        return _in_rounds(state, entrant, format, Words(language), unseen)
    table = standings(state, stage)
    index = next((i for i, own in enumerate(table) if own.entrant_no == entrant_no), None)
    words = Words(language)
    chain = list(_story(state, entrant, stage, words))
    goes_on = qualified(state, entrant_no) if seen is None else qualified_shown(state, seen, entrant_no)
    if index is None or unseen is not None:
        keys = _keys(table[index]) if index is not None else None
        if unseen is not None:
            chain.append(Reason(words.say(*unseen.sentence)))
        return Explanation(
            state.seq, entrant_no, stage, None, len(table), keys, None, None, goes_on, tuple(chain),
        )  # fmt: skip
    own = table[index]
    above = _neighbour(own, [one for one in table[:index] if one.place < own.place][-1:])
    below = _neighbour(own, [one for one in table[index + 1 :] if one.place > own.place][:1])
    chain.extend(_standing_reasons(state, own, above, below, table, words))
    return Explanation(
        state.seq, entrant_no, stage, own.place, len(table), _keys(own), above, below, goes_on, tuple(chain),
    )  # fmt: skip


def _keys(own: Standing) -> Keys:
    return Keys(own.games_won, score_of(own.sixths), average_of(own.sixths, own.games), own.tiles)


def _in_rounds(
    state: State, entrant: Entrant, format: Format, words: Words, unseen: Unseen | None
) -> Explanation:
    table = field_standings(state)
    own = (
        next((one for one in table if one.entrant_no == entrant.entrant_no), None) if unseen is None else None
    )
    above, below = neighbours(state, format, table, own) if own is not None else (None, None)
    chain = list(chain_of_rounds(state, entrant, format, own, len(table), (above, below), words))
    if unseen is not None:
        chain.append(Reason(words.say(*unseen.sentence)))
    place = own.place if own is not None else None
    return Explanation(
        state.seq,
        entrant.entrant_no,
        entrant.stage,
        place,
        len(table),
        None,
        above,
        below,
        None,
        tuple(chain),
    )


def _story(state: State, entrant: Entrant, stage: Stage, words: Words) -> Iterator[Reason]:
    attendance = entrant.at(stage)
    if entrant.status != "registered" or attendance is None:
        status = words.of("entrant", entrant.status)
        yield Reason(
            words.say(
                f"Entrant {entrant.entrant_no} has no place in the {stage}: {status}.",
                f"參賽者 {entrant.entrant_no} 沒有{words.of('stage', stage)}名額：{status}。",
            )
        )
        return
    yield from _presence(entrant, stage, attendance, words)
    sheet = state.sheets.get(attendance.table) if attendance.table is not None else None
    if sheet is not None:
        for number, game in enumerate(sheet.games, 1):
            yield _game(sheet, number, game, entrant.entrant_no, words)
            if game is not None and game.ruling is not None:
                yield _ruling(state, game.ruling, words)


def _presence(entrant: Entrant, stage: Stage, attendance: Attendance, words: Words) -> Iterator[Reason]:
    session = attendance.session
    if attendance.presence == "forfeited":
        yield Reason(
            words.say(
                f"Not checked in for session {session} by the seating time: the right to play was forfeited.",
                f"未於場次 {session} 入座時間前報到，喪失參賽權。",
            )
        )
    elif attendance.table is None:
        yield Reason(
            words.say(f"Registered for session {session}.", f"已登記場次 {session}。"), entrant.registered_seq
        )
    else:
        yield Reason(
            words.say(
                f"Played at {attendance.table}, seat {attendance.seat}.",
                f"於 {attendance.table} 座位 {attendance.seat} 作賽。",
            )
        )
    out = entrant.out_of(stage)
    if out is not None:
        yield Reason(
            words.say(
                f"Out of the competition: {words.of('out', out)}.",
                f"已離開比賽：{words.of('out', out)}。",
            )
        )


def _game(sheet: Sheet, number: int, game: Game | None, entrant_no: str, words: Words) -> Reason:
    figure = figure_of(game.figures, entrant_no) if game is not None else None
    if game is None or figure is None:
        status = words.of("game", game.status if game is not None else "open")
        return Reason(
            words.say(
                f"Game {number} on {sheet.sheet}: no figures ({status}).",
                f"{sheet.sheet} 第 {number} 局：沒有數字（{status}）。",
            ),
            game.seq if game is not None else None,
        )
    score = score_shown(from_sixths(figure.sixths))
    charges = [own for own in (figure.charge, *figure.more_charges) if own]
    charge_en = f", charged: {', '.join(words.of('charge', own) for own in charges)}" if charges else ""
    charge_zh = f"，罰分：{'、'.join(words.of('charge', own) for own in charges)}" if charges else ""
    source = words.of("source", game.source)
    won_en, won_zh = ("won", "勝") if figure.game_won else ("not won", "未勝")
    return Reason(
        words.say(
            f"Game {number} on {sheet.sheet}: {won_en}, score {score}, {_tiles(figure.tiles)} left"
            f"{charge_en} ({source}).",
            f"{sheet.sheet} 第 {number} 局：{won_zh}，得分 {score}，剩 {figure.tiles} 隻牌"
            f"{charge_zh}（{source}）。",
        ),
        game.seq,
    )


def _ruling(state: State, number: str, words: Words) -> Reason:
    ruling = state.rulings[number]
    effects = words.say(", ", "、").join(words.of("effect", own) for own in ruling.effects)
    return Reason(
        words.say(
            f"That game stands by ruling {number}, citing {ruling.cites} ({effects}).",
            f"該局依裁決 {number} 處理，依據 {ruling.cites}（{effects}）。",
        ),
        ruling.seq,
    )


def _standing_reasons(
    state: State,
    own: Standing,
    above: Neighbour | None,
    below: Neighbour | None,
    table: Sequence[Standing],
    words: Words,
) -> Iterator[Reason]:
    score, average = _shown(own)
    yield Reason(
        words.say(
            f"{_games(own.games_won)} won, score {score} (average {average}), {_tiles(own.tiles)} left: "
            f"place {own.place} of {len(table)}.",
            f"勝 {own.games_won} 局，總分 {score}（平均 {average}），剩 {own.tiles} 隻牌："
            f"{len(table)} 人中排第 {own.place}。",
        )
    )
    if own.tied:
        shared = [one.entrant_no for one in table if one.place == own.place and one != own]
        yield Reason(
            words.say(
                f"Equal on every key with {', '.join(shared)}; they share the place.",
                f"各項與 {', '.join(shared)} 相同，並列同一名次。",
            )
        )
    for neighbour, where_en, where_zh in ((above, "above", "上方"), (below, "below", "下方")):
        if neighbour is not None:
            key = _KEY_NAMES["zh" if words.zh else "en"][neighbour.key]
            mine, theirs = _readable(neighbour)
            yield Reason(
                words.say(
                    f"Next {where_en}: {neighbour.entrant_no} on place {neighbour.place}; {key} decides "
                    f"({mine} against {theirs}).",
                    f"{where_zh}為第 {neighbour.place} 名 {neighbour.entrant_no}；由{key}分先後"
                    f"（{mine} 對 {theirs}）。",
                )
            )
    yield from _cut_reason(state, own, table, words)


def _cut_reason(state: State, own: Standing, table: Sequence[Standing], words: Words) -> Iterator[Reason]:
    if not state.plan.stages_after(state.sheets[own.sheet].stage):
        return
    places = places_in(state, cut_stage(state))
    if len(table) <= places:
        return
    last = table[places - 1]
    cut = state.qualification
    score, _ = _shown(last)
    status = words.of("cut", cut.status)
    yield Reason(
        words.say(
            f"The cut is at {places} ({status}); place {last.place} has {_games(last.games_won)} won, "
            f"score {score}, {_tiles(last.tiles)} left.",
            f"晉級線為 {places} 名（{status}）；第 {last.place} 名勝 {last.games_won} 局，"
            f"總分 {score}，剩 {last.tiles} 隻牌。",
        ),
        cut.seq,
    )


def _neighbour(own: Standing, found: Sequence[Standing]) -> Neighbour | None:
    if not found:
        return None
    other = found[0]
    values = [
        (own.games_won, other.games_won),
        (average_of(own.sixths, own.games), average_of(other.sixths, other.games)),
        (own.tiles, other.tiles),
    ]
    for key, (mine, theirs) in zip(_KEYS, values, strict=True):
        if mine != theirs:
            return Neighbour(other.entrant_no, other.place, key, str(mine), str(theirs))
    return Neighbour(other.entrant_no, other.place, "", "", "")


def _readable(neighbour: Neighbour) -> tuple[str, str]:
    """The deciding values for people; averages are exact fractions."""
    if neighbour.key != "average_score":
        return neighbour.own, neighbour.theirs
    return score_shown(Fraction(neighbour.own)), score_shown(Fraction(neighbour.theirs))


def _shown(own: Standing) -> tuple[str, str]:
    total = from_sixths(own.sixths)
    return score_shown(total), score_shown(total / own.games) if own.games else "0"


def _games(number: int) -> str:
    return counted(number, "game", "games")


def _tiles(number: int) -> str:
    return counted(number, "tile", "tiles")
