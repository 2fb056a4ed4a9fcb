"""The events themselves, as CloudEvents: the feed for programs that follow a tournament, and as a stream.

The stream (server-sent events) goes on where it was cut: the id of each event is its seq. A reader that comes
back with Last-Event-ID gets every event after it, each once.
"""

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from flask import Response, request

from services.access.tokens import authenticate
from services.desk.moments import MOMENT_AFTER_END
from services.desk.params import PageParams
from services.web.api.queries import ETAGS, LINK
from services.web.api.watching import HeadWatcher
from services.web.etags import Answer
from services.web.front.limits import Limits
from services.web.parts import Parts
from services.web.reads import next_link, read_of_log
from services.web.routes import API, Action, Call, Content, Header, Route
from shared.eventlog import EventLog, Recorded
from shared.eventlog.cloudevents import Line, event_line
from shared.problems import Problem, ProblemType, quoted

BATCH = "application/cloudevents-batch+json"
STREAM = "text/event-stream"
LAST_EVENT_ID = "Last-Event-ID"
RETRY_MILLISECONDS = 3000
SECONDS_BETWEEN_HEARTBEATS = 15.0
LONGEST = Limits().stream_seconds

AFTER_UNCLEAR = ProblemType("after-unclear", 400)

_PAGE = 500
_SECONDS_BETWEEN_LOOKS = 0.5
_RETRY = b"retry: %d\n\n" % RETRY_MILLISECONDS
_HEARTBEAT = b":\n\n"


def event_routes(parts: Parts) -> Iterator[Route]:
    """The feed."""
    yield Route(
        name="events",
        path=f"{API}/tournaments/{{tournament}}/events",
        access=Action("events"),
        handle=partial(_feed, parts),
        summary="Read the events as CloudEvents",
        description="A page of the log in the order of its seq, without gaps. Go on after the last seq you "
        "have; an empty page means that you have them all. Personal data is not in it, only its digest, so "
        "that the hash chain can be checked all the same.",
        tag="Reading a tournament",
        parameters=PageParams,
        of_log=True,
        answers={200: Content(media_type=BATCH, kind=tuple[Line, ...])},
        refusals=(404, 409),
        gives=(*ETAGS, LINK),
    )


def seq_after(text: str, field: str) -> int:
    """The seq to go on after; raises after-unclear, naming the field it stood in."""
    if not (text.isascii() and text.isdigit() and len(text) < 18):
        raise AFTER_UNCLEAR(after=quoted(text)).at(field=field)
    return int(text)


def _feed(parts: Parts, call: Call) -> Response:
    return read_of_log(parts, call, "events", partial(_page, parts, call))


def _page(parts: Parts, call: Call) -> Answer:
    log, tournament, parameters = parts.desk.log, call.tournament, call.parameters
    after = seq_after(parameters.after or "0", "after")
    until = parts.desk.head(tournament).seq
    if call.as_of is not None:
        until = parts.desk.moment(tournament, call.as_of)
    page = log.read(tournament, after, parameters.limit, until)
    body = b"[" + b",".join(event_line(event, None, personal=False) for event in page) + b"]"
    headers = [("Content-Type", BATCH)]
    if page and page[-1].seq < until:
        path = f"{API}/tournaments/{tournament}/events"
        headers.append(next_link(path, after=str(page[-1].seq)))
    return Answer(body, tuple(headers))


class StreamParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The seq to go on after, where no Last-Event-ID can be sent."""

    after: str = ""


def stream_routes(parts: Parts) -> Iterator[Route]:
    """The stream."""
    watcher = HeadWatcher(parts.desk.log.head, parts.stopping, heads=parts.desk.log.heads)
    yield Route(
        name="event-stream",
        path=f"{API}/tournaments/{{tournament}}/events/stream",
        work="stream",
        access=Action("events"),
        handle=partial(_stream, parts, watcher),
        summary="Follow the events as they come (server-sent events)",
        description="From the beginning, or from after `Last-Event-ID` (which goes before `after`): `id` is "
        "the seq, `event` the type, `data` the CloudEvent of the feed. A comment every 15 seconds shows that "
        f"the line is open. A stream ends after {LONGEST:.0f} seconds; a client comes back with "
        "`Last-Event-ID` and misses nothing. Streams are few: beyond their number it is 503 with "
        f"Retry-After, and pages of the feed are always there.",
        tag="Reading a tournament",
        parameters=StreamParameters,
        answers={200: Content(media_type=STREAM)},
        refusals=(404, 409, 503),
        takes=(Header(LAST_EVENT_ID, "The id of the last event you have.", "812"),),
    )


def _stream(parts: Parts, watcher: HeadWatcher, call: Call) -> Response:
    tournament = call.tournament
    last_id = request.headers.get(LAST_EVENT_ID)
    field = "after" if last_id is None else LAST_EVENT_ID
    after = seq_after(call.parameters.after or "0" if last_id is None else last_id, field)
    last = parts.desk.head(tournament).seq
    if after > last:
        raise MOMENT_AFTER_END(text=after, last=last).at(field=field)
    token = request.headers.get("Authorization", "").partition(" ")[2].strip()

    def open_still() -> bool:
        try:
            parts.desk.admit(tournament, authenticate(parts.desk.grants, token), "events")
        except Problem:
            return False
        return True

    pieces = partial(
        follow, parts.desk.log, watcher, tournament, after, stopping=parts.stopping, open_still=open_still
    )
    headers = {"Content-Type": STREAM, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return parts.long_answers.send(pieces, headers)


def follow(
    log: EventLog,
    watcher: HeadWatcher,
    tournament: str,
    after: int,
    *,
    stopping: threading.Event,
    open_still: Callable[[], bool],
    heartbeat: float = SECONDS_BETWEEN_HEARTBEATS,
    longest: float = LONGEST,
    now: Callable[[], float] = time.monotonic,
) -> Iterator[bytes]:
    """The stream of events after a seq, until the process stops or the stream has lasted its time.

    Args:
        open_still: whether who reads may still do so; asked before anything is sent, because a stream lives
            longer than the request in which the token was shown.
        heartbeat: seconds of silence after which a comment is sent.
        longest: seconds, looked at after whole events only, so that the reader goes on where it ended.
    """
    end = now() + longest
    yield _RETRY
    with watcher.watching(tournament):
        while open_still():
            page = log.read(tournament, after, _PAGE)
            if page:
                after = page[-1].seq
                yield b"".join(map(_frame, page))
            if stopping.is_set() or now() >= end:
                return
            if len(page) < _PAGE:
                yield from _waited(watcher, tournament, after, heartbeat)


def _waited(watcher: HeadWatcher, tournament: str, after: int, heartbeat: float) -> Iterator[bytes]:
    """Wait for more, with a comment at the end of a silence.

    Now and then there is an empty piece: after each the server looks whether anyone still reads.
    """
    left = heartbeat
    while not watcher.wait_beyond(tournament, after, min(_SECONDS_BETWEEN_LOOKS, left)):
        left -= _SECONDS_BETWEEN_LOOKS
        if watcher.stopping:
            return
        if left <= 0:
            yield _HEARTBEAT
            return
        yield b""


def _frame(event: Recorded) -> bytes:
    # Types are stable names in kebab-case and JSON escapes line ends, so each field is one line.
    line = event_line(event, None, personal=False)
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.seq, event.type.encode(), line)
