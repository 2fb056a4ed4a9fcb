"""What people call sessions and tables in a sentence: "table 2 in session 1 of Saturday, 28 March 2026"."""

from collections.abc import Iterable
from itertools import groupby

from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.texts import Text
from services.tournament.kernel.ids import TableId
from shared.catalogue import Listed, Phrase


def session_called(id: str, plan: Competition | None) -> object:
    """A session by its name, else by its number and the day it was planned for.

    Args:
        plan: what knows the session; where it does not, the session goes by its id.
    """
    return sessions_called((id,), plan)


def sessions_called(ids: Iterable[str], plan: Competition | None) -> Listed | None:
    """Several sessions, those of one day together: "sessions 1, 2 of Sunday, 5 April 2026"; None for none."""
    named: list[object] = []
    known = [(id, None if plan is None else plan.session(id)) for id in ids]
    for (day, numbered), several in groupby(known, _grouped):
        if plan is None or not numbered:
            named += [_name(id, session) for id, session in several]
            continue
        numbers = [str(plan.number(id)) for id, _ in several]
        values = {"count": len(numbers), "numbers": numbers, "day": day}
        named.append(Phrase("timeline-sessions-of-day" if day else "timeline-sessions", values))
    return Listed(named) if named else None


def table_called(sheet: str, plan: Competition | None) -> Phrase:
    """A table, or its sheet, by number and session."""
    table = TableId.of(sheet)
    session = session_called(table.session, plan)
    return Phrase("timeline-table", {"table": table.number, "session": session})


def _grouped(known: tuple[str, SessionPlan | None]) -> tuple[object, bool]:
    """What is named together: the day, and whether it goes by number."""
    _, session = known
    if session is None or session.name is not None:
        return None, False
    return session.day, True


def _name(id: str, session: SessionPlan | None) -> Text:
    if session is not None and session.name is not None:
        return session.name
    return Text(both=id)
