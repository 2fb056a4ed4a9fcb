"""Rounds: drawn by points or by lot, or rooms that players take. What is drawn stands in the event for good.

How: `services/tournament/draws/`.
"""

from collections import Counter
from collections.abc import Sequence

from immutables import Map
from msgspec import structs

from services.tournament.draws import CANNOT_BE_SEATED, DrawPlan, Entry, draw_by
from services.tournament.field import Method, Round, RoundTable
from services.tournament.formats import Rooms, Swiss, rounds_format, rounds_of
from services.tournament.kernel import Command, Draft, Event, Stamp, decides, event, evolves
from services.tournament.lengths import Id, Ids, Reason
from services.tournament.lookups import attendance_in, entrant_in, said, still_in
from services.tournament.play import RESTS_ON_IT
from services.tournament.round_standing import field_standings, incomplete_tables, playing_in
from services.tournament.seating import TableSeats
from services.tournament.state import State
from shared.problems import ProblemType

ROUND_NOT_COMPLETE = ProblemType(
    "round-not-complete",
    409,
    "Round {round} is not complete: {tables} still lack games. Record them first, or undo the draw.",
    "第 {round} 輪未完成：{tables} 仍欠對局。請先記錄，或撤銷編桌。",
)
ALL_ROUNDS_DRAWN = ProblemType(
    "all-rounds-drawn",
    409,
    "All {rounds} rounds are drawn. Publish the results instead.",
    "全部 {rounds} 輪均已編桌。請公布成績。",
)
NO_ROUND_DRAWN = ProblemType(
    "no-round-drawn",
    409,
    "No round is drawn, so there is nothing to undo. Draw the first round.",
    "尚未編排任何輪次，無可撤銷。請先編排第一輪。",
)
ROOMS_ARE_TAKEN = ProblemType(
    "rooms-are-taken",
    409,
    "In this tournament players take rooms as they come. Use take-room.",
    "本賽事由參賽者自行入房。請使用 take-room。",
)
ROUNDS_ARE_DRAWN = ProblemType(
    "rounds-are-drawn",
    409,
    "In this tournament tables are drawn for each round. Use draw-round.",
    "本賽事每輪均由抽籤編桌。請使用 draw-round。",
)
ROOM_WRONG = ProblemType(
    "room-wrong",
    422,
    "A room has {fewest} to {most} different players, not {given}. Name each of them once.",
    "每個房間須有 {fewest} 至 {most} 名不同參賽者，現為 {given}。請逐一列出。",
)


@event("round-drawn")
class RoundDrawn(Event, frozen=True):
    """A round was drawn with the seed: its tables with their entrants in seat order, and who has a bye."""

    round: int
    method: str
    seed: str
    tables: tuple[TableSeats, ...]
    byes: tuple[str, ...]


@event("round-draw-undone")
class RoundDrawUndone(Event, frozen=True):
    """The draw of the last round was taken back before a game of it was recorded."""

    round: int
    case: str


@event("room-taken")
class RoomTaken(Event, frozen=True):
    """Players took a room, which is a table of round 1."""

    room: int
    entrants: tuple[str, ...]


class DrawRound(Command, frozen=True, kw_only=True):
    """Draw the next round among everyone registered who is not out, once the round before is complete."""

    seed: Id | None = None


class UndoRoundDraw(Command, frozen=True, kw_only=True):
    """Take the draw of the last round back, until one of its games is recorded."""

    reason: Reason


class TakeRoom(Command, frozen=True, kw_only=True):
    """Open a room for these players, in the order of their seats."""

    entrants: Ids


@decides(DrawRound)
def draw_round(draft: Draft, command: DrawRound) -> None:
    state = draft.state
    format = rounds_format(state.plan)
    assert format is not None, "a command of rounds is refused elsewhere"
    if isinstance(format, Rooms):
        raise ROOMS_ARE_TAKEN()
    last, most = len(state.rounds), rounds_of(format)
    if last:
        refuse_incomplete(state, last)
    if last >= most:
        raise ALL_ROUNDS_DRAWN(rounds=most)
    present, size = playing_in(state), state.plan.stages[0].table
    if len(present) < size.fewest:
        raise CANNOT_BE_SEATED(present=len(present), most=size.most, fewest=size.fewest)
    seed = command.seed or draft.context.new_seed()
    if isinstance(format, Swiss):
        method, entries = "swiss", _entries(state, present)
    else:
        method, entries = "lot", [Entry(number=number) for number in present]
    drawn = draw_by(method, entries, DrawPlan(seed=seed, most=size.most, fewest=size.fewest))
    seats = tuple(TableSeats(number, own) for number, own in enumerate(drawn.tables, 1))
    draft.record(RoundDrawn(last + 1, method, seed, seats, drawn.byes))


