"""Histories of clients of real servers, whose processes and database are killed and stopped, checked.

A run is one of so many seconds on each kind of database, with a seed of its own; so the same is asked again,
though processes take turns as they like, and what one run shows another need not.
"""

from collections import Counter
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.histories.one_log import faults
from tests.histories.operations import History
from tests.histories.recording import record
from tests.histories.search import fits_the_log
from tests.postgresql_server import NoPostgreSQL, OwnServer, server
from tests.soak.pace import Pace

SECONDS = 20.0
"""How long clients are at work in one run."""


class NotOneLog(AssertionError):
    """A history that no append-only log can have."""


def run(pace: Pace) -> None:
    with ExitStack() as stack:
        kinds: list[OwnServer | None] = [None]
        try:
            running = stack.enter_context(server(durable=True, private=True))
            assert isinstance(running, OwnServer)
            kinds.append(running)
        except NoPostgreSQL as reason:
            print(f"  nothing on PostgreSQL: {reason}")
        figures: Counter[str] = Counter()
        for number in count(pace.seed):
            if pace.over:
                break
            for postgresql in kinds:
                kind = "sqlite" if postgresql is None else "postgresql"
                try:
                    figures += _run(number, postgresql)
                except Exception as error:
                    pace.fault(f"SOAK_SEED={number} make soak histories, on {kind}", error)
                pace.tell(_line(figures))
        pace.tell(_line(figures), now=True)


def _run(seed: int, postgresql: OwnServer | None) -> Counter[str]:
    """Record and check; what was counted."""
    with TemporaryDirectory(prefix="tl-soak-") as name:
        folder = Path(name)
        url = f"sqlite:///{folder / 'log.db'}" if postgresql is None else postgresql.create()
        try:
            histories, figures = record(url, folder, SECONDS, seed, postgresql=postgresql)
        finally:
            if postgresql is not None:
                postgresql.drop(url)
    for history in histories:
        _check(history)
        figures += Counter(histories=1, operations=len(history.operations), events=len(history.stored))
    return figures


def _check(history: History) -> None:
    found = faults(history)
    if found:
        raise NotOneLog("\n".join(f"{fault.kind}: {fault.says}" for fault in found[:20]))
    if not fits_the_log(history):
        raise NotOneLog("there is no order of the operations that leads to the log")


def _line(figures: Counter[str]) -> str:
    first = ("histories", "operations", "events")
    further = sorted(set(figures) - set(first))
    return ", ".join(f"{figures[name]:,} {name}" for name in (*first, *further))
