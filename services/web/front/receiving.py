"""Receiving bodies in the event loop, against deadlines and sizes, without a thread."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from services.web.bodies import BODY_TOO_LARGE
from services.web.front.limits import Limits
from services.web.front.problems import BODY_TOO_SLOW, SERVER_BUSY, TOO_MUCH_AT_ONCE

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
