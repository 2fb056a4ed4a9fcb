"""Connections with deadlines: for headers, for readers, and a longest number of them.

uvicorn's protocol reads and writes HTTP/1.1; this adds what it leaves open: how long headers may take and how
long they may be, when a reader takes too long, and what gives way when there are too many connections.
"""

import asyncio
import resource
from typing import Any, Literal

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from services.web.front.heads import read_head
from services.web.front.limits import HEADERS_TOO_LARGE, Limits
from services.web.problems import CONTENT_TYPE, REQUEST_REFUSED, ProblemBody, title_of
from shared.catalogue import Phrase
from shared.problems import Problem

SECONDS_BETWEEN_LOOKS = 0.5
_READER_TAKES = 32 << 10
_PIECE = 64 << 10
_END = b"\r\n\r\n"
"""Of a head, and of a body in chunks."""
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
        self.held = 0
        self.too_large = _answer(HEADERS_TOO_LARGE(most=limits.header_bytes, count=limits.headers))
        self.malformed = _answer(REQUEST_REFUSED(detail=Phrase("part-not-http")))

    def make_room(self) -> None:
        """Close the connection that waits longest without a request, if there are too many."""
        if len(self.open) > self.most and self.waiting:
            next(iter(self.waiting)).give_way()

    def keeps(self, connection: "Connection", count: int) -> None:
        """Note how many bytes a connection holds; if all hold too many, the one that holds most is closed."""
        self.held += count - connection.held
        connection.held = count
        if self.held > self.limits.unanswered_bytes:
            max(self.open, key=lambda each: each.held).give_way()

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


class _Refused(Exception):
    """Thrown through the parser, which then stops."""


class Connection(HttpToolsProtocol):
    """One connection, from its opening to its end.

    The parser is given what came up to the end of a head or of a message, and no more of it before the answer
    is complete: what else came waits as bytes.

    Attributes:
        held: how many bytes it keeps of what came.
    """

    def __init__(self, house: House, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._house = house
        self.held = 0
        self._came, self._parsed = bytearray(), 0
        self._part: Literal["head", "body", "whole"] = "head"
        self._head = bytearray()
        self._headers_since: float | None = None
        self._body_left: int | None = 0
        """None for a body in chunks; then what comes beside its data is counted."""
        self._beside_data = 0
        self._refusal = house.malformed
        self._is_deaf, self._unheard = False, 0
        self._ends: float | None = None
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
        self._house.keeps(self, 0)
        self._house.open.discard(self)
        self._house.waiting.pop(self, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._is_deaf:
            self._unheard += len(data)
            if self._unheard > self._house.limits.refused_bytes:
                self.transport.abort()
            return
        self._came += data
        self._parse()

    def _parse(self) -> None:
        """Give the parser what is there, as far as it is its turn."""
        if self._parsed < len(self._came):
            self._unset_keepalive_if_required()
        try:
            while self._parsed < len(self._came) and self._part != "whole":
                piece = bytes(self._came[self._parsed : self._end_of_piece()])
                self._parsed += len(piece)
                self._count(piece)
                self.parser.feed_data(piece)
                if max(self._beside_data, len(self._head)) > self._house.limits.header_bytes:
                    self._refusal = self._house.too_large
                    raise _Refused
        except (httptools.HttpParserError, _Refused):
            self._refuse()
        except httptools.HttpParserUpgrade:
            # It is answered as if it had not asked; what comes behind it may be in any language.
            self._is_deaf = True
        if self._is_deaf:
            self._came.clear()
        # What ends a head or a message may have begun in what was parsed.
        done = max(0, self._parsed - len(_END) + 1)
        del self._came[:done]
        self._parsed -= done
        if self._parsed < len(self._came):
            self.flow.pause_reading()
        unread = len(self.cycle.body) if self._part == "body" else 0
        self._house.keeps(self, len(self._came) + len(self._head) + unread)

    def _end_of_piece(self) -> int:
        """Where the head or the message ends, if that has come."""
        begin, most = self._parsed, _PIECE
        if self._part == "body" and self._body_left is not None:
            return begin + min(most, self._body_left)
        if self._part == "head":
            most = self._house.limits.header_bytes + 1 - len(self._head)
        found = self._came.find(_END, max(0, begin - len(_END) + 1), begin + most)
        return found + len(_END) if found >= 0 else begin + most

    def _count(self, piece: bytes) -> None:
        if self._part == "head":
            self._head += piece
            if self._headers_since is None:
                self._headers_since = self._house.loop.time()
        elif self._body_left is None:
            # One more for each time that the parser is stopped, which costs as much.
            self._beside_data += len(piece) + 1
        else:
            self._body_left -= len(piece)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._part != "head":
            # A trailer: it comes when all that a header is for has been decided.
            return
        super().on_header(name, value.rstrip(b" \t"))
        if len(self.headers) > self._house.limits.headers:
            self._refusal = self._house.too_large
            raise _Refused

    def on_headers_complete(self) -> None:
        house = self._house
        if len(self._head) > house.limits.header_bytes:
            self._refusal = house.too_large
            raise _Refused
        head = read_head(bytes(self._head), self.headers)
        upgrades = self.parser.should_upgrade()
        if upgrades and head.has_length:
            # The parser does not read the body of whoever asks to go on in another protocol.
            raise _Refused
        # The application is not asked: Werkzeug finds no page for whoever would like a websocket.
        self.headers[:] = [header for header in self.headers if header[0] != b"upgrade"]
        self.url, self._body_left, self._beside_data = head.target, head.length, 0
        self.expect_100_continue = self.expect_100_continue and not head.is_old
        self._part, self._headers_since = "body", None
        self._head.clear()
        house.waiting.pop(self, None)
        super().on_headers_complete()
        if upgrades:
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        if self._body_left is None:
            self._beside_data -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._part = "whole"
        if not self.parser.should_keep_alive():
            # A trailer may have said so; the parser hears nothing any more.
            self.cycle.keep_alive = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._part == "whole" and not self._is_deaf and not self.transport.is_closing():
            self._part = "head"
            self._house.waiting[self] = None
            self._parse()

    def resume_writing(self) -> None:
        self._unread_since = self._house.loop.time()
        super().resume_writing()

    def give_way(self) -> None:
        """End without a word; another connection needs the place."""
        self._house.waiting.pop(self, None)
        self._house.keeps(self, 0)
        self.transport.abort()

    def look(self, now: float) -> None:
        """End what has taken too long."""
        limits = self._house.limits
        if self._headers_since is not None and now - self._headers_since > limits.header_seconds:
            self.transport.abort()
            return
        if self._ends is not None and now > self._ends:
            self.transport.close()
            return
        before, unread = self._unread, self.transport.get_write_buffer_size()
        if not unread or not before or before - unread >= _READER_TAKES:
            self._unread, self._unread_since = unread, now
        elif now - self._unread_since > limits.reader_seconds:
            self.transport.abort()
        else:
            self._unread = max(before, unread)

    def _refuse(self) -> None:
        """Answer that this cannot be understood, unless an answer has begun, and end."""
        self._is_deaf, self._headers_since = True, None
        self._head.clear()
        if self._part != "head":
            # What is wrong is the body of a request that is under way.
            if self.cycle.response_started:
                self.transport.close()
                return
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(self._refusal)
        # Read on for a moment: closed while its sender goes on, a connection is reset, and the answer lost.
        self.transport.write_eof()
        self._ends = self._house.loop.time() + self._house.limits.refused_seconds
        self._house.waiting[self] = None


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
