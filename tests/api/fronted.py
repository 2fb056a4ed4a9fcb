"""The front before an application of this process, on a real socket, with limits that a test can wait for."""

import asyncio
import http.client
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from services.web.app import Web
from services.web.front.askers import Rates
from services.web.front.limits import Limits
from services.web.front.listening import listening_socket
from services.web.front.worker import Serving
from shared.settings import Settings

SECONDS = 60.0

Received = tuple[int, http.client.HTTPMessage, bytes]


class Fronted:
    """Where the front listens, and requests to it."""

    def __init__(self, port: int) -> None:
        self.port = port

    def send(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Received:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, path, body, dict(headers or {}))
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def code(self, *arguments: Any, **more: Any) -> tuple[int, str]:
        """Status and problem code of a request that is refused."""
        status, _, body = self.send(*arguments, **more)
        return status, msgspec.json.decode(body)["code"]

    def opened(self, text: str) -> socket.socket:
        """A connection on which this was sent."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)
        connection.sendall(text.encode())
        return connection

    def answer(self, text: str) -> tuple[int, str]:
        """Status and problem code of what is answered to this until the connection is closed."""
        with self.opened(text) as connection:
            received = everything(connection)
        head, _, body = received.partition(b"\r\n\r\n")
        return int(head.split()[1]), msgspec.json.decode(body)["code"]


@contextmanager
def fronted(
    app: Web, limits: Limits | None = None, rates: Rates | None = None, **settings: Any
) -> Iterator[Fronted]:
    """The application behind the front, in a thread with an event loop."""
    chosen = Settings(bind="127.0.0.1:0", **settings)
    listening = listening_socket(chosen)
    port = listening.getsockname()[1]
    loops: list[tuple[asyncio.AbstractEventLoop, Serving]] = []
    ready = threading.Event()

    async def serve() -> None:
        serving = Serving(app, chosen, limits, rates)
        loops.append((asyncio.get_running_loop(), serving))
        ready.set()
        await serving.run(listening)

    thread = threading.Thread(target=asyncio.run, args=(serve(),), name="front")
    thread.start()
    assert ready.wait(SECONDS)
    try:
        yield Fronted(port)
    finally:
        loop, serving = loops[0]
        loop.call_soon_threadsafe(serving.stop)
        thread.join(SECONDS)
        assert not thread.is_alive()


def everything(connection: socket.socket) -> bytes:
    """What comes until the other side closes."""
    received = b""
    while piece := connection.recv(1 << 16):
        received += piece
    return received