@decides(UndoRoundDraw)
def undo_round_draw(draft: Draft, command: UndoRoundDraw) -> None:
    state = draft.state
    last = len(state.rounds)
    if not last or isinstance(rounds_format(state.plan), Rooms):
        raise NO_ROUND_DRAWN()
    if any(table.games for table in state.rounds[last].tables.values()):
        raise RESTS_ON_IT(
            what=f"a game of round {last}",
            what_zh=f"第 {last} 輪的對局",
            way_out="Play the round as drawn, and withdraw who cannot play.",
            way_out_zh="請按編桌進行，並為不能出賽者辦理退賽",
        )
    case, text = draft.case(reason=said(command.reason))
    draft.record(RoundDrawUndone(last, case), personal=text)


@decides(TakeRoom)
def take_room(draft: Draft, command: TakeRoom) -> None:
    state, size = draft.state, draft.state.plan.stages[0].table
    if not isinstance(rounds_format(state.plan), Rooms):
        raise ROUNDS_ARE_DRAWN()
    given = command.entrants
    if len(set(given)) != len(given) or not size.fewest <= len(given) <= size.most:
        raise ROOM_WRONG(fewest=size.fewest, most=size.most, given=", ".join(given) or "–")
    for number in given:
        entrant = entrant_in(state, number)
        attendance_in(state, entrant, state.plan.first_stage)
        still_in(entrant, draft.state.plan.first_stage)
    draft.record(RoomTaken(len(state.rounds[1].tables) + 1 if 1 in state.rounds else 1, given))


def refuse_incomplete(state: State, round: int) -> None:
    """Refuse to go on while tables of the round lack games."""
    missing = incomplete_tables(state, state.rounds[round])
    if missing:
        more = f" + {len(missing) - 5}" if len(missing) > 5 else ""
        raise ROUND_NOT_COMPLETE(round=round, tables=", ".join(own.id for own in missing[:5]) + more)


def _entries(state: State, present: Sequence[str]) -> list[Entry]:
    """What a Swiss draw knows of those present."""
    standing = {own.entrant_no: own for own in field_standings(state)}
    entries = []
    for number in present:
        own = standing[number]
        met = [one.number for one in own.opponents]
        opponents = Counter(other for other in met if other is not None)
        entries.append(
            Entry(
                number=number,
                place=own.place,
                points=own.totals.match_points,
                opponents=opponents,
                byes=met.count(None),
            )
        )
    return entries


@evolves(RoundDrawn)
def _drawn(state: State, event: RoundDrawn, stamp: Stamp) -> State:
    tables = {own.table: RoundTable(event.round, own.table, own.entrants) for own in event.tables}
    method: Method = "swiss" if event.method == "swiss" else "lot"
    drawn = Round(event.round, method, event.seed, Map(tables), event.byes, stamp.seq)
    return _with_round(state, drawn)


@evolves(RoundDrawUndone)
def _undone(state: State, event: RoundDrawUndone, stamp: Stamp) -> State:
    state = state.touching("round", str(event.round))
    return structs.replace(state, rounds=state.rounds.delete(event.round))


@evolves(RoomTaken)
def _taken(state: State, event: RoomTaken, stamp: Stamp) -> State:
    before = state.rounds.get(1) or Round(1, "rooms", None, Map(), (), stamp.seq)
    table = RoundTable(1, event.room, event.entrants)
    return _with_round(state, structs.replace(before, tables=before.tables.set(event.room, table)))


def _with_round(state: State, own: Round) -> State:
    state = structs.replace(state, rounds=state.rounds.set(own.number, own))
    return state.touching("round", str(own.number))
