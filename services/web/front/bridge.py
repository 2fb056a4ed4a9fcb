"""From ASGI to the WSGI application: an environment, and the answer of a call made in a thread.

`a2wsgi` and `asgiref` do this as well, but cross between thread and loop for each part of every answer, have
one pool for all work, and leave a thread waiting for ever when a reader hangs up in the middle of a stream.
"""

import asyncio
import io
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

import msgspec
from flask import Response

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
RawHeaders = list[tuple[bytes, bytes]]
Environ = dict[str, Any]

CONSTANT: Environ = {
    "SERVER_PROTOCOL": "HTTP/1.1",
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}
_UNPREFIXED = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}
_names: dict[bytes, str] = dict(_UNPREFIXED)
_MOST_NAMES = 200


class Answer(msgspec.Struct, frozen=True):
    """A whole answer."""

    status: int
    headers: RawHeaders
    body: bytes


def environ_of(scope: Scope, address: str) -> Environ:
    """The WSGI environment of a request, its body still empty.

    Args:
        address: where the request came from.
    """
    server = scope.get("server") or ("localhost", 80)
    environ: Environ = {
        **CONSTANT,
        "REQUEST_METHOD": scope["method"],
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "REMOTE_ADDR": address,
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(),
    }
    for name, value in scope["headers"]:
        key, text = _key(name), value.decode("latin-1")
        # "_" and "-" become the same below, so a name with "_" could pass for another header.
        if b"_" not in name:
            if key in environ:
                text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
            environ[key] = text
    return environ


def with_body(environ: Environ, body: bytes) -> None:
    """Put the received body into the environment."""
    environ["wsgi.input"] = io.BytesIO(body)
    environ["CONTENT_LENGTH"] = str(len(body))
    environ.pop("HTTP_TRANSFER_ENCODING", None)


def answered(app: "WSGIApplication", environ: Environ) -> Answer:
    """Call the application and take its whole answer."""
    began = _Began()
    pieces = app(environ, began)
    try:
        body = b"".join(pieces)
    finally:
        _close(pieces)
    return Answer(began.status, began.headers, body)


def answer_of(response: Response) -> Answer:
    """A response made here, as an answer."""
    return Answer(response.status_code, _raw(response.headers.items()), response.get_data())


class Sending:
    """Sends an answer piece by piece from a thread, no faster than its reader takes it.

    Args:
        begun: told the status in the event loop, just before it is sent.
        turn: held while a piece is made, where making them is work.
    """

    def __init__(
        self,
        send: Send,
        begun: Callable[[int], None],
        turn: AbstractContextManager[object] | None = None,
    ) -> None:
        self._send = send
        self._begun = begun
        self._turn = turn or nullcontext()
        self._loop = asyncio.get_running_loop()
        self.gone = threading.Event()

    def run(self, app: "WSGIApplication", environ: Environ, extra: RawHeaders) -> None:
        """Call the application and send what it gives until its end, or the reader's. For a thread."""
        began = _Began()
        with self._turn:
            pieces = app(environ, began)
        try:
            iterator = iter(pieces)
            self._tell(
                {"type": "http.response.start", "status": began.status, "headers": [*began.headers, *extra]}
            )
            while True:
                with self._turn:
                    piece = next(iterator, None)
                if piece is None or self.gone.is_set():
                    break
                if piece:
                    self._tell({"type": "http.response.body", "body": piece, "more_body": True})
            self._tell({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            _close(pieces)

    def _tell(self, message: Message) -> None:
        if not self.gone.is_set():
            asyncio.run_coroutine_threadsafe(self._sent(message), self._loop).result()

    async def _sent(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._begun(message["status"])
        await self._send(message)


class _Began:
    """`start_response`: keeps what the application says of its answer."""

    def __init__(self) -> None:
        self.status = 500
        self.headers: RawHeaders = []

    def __call__(
        self, status: str, headers: list[tuple[str, str]], exc_info: Any = None, /
    ) -> Callable[[bytes], object]:
        self.status = int(status[:3])
        self.headers = _raw(headers)
        return _no_write


def _raw(headers: Iterable[tuple[str, str]]) -> RawHeaders:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


def _no_write(data: bytes) -> object:
    raise NotImplementedError("answers are returned, not written")


def _close(pieces: Iterable[bytes]) -> None:
    close = getattr(pieces, "close", None)
    if close is not None:
        close()


def _key(name: bytes) -> str:
    found = _names.get(name)
    if found is None:
        found = "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
        if len(_names) < _MOST_NAMES:
            _names[name] = found
    return found
