"""Web workers that are killed: the others answer meanwhile, and each is started again."""

import os
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec
import pytest

from services.web.api.examples import GAME
from services.web.serve import NICENESS
from tests.api.served import PATIENCE, PROGRAM, Server, serving

LIVEZ = (200, b'{"status":"ok"}')


def processes(server: Server, *names: str) -> list[int]:
    """The children of these names (`shared.children`)."""
    found = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [int(pid) for pid in found if name_of(pid) in names]


def name_of(pid: str) -> str:
    """What a process is called; nothing of one that has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def workers(server: Server) -> list[int]:
    """Those that listen."""
    return processes(server, "tl-web")


def wait_for_two(server: Server) -> list[int]:
    deadline = time.monotonic() + PATIENCE
    while len(found := workers(server)) < 2:
        assert server.process.poll() is None, "the server has ended"
        assert time.monotonic() < deadline, "a worker was not started again"
        time.sleep(0.05)
    return found


@contextmanager
def asked_all_the_while(server: Server) -> Iterator[None]:
    """Ask again and again; a connection may die with the worker that had it, but not the next one too."""
    failed: list[str] = []
    enough = threading.Event()

    def ask() -> None:
        while not enough.wait(0.02):
            try:
                answer = server.get("/livez")
            except OSError:
                try:
                    answer = server.get("/livez")
                except OSError as error:
                    failed.append(repr(error))
                    return
            if answer != LIVEZ:
                failed.append(repr(answer))

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield
    finally:
        enough.set()
        asking.join()
    assert not failed


def test_a_worker_killed_twice_within_a_second_is_started_again_and_its_sibling_answers(
    server: Server,
) -> None:
    sibling, victim = wait_for_two(server)
    with asked_all_the_while(server):
        os.kill(victim, signal.SIGKILL)
        while victim in workers(server):
            time.sleep(0.01)
        (again,) = set(wait_for_two(server)) - {sibling}
        os.kill(again, signal.SIGKILL)
        while again in workers(server):
            time.sleep(0.01)
        assert sibling in wait_for_two(server)
    assert server.process.poll() is None
    code, text = server.stop(signal.SIGTERM)
    assert code == 0, text
    assert text.count("web_worker_ended") == 2


def test_costly_requests_are_answered_while_the_process_for_them_is_away(server: Server) -> None:
    wait_for_two(server)
    fields = {"Content-Type": "application/json"}
    score = partial(
        server.send, "POST", "/api/v1/rulesets/hk-2026/score", body=msgspec.json.encode(GAME), headers=fields
    )
    assert score()[0] == 200
    # Others answer while it is only just started, and has no name yet.
    server.wait_until(lambda: bool(processes(server, "tl-costly")))
    (costly,) = processes(server, "tl-costly")
    assert os.getpriority(os.PRIO_PROCESS, costly) == NICENESS
    os.kill(costly, signal.SIGKILL)
    assert score()[0] in (200, 503), "503 if it was handed over already"
    assert score()[0] == 200


@pytest.mark.wide
def test_ten_kills_in_a_row_end_nothing(server: Server) -> None:
    sibling, _ = wait_for_two(server)
    for _ in range(2):
        for _ in range(5):
            with asked_all_the_while(server):
                (victim,) = set(wait_for_two(server)) - {sibling}
                os.kill(victim, signal.SIGKILL)
                while victim in workers(server):
                    time.sleep(0.01)
                wait_for_two(server)
        # Only the new one can answer while the sibling is stopped; then it is that one's turn to be killed.
        os.kill(sibling, signal.SIGSTOP)
        assert server.get("/livez") == LIVEZ
        os.kill(sibling, signal.SIGCONT)
        (sibling,) = set(wait_for_two(server)) - {sibling}
    assert server.process.poll() is None
    assert server.stop(signal.SIGINT)[0] == 0


@pytest.mark.wide(whole=True)
def test_processes_that_are_no_copies_serve_and_are_started_again_likewise(tmp_path: Path) -> None:
    """As on systems where copies of a process are not safe."""
    anew = PROGRAM.replace(
        "serve_web(load", "children.import_for_children = lambda modules: False\nserve_web(load"
    )
    with serving(
        tmp_path, workers=2, apart=True, program_text=f"from shared import children\n{anew}"
    ) as server:
        victim, _ = wait_for_two(server)
        assert b"spawn_main" in Path(f"/proc/{victim}/cmdline").read_bytes()
        os.kill(victim, signal.SIGKILL)
        while victim in workers(server):
            time.sleep(0.01)
        assert victim not in wait_for_two(server)
        assert server.get("/livez") == LIVEZ
        code, text = server.stop(signal.SIGINT)
        assert code == 0, text
    assert "Traceback" not in text


def test_a_worker_that_cannot_start_for_a_reason_ends_the_server_with_that_reason(tmp_path: Path) -> None:
    with serving(tmp_path, workers=2) as server:
        for file in tmp_path.glob("var/tileledger.db"):
            with sqlite3.connect(file) as database:
                database.execute("UPDATE schema_version SET version_num = '20991231_from_the_future'")
            database.close()
        os.kill(wait_for_two(server)[0], signal.SIGKILL)
        assert server.process.wait(PATIENCE) == 1
        assert "made by a newer release" in server.printed


def test_nothing_is_left_when_the_supervisor_is_killed(server: Server) -> None:
    left = wait_for_two(server)
    server.process.kill()
    server.process.wait(PATIENCE)
    deadline = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{pid}").exists() for pid in left):
        assert time.monotonic() < deadline, "a worker lives on"
        time.sleep(0.05)
