"""A real worker that dies or hangs beside a real web server: seen within a minute, and told once."""

import http.server
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from tests.api.founding import founded
from tests.api.served import Server, program, serving
from tests.made_once import MadeOnce

WORKER = "from services.cli.main import main; main(['worker'])"
PATIENCE = 150.0
"""Of a machine with other things to do; on a quiet one it is under a minute."""
NOWHERE = "http://127.0.0.1:9/weather.php"


@contextmanager
def pager() -> Iterator[tuple[str, list[str]]]:
    """An address for alerts, and what came there."""
    received: list[str] = []

    class Service(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = msgspec.json.decode(self.rfile.read(int(self.headers["Content-Length"])))
            received.append(content["message"])
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service) as service:
        thread = threading.Thread(target=service.serve_forever)
        thread.start()
        try:
            yield f"json://127.0.0.1:{service.server_port}/", received
        finally:
            service.shutdown()
            thread.join()


def until(true: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.2)


def ready(server: Server, path: str = "/readyz?worker") -> int:
    return server.get(path)[0]


def ended(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def test_a_worker_shows_in_readiness_and_figures_while_it_lives(tmp_path: Path, made_once: MadeOnce) -> None:
    founded(tmp_path, made_once)
    with serving(tmp_path) as server:
        assert ready(server) == 503
        assert ready(server, "/readyz") == 200
        worker = program(WORKER, tmp_path, HKO_URL=NOWHERE)
        try:
            until(lambda: ready(server) == 200, "the worker was not noticed")
            did = 'tileledger_worker_activity_age_seconds{activity="reminders"}'
            until(lambda: did in server.get("/metrics")[1].decode(), "what it does was not measured")
            figures = server.get("/metrics")[1].decode()
            assert "tileledger_workers 1.0" in figures
            assert "tileledger_dispatch_age_seconds 0.0" in figures
            assert "# HELP tileledger_delivery_attempts_total" in figures, "the worker's own are there"
            assert figures.count("# HELP tileledger_delivery_attempts_total") == 1
            worker.terminate()
            assert worker.wait(60) == 0
            until(lambda: ready(server) == 503, "that it ended was not noticed")
        finally:
            ended(worker)


@pytest.mark.wide
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_dies_or_hangs_is_missed_and_told_of_once(
    tmp_path: Path, how: signal.Signals, made_once: MadeOnce
) -> None:
    founded(tmp_path, made_once)
    with pager() as (address, received), serving(tmp_path, ALERT_URLS=address) as server:
        worker = program(WORKER, tmp_path, HKO_URL=NOWHERE, ALERT_URLS=address)
        try:
            until(lambda: ready(server) == 200, "the worker was not noticed")
            os.killpg(worker.pid, how)
            until(lambda: received, "nobody was told")
            assert ready(server) == 503
            assert ready(server, "/readyz") == 200
            # Two web processes look every ten seconds.
            time.sleep(25)
            (text,) = received
            assert "tileledger worker" in text
        finally:
            ended(worker)
