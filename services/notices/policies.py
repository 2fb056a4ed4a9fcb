"""Which events lead to which notices: one policy an event type. Nothing here sends anything.

Policies run when a command's events are appended, in the same transaction, and never on replay or rebuild.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from services.notices.notice import Notice
from services.tournament.kernel import Event
from services.tournament.registration import PlaceConfirmed, WaitingListJoined
from services.tournament.state import State

E = TypeVar("E", bound=Event)
Policy = Callable[[State, E, int], Iterable[Notice]]

_policies: dict[type[Event], Callable[[State, Event, int], Iterable[Notice]]] = {}


def policy(cls: type[E]) -> Callable[[Policy[E]], Policy[E]]:
    """Register what follows from an event of `cls`, given the state after it and its seq."""

    def register(function: Policy[E]) -> Policy[E]:
        _policies[cls] = function  # type: ignore[assignment]
        return function

    return register


def notices_due(state: State, events: Sequence[tuple[int, Event]]) -> list[Notice]:
    """The notices that these events, with their seqs, lead to."""
    return [
        notice
        for seq, event in events
        if type(event) in _policies
        for notice in _policies[type(event)](state, event, seq)
    ]


@policy(PlaceConfirmed)
def _place_confirmed(state: State, event: PlaceConfirmed, seq: int) -> Iterable[Notice]:
    template = "place-from-waiting-list" if event.from_waiting_list else "registration-received"
    yield _about_registration(state, event.entrant, event.session, template, seq)


@policy(WaitingListJoined)
def _waiting(state: State, event: WaitingListJoined, seq: int) -> Iterable[Notice]:
    yield _about_registration(state, event.entrant, event.session, "registration-on-waiting-list", seq)


def _about_registration(state: State, entrant: str, session: str, template: str, seq: int) -> Notice:
    day = state.sessions[session].day
    return Notice(
        seq,
        "registration-received",
        f"entrant:{entrant}",
        template,
        {"entrant": entrant, "session": session, "day": day.isoformat()},
        f"N-{seq}",
        f"{template}:{entrant}:{seq}",
        1,
    )
