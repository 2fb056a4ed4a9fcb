"""Sessions and tables as a chat names them: in the words of notices; ids are for machines."""

from collections.abc import Iterable, Mapping
from datetime import date, time
from zoneinfo import ZoneInfo

from bots.telegram.people import Person
from bots.telegram.talk import Talk, clipped
from services.desk.programme import SessionTables, TournamentAnswer
from services.desk.views import SessionsAnswer
from services.projections.rows import SessionRow
from services.tournament.definition.plan import Competition
from services.tournament.kernel.ids import TableId
from shared.catalogue import Phrase
from shared.i18n import time_shown

_LONGEST_HEADING = 50


def session_called(plan: Competition, row: SessionRow | SessionTables) -> Phrase:
    """A session by its day and its name or number, and its stage where there are several."""
    label = _by_day(plan, row)
    if len(plan.stages) == 1:
        return label
    return Phrase("notice-session-of-stage", {"session_label": label, "stage": plan.stage_name(row.stage)})


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
    label = talk.text("table_of_session", table=number, session_label=_by_day(plan, row))
    return clipped(label, _LONGEST_HEADING)


def _by_day(plan: Competition, row: SessionRow | SessionTables) -> Phrase:
    planned = plan.session(row.session)
    name: object = planned.name if planned is not None else None
    numbered = Phrase("notice-sessions-numbered", {"count": 1, "numbers": str(row.number)})
    day = date.fromisoformat(row.day) if isinstance(row.day, str) else row.day
    return Phrase("notice-sessions-of-day", {"day": day, "sessions": name or numbered})


def _programme(talk: Talk, own: Person) -> tuple[Competition, Mapping[str, SessionRow]]:
    defined: TournamentAnswer = talk.ask(own, "tournament")
    answer: SessionsAnswer = talk.ask(own, "sessions")
    return defined.definition, {view.session.session: view.session for view in answer.rows}


def hours(talk: Talk, plan: Competition, row: SessionRow) -> dict[str, str | None]:
    """Its hours as a text takes them, None for each that it has not."""
    zone = ZoneInfo(plan.zone)

    def shown(at: str | None) -> str | None:
        return None if at is None else time_shown(time.fromisoformat(at), zone, talk.language)

    return {name: shown(getattr(row, name)) for name in ("registration", "seating", "start", "end")}


def in_time(row: SessionRow) -> tuple[bool, str, str, int]:
    """Sorts sessions by day and hour; those without a day come last."""
    return (row.day is None, row.day or "", row.start or "", row.number)
