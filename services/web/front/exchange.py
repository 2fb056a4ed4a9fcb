"""One request with its answer on their way through the front."""

import asyncio

from services.web.front.askers import address_of
from services.web.front.bridge import Answer, RawHeaders, Scope, Send, environ_of
from services.web.front.rates import Asker
from services.web.front.receiving import Receive

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
