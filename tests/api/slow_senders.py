"""Many connections that send slowly or not at all, of every kind that once held a thread."""

import contextlib
import resource
import socket
import threading
import time
from collections.abc import Mapping

from tests.api.conftest import BASE

COMMAND = f"{BASE}/commands/set-consent"


def kinds(token: str) -> Mapping[str, bytes]:
    """What each kind sends first; the rest never comes, or byte by byte."""

    def head(path: str, *lines: str) -> bytes:
        return "\r\n".join([f"POST {path} HTTP/1.1", "Host: x", *lines, "", ""]).encode()

    length, chunked = "Content-Length: 100000", "Transfer-Encoding: chunked"
    json, toml = "Content-Type: application/json", "Content-Type: application/toml"
    return {
        "no such path": head("/nowhere", length),
        "no such path, in chunks": head("/nowhere", chunked),
        "no token": head(COMMAND, length, json),
        "a wrong token": head(COMMAND, length, json, "Authorization: Bearer tl_wrong"),
        "a valid token": head(COMMAND, length, json, f"Authorization: Bearer {token}"),
        "a valid token, in chunks": head(COMMAND, chunked, json, f"Authorization: Bearer {token}"),
        "a check of rules": head("/api/v1/rulesets/check", length, toml),
        "half a header": b"GET /livez HTTP/1.1\r\nHost: x\r\nX-More: ",
    }


class SlowSenders:
    """So many silent and so many trickling connections of each kind, opened again when they are closed."""

    def __init__(self, port: int, token: str, of_each: int) -> None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self._port = port
        self._wanted = [
            (start, trickles) for start in kinds(token).values() for trickles in (False, True)
        ] * of_each
        self._open: list[socket.socket | None] = [None] * len(self._wanted)
        self._enough = threading.Event()
        self._thread = threading.Thread(target=self._run, name="slow senders")

    @property
    def count(self) -> int:
        return len(self._wanted)

    def __enter__(self) -> "SlowSenders":
        self._thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._enough.set()
        self._thread.join()
        for connection in self._open:
            if connection is not None:
                connection.close()

    def _run(self) -> None:
        while not self._enough.is_set():
            for place, (start, trickles) in enumerate(self._wanted):
                if self._enough.is_set():
                    return
                connection = self._open[place]
                if connection is None or _ended(connection):
                    self._open[place] = self._opened(start)
                elif trickles:
                    with contextlib.suppress(OSError):
                        connection.send(b"1")
            time.sleep(0.2)

    def _opened(self, start: bytes) -> socket.socket | None:
        connection = socket.socket()
        connection.settimeout(5)
        try:
            connection.connect(("127.0.0.1", self._port))
            connection.sendall(start)
        except OSError:
            connection.close()
            return None
        connection.setblocking(False)
        return connection


def _ended(connection: socket.socket) -> bool:
    """Whether it was answered or closed; it is closed here then, too."""
    try:
        connection.recv(4096)
    except BlockingIOError:
        return False
    except OSError:
        pass
    connection.close()
    return True
