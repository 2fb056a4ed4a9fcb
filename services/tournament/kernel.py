"""How a tournament decides and evolves: the few types every area is written in.

A command is decided on the full state: `decide(state, command, context) -> Decision`. The decision holds the
entries to append, each an event with its personal data apart, and the state they lead to. `evolve` folds
one event into the state. Both are pure: clock, chance and the vault reach them only through the context.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from shared.bounds import check as check_bounds

if TYPE_CHECKING:
    from services.tournament.state import State

Nature = Literal["fact", "conclusion"]
Personal = Mapping[str, Mapping[str, str]]
UNKNOWN: Mapping[str, str] = MappingProxyType({})
"""What is known of a person who is unknown or forgotten."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something that happened. Holds ids and figures, never a name or free text about a person."""


class Earlier:
    """What an earlier version of an event held in clear, until the state settles what followed from it.

    Only upcasting makes one. It can be neither written to JSON nor read from it, so none gets into a log.
    """

    __slots__ = ("age", "label", "labels")

    def __init__(self, *, age: int | None = None, label: str = "", labels: tuple[str, ...] = ()) -> None:
        self.age = age
        self.label = label
        self.labels = labels


Settled = msgspec.UnsetType
"""The type of `earlier` in an event of the present version."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A piece of an event or command that stands for nothing by itself."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something a person or program asks for. May hold personal data; is never stored as it came."""


class EventType(msgspec.Struct, frozen=True):
    """What the catalogue knows of an event: stable name, version, nature, area, class."""

    name: str
    version: int
    nature: Nature
    area: str
    cls: type[Event]

    @property
    def meaning(self) -> str:
        return (self.cls.__doc__ or "").strip().splitlines()[0]


