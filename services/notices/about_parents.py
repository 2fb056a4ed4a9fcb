"""A call for a parent: the child's chat, a parent who plays too, and whoever is asked when nobody answers."""

from collections.abc import Iterable

from services.notices.notice import Notice
from services.notices.officials_concerned import referee_of
from services.notices.phones_off import seated_at
from services.notices.registry import note, policy
from services.tournament.kernel.ids import TableId
from services.tournament.people.entrants import ParentCall
from services.tournament.people.parent_calls import (
    ParentCallAnswered,
    ParentCalled,
    ParentCallEscalated,
    ParentCallHeard,
    parents_of,
)
from services.tournament.state import State


@policy(ParentCalled)
def _called(state: State, event: ParentCalled, seq: int) -> Iterable[Notice]:
    call, number = state.parent_calls[event.call], 1
    parents = parents_of(state, event.entrant)
    # One notice for all of them, so that a chat of the whole family has it once.
    family = f"called:{event.entrant}" if parents else f"entrant:{event.entrant}"
    yield _about(state, call, seq, "parent-called", family, number=number)
    for parent in parents:
        for audience in referee_of(state, _sheet_of(state, parent)):
            number += 1
            template = "parent-called-for-referee"
            yield _about(state, call, seq, "parent-called", audience, template, number=number, parent=parent)


@policy(ParentCallAnswered)
def _answered(state: State, event: ParentCallAnswered, seq: int) -> Iterable[Notice]:
    call = state.parent_calls[event.call]
    caller = _office(call.by)
    if event.by is not None and caller is not None:
        yield note(seq, "parent-answered", caller, child=call.entrant, answered_by=event.by)


@policy(ParentCallHeard)
def _heard(state: State, event: ParentCallHeard, seq: int) -> Iterable[Notice]:
    call = state.parent_calls[event.call]
    caller = _office(call.by)
    if caller is not None:
        yield note(seq, "parent-heard", caller, call=call.call, child=call.entrant)


@policy(ParentCallEscalated)
def _escalated(state: State, event: ParentCallEscalated, seq: int) -> Iterable[Notice]:
    call = state.parent_calls[event.call]
    yield _about(state, call, seq, "parent-not-reached", "role:organizer", number=1)
    template = "parent-not-reached-for-referee"
    yield _about(state, call, seq, "parent-called", "role:chief_referee", template, number=2)


def _about(
    state: State,
    call: ParentCall,
    seq: int,
    kind: str,
    audience: str,
    template: str | None = None,
    *,
    number: int,
    parent: str = "",
) -> Notice:
    return note(
        seq,
        kind,
        audience,
        template,
        number=number,
        call=call.call,
        child=call.entrant,
        call_grounds=call.grounds,
        call_table=_table_of(state, call.entrant),
        parent=parent,
        at_table=_table_of(state, parent),
    )


def _sheet_of(state: State, number: str) -> str | None:
    """The table at which someone sits now, if at any."""
    attendance = seated_at(state, number)
    return None if attendance is None else attendance.table


def _table_of(state: State, number: str) -> str:
    table = TableId.read(_sheet_of(state, number))
    return "" if table is None else str(table.number)


def _office(actor: str) -> str | None:
    """The audience of one official, by who acted."""
    role, _, subject = actor.partition(":")
    if role in ("referee", "chief_referee"):
        return f"referee:{subject}"
    return "role:organizer" if role == "organizer" else None
