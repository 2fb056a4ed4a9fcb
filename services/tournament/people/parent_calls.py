"""Calling a parent to the hall, for a child who is unwell, distressed, or plays no further.

Whoever has the child's chat is told at once, and the parent of their family unit; where that parent sits at a
table, the referee there. A call that nobody answers is put to the organizer, who has the number. The child's
chat may be the child's phone: what is pressed there ends no call.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Literal

from msgspec import structs

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNo, Id
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import acting_entrant, entrant_in, known
from services.tournament.people.entrants import ParentCall
from services.tournament.people.questions import URGENT_FOR
from services.tournament.state import State
from shared.catalogue import Word
from shared.problems import ProblemType

CallGrounds = Literal["unwell", "distressed", "withdrawn", "disqualified", "other"]

_ON_RECORD = ("withdrawn", "disqualified")
"""Grounds that the tournament itself knows to be so or not."""
ANSWER_WITHIN = timedelta(minutes=3)
"""So long a call may stay unanswered before the organizer is asked to ring up."""

PARENT_CALLED_ALREADY = ProblemType("parent-called-already", 409)
NOT_SO = ProblemType("parent-call-grounds-untrue", 422)
PARENT_CALL_ANSWERED = ProblemType("parent-call-answered", 409)


@event("parent-called")
class ParentCalled(Event, frozen=True):
    """A parent of a child is to come to the hall."""

    call: str
    entrant: str
    grounds: str


@event("parent-call-answered")
class ParentCallAnswered(Event, frozen=True):
    """Somebody is with the child, or on the way; `by` is the entrant who said so, if it was one."""

    call: str
    by: str | None


@event("parent-call-heard")
class ParentCallHeard(Event, frozen=True):
    """In the child's chat somebody said that a parent is coming; the call goes on."""

    call: str


@event("parent-call-escalated")
class ParentCallEscalated(Event, frozen=True):
    """Nobody answered a call in time; the organizer is asked to ring up."""

    call: str


class CallParent(Command, frozen=True, kw_only=True):
    """Call a parent of a child to the hall; as withdrawn or disqualified only who is on record so.

    Who is a child is seen there: an age is told by no refusal.
    """

    entrant: EntrantNo
    grounds: CallGrounds


class AnswerParentCall(Command, frozen=True, kw_only=True):
    """Say that one is coming, or that somebody is with the child.

    From the child's chat this is passed on, and the call goes on.
    """

    call: Id


class EscalateParentCall(Command, frozen=True, kw_only=True):
    """Put a call that nobody answered to the organizer."""

    call: Id


@decides(CallParent, ParentCalled)
def call_parent(draft: Draft, command: CallParent) -> None:
    state = draft.state
    entrant = entrant_in(state, command.entrant)
    if any(
        parent_call.entrant == entrant.entrant_no and not parent_call.answered
        for parent_call in state.parent_calls.values()
    ):
        raise PARENT_CALLED_ALREADY(entrant=entrant.entrant_no)
    outs = {part.out for part in entrant.participations}
    if command.grounds in _ON_RECORD and command.grounds not in outs:
        raise NOT_SO(entrant=entrant.entrant_no, grounds=Word("parent-call", command.grounds)).at(
            field="grounds"
        )
    call = draft.number("P", len(state.parent_calls))
    draft.record(ParentCalled(call, entrant.entrant_no, command.grounds))


@decides(AnswerParentCall, ParentCallAnswered, ParentCallHeard)
def answer_parent_call(draft: Draft, command: AnswerParentCall) -> None:
    call, by = _open(draft.state, command.call), acting_entrant(draft.context)
    if by != call.entrant:
        draft.record(ParentCallAnswered(call.call, by))
    elif not call.heard:
        draft.record(ParentCallHeard(call.call))


@decides(EscalateParentCall, ParentCallEscalated)
def escalate_parent_call(draft: Draft, command: EscalateParentCall) -> None:
    if not _open(draft.state, command.call).escalated:
        draft.record(ParentCallEscalated(command.call))


def _open(state: State, call: str) -> ParentCall:
    parent_call = known(state.parent_calls, "parent-call", call)
    if parent_call.answered:
        raise PARENT_CALL_ANSWERED(call=call)
    return parent_call


def parents_of(state: State, child: str) -> tuple[str, ...]:
    """The entrants who stand with the child as their parent in a family unit."""
    return tuple(sorted(unit.parent for unit in state.units.values() if unit.child == child))


def concerns(state: State, call: ParentCall, number: str) -> bool:
    """Whether a call is for this child, or a child of this parent."""
    return number == call.entrant or number in parents_of(state, call.entrant)


def calls_about(state: State, numbers: Collection[str], at: datetime) -> list[ParentCall]:
    """The calls for these children and parents that are open, or were made just before; oldest first."""
    calls = (call for call in state.parent_calls.values() if not call.answered or at - call.at <= URGENT_FOR)
    concerned = (call for call in calls if any(concerns(state, call, number) for number in numbers))
    return sorted(concerned, key=lambda call: call.at)


def unanswered(state: State, now: datetime) -> Iterable[ParentCall]:
    """The calls that have waited too long and were not put to the organizer yet, oldest first."""
    waiting = (call for call in state.parent_calls.values() if not (call.answered or call.escalated))
    return sorted((call for call in waiting if now - call.at >= ANSWER_WITHIN), key=lambda call: call.at)


@evolves(ParentCalled)
def _called(state: State, event: ParentCalled, stamp: Stamp) -> State:
    call = ParentCall(event.call, event.entrant, event.grounds, stamp.actor, stamp.occurred_at)
    return _with(state, call)


@evolves(ParentCallAnswered)
def _answered(state: State, event: ParentCallAnswered, stamp: Stamp) -> State:
    return _with(state, structs.replace(state.parent_calls[event.call], answered=True))


@evolves(ParentCallHeard)
def _heard(state: State, event: ParentCallHeard, stamp: Stamp) -> State:
    return _with(state, structs.replace(state.parent_calls[event.call], heard=True))


@evolves(ParentCallEscalated)
def _escalated(state: State, event: ParentCallEscalated, stamp: Stamp) -> State:
    return _with(state, structs.replace(state.parent_calls[event.call], escalated=True))


def _with(state: State, call: ParentCall) -> State:
    return structs.replace(state, parent_calls=state.parent_calls.set(call.call, call))
