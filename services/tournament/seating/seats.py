"""Seats: a repeatable draw, few three-player tables, families apart; referees two tables each."""

from collections import Counter
from typing import Annotated

from immutables import Map
from msgspec import structs

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Part, Stamp
from services.tournament.kernel.ids import TableId
from services.tournament.kernel.lengths import (
    MOST_PEOPLE,
    EntrantNo,
    EntrantNos,
    Id,
    Numbers,
    Reason,
    SessionId,
)
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import (
    attendance_in,
    entrant_in,
    finalists_not_placed,
    in_phase,
    is_entered,
    referee_in,
    required_text,
    session_in,
)
from services.tournament.people.registration import confirm_from_waiting_list
from services.tournament.seating.drawing import (
    byes_given,
    draw_plan,
    drop_needless,
    entries_of,
    refuse_before_results,
    with_dropped,
)
from services.tournament.seating.draws import draw_by
from services.tournament.seating.presence import present_and_missing
from services.tournament.seating.seats_told import at_tables, with_seats_told
from services.tournament.seating.sessions import SEATS
from services.tournament.state import State
from shared.bounds import entries, many
from shared.catalogue import Listed, Phrase
from shared.problems import INVALID_INPUT, ProblemType

TOO_EARLY_TO_DRAW = ProblemType("too-early-to-draw", 409)
REFEREES_TOO_FEW = ProblemType("referees-too-few", 409)
ASSIGNMENT_WRONG = ProblemType("assignment-wrong", 422)
NOT_AT_A_TABLE = ProblemType("not-at-a-table", 409)


class TableSeats(Part, frozen=True):
    """A table and its entrants in seat order from A."""

    table: int
    entrants: tuple[str, ...]


class TablesOf(Part, frozen=True):
    """A referee and the tables supervised."""

    referee: str
    tables: tuple[int, ...]


@event("seats-drawn")
class SeatsDrawn(Event, frozen=True):
    """Seats were drawn with the seed by a method that is documented.

    `byes` sit out; who was not there has `forfeited` the only session there was to play in, or was `absent`.
    `unpaired` sit out as well, without a bye: they have had as many as the stage gives.
    """

    session: str
    seed: str
    tables: tuple[TableSeats, ...]
    forfeited: tuple[str, ...]
    method: str
    byes: tuple[str, ...]
    absent: tuple[str, ...]
    unpaired: tuple[str, ...]


@event("seat-draw-undone")
class SeatDrawUndone(Event, frozen=True):
    """The draw was taken back before play, and with it the forfeits it recorded."""

    session: str
    case: str


@event("seats-exchanged")
class SeatsExchanged(Event, frozen=True):
    """Two entrants of a session changed seats before play."""

    session: str
    first: str
    second: str
    case: str


@event("referees-assigned")
class RefereesAssigned(Event, frozen=True):
    """Who supervises which tables of the session."""

    session: str
    assignments: tuple[TablesOf, ...]


class DrawSeats(Command, frozen=True, kw_only=True):
    """Draw the seats of a session for everyone who is there; `tables` where the organizer names them."""

    session: SessionId
    seed: Id | None = None
    tables: Annotated[tuple[EntrantNos, ...], many(MOST_PEOPLE)] = ()


class UndoSeatDraw(Command, frozen=True, kw_only=True):
    """Take a seat draw back, until the session starts."""

    session: SessionId
    reason: Reason


class ExchangeSeats(Command, frozen=True, kw_only=True):
    """Let two entrants of a session change seats, until it starts."""

    session: SessionId
    first: EntrantNo
    second: EntrantNo
    reason: Reason = ""


class AssignReferees(Command, frozen=True, kw_only=True):
    """Give tables to referees: as listed, or two each in order of number."""

    session: SessionId
    assignments: Annotated[dict[Id, Numbers], entries(MOST_PEOPLE)] | None = None


