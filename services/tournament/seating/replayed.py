"""Seats told again: they stand as drawn, for whoever is there to take one."""

from services.tournament.counterfactual.recorded_facts import AS_SAID, ReplayDraft, replays
from services.tournament.definition.stages import Stage
from services.tournament.lookups import attendance_in, entrant_in, in_phase, session_in, stage_told
from services.tournament.play.paper import ANOTHER_SESSION, SessionPlayedOnPaper
from services.tournament.seating.drawing import byes_given, drop_needless, results_missing
from services.tournament.seating.presence import (
    CheckIn,
    CheckInUndone,
    EntrantCheckedIn,
    UndoCheckIn,
    next_attendance,
    present_and_missing,
)
from services.tournament.seating.seats import (
    AssignReferees,
    ExchangeSeats,
    RefereesAssigned,
    SeatsDrawn,
    SeatsExchanged,
    TableSeats,
)
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.problems import ProblemType


@replays(EntrantCheckedIn)
def _checked_in(draft: ReplayDraft, event: EntrantCheckedIn) -> None:
    stage = _in_session(draft, event.entrant, event.session)
    draft.ask(CheckIn, entrant=event.entrant, stage=stage)


@replays(CheckInUndone)
def _undone(draft: ReplayDraft, event: CheckInUndone) -> None:
    stage = _in_session(draft, event.entrant, event.session)
    draft.ask(UndoCheckIn, entrant=event.entrant, stage=stage, reason=AS_SAID)


def _in_session(draft: ReplayDraft, entrant_no: str, session: str) -> Stage:
    """The stage of the session; refuses where the entrant is in another session than in the record."""
    entrant, known = entrant_in(draft.state, entrant_no), draft.state.sessions.get(session)
    stage_seen = None if known is None else stage_told(draft.state, entrant_no, known.stage)
    stage = stage_seen or entrant.stage
    attendance_in(draft.state, entrant, stage)
    following = next_attendance(draft.state, entrant, stage, draft.context.occurred_at).session
    if following != session:
        raise ANOTHER_SESSION(entrant=entrant_no, own=following, session=session)
    return stage


SEATS_STAY_EMPTY = ProblemType("seats-stay-empty", 409)
NOBODY_DREW_SEATS = ProblemType("nobody-drew-seats", 409)
NOBODY_TO_SEAT = ProblemType("nobody-to-seat", 409)


@replays(SeatsDrawn)
def _drawn(draft: ReplayDraft, event: SeatsDrawn) -> None:
    session = session_in(draft.state, event.session)
    in_phase(session, "scheduled")
    present, missing = present_and_missing(draft.state, session)
    tables = _taken(draft, event.session, event.tables, set(present))
    sat_out = (*event.byes, *event.unpaired)
    byes, unpaired = byes_given(draft.state, session, [number for number in sat_out if number in present])
    seated = {number for table in tables for number in table.entrants}.union(sat_out)
    without = [number for number in present if number not in seated and not _recorded(event, number)]
    if without:
        draft.note(NOBODY_DREW_SEATS(entrants=[*without], session=event.session))
    attend = draft.state.stage_plan(session.stage).attend
    forfeited = tuple(missing) if attend == "one" else ()
    absent = tuple(missing) if attend == "all" else ()
    drawn = SeatsDrawn(event.session, event.seed, tables, forfeited, event.method, byes, absent, unpaired)
    draft.note(results_missing(draft.state, session))
    drop_needless(draft, session, draft.record(drawn))


@replays(SessionPlayedOnPaper)
def _on_paper(draft: ReplayDraft, event: SessionPlayedOnPaper) -> None:
    session = session_in(draft.state, event.session)
    if not session.on_paper:
        in_phase(session, "scheduled")
    free = tuple(table for table in event.tables if table.table not in session.tables)
    tables = _taken(draft, event.session, free, _may_sit(draft.state, session))
    sitting = {number for table in tables for number in table.entrants}
    sitting |= {number for table in session.tables.values() for number in table}
    absent = tuple(sorted(number for number in session.entrants if number not in sitting))
    draft.record(SessionPlayedOnPaper(event.session, tables, absent))


def _may_sit(state: State, session: Session) -> set[str]:
    return {number for number in session.entrants if state.entrants[number].plays_in(session.stage)}


def _taken(
    draft: ReplayDraft, session: str, tables: tuple[TableSeats, ...], there: set[str]
) -> tuple[TableSeats, ...]:
    """The tables with those who are there; one with too few left is not played."""
    kept = [TableSeats(table.table, tuple(no for no in table.entrants if no in there)) for table in tables]
    fewest = draft.state.stage_plan(draft.state.sessions[session].stage).table.fewest
    absent = [number for table in tables for number in table.entrants if number not in there]
    if absent:
        draft.note(SEATS_STAY_EMPTY(entrants=[*absent], session=session, fewest=fewest))
    played = tuple(table_seats for table_seats in kept if len(table_seats.entrants) >= fewest)
    if tables and not played:
        raise NOBODY_TO_SEAT(session=session)
    return played


def _recorded(event: SeatsDrawn, number: str) -> bool:
    return number in (*event.byes, *event.unpaired) or any(number in table.entrants for table in event.tables)


@replays(SeatsExchanged)
def _exchanged(draft: ReplayDraft, event: SeatsExchanged) -> None:
    draft.ask(ExchangeSeats, session=event.session, first=event.first, second=event.second)


@replays(RefereesAssigned)
def _assigned(draft: ReplayDraft, event: RefereesAssigned) -> None:
    tables = session_in(draft.state, event.session).tables
    kept = {
        assignment.referee: tuple(no for no in assignment.tables if no in tables)
        for assignment in event.assignments
    }
    assigned = {referee: numbers for referee, numbers in kept.items() if numbers}
    draft.ask(AssignReferees, session=event.session, assignments=assigned)
