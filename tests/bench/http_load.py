"""Many connections at once: as fast as answers come, or so many requests a second whatever comes back."""

import re
import selectors
import socket
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

import msgspec

from tests.api.served import PATIENCE

_PIECE = 1 << 18
_TAG = re.compile(rb"\r\netag: ([^\r]*)", re.IGNORECASE)
_LENGTH = re.compile(rb"\r\ncontent-length: ([0-9]+)", re.IGNORECASE)


class Connection:
    """A connection on which requests are sent, and answers read at the least cost.

    Attributes:
        due: when the request under way should have been sent.
        status, size, tag: of the answer that came last.
    """

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head, self._left = b"", -1
        self.due, self.status, self.size, self.tag = 0.0, 0, 0, b""

    def send(self, request: bytes, due: float) -> None:
        self.due = due
        self.socket.sendall(request)

    def read(self) -> bool:
        """Read what is there; whether the answer is whole now."""
        piece = self.socket.recv(_PIECE)
        assert piece, "the server has closed a connection"
        if self._left < 0:
            self._head += piece
            head, found, piece = self._head.partition(b"\r\n\r\n")
            if not found:
                return False
            self._understand(head)
            self._head, self._left = b"", self.size
        self._left -= len(piece)
        if self._left > 0:
            return False
        self._left = -1
        return True

    def _understand(self, head: bytes) -> None:
        self.status = int(head[9:12])
        tag, length = _TAG.search(head), _LENGTH.search(head)
        self.tag = tag[1] if tag is not None else b""
        self.size = int(length[1]) if length is not None and self.status != 304 else 0


def request(path: str, tag: bytes = b"", coding: str = "identity") -> bytes:
    """A request for an answer, or only for one that is another than `tag` names."""
    condition = b"If-None-Match: %s\r\n" % tag if tag else b""
    return b"GET %s HTTP/1.1\r\nHost: here\r\nAccept-Encoding: %s\r\n%s\r\n" % (
        path.encode(),
        coding.encode(),
        condition,
    )


@contextmanager
def connected(port: int, count: int) -> Iterator[tuple[list[Connection], selectors.BaseSelector]]:
    """So many connections."""
    connections = [Connection(port) for _ in range(count)]
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            selector.register(connection.socket, selectors.EVENT_READ, connection)
        yield connections, selector
        for connection in connections:
            connection.socket.close()


def ask_once(port: int, asked: bytes) -> Connection:
    """One request on a connection that is closed then, for what is known of its answer."""
    with connected(port, 1) as ((connection,), _):
        connection.send(asked, perf_counter())
        while not connection.read():
            pass
    return connection


def as_fast_as_they_come(port: int, count: int, asked: bytes, status: int, seconds: float) -> int:
    """Ask the same on all connections again and again for so long; how many answers came."""
    done = 0
    with connected(port, count) as (connections, selector):
        end = perf_counter() + seconds
        for connection in connections:
            connection.send(asked, 0.0)
        while perf_counter() < end:
            for key, _ in selector.select(PATIENCE):
                if key.data.read():
                    assert key.data.status == status, key.data.status
                    key.data.send(asked, 0.0)
                    done += 1
    return done


class Paced(msgspec.Struct, frozen=True):
    """What came of requests that were sent at a pace.

    Attributes:
        milliseconds: from when each should have been sent to the end of its answer.
        changed: how many of the answers were new ones.
        bytes: of their bodies.
    """

    milliseconds: list[float]
    changed: int
    bytes: int


def at_a_pace(port: int, count: int, path: str, per_second: int, seconds: float) -> Paced:
    """Ask so often for what is other than each connection has, compressed as browsers do.

    Who has to wait for a connection waits from when they should have asked.
    """
    took: list[float] = []
    changed = size = 0
    with connected(port, count) as (connections, selector):
        free, waiting = deque(connections), deque[float]()
        began = perf_counter()
        every, following = 1 / per_second, began
        while len(took) < per_second * seconds:
            now = perf_counter()
            while following <= now:
                waiting.append(following)
                following += every
            while waiting and free:
                connection = free.popleft()
                connection.send(request(path, connection.tag, "gzip, deflate, br"), waiting.popleft())
            for key, _ in selector.select(max(0.0, following - perf_counter())):
                connection = key.data
                if connection.read():
                    assert connection.status in (200, 304), connection.status
                    took.append((perf_counter() - connection.due) * 1000)
                    changed += connection.status == 200
                    size += connection.size
                    free.append(connection)
    return Paced(took, changed, size)
