"""The few types every area is written in: events, commands, and what a decision is made of."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Literal, Protocol

import msgspec

Nature = Literal["fact", "conclusion"]
Personal = Mapping[str, Mapping[str, str]]
UNKNOWN: Mapping[str, str] = MappingProxyType({})
"""What is known of a person who is unknown or forgotten."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something that happened. Holds ids and figures, never a name or free text about a person."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A piece of an event or command that stands for nothing by itself."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something a person or program asks for. May hold personal data; is never stored as it came."""


class EventType(msgspec.Struct, frozen=True):
    """What the catalogue knows of an event: stable name, version, nature, class.

    Attributes:
        text: the fields of free text that the vault holds under its `case`; none for an event without a case.
    """

    name: str
    version: int
    nature: Nature
    cls: type[Event]
    text: tuple[str, ...] = ()

    @property
    def meaning(self) -> str:
        """What its docstring begins with."""
        return " ".join((self.cls.__doc__ or "").strip().partition("\n\n")[0].split())


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


class KnownPersons(Protocol):
    """What the vault knows of the persons of a tournament; of who is unknown or forgotten nothing."""

    def details(self, persons: Iterable[str]) -> Personal:
        """What is known of these, by person; who is unknown or forgotten is left out."""

    def with_value(self, field: str, value: str) -> Iterable[str]:
        """The persons for whom `field` is known to be `value`, in no order."""


class Context(msgspec.Struct, frozen=True):
    """What the desk hands to a decision from outside.

    Attributes:
        occurred_at: business time, aware, UTC.
        actor: "role:subject" as it will stand in the log.
        role: the actor's role.
        new_subject: gives a fresh vault subject id for a "person" or a "case".
        new_seed: gives a fresh seed for a draw.
        personal: what is known of persons.
    """

    occurred_at: datetime
    actor: str
    role: str
    new_subject: Callable[[str], str]
    new_seed: Callable[[], str]
    personal: KnownPersons
