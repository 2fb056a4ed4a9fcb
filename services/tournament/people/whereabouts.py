"""Whether a name beside the number of an entrant would say where that person is, or is going to be."""

from services.tournament.definition.stages import Stage
from services.tournament.kernel.ids import TableId
from services.tournament.people.entrants import Attendance, Entrant
from services.tournament.standings.places_seen import told_by_tables, waits_for_publication
from services.tournament.state import State


def tells_where(state: State, entrant: Entrant) -> bool:
    """Whether whoever reads the name with the number could find the person by a seat plan.

    It is so until the first session of theirs is over, from the day they register, and again while they have
    a seat in one that is not over. In between what they played stands under their name.
    """
    attended = [
        attendance
        for part in entrant.participations
        if not _is_hidden(state, part.stage)
        for attendance in part.attendances
    ]
    if any(_sits(state, entrant.entrant_no, attendance) for attendance in attended):
        return True
    ahead = any(state.sessions[attendance.session].status != "ended" for attendance in attended)
    return ahead and not any(_is_over(state, attendance) for attendance in attended)


def _is_hidden(state: State, stage: Stage) -> bool:
    """Whether nobody sees yet who came into a stage: a name that vanished would tell."""
    return any(waits_for_publication(state, table) for table in told_by_tables(state, stage))


def _sits(state: State, number: str, attendance: Attendance) -> bool:
    """Whether there is a seat for them, or a bye, in a session that is not over."""
    session = state.sessions[attendance.session]
    if session.status == "ended":
        return False
    return number in session.sitting_out or (attendance.table is not None and not _is_over(state, attendance))


def _is_over(state: State, attendance: Attendance) -> bool:
    """Whether the session is over, or their table of it is where tables open and close by themselves."""
    session = state.sessions[attendance.session]
    if session.status == "ended":
        return True
    return attendance.table is not None and TableId.of(attendance.table).number in session.closed_tables
