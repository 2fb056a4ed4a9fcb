"""Connections with deadlines: for headers, for readers, and a longest number of them.

uvicorn's protocol reads and writes HTTP/1.1; this adds what it leaves open: how long headers may take and how
long they may be, when a reader takes too long, and what gives way when there are too many connections.
"""

import asyncio
import resource
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from services.web.front.limits import Limits
from services.web.front.problems import HEADERS_TOO_LARGE
from services.web.problems import CONTENT_TYPE, REQUEST_REFUSED, ProblemBody, title_of
from shared.catalogue import Phrase
from shared.problems import Problem

SECONDS_BETWEEN_LOOKS = 0.5
_READER_TAKES = 32 << 10
_OTHER_FILES = 512
"""File descriptors for everything but connections: databases, logs, threads."""


class House:
    """What all connections of a process share.

    Args:
        loop: whose time counts.
    """

    def __init__(self, limits: Limits, loop: asyncio.AbstractEventLoop) -> None:
        self.limits, self.loop = limits, loop
        self.most = min(limits.connections, max(64, open_files() - _OTHER_FILES))
        self.open: set[Connection] = set()
        self.waiting: dict[Connection, None] = {}
        """Those without a request, the longest waiting first."""
        self.too_large = _answer(HEADERS_TOO_LARGE(most=limits.header_bytes))
        self.malformed = _answer(REQUEST_REFUSED(detail=Phrase("part-not-http")))

    def make_room(self) -> None:
        """Close the connection that waits longest without a request, if there are too many."""
        if len(self.open) > self.most and self.waiting:
            next(iter(self.waiting)).give_way()

    async def keep_deadlines(self) -> None:
        """Look at every connection again and again, for ever."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            now = self.loop.time()
            for connection in list(self.open):
                connection.look(now)


def open_files() -> int:
    """How many files this process may have open, once it has asked for as many as it can get."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 1 << 16) if hard != resource.RLIM_INFINITY else 1 << 16
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return wanted if soft == resource.RLIM_INFINITY else soft


class _TooLarge(Exception):
    """The headers are longer than they may be."""


class Connection(HttpToolsProtocol):
    """One connection, from its opening to its end."""

    def __init__(self, house: House, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._house = house
        self._headers_since: float | None = None
        self._header_bytes = 0
        self._too_large = False
        self._answering = False
        self._unread = 0
        self._unread_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        house = self._house
        house.open.add(self)
        house.waiting[self] = None
        self._headers_since = house.loop.time()
        house.make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        self._house.open.discard(self)
        self._house.waiting.pop(self, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._header_bytes += len(data)
        super().data_received(data)
        if self._headers_since is not None and self._header_bytes > self._house.limits.header_bytes:
            self._end_with(self._house.too_large)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._house.waiting[self] = None
        if self._headers_since is None:
            self._headers_since = self._house.loop.time()

    def on_headers_complete(self) -> None:
        if self._header_bytes > self._house.limits.header_bytes:
            # What was read at once may hold a body as well, so now it is counted exactly.
            size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
            if size > self._house.limits.header_bytes:
                self._too_large = True
                raise _TooLarge
        self._headers_since = None
        self._answering = True
        self._house.waiting.pop(self, None)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._header_bytes = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self._answering = bool(self.pipeline)
        super().on_response_complete()
        if not self._answering:
            self._house.waiting[self] = None

    def resume_writing(self) -> None:
        self._unread_since = self._house.loop.time()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be parsed, as a problem."""
        self._end_with(self._house.too_large if self._too_large else self._house.malformed)

    def give_way(self) -> None:
        """End without a word; another connection needs the place."""
        self._house.waiting.pop(self, None)
        self.transport.abort()

    def look(self, now: float) -> None:
        """End what has taken too long."""
        limits = self._house.limits
        if self._headers_since is not None and now - self._headers_since > limits.header_seconds:
            self.transport.abort()
            return
        before, unread = self._unread, self.transport.get_write_buffer_size()
        if not unread or not before or before - unread >= _READER_TAKES:
            self._unread, self._unread_since = unread, now
        elif now - self._unread_since > limits.reader_seconds:
            self.transport.abort()
        else:
            self._unread = max(before, unread)

    def _end_with(self, answer: bytes) -> None:
        if not self.transport.is_closing():
            if not self._answering:
                self.transport.write(answer)
            self.transport.close()


def _answer(problem: Problem) -> bytes:
    """A whole answer for a request of which nothing is known, not even its language."""
    body = msgspec.json.encode(
        ProblemBody(
            f"/problems/{problem.code}",
            title_of(problem.code),
            problem.status,
            problem.text("en"),
            problem.code,
            {},
        )
    )
    reason = {400: "Bad Request", 431: "Request Header Fields Too Large"}[problem.status]
    head = (
        f"HTTP/1.1 {problem.status} {reason}\r\nContent-Type: {CONTENT_TYPE}\r\n"
        f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
