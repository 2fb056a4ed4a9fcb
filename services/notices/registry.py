"""Registering policies, and making notices: what follows from one event, in the append's transaction."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import wraps
from types import MappingProxyType
from typing import TypeVar

from services.notices.kinds import KINDS
from services.notices.notice import Notice
from services.tournament.kernel.facts import Event
from services.tournament.state import State

E = TypeVar("E", bound=Event)
Policy = Callable[[State, E, int], Iterable[Notice]]

POLICIES: dict[type[Event], Callable[[State, Event, int], Iterable[Notice]]] = {}


def policy(cls: type[E]) -> Callable[[Policy[E]], Policy[E]]:
    """Register what follows from an event of `cls`, given the state after it and its seq."""

    def register(function: Policy[E]) -> Policy[E]:
        @wraps(function)
        def checked(state: State, event: Event, seq: int) -> Iterable[Notice]:
            assert isinstance(event, cls), "events are looked up by their class"
            return function(state, event, seq)

        assert cls not in POLICIES, f"{cls.__name__} has a policy already"
        POLICIES[cls] = checked
        return function

    return register


def note(
    seq: int,
    kind: str,
    audience: str,
    template: str | None = None,
    given: Mapping[str, str] = MappingProxyType({}),
    *,
    number: int | None = None,
    topic: str | None = None,
    not_before: datetime | None = None,
    not_after: datetime | None = None,
    **parameters: str,
) -> Notice:
    """A notice of the event at `seq`.

    Args:
        template: by default named as the kind.
        given: parameters, besides those passed by name.
        number: tells several notices of one kind and event apart.
        topic: what it is about; a later notice of the topic takes the place of the earlier ones.
    """
    reference = f"N-{seq}" if number is None else f"N-{seq}.{number}"
    return Notice(
        seq,
        kind,
        audience,
        template or kind,
        {**given, **parameters},
        reference,
        f"{kind}:{audience}:{reference.removeprefix('N-')}",
        KINDS[kind].lane,
        not_before,
        not_after,
        topic,
    )
