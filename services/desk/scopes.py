"""How far a right goes: whether a command concerns only the one who sends it, or their own tables.

Which entrants and sheets a command names follows from its fields; the table of rights says how far it may go.
"""

from collections.abc import Iterable

from services.access.rights import Scope, allowed_roles, forbidden, forbidden_at_others
from services.access.visibility import Visibility
from services.tournament.kernel.facts import Command
from services.tournament.kernel.ids import TableId
from services.tournament.lookups import BEFORE_PLAY, not_in_play, stage_playing
from services.tournament.people.parent_calls import parents_of
from services.tournament.standings.finalists import WithdrawQualifier
from services.tournament.state import State
from shared.problems import ProblemType

PLACES_NOT_SEEN = ProblemType("places-not-seen", 409)

_ENTRANT_FIELDS = ("entrant", "child", "parent")


def check_scope(state: State, seen: Visibility, action: str, command: Command, scope: Scope) -> None:
    """Refuse a command that reaches further than `scope`, which ends somewhere.

    A participant's token has the entrant number as subject, a referee's the referee number. That the right
    ends at their own tables is said whatever is at the other one, and whether there is one.

    Raises:
        Problem: forbidden.
    """
    if scope == "self":
        reaches = _concerns(state, seen, command)
    else:
        sheets = _sheets(state, command)
        reaches = bool(sheets) and all(is_own_table(state, seen, sheet) for sheet in sheets)
    if not reaches:
        if scope == "own_table" or isinstance(getattr(command, "sheet", None), str):
            _refuse_out_of_play(state, _sheets(state, command))
        if scope == "own_table" or _at_another_table(state, seen, command):
            # Of a case or a person not even the table is told.
            named = getattr(command, "sheet", None)
            referee = referee_at(state, named) if isinstance(named, str) else None
            raise forbidden_at_others(seen.role, action, seen.subject, referee)
        others = [role for role in allowed_roles(action) if role != seen.role]
        raise forbidden(seen.role, action, others or [seen.role], of=seen.subject)


def check_table(state: State, seen: Visibility, action: str, sheet: str) -> None:
    """Refuse a table, before anything else is asked, where the right ends at the own tables: it is another.

    Raises:
        Problem: forbidden, session-not-in-play.
    """
    if seen.scope(action) == "own_table" and not is_own_table(state, seen, sheet):
        _refuse_out_of_play(state, [sheet])
        raise forbidden_at_others(seen.role, action, seen.subject, referee_at(state, sheet))


def _refuse_out_of_play(state: State, sheets: Iterable[str]) -> None:
    """Say of a table that nobody has any more, as its session was suspended or its draw undone, just that.

    Raises:
        Problem: session-not-in-play.
    """
    for table in map(TableId.read, sheets):
        session = state.sessions.get(table.session) if table is not None else None
        if table is None or session is None or not session.drawn_seq:
            continue
        if session.status in BEFORE_PLAY and table.number not in session.tables:
            raise not_in_play(state, session)


def _concerns(state: State, seen: Visibility, command: Command) -> bool:
    entrant = seen.subject
    if _at_another_table(state, seen, command):
        return False
    dispute = getattr(command, "dispute", None)
    if dispute is not None:
        found = state.disputes.get(dispute)
        return found is not None and found.raised_by == entrant
    unit = getattr(command, "unit", None)
    if unit is not None and unit in state.units:
        return entrant in (state.units[unit].child, state.units[unit].parent)
    call = state.parent_calls.get(getattr(command, "call", None) or "")
    if call is not None:
        return entrant in (call.entrant, *parents_of(state, call.entrant))
    # Who is left open is the one who asks.
    named = [getattr(command, field) or entrant for field in _ENTRANT_FIELDS if hasattr(command, field)]
    return entrant in named


def _at_another_table(state: State, seen: Visibility, command: Command) -> bool:
    sheet = getattr(command, "sheet", None)
    return isinstance(sheet, str) and not is_own_table(state, seen, sheet)


def _sheets(state: State, command: Command) -> list[str]:
    """The sheets a command concerns, by what it names."""
    sheet = getattr(command, "sheet", None)
    if isinstance(sheet, str):
        return [sheet]
    dispute = state.disputes.get(getattr(command, "dispute", None) or "")
    if dispute is not None:
        return [dispute.sheet] if dispute.sheet is not None else []
    entrant = state.entrants.get(getattr(command, "entrant", None) or "")
    if entrant is not None:
        named = getattr(command, "stage", None)
        attendance = entrant.at(named if named is not None else stage_playing(state, entrant))
        return [attendance.table] if attendance is not None and attendance.table is not None else []
    return []


def refuse_what_tells_places(state: State, seen: Visibility, command: WithdrawQualifier) -> None:
    """Refuse what would tell someone whether they go on, while they may not know it yet.

    Who is placed in the later stage knows it from there.

    Raises:
        Problem: places-not-seen.
    """
    entrant, seen = state.entrants.get(command.entrant), seen.at_present(state)
    for stage in state.plan.stages:
        if stage.source is None or command.stage not in (None, stage.id):
            continue
        unseen = seen.hides(stage.source.stage)
        if unseen is not None and (entrant is None or entrant.at(stage.id) is None):
            raise PLACES_NOT_SEEN(when=unseen.sentence)


def own_sheets(state: State, seen: Visibility) -> Iterable[str]:
    """The sheets of the tables whoever asks supervises or sits at."""
    return [sheet for sheet in sorted(state.sheets) if is_own_table(state, seen, sheet)]


def referee_at(state: State, sheet: str) -> str | None:
    """The referee of a table; None where there is none, or no such table."""
    table = TableId.read(sheet)
    session = state.sessions.get(table.session) if table is not None else None
    return None if table is None or session is None else session.referees.get(table.number)


def is_own_table(state: State, seen: Visibility, sheet: str) -> bool:
    """Whether a sheet is that of a table whoever asks supervises or sits at."""
    table = TableId.read(sheet)
    session = state.sessions.get(table.session) if table is not None else None
    if table is None or session is None:
        return False
    if seen.role == "referee":
        # Where nobody has to supervise a table, and nobody does, every referee may help.
        if not session.referees and state.stage_plan(session.stage).signatures != "required":
            return True
        return session.referees.get(table.number) == seen.subject
    return seen.subject in session.tables.get(table.number, ())
