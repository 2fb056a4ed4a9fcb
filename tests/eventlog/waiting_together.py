"""A log whose commands wait for one another, and how many went into each commit."""

import threading
import time
from collections.abc import Callable

import pytest

from shared.database import Database
from shared.eventlog import (
    Appended,
    EventLog,
    Intent,
)
from shared.eventlog.committing import Commit
from tests.eventlog.given import a_log
from tests.eventlog.sharing import SECONDS, Counting, Sent


@pytest.fixture
def log(database: Database) -> EventLog:
    return a_log(database)


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many commands each commit was to write, in order."""
    found: list[int] = []
    write = Commit.write

    def counted(commit: Commit) -> None:
        found.append(len(commit.taken) - len(commit.left))
        write(commit)

    monkeypatch.setattr(Commit, "write", counted)
    return found


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)


def waiting(log: EventLog) -> int:
    return sum(len(lane._waiting) for lane in log._sharing._lanes.there())


def sent_together(log: EventLog, *intents: Counting) -> dict[str, Appended | Exception]:
    """What becomes of intents that wait, in this order, while the first of all is being decided."""
    counted = intents[0].counted
    begun, all_there = threading.Event(), threading.Event()

    def hold(_: Counting, __: Intent | None) -> None:
        begun.set()
        assert all_there.wait(SECONDS)

    sent = [Sent([Counting(log, counted, "first", ledger=intents[0].ledger, meanwhile=hold)])]
    assert begun.wait(SECONDS)
    for place, intent in enumerate(intents, 1):
        sent.append(Sent([intent]))
        until(lambda place=place: waiting(log) == place)  # type: ignore[misc]
    all_there.set()
    return {id_: outcome for each in sent for id_, outcome in each.answered().items()}
