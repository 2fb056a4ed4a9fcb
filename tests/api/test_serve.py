"""The server as a process of its own: it answers, counts over all its workers, and stops when told."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from services.web.serve import serve
from shared.problems import Problem
from shared.settings import Settings

PROGRAM = """
from services.wiring import serve_web
from shared.settings import load_settings

serve_web(load_settings())
"""
PATIENCE = 60


class Server(msgspec.Struct):
    """A server process and where it listens."""

    process: subprocess.Popen[bytes]
    port: int

    def get(self, path: str) -> tuple[int, bytes]:
        return self.send("GET", path)

    def send(self, method: str, path: str, **more: object) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, **more)  # type: ignore[arg-type]
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def stop(self, signal_: int) -> tuple[int, str]:
        """Send a signal to the whole group, as Ctrl-C does; the exit code and what was printed."""
        os.killpg(self.process.pid, signal_)
        said, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said.decode()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server on an empty folder; it sets its databases up itself."""
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TILELEDGER_")}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={
            **environment,
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "TILELEDGER_BIND": f"127.0.0.1:{port}",
            "TILELEDGER_LOG_LEVEL": "warning",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    started = Server(process, port)
    deadline = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, process.communicate()[0].decode()
        try:
            if started.get("/readyz")[0] == 200:
                break
        except OSError:
            assert time.monotonic() < deadline, "the server did not come up"
            time.sleep(0.1)
    yield started
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_it_serves_counts_over_all_workers_and_stops_cleanly(server: Server) -> None:
    for _ in range(20):
        assert server.get("/livez") == (200, b'{"status":"ok"}')
    _, shown = server.get("/metrics")
    assert b'tileledger_http_request_seconds_count{method="GET",route="livez",status="200"} 20.0' in shown
    keep_alive = socket.create_connection(("127.0.0.1", server.port))
    keep_alive.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    keep_alive.recv(1000)
    began = time.monotonic()
    code, said = server.stop(signal.SIGINT)
    keep_alive.close()
    assert code == 0, said
    assert "Traceback" not in said
    assert time.monotonic() - began < 10


def test_a_sender_who_never_finishes_does_not_hold_up_the_stop(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.sendall(
            b"POST /api/v1/rulesets/hk-2026/score HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        time.sleep(0.3)
        code, said = server.stop(signal.SIGTERM)
    assert code == 0, said
    assert "Traceback" not in said


def test_what_comes_over_the_wire_is_refused_as_in_process(server: Server) -> None:
    path, said = "/api/v1/rulesets/hk-2026/score", {"Content-Type": "application/json"}
    chunks = iter([b" " * 65536] * 64)
    status, body = server.send("POST", path, body=chunks, headers=said, encode_chunked=True)
    assert (status, msgspec.json.decode(body)["code"]) == (413, "body-too-large")
    for address, expected in ((path, 413), ("/nowhere", 404), ("/livez", 405)):
        status, body = server.send("POST", address, body=b" " * 10_000_000, headers=said)
        assert (status, msgspec.json.decode(body)["status"]) == (expected, expected)
    status, body = server.send("POST", path, body=b'{"ended_by":NaN}', headers=said)
    assert (status, msgspec.json.decode(body)["code"]) == (400, "body-malformed")
    for address in ("/%FF%00", "/api/v1/tournaments/%00", "/api/v1/tournaments/%FF/standings"):
        status, body = server.get(address)
        assert (status, msgspec.json.decode(body)["status"]) == (404, 404)
    assert server.get("/livez")[0] == 200


def test_an_address_that_is_taken_is_told_in_plain_words() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Problem, match=f"127.0.0.1:{port}") as refused:
            serve(Settings(bind=f"127.0.0.1:{port}"), lambda: None)
    assert refused.value.code == "address-in-use"
