"""The server as a process of its own: it answers, counts over all its workers, and stops when told."""

import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from services.web.front.listening import listening_socket
from shared.settings import Settings
from tests.api.served import Server, serving
from tests.refusing import refusing


def test_it_serves_counts_over_all_workers_and_stops_cleanly(server: Server) -> None:
    for _ in range(20):
        assert server.get("/livez") == (200, b'{"status":"ok"}')
    _, shown = server.get("/metrics")
    assert b'tileledger_http_request_seconds_count{method="GET",route="livez",status="200"} 20.0' in shown
    keep_alive = socket.create_connection(("127.0.0.1", server.port))
    keep_alive.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    keep_alive.recv(1000)
    began = time.monotonic()
    code, text = server.stop(signal.SIGINT)
    keep_alive.close()
    assert code == 0, text
    assert "Traceback" not in text
    assert time.monotonic() - began < 10


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    """A server with a single process that answers."""
    with serving(tmp_path) as started:
        yield started


def test_a_sender_who_never_finishes_does_not_hold_up_the_stop(small: Server) -> None:
    with socket.create_connection(("127.0.0.1", small.port)) as slow:
        slow.sendall(
            b"POST /api/v1/rulesets/hk-2026/score HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        time.sleep(0.3)
        code, text = small.stop(signal.SIGTERM)
    assert code == 0, text
    assert "Traceback" not in text


def test_what_comes_over_the_wire_is_refused_as_in_process(small: Server) -> None:
    path, fields = "/api/v1/rulesets/hk-2026/score", {"Content-Type": "application/json"}
    chunks = iter([b" " * 65536] * 64)
    status, body = small.send("POST", path, body=chunks, headers=fields, encode_chunked=True)
    assert (status, msgspec.json.decode(body)["code"]) == (413, "body-too-large")
    for address, expected in ((path, 413), ("/nowhere", 404), ("/livez", 405)):
        status, body = small.send("POST", address, body=b" " * 10_000_000, headers=fields)
        assert (status, msgspec.json.decode(body)["status"]) == (expected, expected)
    status, body = small.send("POST", path, body=b'{"ended_by":NaN}', headers=fields)
    assert (status, msgspec.json.decode(body)["code"]) == (400, "body-malformed")
    for address in ("/%FF%00", "/api/v1/tournaments/%00", "/api/v1/tournaments/%FF/standings"):
        status, body = small.get(address)
        assert (status, msgspec.json.decode(body)["status"]) == (404, 404)
    assert small.get("/livez")[0] == 200


def test_an_address_that_is_taken_is_told_in_plain_words() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with refusing("address-in-use", f"127.0.0.1:{port}"):
            listening_socket(Settings(bind=f"127.0.0.1:{port}"))


@pytest.mark.parametrize("bind", ["192.0.2.9:8000", "no-such-host.invalid:8000"])
def test_an_address_that_is_none_of_this_machine_is_not_told_as_taken(bind: str) -> None:
    with refusing("address-unusable", bind):
        listening_socket(Settings(bind=bind))
