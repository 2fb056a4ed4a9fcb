"""The tables of a referee, and what is to come for whoever is in charge of all."""

from services.desk.views import SessionsAnswer, SessionView
from services.personal.person import Person
from services.personal.reader import Block, Reader
from services.personal.sessions import UNDER_WAY, hours, session_called
from services.projections.rows import SessionRow
from services.tournament.definition.plan import Competition

_MOST_COMING = 5


def phase(row: SessionRow) -> int:
    """Those over come first, then those under way, then those to come."""
    return 0 if row.status == "ended" else 1 if row.status in UNDER_WAY else 2


def tables_of_official(reader: Reader, person: Person, plan: Competition) -> Block:
    """The tables of a referee; whoever has none but is in charge of all reads what is to come."""
    answer: SessionsAnswer = reader.ask(person, "sessions")
    views = sorted(answer.rows, key=lambda view: phase(view.session))
    warned = [*dict.fromkeys(view.warned.in_language(reader.language) for view in views if view.warned)]
    lines: Block = []
    for view in views:
        # Where nobody signs no table is assigned: every referee has them all.
        shared = person.principal.role == "referee" and _shares_tables(plan, view)
        mine = [str(table.number) for table in view.tables if shared or table.referee == person.number]
        if mine:
            lines.append(_at_tables(reader, plan, view, mine))
    if lines:
        return [*warned, *lines]
    if person.principal.role == "referee":
        return [reader.text("no_tables")]
    coming = [view for view in views if view.session.status != "ended"]
    shown = [_at_tables(reader, plan, view, []) for view in coming[:_MOST_COMING]]
    if len(coming) > _MOST_COMING:
        shown.append(reader.text("schedule_more", count=len(coming) - _MOST_COMING))
    return [*warned, *shown] or [reader.text("schedule_nothing")]


def _shares_tables(plan: Competition, view: SessionView) -> bool:
    stage = plan.stage_of(view.session.session)
    unassigned = all(table.referee is None for table in view.tables)
    return stage is not None and stage.signatures != "required" and unassigned


def _at_tables(reader: Reader, plan: Competition, view: SessionView, tables: list[str]) -> str:
    row = view.session
    label = session_called(plan, row)
    if row.status == "ended":
        return reader.text("schedule_played", session_label=label)
    if row.status == "suspended":
        return reader.text("schedule_suspended_official", session_label=label)
    parts = [
        reader.text("schedule_plain", session_label=label),
        reader.text("hours", **hours(reader, plan, row, view.began or None, view.ends or None)),
    ]
    parts.append(
        reader.text("schedule_tables", tables=tables)
        if tables
        else reader.text("schedule_registered", count=row.registered)
    )
    between = " " if reader.language == "en" else ""
    return between.join(part for part in parts if part)