@decides(DrawSeats)
def draw_seats(draft: Draft, command: DrawSeats) -> None:
    state = draft.state
    session = session_in(state, command.session)
    in_phase(session, "scheduled")
    if not is_entered(state, session.stage):
        raise finalists_not_placed(state, session.stage)
    present, missing = present_and_missing(state, session)
    seating = state.seated_at(session)
    if missing and seating is not None and draft.context.occurred_at < seating:
        raise TOO_EARLY_TO_DRAW(missing=len(missing), session=command.session, seating=seating.time())
    refuse_before_results(state, session)
    plan = state.stage_plan(session.stage)
    if command.tables and plan.draw != "given":
        raise INVALID_INPUT(detail=Phrase("part-tables-not-named", {"draw": _drawn_so(plan.draw)})).at(
            field="tables"
        )
    seed = command.seed or draft.context.new_seed()
    drawn = draw_by(
        plan.draw, entries_of(state, session, present), draw_plan(state, session, seed, command.tables)
    )
    seats = tuple(TableSeats(number, table) for number, table in enumerate(drawn.tables, 1))
    forfeited = tuple(missing) if plan.attend == "one" else ()
    absent = tuple(missing) if plan.attend == "all" else ()
    byes, unpaired = byes_given(state, session, drawn.byes)
    drew = SeatsDrawn(command.session, seed, seats, forfeited, drawn.method, byes, absent, unpaired)
    seq = draft.record(drew)
    drop_needless(draft, session, seq)


def _drawn_so(draw: str) -> Phrase:
    """A way of drawing seats, in words."""
    return Phrase(f"meaning-draw-{draw.replace('_', '-')}")


@decides(UndoSeatDraw, SeatDrawUndone)
def undo_seat_draw(draft: Draft, command: UndoSeatDraw) -> None:
    in_phase(session_in(draft.state, command.session), "drawn")
    case, text = draft.case(reason=required_text(command.reason))
    seq = draft.record(SeatDrawUndone(command.session, case), personal=text)
    confirm_from_waiting_list(draft, seq)


@decides(ExchangeSeats)
def exchange_seats(draft: Draft, command: ExchangeSeats) -> None:
    state = draft.state
    session = session_in(state, command.session)
    in_phase(session, "drawn")
    if command.first == command.second:
        raise INVALID_INPUT(detail=Phrase("part-exchange-two")).at(field="second")
    for number in (command.first, command.second):
        entrant = entrant_in(state, number)
        attendance_in(state, entrant, session.stage)
        attendance = entrant.in_session(session.stage, command.session)
        if attendance is None or attendance.table is None:
            raise NOT_AT_A_TABLE(entrant=number, session=command.session)
    case, text = draft.case(reason=command.reason)
    draft.record(SeatsExchanged(command.session, command.first, command.second, case), personal=text)


@decides(AssignReferees)
def assign_referees(draft: Draft, command: AssignReferees) -> None:
    state = draft.state
    session = session_in(state, command.session)
    in_phase(session, "drawn", "playing", "time_called")
    each = state.plan.tables_per_official
    tables = sorted(session.tables)
    if command.assignments is None:
        assignments = _in_order(state, tables, each)
    else:
        assignments = _checked(state, command.assignments, tables, each)
    listed = tuple(
        TablesOf(referee, tuple(assignment)) for referee, assignment in sorted(assignments.items())
    )
    draft.record(RefereesAssigned(command.session, listed))