class Stamp(msgspec.Struct, frozen=True, gc=False):
    """When and by whom, as far as evolve may know it."""

    seq: int
    occurred_at: datetime
    actor: str


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One event to append, its personal data by vault subject, and the seq that led to it."""

    event: Event
    personal: Personal
    caused_by: int | None


class Context(msgspec.Struct, frozen=True):
    """What the desk hands to a decision from outside.

    Attributes:
        occurred_at: business time, aware, UTC.
        actor: "role:subject" as it will stand in the log.
        role: the actor's role.
        new_subject: gives a fresh vault subject id for a "person" or a "case".
        new_seed: gives a fresh seed for a draw.
        personal: what is known of these persons by person; who is unknown or forgotten is left out.
    """

    occurred_at: datetime
    actor: str
    role: str
    new_subject: Callable[[str], str]
    new_seed: Callable[[], str]
    personal: Callable[[Iterable[str]], Personal]


class Decision(msgspec.Struct, frozen=True):
    """The entries to append (none: nothing to do), and the state after them."""

    entries: Sequence[Entry]
    state: "State"


class Draft:
    """A decision being written: each recorded event is folded at once, so later steps see it."""

    def __init__(self, state: "State", context: Context) -> None:
        self.state = state
        self.context = context
        self.entries: list[Entry] = []
        self._given: dict[str, dict[str, str]] = {}
        self._by_field: dict[str, dict[str, list[str]]] = {}

    def personal(self, person: str) -> Mapping[str, str]:
        """What is known of a person, with what this draft gives."""
        known = self.context.personal((person,)).get(person, UNKNOWN)
        given = self._given.get(person)
        return {**known, **given} if given else known

    def birth_date(self, person: str) -> date | None:
        """The birth date of a person, None if unknown or forgotten."""
        text = self.personal(person).get("birth_date")
        return date.fromisoformat(text) if text else None

    def persons_with(self, field: str, value: str) -> Sequence[str]:
        """The persons of the tournament for whom `field` is known to be `value`, in no order."""
        index = self._by_field.get(field)
        if index is None:
            index = self._by_field[field] = {}
            for person, fields in [*self.context.personal(self.state.persons).items(), *self._given.items()]:
                if field in fields:
                    index.setdefault(fields[field], []).append(person)
        return index.get(value, ())

    def number(self, letter: str, given: int) -> str:
        """The number of the next dispute (D) or ruling (R), when so many were given out: "D-0003"."""
        return f"{letter}-{given + 1:04d}"

    def case(self, **text: str) -> tuple[str, Personal]:
        """A fresh vault subject for free text about people, and the text under it."""
        subject = self.context.new_subject("case")
        return subject, {subject: {field: value for field, value in text.items() if value}}

    def record(self, event: Event, *, personal: Personal | None = None, caused_by: int | None = None) -> int:
        """Add `event`; returns the seq it will have."""
        self.entries.append(Entry(event, personal or {}, caused_by))
        for subject, fields in (personal or {}).items():
            self._given.setdefault(subject, {}).update(fields)
            for field, index in self._by_field.items():
                if field in fields:
                    index.setdefault(fields[field], []).append(subject)
        stamp = Stamp(self.state.seq + 1, self.context.occurred_at, self.context.actor)
        self.state = evolve(self.state, event, stamp, keep_touched=True)
        return stamp.seq


E = TypeVar("E", bound=Event)
C = TypeVar("C", bound=Command)
Decider = Callable[[Draft, C], None]
Evolver = Callable[["State", E, Stamp], "State"]
Settler = Callable[["State", E, Earlier, int], E]
Guard = Callable[["State", Command], None]
G = TypeVar("G", bound=Guard)
Follower = Callable[["Draft", "State"], None]
F = TypeVar("F", bound=Follower)

_event_types: dict[type[Event], EventType] = {}
_commands: dict[str, type[Command]] = {}
_command_names: dict[type[Command], str] = {}
_deciders: dict[type[Command], Decider[Any]] = {}
_evolvers: dict[type[Event], Evolver[Any]] = {}
_settlers: dict[type[Event], Settler[Any]] = {}
_guards: list[Guard] = []
_followers: list[Follower] = []


def event(name: str, nature: Nature = "fact", *, version: int = 1) -> Callable[[type[E]], type[E]]:
    """Register an event class under its stable name."""

    def register(cls: type[E]) -> type[E]:
        if any(known.name == name for known in _event_types.values()):
            raise ValueError(f"event {name} is declared twice")
        _event_types[cls] = EventType(name, version, nature, cls.__module__.split(".")[2], cls)
        return cls

    return register


def decides(cls: type[C]) -> Callable[[Decider[C]], Decider[C]]:
    """Register the function that decides commands of `cls`, named as the class in kebab-case."""

    def register(function: Decider[C]) -> Decider[C]:
        name = "".join(f"-{c.lower()}" if c.isupper() else c for c in cls.__name__).lstrip("-")
        _commands[name] = cls
        _command_names[cls] = name
        _deciders[cls] = function
        return function

    return register


def evolves(cls: type[E]) -> Callable[[Evolver[E]], Evolver[E]]:
    """Register the function that folds events of `cls` into the state."""

    def register(function: Evolver[E]) -> Evolver[E]:
        _evolvers[cls] = function
        return function

    return register


def settles(cls: type[E]) -> Callable[[Settler[E]], Settler[E]]:
    """Register the function that says what followed from the `earlier` of an event of `cls`.

    It gets the state that the event met or a later one, the event, its `earlier`, and its seq.
    """

    def register(function: Settler[E]) -> Settler[E]:
        _settlers[cls] = function
        return function

    return register


def settled(state: "State", event: E, seq: int) -> E:
    """The event as it would be written today.

    Args:
        state: the one it met, or a later one of the same tournament.
    """
    earlier = getattr(event, "earlier", None)
    if not isinstance(earlier, Earlier):
        return event
    today: E = _settlers[type(event)](state, event, earlier, seq)
    return msgspec.structs.replace(today, earlier=msgspec.UNSET)


def guards(function: G) -> G:
    """Register a function that may refuse any command on a state before it is decided."""
    _guards.append(function)
    return function


def follows(function: F) -> F:
    """Register a function that draws conclusions after any command, from the draft and the state before."""
    _followers.append(function)
    return function


def stored_fields(cls: type[Event]) -> tuple[str, ...]:
    """The fields that an event of the class has in a log; `earlier` is never written."""
    return tuple(name for name in cls.__struct_fields__ if name != "earlier")


def event_types() -> Mapping[type[Event], EventType]:
    """Every event type ever landed in its current version, by class."""
    return _event_types


def commands() -> Mapping[str, type[Command]]:
    """Every command by its kebab-case name."""
    return _commands


def command_name(command: Command) -> str:
    """Its kebab-case name."""
    return _command_names[type(command)]


def carry_out(draft: Draft, command: Command) -> None:
    """Decide `command` as part of a draft.

    Raises:
        Problem: the rules or the state refuse it; the draft is of no use then.
    """
    for guard in _guards:
        guard(draft.state, command)
    _deciders[type(command)](draft, command)


def draw_conclusions(draft: Draft, before: "State") -> None:
    """Record what follows from a draft whatever led to it.

    Args:
        before: the state that the draft began with.
    """
    for follower in _followers:
        follower(draft, before)


def decide(state: "State", command: Command, context: Context) -> Decision:
    """Decide `command` on `state`.

    Raises:
        Problem: something in it is too long; the rules or the state refuse it. Nothing follows.
    """
    check_bounds(command)
    draft = Draft(state, context)
    carry_out(draft, command)
    draw_conclusions(draft, state)
    return Decision(draft.entries, draft.state)


def evolve(state: "State", event: Event, stamp: Stamp, *, keep_touched: bool = False) -> "State":
    """The state after `event`. What the event touched is noted for the read models.

    The event's own function gets a state that has its seq already, so that one copy less is made.
    """
    touched = state.touched if keep_touched else ()
    at_seq = msgspec.structs.replace(state, seq=stamp.seq, touched=touched)
    return _evolvers[type(event)](at_seq, event, stamp)
