"""Sessions and tables as a chat names them: in the words of notices; ids are for machines."""

from collections.abc import Iterable, Mapping

from bots.telegram.talk import Talk, clipped
from services.desk.programme import SessionTables, TournamentAnswer
from services.desk.views import SessionsAnswer
from services.personal.person import Person
from services.personal.sessions import by_day, session_called
from services.projections.rows import SessionRow
from services.tournament.definition.plan import Competition
from services.tournament.kernel.ids import TableId

_LONGEST_HEADING = 50


def sessions_called(talk: Talk, own: Person, sessions: Iterable[str]) -> list[object]:
    """Sessions by their ids, each with its day; an id that the tournament does not have stays as it is."""
    plan, rows = _programme(talk, own)
    return [session_called(plan, rows[id]) if id in rows else id for id in sessions]


def table_called(talk: Talk, own: Person, sheet: str) -> str:
    """A table by number and session: "Table 7, Saturday, 28 March 2026, session 2".

    Args:
        sheet: the table's id; whatever else was typed stays as it is.
    """
    table = TableId.read(sheet)
    plan, rows = _programme(talk, own) if table is not None else (None, {})
    if table is None or plan is None or table.session not in rows:
        return sheet
    return table_of(talk, plan, rows[table.session], table.number)


def table_of(talk: Talk, plan: Competition, row: SessionRow | SessionTables, number: int) -> str:
    """A table of a session, short enough for a heading."""
    called = session_called if plan.session_needs_stage(row.session) else by_day
    label = talk.text("table_of_session", table=number, session_label=called(plan, row))
    return clipped(label, _LONGEST_HEADING)


def _programme(talk: Talk, own: Person) -> tuple[Competition, Mapping[str, SessionRow]]:
    defined: TournamentAnswer = talk.ask(own, "tournament")
    answer: SessionsAnswer = talk.ask(own, "sessions")
    return defined.definition, {view.session.session: view.session for view in answer.rows}
