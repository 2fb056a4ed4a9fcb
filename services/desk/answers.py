"""What the desk answers to a command, and what outsiders see of the log: events, the timeline, notices.

Everything in an answer follows from the log, so that the same command sent again gets the same answer.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Generic, TypeVar

import msgspec

from services.rules.game import Note
from shared.clock import from_micros
from shared.eventlog import Recorded
from shared.problems import ProblemType

COMMAND_ID_REUSED = ProblemType("command-id-reused", 409)


T = TypeVar("T")


class Page(msgspec.Struct, Generic[T], frozen=True):
    """Rows as they stand at a seq; `next` is where the page after them begins, None after the last."""

    seq: int
    rows: tuple[T, ...]
    next: str | None


class EventView(msgspec.Struct, frozen=True):
    """One event as shown outside: `data` holds ids and figures, never a name."""

    seq: int
    type: str
    version: int
    actor: str
    occurred_at: datetime
    recorded_at: datetime
    caused_by: int | None
    hash: str
    data: Any


class Answer(msgspec.Struct, frozen=True):
    """What a command led to. Where nothing needed to be done `first_seq` is after `last_seq`.

    Attributes:
        events: all of them for an official; for a participant without what is about other entrants alone.
        repeated: the command had been carried out before; not part of what outsiders see.
    """

    tournament: str
    command_id: str
    first_seq: int
    last_seq: int
    events: tuple[EventView, ...]
    remarks: tuple[Note, ...]
    repeated: bool = False


def event_view(recorded: Recorded) -> EventView:
    """A stored event as shown outside; its data is passed on as stored."""
    return EventView(
        recorded.seq,
        recorded.type,
        recorded.version,
        recorded.actor,
        from_micros(recorded.occurred_at),
        from_micros(recorded.recorded_at),
        recorded.caused_by,
        recorded.hash.hex(),
        msgspec.Raw(recorded.data),
    )


class TimelineEntry(msgspec.Struct, frozen=True):
    """An event in plain words.

    Attributes:
        occurred_at, recorded_at: when it happened, and when it was written down.
        caused_by: the seq of the event it follows from; null where it was asked for.
    """

    seq: int
    type: str
    occurred_at: datetime
    actor: str
    text: str
    recorded_at: datetime
    caused_by: int | None


class TimelineAnswer(Page[TimelineEntry], frozen=True):
    """A page of the timeline.

    Attributes:
        count: how many events there are of all that is asked for together, on this page and others.
    """

    count: int


class EventsAnswer(Page[EventView], frozen=True): ...


class NoticeView(msgspec.Struct, frozen=True):
    seq: int
    kind: str
    audience: str
    template: str
    parameters: Mapping[str, str]
    reference: str


class NoticesAnswer(Page[NoticeView], frozen=True): ...
