"""What people call sessions and tables in a sentence: "table 2 in session 1 of Saturday, 28 March 2026"."""

from collections.abc import Callable, Iterable
from datetime import date
from itertools import groupby

from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.texts import Text
from services.tournament.kernel.ids import TableId
from shared.catalogue import Listed, Phrase

MovedTo = Callable[[str], date | None]
"""The day that a session, named by its id, has been moved to; None for one on its planned day."""


def as_planned(session: str) -> None:
    """Every session is on its planned day."""
    return


def session_called(id: str, plan: Competition | None, moved_to: MovedTo = as_planned) -> object:
    """A session by its name, else by its number and the day it was planned for, or was moved to.

    Its stage is named where a session of another could be meant.

    Args:
        plan: what knows the session; where it does not, the session goes by its id.
    """
    return sessions_called((id,), plan, moved_to)


def sessions_called(
    ids: Iterable[str],
    plan: Competition | None,
    moved_to: MovedTo = as_planned,
    *,
    with_stages: bool = False,
) -> Listed | None:
    """Several sessions, those of one day together: "sessions 1, 2 of Sunday, 5 April 2026"; None for none.

    Args:
        with_stages: whether the stage is named wherever there are several, as where one is chosen.
    """
    named: list[object] = []
    known = [(id, None if plan is None else plan.session(id)) for id in ids]
    stages = with_stages and plan is not None and len(plan.stages) > 1
    for (stage, day, numbered), several in groupby(
        known, lambda each: _grouped(each, plan, moved_to, stages)
    ):
        if plan is None or not numbered:
            called: list[object] = [_name(id, session) for id, session in several]
        else:
            numbers = [str(plan.number(id)) for id, _ in several]
            values = {"count": len(numbers), "numbers": numbers, "day": day}
            called = [Phrase("timeline-sessions-of-day" if day else "timeline-sessions", values)]
        if plan is not None and stage:
            label = {"session_label": Listed(called), "stage": plan.stage_name(stage)}
            called = [Phrase("notice-session-of-stage", label)]
        named += called
    return Listed(named) if named else None


def table_called(sheet: str, plan: Competition | None, moved_to: MovedTo = as_planned) -> Phrase:
    """A table, or its sheet, by number and session."""
    table = TableId.of(sheet)
    session = session_called(table.session, plan, moved_to)
    return Phrase("timeline-table", {"table": table.number, "session": session})


def _grouped(
    known: tuple[str, SessionPlan | None], plan: Competition | None, moved_to: MovedTo, stages: bool
) -> tuple[str, date | None, bool]:
    """What is named together: the stage where it must be named, the day, and whether it goes by number."""
    id, session = known
    if session is None or plan is None:
        return "", None, False
    of = plan.stage_of(id)
    stage = of.id if of is not None and (stages or plan.session_needs_stage(id)) else ""
    if session.name is not None:
        return stage, None, False
    return stage, moved_to(id) or session.day, True


def _name(id: str, session: SessionPlan | None) -> Text:
    if session is not None and session.name is not None:
        return session.name
    return Text(both=id)
