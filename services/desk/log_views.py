"""What outsiders see of the log: events, the timeline in words, and notices."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from services.desk.answers import EventView


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


class TimelineAnswer(msgspec.Struct, frozen=True):
    """A page of the timeline.

    Attributes:
        count: how many events there are of all that is asked for together, on this page and others.
    """

    seq: int
    rows: tuple[TimelineEntry, ...]
    next: str | None
    count: int


class EventsAnswer(msgspec.Struct, frozen=True):
    seq: int
    rows: tuple[EventView, ...]
    next: str | None


class NoticeView(msgspec.Struct, frozen=True):
    seq: int
    kind: str
    audience: str
    template: str
    parameters: Mapping[str, str]
    reference: str


class NoticesAnswer(msgspec.Struct, frozen=True):
    seq: int
    rows: tuple[NoticeView, ...]
    next: str | None
