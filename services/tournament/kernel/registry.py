"""Where areas say what they do: the event and command types, and the functions that decide and fold them."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from services.tournament.kernel.facts import (
    Command,
    Event,
    EventType,
    Nature,
    Stamp,
)

if TYPE_CHECKING:
    from services.tournament.state import State

E = TypeVar("E", bound=Event)
C = TypeVar("C", bound=Command)
Decider = Callable[[Any, C], None]
"""Takes a `Draft`, which is of the module that asks this one, and the command."""
Evolver = Callable[["State", E, Stamp], "State"]
Follower = Callable[[Any, "State"], None]
"""Takes a `Draft` and the state before."""
F = TypeVar("F", bound=Follower)
_event_types: dict[type[Event], EventType] = {}
_commands: dict[str, type[Command]] = {}
_command_names: dict[type[Command], str] = {}
deciders: dict[type[Command], Decider[Any]] = {}
evolvers: dict[type[Event], Evolver[Any]] = {}
followers: list[Follower] = []
asked_as: dict[type[Event], type[Command]] = {}


def event(
    name: str, nature: Nature = "fact", *, version: int = 1, text: tuple[str, ...] = ("reason",)
) -> Callable[[type[E]], type[E]]:
    """Register an event class under its stable name.

    Args:
        text: the fields of free text that `Draft.case` puts into the vault, where the event has a `case`.
    """

    def register(cls: type[E]) -> type[E]:
        if any(known.name == name for known in _event_types.values()):
            raise ValueError(f"event {name} is declared twice")
        _event_types[cls] = EventType(
            name, version, nature, cls, text if "case" in cls.__struct_fields__ else ()
        )
        return cls

    return register


def decides(cls: type[C], *asked_by: type[Event]) -> Callable[[Decider[C]], Decider[C]]:
    """Register the function that decides commands of `cls`, named as the class in kebab-case.

    Args:
        asked_by: the events of which it can be told what was asked: a field of the command is what the event
            says under the same name, and a text that the event keeps in the vault.
    """

    def register(function: Decider[C]) -> Decider[C]:
        name = "".join(f"-{c.lower()}" if c.isupper() else c for c in cls.__name__).lstrip("-")
        _commands[name] = cls
        _command_names[cls] = name
        deciders[cls] = function
        asked_as.update(dict.fromkeys(asked_by, cls))
        return function

    return register


def evolves(cls: type[E]) -> Callable[[Evolver[E]], Evolver[E]]:
    """Register the function that folds events of `cls` into the state."""

    def register(function: Evolver[E]) -> Evolver[E]:
        evolvers[cls] = function
        return function

    return register


def follows(function: F) -> F:
    """Register a function that draws conclusions after any command, from the draft and the state before."""
    followers.append(function)
    return function


def event_types() -> Mapping[type[Event], EventType]:
    """Every event type ever landed in its current version, by class."""
    return _event_types


def commands() -> Mapping[str, type[Command]]:
    """Every command by its kebab-case name."""
    return _commands


def command_name(command: Command) -> str:
    """Its kebab-case name."""
    return _command_names[type(command)]
