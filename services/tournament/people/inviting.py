"""Inviting people to link a chat, by e-mail, and once more some days later.

Who is meant is worked out when the messages are made: whoever has no chat then, each once. So the organizer
may invite again when more have registered.
"""

from collections.abc import Iterator
from datetime import date

from msgspec import structs

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.state import State
from shared.problems import ProblemType

NOBODY_TO_INVITE = ProblemType("nobody-to-invite", 409)
_INVITED, _REMINDED = "invited ", "invited-again "


@event("people-invited")
class PeopleInvited(Event, frozen=True):
    """Everyone without a linked chat was invited by e-mail to link one; a fact, of `day` at the venue."""

    day: date


@event("people-invited-again")
class PeopleInvitedAgain(Event, frozen=True):
    """The time came to remind those of the invitation of `day` who still had no chat linked."""

    day: date


class InvitePeople(Command, frozen=True, kw_only=True):
    """Send everyone who has no linked chat a personal link by e-mail; whoever was sent one gets no other."""


class RemindInvited(Command, frozen=True, kw_only=True):
    """Remind those who were invited last and still have no chat; once for each invitation."""


@decides(InvitePeople, PeopleInvited)
def invite_people(draft: Draft, command: InvitePeople) -> None:
    state = draft.state
    here = any(entrant.status in ("registered", "waiting") for entrant in state.entrants.values())
    if not here and not any(referee.active for referee in state.referees.values()):
        raise NOBODY_TO_INVITE()
    draft.record(PeopleInvited(state.plan.local_day(draft.context.occurred_at)))


@decides(RemindInvited, PeopleInvitedAgain)
def remind_invited(draft: Draft, command: RemindInvited) -> None:
    day = to_remind_of(draft.state)
    if day is not None:
        draft.record(PeopleInvitedAgain(day))


def to_remind_of(state: State) -> date | None:
    """The day of the last invitation, if nobody was reminded of it yet."""
    last = max(_days(state), default=None)
    return None if last is None or _REMINDED + last.isoformat() in state.reminders else last


def _days(state: State) -> Iterator[date]:
    for key in state.reminders:
        if key.startswith(_INVITED):
            yield date.fromisoformat(key.removeprefix(_INVITED))


@evolves(PeopleInvited)
def _invited(state: State, event: PeopleInvited, stamp: Stamp) -> State:
    key = _INVITED + event.day.isoformat()
    return structs.replace(state, reminders=state.reminders.set(key, stamp.seq))


@evolves(PeopleInvitedAgain)
def _reminded(state: State, event: PeopleInvitedAgain, stamp: Stamp) -> State:
    key = _REMINDED + event.day.isoformat()
    return structs.replace(state, reminders=state.reminders.set(key, stamp.seq))
