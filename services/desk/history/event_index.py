"""When each event of a log was recorded, its type, and what it is about, to be looked up without reading."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from services.desk.history.marked import KIND_OF, MarkKind
from services.projections.timeline import ENTRANT_FIELDS
from services.tournament.kernel.facts import Event
from services.tournament.kernel.ids import TableId
from services.tournament.kernel.registry import event_types
from services.tournament.state import State

Thing = tuple[str, str]
"""A kind of thing and its id: ("entrant", "0007"), ("sheet", "2026-03-28/1/7")."""

_FIELDS: Mapping[str, Sequence[str]] = {
    "entrant": (
        *ENTRANT_FIELDS, "entrants", "admitted", "byes", "unpaired", "absent", "forfeited",
        "tied", "qualified", "reserves", "by_lot", "clear",
    ),
    "sheet": ("sheet",),
    "session": ("session", "sessions", "from_session", "to_session", "other", "moved"),
    "stage": ("stage",),
    "dispute": ("dispute",),
    "ruling": ("ruling",),
    "unit": ("unit", "units"),
    "referee": ("referee",),
    "proposal": ("proposal",),
}  # fmt: skip
"""By kind of thing the fields that name some."""
_NAMES = {field: kind for kind, fields in _FIELDS.items() for field in fields}
_OF_ENTRANTS = ("results", "ratings")
"""Fields whose elements each name an entrant."""
_TOUCHED = frozenset({"entrant", "sheet", "session", "dispute", "unit"})
"""Kinds of things that a state notes as touched."""


class Marked(msgspec.Struct, frozen=True, gc=False):
    """An event that stands out.

    Attributes:
        about: ids of what it names, by kind of thing; of its people the timeline tells.
    """

    seq: int
    kind: MarkKind
    about: Mapping[str, tuple[str, ...]]


class EventIndex:
    """What is known of each event by its seq, from 1 on without gaps.

    Attributes:
        recorded, occurred: when, in microseconds since 1970.
        marks: those that stand out, by rising seq.
    """

    def __init__(self) -> None:
        self.recorded = array("q")
        self.occurred = array("q")
        self.marks: list[Marked] = []
        self._types: list[str] = []
        self._type_of = array("H")
        self._number_of: dict[str, int] = {}
        self._about: dict[Thing, array[int]] = {}
        self._of_type: dict[str, array[int]] = {}

    @property
    def seq(self) -> int:
        """The last seq that is in it."""
        return len(self.recorded)

    def add(self, event: Event, occurred_at: int, recorded_at: int, after: State) -> None:
        """Add the next event.

        Args:
            after: the state it led to; `touched` says what it changed.
        """
        seq, name = after.seq, event_types()[type(event)].name
        if name not in self._number_of:
            self._number_of[name] = len(self._types)
            self._types.append(name)
        if name in KIND_OF:
            self.marks.append(Marked(seq, KIND_OF[name], _about(event)))
        for thing in {*named(event), *_changed(after)}:
            self._about.setdefault(thing, array("I")).append(seq)
        self._of_type.setdefault(name, array("I")).append(seq)
        self._type_of.append(self._number_of[name])
        self.occurred.append(occurred_at)
        self.recorded.append(recorded_at)

    def type_at(self, seq: int) -> str:
        """The stable name of the event at a seq."""
        return self._types[self._type_of[seq - 1]]

    def about(self, thing: Thing) -> Sequence[int]:
        """The seqs of the events that name a thing or changed it, rising."""
        return self._about.get(thing, ())

    def of_types(self, names: Iterable[str]) -> list[int]:
        """The seqs of the events of these types, rising."""
        return sorted(seq for name in names for seq in self._of_type.get(name, ()))


def names_entrants(cls: type[Event]) -> bool:
    """Whether events of a type can name entrants."""
    fields = cls.__struct_fields__
    return any(field in _OF_ENTRANTS or _NAMES.get(field) == "entrant" for field in fields)


def named(event: Event) -> Iterator[Thing]:
    """What an event names; a sheet with its session."""
    for field in event.__struct_fields__:
        kind = _NAMES.get(field) or _NAMES.get(f"{event_types()[type(event)].name}.{field}")
        if kind is not None:
            value = getattr(event, field)
            for id in value if isinstance(value, tuple) else (value,):
                if isinstance(id, str) and id:
                    yield kind, id
                    if kind == "sheet":
                        yield "session", TableId.of(id).session
        elif field in _OF_ENTRANTS:
            for element in getattr(event, field):
                yield "entrant", element.entrant


def _changed(after: State) -> Iterator[Thing]:
    return (thing for thing in after.touched if thing[0] in _TOUCHED)


def _about(event: Event) -> dict[str, tuple[str, ...]]:
    about: dict[str, tuple[str, ...]] = {}
    for kind, id in dict.fromkeys(named(event)):
        if kind != "entrant":
            about[kind] = (*about.get(kind, ()), id)
    return about
