"""Test processes forked from one that has imported and collected everything: `-p tests.workers --workers 4`.

A plugin of pytest in the place of pytest-xdist, each of whose processes collects all tests anew, and which
leaves a processor idle while tests wait. Files go whole to a process, so that what their tests share is made
once, in the order of collection. Of those that wait for other processes at most as many are under way as
there are test processes beyond the processors.
"""

import multiprocessing
import os
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from itertools import groupby
from multiprocessing.connection import Connection, wait
from pathlib import PurePath
from typing import Any

import pytest

from tests import warm

TOGETHER = ("tests/browser/",)
"""Folders whose tests go to one process: each other one would start a browser and a site of its own."""
_FEW = "not wide"
"""Chooses the tests of `make test`. In `make test-all` a folder has more than one process should do."""
WAITING = {"crash", "endtoend", "scheduler", "vault", "waiting"}
"""Folders of tests that wait for processes and deadlines most of their time."""
NUMBER = "TEST_WORKER"
"""Set in a test process: which it is."""
AHEAD = 2
"""So many tests a process knows of: what its next test shares with the present one stays."""

handed_over: list[tuple[Callable[[], Any], Callable[[Any], None]]] = []
"""Of other plugins: what each test process hands over at its end, and what is made of it."""

_forking = multiprocessing.get_context("fork")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=0, help="so many test processes, forked")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    wanted = session.config.getoption("--workers")
    if not wanted or session.config.option.collectonly or len(session.items) < AHEAD or session.testsfailed:
        return None
    Workers(session, wanted).run()
    return True


class _Worker:
    """A test process, as seen from outside.

    Attributes:
        given: what it has still to run, by index; the first is under way.
        group: the rest of the file that it runs.
    """

    def __init__(self, number: int, session: pytest.Session) -> None:
        self.given: deque[int] = deque()
        self.group: deque[int] = deque()
        self.waits = self.ending = False
        self.number = number
        self.pipe, theirs = _forking.Pipe()
        self.process = _forking.Process(target=_work, args=(session, theirs, number))
        self.process.start()
        theirs.close()

    def give(self, index: int | None) -> None:
        self.pipe.send(index)
        if index is None:
            self.ending = True
        else:
            self.given.append(index)


class Workers:
    """All test processes of a run, and what they have still to do."""

    def __init__(self, session: pytest.Session, wanted: int) -> None:
        self._session, self._hook = session, session.config.hook
        self._most_waiting = max(1, wanted - (os.cpu_count() or 1))
        self._together = TOGETHER if _FEW in session.config.option.markexpr else ()
        self._groups = [deque(group) for _, group in groupby(range(len(session.items)), self._group)]
        self._numbers = iter(range(1, 1_000_000))
        self._wanted = min(wanted, len(self._groups))
        self._running: dict[Connection, _Worker] = {}

    def run(self) -> None:
        config = self._session.config
        reporter = config.pluginmanager.getplugin("terminalreporter")
        reporter.showfspath = False
        warm.first()
        # Made before, so that each test process has a folder in it.
        config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        try:
            for _ in range(self._wanted):
                self._begin(None)
            while self._running:
                for pipe in wait(list(self._running)):
                    self._hear(self._running[pipe])  # type: ignore[index]
        finally:
            for worker in self._running.values():
                worker.process.terminate()
                worker.process.join()
        if self._session.shouldfail:
            raise self._session.Failed(self._session.shouldfail)

    def _group(self, index: int) -> str:
        file = self._session.items[index].nodeid.partition("::")[0]
        return next((folder for folder in self._together if file.startswith(folder)), file)

    def _begin(self, left: deque[int] | None) -> None:
        worker = _Worker(next(self._numbers), self._session)
        self._running[worker.pipe] = worker
        if left:
            worker.group = left
        for _ in range(AHEAD):
            self._give_next(worker)

    def _give_next(self, worker: _Worker) -> None:
        if not worker.group:
            worker.waits = False
            worker.group = self._next_group()
            worker.waits = bool(worker.group) and self._waits(worker.group)
        if not worker.ending:
            stop = self._session.shouldstop or self._session.shouldfail
            worker.give(worker.group.popleft() if worker.group and not stop else None)

    def _next_group(self) -> deque[int]:
        """The next file: of those that wait, if processors have enough to do without them."""
        waiting = sum(worker.waits for worker in self._running.values())
        computing = len(self._running) - waiting
        wants_waiting = waiting < self._most_waiting and computing > 1
        fitting = (group for group in self._groups if self._waits(group) == wants_waiting)
        group = next(fitting, None) or next(iter(self._groups), deque())
        if group:
            self._groups.remove(group)
        return group

    def _waits(self, group: deque[int]) -> bool:
        return bool(WAITING & set(PurePath(self._session.items[group[0]].nodeid.partition("::")[0]).parts))

    def _hear(self, worker: _Worker) -> None:
        try:
            kind, *heard = worker.pipe.recv()
        except (EOFError, OSError):
            self._ended(worker)
            return
        if kind == "report":
            data = heard[0]
            report = self._hook.pytest_report_from_serializable(config=self._session.config, data=data)
            self._hook.pytest_runtest_logreport(report=report)
        elif kind == "finished":
            worker.given.popleft()
            self._give_next(worker)
        elif kind == "end":
            for (_, take), what in zip(handed_over, heard[0], strict=True):
                take(what)
        else:
            raise RuntimeError(heard[0])

    def _ended(self, worker: _Worker) -> None:
        """A process that has ended before its time failed in the test that was under way; another goes on."""
        worker.process.join()
        worker.pipe.close()
        del self._running[worker.pipe]
        if not worker.given:
            return
        item = self._session.items[worker.given.popleft()]
        text = f"the test process ended with {worker.process.exitcode}"
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", text, "call")
        self._hook.pytest_runtest_logreport(report=report)
        self._begin(worker.given + worker.group)


def _work(session: pytest.Session, pipe: Connection, number: int) -> None:
    """The life of a test process."""
    os.environ[NUMBER] = str(number)
    config = session.config
    captured = config.pluginmanager.getplugin("capturemanager")
    # Its files are those of the other processes, too.
    captured.stop_global_capturing()
    captured.start_global_capturing()
    config.pluginmanager.unregister(name="terminalreporter")
    config.pluginmanager.register(_Telling(pipe, config))
    folder = config._tmp_path_factory.getbasetemp() / f"worker{number}"  # type: ignore[attr-defined]
    folder.mkdir()
    config._tmp_path_factory._basetemp = folder  # type: ignore[attr-defined]
    try:
        for item, following in _pairs(session, pipe):
            config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            pipe.send(("finished",))
        pipe.send(("end", [hand_over() for hand_over, _ in handed_over]))
    except BaseException:
        pipe.send(("error", traceback.format_exc()))
        raise


def _pairs(session: pytest.Session, pipe: Connection) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Each test that is given, with the one after it."""
    index: int | None = pipe.recv()
    while index is not None:
        following: int | None = pipe.recv()
        yield session.items[index], None if following is None else session.items[following]
        index = following


class _Telling:
    """Hands the reports of a test process over."""

    def __init__(self, pipe: Connection, config: pytest.Config) -> None:
        self._pipe, self._config = pipe, config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        to_data = self._config.hook.pytest_report_to_serializable
        self._pipe.send(("report", to_data(config=self._config, report=report)))
