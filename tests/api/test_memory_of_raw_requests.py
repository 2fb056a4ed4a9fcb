"""Forty megabytes of what is not a body, in every shape: a web process stays as small as it is."""

import resource
import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from itertools import repeat
from pathlib import Path

import pytest

from tests.api.served import Server, serving

MEGABYTES = 40
MOST_MEGABYTES = 200
SIZE = MEGABYTES << 20
_PATIENCE = 2
_PIECE = 1 << 16

_CHUNKED = (
    b"POST /api/v1/rulesets/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/toml\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
_PLAIN = b"GET /livez HTTP/1.1\r\nHost: x\r\n"
_HEADERS = _PLAIN + b"A: b\r\n" * 90 + b"B: " + b"b" * 31_000
ONE_SENDER: Mapping[str, tuple[bytes, bytes]] = {
    "trailers": (_CHUNKED + b"0\r\n", b"A: b\r\n"),
    "one trailer": (_CHUNKED + b"0\r\nA: ", b"a" * 64),
    "chunk extensions": (_CHUNKED, b"1;aaaaaaaaaaaa\r\na\r\n"),
    "one chunk extension": (_CHUNKED + b"1;", b"a" * 64),
    "a chunk's size": (_CHUNKED, b"0" * 64),
    "chunks of one byte": (_CHUNKED, b"1\r\na\r\n"),
    "headers": (_PLAIN, b"A: b\r\n"),
    "one header": (_PLAIN + b"A: ", b"a" * 64),
    "an address": (b"GET /", b"a" * 64),
    "empty lines": (b"", b"\r\n" * 32),
    "requests, no answer read": (b"", _PLAIN + b"\r\n"),
    "behind an upgrade": (_PLAIN + b"Connection: upgrade\r\nUpgrade: foo\r\n\r\n", b"a" * 64),
    "behind what is refused": (b"no\r\n\r\n", b"a" * 64),
    "a body for nobody": (b"POST /no HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n", b"a" * 64),
}
MANY_SENDERS: Mapping[str, tuple[int, bytes]] = {
    "headers": (1400, _HEADERS),
    "short headers": (1400, _PLAIN + b"A:b\r\n" * 98),
    "trailers": (1400, _CHUNKED + b"0\r\nB: " + b"b" * 31_000),
    "bodies": (1400, _CHUNKED + b"7918\r\n" + b"#" * 31_000),
    "requests, no answer read": (160, (_PLAIN + b"\r\n") * 8000),
}
VERY_MANY: Mapping[str, tuple[int, bytes]] = {
    "silent": (8000, b""),
    "idle": (8000, _PLAIN + b"\r\n"),
    "headers": (8000, _HEADERS),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not Path("/proc/self/status").exists():
        pytest.skip("this system does not say in /proc what a process takes of the memory")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with serving(tmp_path_factory.mktemp("memory"), cold=True, RATE_LIMITS="0") as started:
        yield started


@pytest.mark.parametrize("what", ONE_SENDER)
def test_one_sender(server: Server, what: str) -> None:
    begin, again = ONE_SENDER[what]
    with _opened(server) as connection, suppress(ConnectionError, TimeoutError):
        connection.sendall(begin)
        for piece in repeat(again * (_PIECE // len(again)), SIZE // _PIECE):
            connection.sendall(piece)
    _check(server)


@pytest.mark.parametrize(
    ("count", "content"),
    [
        *(pytest.param(*each, id=name) for name, each in MANY_SENDERS.items()),
        *(
            pytest.param(*each, id=f"very many: {name}", marks=pytest.mark.wide)
            for name, each in VERY_MANY.items()
        ),
    ],
)
def test_many_senders(server: Server, count: int, content: bytes) -> None:
    with ExitStack() as stack:
        for number in range(count):
            connection = stack.enter_context(_opened(server, f"127.0.3.{number % 200}"))
            with suppress(ConnectionError, TimeoutError):
                connection.sendall(content)
        _check(server)


def _check(server: Server) -> None:
    """It answers, and has never been too large."""
    assert server.get("/livez")[0] == 200
    assert _peak(server) < MOST_MEGABYTES


def _opened(server: Server, source: str = "") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), _PATIENCE, (source, 0))


def _peak(server: Server) -> float:
    """The most that any of its processes has had in the memory, in megabytes."""
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    assert children
    return max(map(_peak_of, children))


def _peak_of(pid: str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (most,) = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return int(most) / 1024
