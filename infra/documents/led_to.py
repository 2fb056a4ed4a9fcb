"""What leads to what, read from the code itself: what a function names, and all that it calls.

A name counts wherever it stands, so that what is found is what can follow, not what always does.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from services.notices.kinds import KINDS
from services.notices.policies import POLICIES
from services.tournament.catalogue import commands, event_types
from services.tournament.kernel.facts import Event
from services.tournament.kernel.registry import deciders, followers

_NOTICES = ("services.notices",)
_RULES = ("services.tournament",)


@cache
def leads() -> Mapping[type[Event], tuple[str, ...]]:
    """For each event the commands by which it can come about; all of them, where it follows from any."""
    after_any = {event for follower in followers for event in _named(follower, _RULES)}
    found = {name: _named(deciders[kind], _RULES) for name, kind in sorted(commands().items())}
    return {
        event: ("any command",)
        if event in after_any
        else tuple(name for name, named in found.items() if event in named)
        for event in event_types()
    }


def concluded_from(event: type[Event]) -> tuple[str, ...]:
    """The conclusions that can come about with an event, by the commands that lead to both."""
    by = set(leads()[event])
    return tuple(
        sorted(
            kind.name
            for other, kind in event_types().items()
            if kind.nature == "conclusion" and other is not event and by & {*leads()[other]}
        )
    )


def notices_of(event: type[Event]) -> tuple[str, ...]:
    """The kinds of notices that an event can lead to."""
    policy = POLICIES.get(event)
    named = set() if policy is None else _named(inspect.unwrap(policy), _NOTICES)
    return tuple(kind for kind in KINDS if kind in named)


def _named(function: Callable[..., Any], rooms: tuple[str, ...]) -> set[Any]:
    """The classes and texts that a function names, and those of all it calls in these rooms."""
    found: set[Any] = set()
    waiting: list[Any] = [function]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, Mapping):
            waiting += [value for value in thing.values() if isinstance(value, FunctionType | str)]
        elif isinstance(thing, type | str):
            found.add(thing)
        elif isinstance(thing, FunctionType) and thing.__module__.startswith(rooms) and thing not in found:
            found.add(thing)
            for code in _codes(thing.__code__):
                waiting += [text for text in code.co_consts if isinstance(text, str)]
                waiting += [thing.__globals__[name] for name in code.co_names if name in thing.__globals__]
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)
