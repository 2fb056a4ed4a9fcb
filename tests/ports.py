"""Ports on loopback: what is told 0 says which it got; what cannot be is given one that is held meanwhile."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def held_port() -> Iterator[int]:
    """A port that nobody else is given for the time of the block, and where nobody listens by itself.

    It stays bound here: whoever binds port 0 gets another, while a server that names this one may listen
    at it, since both let the address be used again.
    """
    with socket.socket() as holding:
        holding.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holding.bind(("127.0.0.1", 0))
        yield holding.getsockname()[1]


def port_told(printed: str) -> int:
    """The port in a line that says where somebody listens; 0 if it is no such line."""
    _, begun, rest = printed.partition("Listening on ")
    return int(rest.strip().rstrip("/").rpartition(":")[2]) if begun else 0
