"""A call for a parent: the child's chat, a parent who plays too, and whoever is asked when nobody answers."""

from collections.abc import Iterable, Iterator

from services.notices.notice import Notice
from services.notices.officials_concerned import official, referee_of
from services.notices.phones_off import seated_at
from services.notices.registry import note, policy
from services.tournament.kernel.ids import TableId
from services.tournament.people.entrants import ParentCall
from services.tournament.people.parent_calls import (
    ParentCallAnswered,
    ParentCalled,
    ParentCallEscalated,
    ParentCallHeard,
    concerns,
    parents_of,
)
from services.tournament.state import State
from shared.catalogue import Phrase, Word


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
    """Whoever called, and all who were asked to ring up or to see to the child meanwhile."""
    call = state.parent_calls[event.call]
    told = [*officials_of(call), *(("role:organizer",) if _by_organizer(call) or call.escalated else ())]
    if event.by is None and not call.escalated:
        return
    template = "child-seen-to" if event.by is None else "parent-answered"
    for number, audience in enumerate(told, 1):
        yield note(
            seq,
            "parent-answered",
            audience,
            template,
            number=number if len(told) > 1 else None,
            child=call.entrant,
            answered_by=event.by or "",
        )


@policy(ParentCallHeard)
def _heard(state: State, event: ParentCallHeard, seq: int) -> Iterable[Notice]:
    call = state.parent_calls[event.call]
    caller = official(call.by)
    if caller is not None:
        yield note(seq, "parent-heard", caller, call=call.call, child=call.entrant)


@policy(ParentCallEscalated)
def _escalated(state: State, event: ParentCallEscalated, seq: int) -> Iterable[Notice]:
    call = state.parent_calls[event.call]
    yield _about(state, call, seq, "parent-not-reached", "role:organizer", number=1)
    template = "parent-not-reached-for-referee"
    yield _about(state, call, seq, "parent-called", "role:chief_referee", template, number=2)


def asked_to_come(state: State, number: str) -> Iterator[Phrase]:
    """For each open call for a parent of this child, or of a child of this parent: to come, and why."""
    for call in state.parent_calls.values():
        if not call.answered and concerns(state, call, number):
            table = _table_of(state, call.entrant) or None
            grounds = Word("parent-call", call.grounds)
            values = {"child": call.entrant, "call_table": table, "call_grounds": grounds}
            yield Phrase("notice-asked-to-come", values)


def officials_of(call: ParentCall) -> tuple[str, ...]:
    """Whoever called for a parent, and the Chief Referee where nobody answered; the organizer apart."""
    caller = official(call.by)
    called = () if caller is None or _by_organizer(call) else (caller,)
    asked = call.escalated and not call.by.startswith("chief_referee:")
    return (*called, *(("role:chief_referee",) if asked else ()))


def _by_organizer(call: ParentCall) -> bool:
    return official(call.by) == "role:organizer"


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
