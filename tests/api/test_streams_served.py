"""Streams of a real server: cut and taken up again while others append, too many, and at the stop."""

import http.client
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import BASE
from tests.api.founding import founded
from tests.api.reading_streams import Told, whole_events
from tests.api.served import PATIENCE, Server, program, serving
from tests.made_once import MadeOnce

APPEND = """
import sys, time
from services.tournament.people.consents import SetConsent
from services.wiring import wired

with wired() as wiring:
    for number in range(int(sys.argv[1])):
        wiring.desk.submit("spring-cup", SetConsent(entrant="1", shown=number % 2 == 0), wiring.operator)
        time.sleep(0.005)
"""


class Reader:
    """Reads streams with a token."""

    def __init__(self, server: Server, token: str) -> None:
        self._server, self._headers = server, {"Authorization": f"Bearer {token}"}

    def open(self, last: str | None = None) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        connection = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=PATIENCE)
        fields = {"Last-Event-ID": last} if last is not None else {}
        connection.request("GET", f"{BASE}/events/stream", headers={**self._headers, **fields})
        return connection, connection.getresponse()

    def read(self, last: str | None, most: int) -> list[Told]:
        """So many events, then the line is cut, in the middle of whatever comes."""
        connection, response = self.open(last)
        assert response.status == 200
        found: list[Told] = []
        lines: list[bytes] = []
        silence = 0
        while len(found) < most:
            lines.append(response.readline())
            assert lines[-1], "the stream ended"
            silence = silence + 1 if lines[-1] == b":\n" else 0
            assert silence < 3, "nothing comes any more"
            if lines[-1] == b"\n":
                found += whole_events(lines)
                lines = []
        response.close()
        connection.close()
        return found


@pytest.fixture
def served(tmp_path: Path, made_once: MadeOnce) -> Callable[..., "Served"]:
    def serve(**settings: str) -> Served:
        return Served(tmp_path, founded(tmp_path, made_once), settings)

    return serve


class Served:
    """A server whose database has a tournament of two entries, and a reader of its streams."""

    def __init__(self, folder: Path, token: str, settings: dict[str, Any]) -> None:
        self._token = token
        self._serving = serving(folder, **settings)

    def __enter__(self) -> tuple[Server, Reader]:
        server = self._serving.__enter__()
        return server, Reader(server, self._token)

    def __exit__(self, *raised: object) -> None:
        self._serving.__exit__(None, None, None)


def test_a_stream_cut_again_and_again_misses_nothing_and_doubles_nothing(
    served: Callable[..., Served], tmp_path: Path
) -> None:
    count = 300
    with served() as (_, reader):
        start = len(reader.read(None, 3))
        appending = program(APPEND, tmp_path, str(count))
        seen = reader.read(None, start)
        while len(seen) < start + count:
            seen += reader.read(seen[-1].id, min(37, start + count - len(seen)))
        output, _ = appending.communicate(timeout=PATIENCE)
        assert appending.returncode == 0, output.decode()
        assert [step.id for step in seen] == [str(seq) for seq in range(1, start + count + 1)]
        assert [step.data["seq"] for step in seen] == list(range(1, start + count + 1))


def test_streams_end_when_the_server_is_stopped(served: Callable[..., Served]) -> None:
    with served() as (server, reader):
        opened = [reader.open() for _ in range(4)]
        for _, response in opened:
            assert response.readline() == b"retry: 3000\n"
        code, text = server.stop(signal.SIGTERM)
        assert (code, text) == (0, "")
        for connection, response in opened:
            assert whole_events(response.read().splitlines())
            connection.close()


def test_streams_do_not_take_the_threads_of_ordinary_requests(served: Callable[..., Served]) -> None:
    with served(MOST_STREAMS="3") as (server, reader):
        opened = []
        refused = 0
        # Two processes with three places each; which of them a connection meets is up to the system.
        for _ in range(60):
            connection, response = reader.open()
            if response.status == 503:
                assert response.headers["Retry-After"] == "10"
                assert b"too-many-streams" in response.read()
                connection.close()
                refused += 1
            else:
                assert response.status == 200
                opened.append((connection, response))
            if len(opened) == 6:
                break
        assert 3 <= len(opened) <= 6
        if len(opened) < 6:
            assert refused
        for _ in range(50):
            assert server.get(f"{BASE}/standings")[0] == 200
        for connection, response in opened:
            response.close()
            connection.close()
        # A place is free again once the server has noticed that nobody reads any longer.
        deadline = time.monotonic() + PATIENCE
        while True:
            connection, response = reader.open()
            connection.close()
            if response.status == 200:
                break
            assert time.monotonic() < deadline
            time.sleep(0.5)
