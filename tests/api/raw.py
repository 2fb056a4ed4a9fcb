"""Requests as bytes (`raw_requests.txt`): how they are written down, sent and their answers read."""

import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

FILE = Path(__file__).with_name("raw_requests.txt")
SHORT = {
    "«get»": "GET /echo HTTP/1.1¶Host: x¶",
    "«post»": "POST /echo HTTP/1.1¶Host: x¶",
    "«gets»": "GET /smuggled HTTP/1.1¶Host: x¶",
    "«bad»": "GET /smuggled HTTP/1.1¶Host: x¶¶",
}
MARKER = b"GET /echo?marker HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
PATIENCE = 10.0
PAUSE = 0.02
"""So that two packets are read one after the other; where they are not, a row only shows less."""
_REPEATED = re.compile(r"\{([^{}]*)\*(\d+)\}")
_HEAD = re.compile(rb"HTTP/1\.[01] ([0-9]{3})[^\r\n]*\r\n(?:.*?\r\n)??\r\n", re.DOTALL)
_DATE = re.compile(rb"\r\ndate: [^\r]*", re.IGNORECASE)
_LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]+)", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)
_LAST_CHUNK = b"\r\n0\r\n\r\n"


class Row(msgspec.Struct, frozen=True):
    """A row of the file.

    Attributes:
        statuses: what each answer may be, in their order.
        closed: whether the connection is closed after them.
        silent: whether there may be no answer at all as well.
        ended: whether the sender ends their side at last.
    """

    name: str
    statuses: tuple[frozenset[int], ...]
    closed: bool
    silent: bool
    packets: tuple[bytes, ...]
    ended: bool


class Answer(msgspec.Struct, frozen=True):
    """An answer; `content` is all of it as it came, without its date."""

    status: int
    content: bytes


class Outcome(msgspec.Struct, frozen=True):
    """What came of a row.

    Attributes:
        after: what was answered to the marker; None where the connection was closed before it.
    """

    answers: tuple[Answer, ...]
    after: tuple[Answer, ...] | None


def rows() -> Iterator[Row]:
    """The rows of the file."""
    group = ""
    for line in FILE.read_text().splitlines():
        if line.startswith("## "):
            group = line[3:]
        elif line and not line.startswith("#"):
            yield _row(group, *line.split(" | ", 2))


def _row(group: str, statuses: str, name: str, text: str) -> Row:
    for short, long in SHORT.items():
        text = text.replace(short, long)
    expected: list[frozenset[int]] = []
    for word in statuses.removeprefix("./").rstrip(".").split():
        each, _, count = word.partition("*")
        expected += [frozenset(map(int, each.split("/")))] * int(count or 1)
    packets = tuple(_bytes(part) for part in text.removesuffix("⊣").split("‖") if part)
    return Row(
        f"{group}: {name}",
        tuple(expected),
        statuses.endswith("."),
        statuses.startswith("./"),
        packets,
        text.endswith("⊣"),
    )


def _bytes(text: str) -> bytes:
    plain = text.replace("¶", "\r\n").encode("latin-1").decode("unicode_escape")
    return _REPEATED.sub(lambda found: found[1] * int(found[2]), plain).encode("latin-1")


def sent(row: Row, connect: Callable[[], socket.socket], behind: float | None = None) -> Outcome:
    """Send a row on a new connection, and behind it the marker where the connection is still open.

    Args:
        behind: a proxy, which may keep a connection after a refusal; waited for so many seconds.
    """
    with connect() as connection:
        answers = _Answers(connection, behind or PATIENCE)
        for place, packet in enumerate(row.packets):
            if place:
                time.sleep(PAUSE)
            answers.send(packet)
        if row.ended:
            connection.shutdown(socket.SHUT_WR)
        most = max(1, len(row.statuses)) if behind else None if row.closed else len(row.statuses)
        came = tuple(answers.read(most))
        if answers.over:
            return Outcome(came, None)
        answers.send(MARKER)
        after = tuple(answers.read(None))
        return Outcome(came, after or None)


def alone(connect: Callable[[], socket.socket]) -> Answer:
    """What is answered to the marker on a new connection."""
    with connect() as connection:
        answers = _Answers(connection)
        answers.send(MARKER)
        (answer,) = answers.read(None)
        return answer


class _Answers:
    """The answers on a connection, one after the other.

    Attributes:
        over: whether the other side has closed.
    """

    def __init__(self, connection: socket.socket, patience: float = PATIENCE) -> None:
        connection.settimeout(patience)
        if connection.family == socket.AF_INET:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._connection = connection
        self._received = b""
        self.over = False

    def send(self, content: bytes) -> None:
        # Whoever has answered already need not read the rest, so that it cannot be sent.
        with suppress(ConnectionError, TimeoutError):
            self._connection.sendall(content)

    def read(self, most: int | None) -> Iterator[Answer]:
        """So many answers, or all there are until the other side closes."""
        count = 0
        while most is None or count < most:
            answer = self._next()
            while answer is None and not self.over:
                self._receive()
                answer = self._next()
            if answer is None:
                return
            if answer.status >= 200:
                count += 1
                yield answer

    def _receive(self) -> None:
        try:
            piece = self._connection.recv(1 << 16)
        except ConnectionError:
            piece = b""
        except TimeoutError:
            self._received, piece = b"nothing more came, and it is open", b""
        self._received += piece
        self.over = not piece

    def _next(self) -> Answer | None:
        """The next whole answer of those received."""
        received = self._received
        head = _HEAD.match(received)
        if head is None:
            if self.over and received:
                self._received = b""
                return Answer(999, received)
            return None
        begin, end = head.end(), len(received) if self.over else -1
        length = _LENGTH.search(head[0])
        if int(head[1]) < 200:
            end = begin
        elif length is not None:
            end = begin + int(length[1])
        elif _CHUNKED.search(head[0]):
            found = received.find(_LAST_CHUNK, begin - 2)
            end = found + len(_LAST_CHUNK) if found >= 0 else -1
        if end < 0 or end > len(received):
            return None
        self._received = received[end:]
        return Answer(int(head[1]), _DATE.sub(b"", received[:end]))
