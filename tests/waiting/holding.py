"""Processes that hold what others wait for, until they are told to let go; and databases that are away."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.postgresql_server import OwnServer

_SQLITE = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
connection.execute(sys.argv[2])
print("held", flush=True)
sys.stdin.readline()
connection.rollback()
"""
_QUEUE = """
import fcntl, os, sys
file = os.open(sys.argv[1] + "-queue", os.O_RDWR | os.O_CREAT, 0o666)
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.readline()
"""
_POSTGRESQL = """
import psycopg, sys
connections = [psycopg.connect(sys.argv[1]) for _ in range(int(sys.argv[3]))]
if sys.argv[2]:
    connections[0].execute(sys.argv[2])
print("held", flush=True)
sys.stdin.readline()
"""


@contextmanager
def sqlite_locked(url: str, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Another program, which knows nothing of the queue, holds the file's lock."""
    with _held(_SQLITE, url.removeprefix("sqlite:///"), begin):
        yield


@contextmanager
def queue_held(url: str) -> Iterator[None]:
    """Another writer has its turn and does not end."""
    with _held(_QUEUE, url.removeprefix("sqlite:///")):
        yield


@contextmanager
def postgresql_held(url: str, statement: str = "", connections: int = 1) -> Iterator[None]:
    """Another program holds connections, and in the first of them whatever the statement locks."""
    with _held(_POSTGRESQL, url, statement, str(connections)):
        yield


@contextmanager
def _held(program: str, *arguments: str) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "held\n"
        yield
    finally:
        process.communicate("\n", timeout=60)


@contextmanager
def stopped(server: OwnServer) -> Iterator[None]:
    """PostgreSQL is not there, and comes back."""
    server.kill()
    try:
        yield
    finally:
        server.start()


@contextmanager
def moved_away(file: Path) -> Iterator[None]:
    """A file is not where it was, and comes back."""
    elsewhere = file.with_name(f"{file.name}.away")
    file.rename(elsewhere)
    try:
        yield
        assert not file.exists(), "none was made in its place"
    finally:
        elsewhere.rename(file)


def all_at_once(tasks: Sequence[Callable[[], object]]) -> list[object]:
    """Run each in a thread of its own; what they return or raise, in their order."""
    found: list[object] = [None] * len(tasks)

    def run(place: int) -> None:
        try:
            found[place] = tasks[place]()
        except Exception as error:
            found[place] = error

    threads = [threading.Thread(target=run, args=(place,), daemon=True) for place in range(len(tasks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive(), "a wait without an end"
    return found
