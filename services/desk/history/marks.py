"""The marks of a log, and when every event was recorded: what whoever moves through it has at hand."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

import msgspec

from services.desk.answers import TimelineEntry
from services.desk.history.event_index import EventIndex
from services.desk.history.marked import MarkKind
from services.desk.params import NoParams, Params
from services.desk.query_context import QueryContext
from services.desk.timeline import timeline_at
from shared.catalogue import Word
from shared.clock import from_micros

MOST_MOMENTS = 20_000
"""A longer log is sampled: nobody points more finely into a line."""
_SECOND = 1_000_000


class MarksParams(Params, frozen=True, kw_only=True):
    """Marks of one kind only, or all."""

    kind: MarkKind | None = None


class Mark(TimelineEntry, frozen=True):
    """An event that stands out.

    Attributes:
        kind: what it has to do with.
        about: ids of what it names, by kind of thing, such as `session` or `ruling`.
    """

    kind: MarkKind
    about: Mapping[str, tuple[str, ...]]


class MarksAnswer(msgspec.Struct, frozen=True):
    """The marks up to a moment, the earliest first."""

    seq: int
    rows: tuple[Mark, ...]


class EventKind(msgspec.Struct, frozen=True):
    """A type of event, and what it is called."""

    type: str
    words: str


class MomentsAnswer(msgspec.Struct, frozen=True):
    """When events were recorded, and of which type they are.

    Attributes:
        every: listed are seq 1, every so many-th after it (each one, unless the log is long), and the last.
        start: when the first event was recorded, to the second.
        recorded: how many seconds after the one listed before it each was recorded.
        types: the types that occur; `type_of` says for each event listed which it is, counted from 0.
        apart: pairs of a seq and the seconds by which the event happened before it was recorded, where that
            is more than one; negative where it happens later.
    """

    seq: int
    every: int
    start: datetime
    recorded: tuple[int, ...]
    types: tuple[EventKind, ...]
    type_of: tuple[int, ...]
    apart: tuple[tuple[int, int], ...]


def marks(look: QueryContext, params: MarksParams) -> MarksAnswer:
    """List what stands out, up to the moment looked at."""
    events = look.desk.history(look.tournament_id).events
    found = {
        mark.seq: mark
        for mark in events.marks
        if mark.seq <= look.state.seq and params.kind in (None, mark.kind)
    }
    rows = []
    for entry in timeline_at(look, [*found]):
        mark = found[entry.seq]
        rows.append(Mark(**msgspec.structs.asdict(entry), kind=mark.kind, about=mark.about))
    return MarksAnswer(look.state.seq, tuple(rows))


def moments(look: QueryContext, params: NoParams) -> MomentsAnswer:
    """List when events were recorded, up to the moment looked at."""
    events, last = look.desk.history(look.tournament_id).events, look.state.seq
    every = -(-last // MOST_MOMENTS)
    listed = [*range(1, last, every), last]
    seconds = [events.recorded[seq - 1] // _SECOND for seq in listed]
    names: dict[str, int] = {}
    type_of = tuple(names.setdefault(events.type_at(seq), len(names)) for seq in listed)
    types = tuple(EventKind(name, Word("event", name).in_language(look.language)) for name in names)
    return MomentsAnswer(
        last,
        every,
        from_micros(seconds[0] * _SECOND),
        (0, *(after - before for before, after in pairwise(seconds))),
        types,
        type_of,
        tuple(_apart(events, listed)),
    )


def _apart(events: EventIndex, listed: Sequence[int]) -> Iterator[tuple[int, int]]:
    for seq in listed:
        apart = events.recorded[seq - 1] - events.occurred[seq - 1]
        if abs(apart) > _SECOND:
            yield seq, apart // _SECOND
