"""One request with its answer on their way through the front; its body is received without a thread."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from services.web.bodies import BODY_TOO_LARGE
from services.web.front.askers import Asker, address_of
from services.web.front.bridge import Answer, RawHeaders, Scope, Send, environ_of
from services.web.front.limits import BODY_TOO_SLOW, SERVER_BUSY, TOO_MUCH_AT_ONCE, Limits

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

_GRACE = 10.0
"""Seconds before the average rate of a body counts."""


class Gone(Exception):
    """The sender has closed the connection."""


class Receiving:
    """The bodies being received in this process."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of_asker: Counter[str] = Counter()
        self._count = 0
        self._bytes = 0
        self._deadlines: set[asyncio.Timeout] = set()
        self._stopping = False

    def stop(self) -> None:
        """Receive nothing any more; whoever is sending is told to come back."""
        self._stopping = True
        for deadline in self._deadlines:
            _move(deadline, 0)

    async def body(self, receive: Receive, asker: str, most: int) -> bytes:
        """The whole body, of at most so many bytes.

        Raises:
            Problem: body-too-large, body-too-slow, too-much-at-once or server-busy.
            Gone: the sender hung up.
        """
        with self._place(asker):
            return await self._received(receive, most)

    @contextmanager
    def _place(self, asker: str) -> Iterator[None]:
        limits = self._limits
        if self._stopping or self._count >= limits.bodies or self._bytes >= limits.body_bytes_held:
            raise SERVER_BUSY()
        if self._of_asker[asker] >= limits.bodies_per_asker:
            raise TOO_MUCH_AT_ONCE(most=limits.bodies_per_asker)
        self._of_asker[asker] += 1
        self._count += 1
        try:
            yield
        finally:
            self._count -= 1
            self._of_asker[asker] -= 1
            if not self._of_asker[asker]:
                del self._of_asker[asker]

    async def _received(self, receive: Receive, most: int) -> bytes:
        limits = self._limits
        now = asyncio.get_running_loop().time
        began = now()
        body = bytearray()
        too_slow = BODY_TOO_SLOW(seconds=round(limits.body_seconds), pause=round(limits.body_pause))
        deadline = asyncio.timeout_at(began + min(limits.body_pause, limits.body_seconds))
        try:
            self._deadlines.add(deadline)
            async with deadline:
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Gone
                    piece = message.get("body", b"")
                    body += piece
                    self._bytes += len(piece)
                    if len(body) > most:
                        raise BODY_TOO_LARGE(most=most)
                    if not message.get("more_body", False):
                        return bytes(body)
                    at = now()
                    if len(body) < (at - began - _GRACE) * limits.body_rate:
                        raise too_slow
                    if piece and not self._stopping:
                        _move(deadline, min(at + limits.body_pause, began + limits.body_seconds))
        except TimeoutError:
            raise SERVER_BUSY() if self._stopping else too_slow from None
        finally:
            self._deadlines.discard(deadline)
            self._bytes -= len(body)


def _move(deadline: asyncio.Timeout, when: float) -> None:
    """Move a deadline, unless it has come already and only waits for its turn to be noticed."""
    if not deadline.expired():
        deadline.reschedule(when)


_CLOSE = (b"connection", b"close")


class Exchange:
    """What is known of a request, and the way back to whoever sent it.

    Attributes:
        address: where it came from.
        asker: whom it counts for.
        unread: whether it has a body that was not received.
        answered: whether an answer was begun.
        read_on: whether such a body is read on for a moment, so that its sender gets to read the refusal.
        rate: the headers that tell how much of the rate is left.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send, trusted_proxies: int) -> None:
        self.receive, self.send = receive, send
        peer = scope["client"][0] if scope.get("client") else ""
        self.environ = environ_of(scope, peer)
        self.address = address_of(peer, self.environ.get("HTTP_X_FORWARDED_FOR"), trusted_proxies)
        self.environ["REMOTE_ADDR"] = self.address
        self.authorization: str | None = self.environ.get("HTTP_AUTHORIZATION")
        self.asker = Asker(self.address, is_token=False)
        self.unread = "HTTP_TRANSFER_ENCODING" in self.environ or self.length > 0
        self.read_on = True
        self.answered = False
        self.rate: RawHeaders = []

    @property
    def length(self) -> int:
        """The body's length as announced; 0 if it is not."""
        text = self.environ.get("CONTENT_LENGTH", "0")
        return int(text) if text.isascii() and text.isdigit() else 0

    async def answer(self, answer: Answer, refused_bodies: "RefusedBodies") -> None:
        """Send a whole answer; where the body was not received, the connection ends with it."""
        self.answered = True
        headers = [*answer.headers, *self.rate]
        if self.unread:
            headers.append(_CLOSE)
        await self.send({"type": "http.response.start", "status": answer.status, "headers": headers})
        if self.unread and self.read_on:
            await self.send({"type": "http.response.body", "body": answer.body, "more_body": True})
            await refused_bodies.read_on(self.receive)
            await self.send({"type": "http.response.body", "body": b"", "more_body": False})
        else:
            await self.send({"type": "http.response.body", "body": answer.body, "more_body": False})


class RefusedBodies:
    """Reads on, for a moment, what was refused.

    A server that closes while the other side still sends resets the connection, and the answer is lost.

    Args:
        seconds, most_bytes: of one body.
        at_once: how many bodies; further ones are cut off at once.
    """

    def __init__(self, seconds: float, most_bytes: int, at_once: int) -> None:
        self._seconds, self._most_bytes, self._at_once = seconds, most_bytes, at_once
        self._count = 0

    async def read_on(self, receive: Receive) -> None:
        if self._count >= self._at_once:
            return
        self._count += 1
        left = self._most_bytes
        try:
            async with asyncio.timeout(self._seconds):
                while left > 0:
                    message = await receive()
                    if message["type"] == "http.disconnect" or not message.get("more_body", False):
                        return
                    left -= len(message["body"])
        except TimeoutError:
            return
        finally:
            self._count -= 1
