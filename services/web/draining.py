"""Reading to its end a body that is refused, so that whoever sends it gets to read why.

A server that answers and closes while the sender still sends resets the connection, and the answer is lost.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

MOST_DRAINED = 32 << 20
"""Bytes read and dropped; whoever sends more is cut off."""

_AT_ONCE = 1 << 16


def draining(environ: "WSGIEnvironment", start_response: "StartResponse") -> "StartResponse":
    """`start_response`, reading what is left of the body first when the request is refused."""

    def start(status: str, headers: Any, exc_info: Any = None, /) -> Any:
        if status >= "4" and _has_body(environ):
            _drain(environ["wsgi.input"])
        return start_response(status, headers, exc_info)

    return start


def _has_body(environ: "WSGIEnvironment") -> bool:
    return environ.get("CONTENT_LENGTH") not in (None, "", "0") or "HTTP_TRANSFER_ENCODING" in environ


def _drain(body: Any) -> None:
    left = MOST_DRAINED
    while left > 0:
        read = body.read(_AT_ONCE)
        if not read:
            return
        left -= len(read)