def _in_order(state: State, tables: list[int], each: int) -> dict[str, tuple[int, ...]]:
    referees = sorted(r.referee for r in state.referees.values() if r.active and not r.chief)
    needed = -(-len(tables) // each)
    if len(referees) < needed:
        raise REFEREES_TOO_FEW(tables=len(tables), needed=needed, each=each, have=len(referees))
    return {referees[index]: tuple(tables[index * each : index * each + each]) for index in range(needed)}


def _checked(
    state: State, wanted: dict[str, tuple[int, ...]], tables: list[int], each: int
) -> dict[str, tuple[int, ...]]:
    """The tables of each referee, by the number of their appointment; raises Problem: assignment-wrong."""
    covered: list[int] = []
    assignments: dict[str, tuple[int, ...]] = {}
    for number, assignment in wanted.items():
        referee = referee_in(state, number).referee
        assignments[referee] = (*assignments.get(referee, ()), *assignment)
    for referee, assignment in assignments.items():
        if not assignment or len(assignment) > each:
            raise ASSIGNMENT_WRONG(
                detail=Phrase("part-seats-referee-tables", {"referee": referee, "count": len(assignment)}),
                each=each,
            )
        covered.extend(assignment)
    times = Counter(covered)
    wrong = {
        "missing": [table for table in tables if table not in times],
        "doubled": sorted(table for table in times if times[table] > 1),
        "unknown": sorted(times.keys() - tables),
    }
    named = [Phrase(f"part-seats-tables-{kind}", {"tables": found}) for kind, found in wrong.items() if found]
    if named:
        raise ASSIGNMENT_WRONG(detail=Listed(named, "list-between-sentences"), each=each)
    return assignments


@evolves(SeatsDrawn)
def _drawn(state: State, event: SeatsDrawn, stamp: Stamp) -> State:
    session = state.sessions[event.session]
    drawn = structs.replace(session, status="drawn", seed=event.seed, drawn_seq=stamp.seq)
    drawn = structs.replace(drawn, byes=event.byes, unpaired=event.unpaired)
    state = state.with_session(drawn)
    for number in event.forfeited:
        state = state.with_presence(number, session, "forfeited")
    for number in event.absent:
        state = state.with_presence(number, session, "absent")
    for number in (*drawn.sitting_out, *(number for table in event.tables for number in table.entrants)):
        attendance = state.entrants[number].in_session(session.stage, event.session)
        if attendance is not None and attendance.presence == "expected":
            state = state.with_presence(number, session, "drawn")
    alone = state.stage_plan(session.stage).attend == "one"
    told = [number for number in session.seats_told if number in session.entrants]
    state = seat(state, event.session, event.tables)
    return with_seats_told(state, event.session, told if alone else session.entrants, stamp.seq)


@evolves(SeatDrawUndone)
def _draw_undone(state: State, event: SeatDrawUndone, stamp: Stamp) -> State:
    session = state.sessions[event.session]
    for number in session.entrants:
        attendance = state.entrants[number].in_session(session.stage, event.session)
        if attendance is None:
            continue
        before = (
            attendance if attendance.table is None else structs.replace(attendance, table=None, seat=None)
        )
        if before.presence in ("forfeited", "absent", "drawn"):
            before = structs.replace(before, presence="expected")
        if before is not attendance:
            state = state.with_entrant(state.entrants[number].placed(session.stage, before))
    state = with_dropped(state, session).touching("seating", event.session)
    return state.with_session(
        structs.replace(
            session, status="scheduled", seed=None, tables=Map(), referees=Map(), byes=(), unpaired=()
        )
    )


@evolves(SeatsExchanged)
def _exchanged(state: State, event: SeatsExchanged, stamp: Stamp) -> State:
    session = state.sessions[event.session]
    swap = {event.first: event.second, event.second: event.first}
    tables = [
        TableSeats(table, tuple(swap.get(number, number) for number in seats))
        for table, seats in session.tables.items()
        if event.first in seats or event.second in seats
    ]
    state = seat(state, event.session, tuple(tables))
    pair = (event.first, event.second)
    alone = state.stage_plan(session.stage).attend == "one"
    seated = pair if alone else at_tables(state.sessions[event.session], *pair)
    return with_seats_told(state, event.session, seated, stamp.seq)


@evolves(RefereesAssigned)
def _assigned(state: State, event: RefereesAssigned, stamp: Stamp) -> State:
    referees = {table: assignment.referee for assignment in event.assignments for table in assignment.tables}
    state = state.touching("seating", event.session)
    return state.with_session(structs.replace(state.sessions[event.session], referees=Map(referees)))


def seat(state: State, session_id: str, tables: tuple[TableSeats, ...]) -> State:
    """The state with these tables of the session taken as listed."""
    session = state.sessions[session_id]
    taken = []
    for table_seats in tables:
        table = str(TableId(session_id, table_seats.table))
        for letter, number in zip(SEATS, table_seats.entrants, strict=False):
            entrant = state.entrants[number]
            attendance = entrant.in_session(session.stage, session_id)
            assert attendance is not None
            seated = structs.replace(attendance, table=table, seat=letter)
            taken.append(entrant.placed(session.stage, seated))
    listed = session.tables.update({table_seats.table: table_seats.entrants for table_seats in tables})
    state = state.with_entrants(taken).with_session(structs.replace(session, tables=listed))
    return state.touching("seating", session_id)
