"""Trials of mutants: a test process that collects once and forks for each mutant.

In the fork the mutant's function takes the place of the function it was made of, wherever that is held, and
the tests that call it are run, the quickest first: a test that does not call it cannot notice. Which tests
call what is found once, at the beginning, in a fork that runs all of them. What runs when modules are
imported, or while tests are collected, cannot be tried like this (`Noticed.ELSEWHERE`).
"""

import gc
import multiprocessing
import os
import resource
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any, Self

import pytest

from tests.soak.faults import ROOT, Mutant

Function = tuple[str, int, str]
"""The path of its file, its first line (of its decorators, if any), its name."""

OPTIONS = (
    *("-x", "-q", "-m", "not wide and not postgresql"),
    *("-o", "cache_dir=var/pytest-of-mutants", "-o", "tmp_path_retention_policy=none"),
    # Named, since to import it would load Hypothesis before pytest does.
    *("--hypothesis-profile", "mutants"),
)
MEMORY = 4 << 30
"""Bytes a mutant may take; what wants more has been noticed."""
PATIENCE = 60.0
"""Seconds that the tests of a mutant may take beyond three times what they took without: what never ends has
been noticed."""


class Noticed(Enum):
    """What became of a mutant."""

    YES = "killed"
    NO = "survived"
    ELSEWHERE = "has to be tried in a fresh process"


_FOUND_NOTHING, _NO_FUNCTION = 0, 3
_ANSWERS: dict[int | None, Noticed] = {_FOUND_NOTHING: Noticed.NO, _NO_FUNCTION: Noticed.ELSEWHERE}
"""By the exit code of a fork; any other says that a test failed or broke the process."""


class Trials:
    """The test process, from another one.

    Args:
        tests: the folders and files it collects.
        traced: the files whose functions are mutated.

    Raises:
        AssertionError: tests fail without a mutant.
    """

    def __init__(self, tests: Sequence[str], traced: Sequence[Path]) -> None:
        workers = multiprocessing.get_context("spawn")
        self._here, there = workers.Pipe()
        self._process = workers.Process(target=_serve, args=(there, list(tests), list(map(str, traced))))
        self._process.start()
        there.close()
        failed = self._here.recv()
        assert not failed, f"these fail without a mutant: {failed}"

    def try_out(self, mutant: Mutant, tests: Sequence[str]) -> Noticed:
        """What those of the collected tests that lie in these folders make of a mutant."""
        self._here.send((mutant, tests))
        answer: Noticed = self._here.recv()
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._here.close()
        self._process.join()


def quietly(run: Callable[[], object]) -> None:
    """Run it with nothing printed."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nothing, stream)
    run()


def _serve(parent: Connection, tests: list[str], traced: list[str]) -> None:
    os.chdir(ROOT)
    with TemporaryDirectory(prefix="mutants-") as folder:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
        server = _Server(parent, traced)
        quietly(lambda: pytest.main([*OPTIONS, *tests], plugins=[server]))


class _Server:
    """A plugin that answers the other process in place of running the tests one after the other."""

    def __init__(self, parent: Connection, traced: list[str]) -> None:
        self._parent = parent
        self._calls = _Calls(traced)
        self._failed: list[str] = []
        self._by_test: dict[str, tuple[float, set[Function]]] = {}
        self._calls.begin()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        # What all tests share is made here, and every fork has it.
        _protocol(session.items[0], session)
        assert threading.active_count() == 1, "a fork has no other threads"
        self._not_here = self._calls.end()
        self._by_test = self._measured(session.items)
        self._parent.send(self._failed)
        for mutant, folders in iter(self._asked, None):
            self._parent.send(self._tried(mutant, folders, session))
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.append(report.nodeid)

    def _asked(self) -> tuple[Mutant, Sequence[str]] | None:
        try:
            asked: tuple[Mutant, Sequence[str]] = self._parent.recv()
        except EOFError:
            return None
        return asked

    def _measured(self, items: list[pytest.Item]) -> dict[str, tuple[float, set[Function]]]:
        here, there = multiprocessing.Pipe()

        def measure() -> None:
            measured = {}
            for item, following in _in_turn(items):
                self._calls.begin()
                started = perf_counter()
                _protocol(item, following)
                measured[item.nodeid] = perf_counter() - started, self._calls.end()
            there.send((self._failed, measured))

        process = multiprocessing.get_context("fork").Process(target=measure)
        process.start()
        self._failed, measured = here.recv()
        process.join()
        found: dict[str, tuple[float, set[Function]]] = measured
        return found

    def _tried(self, mutant: Mutant, folders: Sequence[str], session: pytest.Session) -> Noticed:
        if mutant.function is None or (str(mutant.path), *mutant.function) in self._not_here:
            return Noticed.ELSEWHERE
        chosen = self._chosen((str(mutant.path), *mutant.function), folders, session.items)
        patience = PATIENCE + 3 * sum(self._by_test[item.nodeid][0] for item in chosen)
        process = multiprocessing.get_context("fork").Process(target=self._try, args=(mutant, chosen))
        process.start()
        process.join(patience)
        if process.is_alive():
            process.kill()
            process.join()
        return _ANSWERS.get(process.exitcode, Noticed.YES)

    def _chosen(
        self, function: Function, folders: Sequence[str], items: Sequence[pytest.Item]
    ) -> list[pytest.Item]:
        """The tests that call it, then the rest of their files, to which a fixture may bring what it did."""
        area = [item for item in items if item.nodeid.startswith(tuple(folders))]
        calling = [item for item in area if function in self._by_test[item.nodeid][1]]
        files = {item.path for item in calling}
        others = [item for item in area if item.path in files and item not in set(calling)]
        calling.sort(key=lambda item: self._by_test[item.nodeid][0])
        return calling + others

    def _try(self, mutant: Mutant, chosen: list[pytest.Item]) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if not _take_its_place(mutant):
            os._exit(_NO_FUNCTION)
        for item, following in _in_turn(chosen):
            _protocol(item, following)
            if self._failed:
                os._exit(1)
        os._exit(_FOUND_NOTHING)


class _Calls:
    """Which functions of some files are called between beginning and end."""

    def __init__(self, files: list[str]) -> None:
        self._files = set(files)
        self._codes: dict[int, CodeType] = {}

    def begin(self) -> None:
        self._codes = {}
        threading.settrace(self._called)
        sys.settrace(self._called)

    def end(self) -> set[Function]:
        sys.settrace(None)
        threading.settrace(None)
        return {_key(code) for code in self._codes.values() if code.co_filename in self._files}

    def _called(self, frame: FrameType, event: str, argument: Any) -> None:
        # By identity: a code's own hash looks through all of it.
        self._codes[id(frame.f_code)] = frame.f_code


def _protocol(item: pytest.Item, following: pytest.Item | pytest.Session | None) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def _in_turn(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | pytest.Session]]:
    """Each with the one that follows; after the last comes what all have in common, which is kept."""
    yield from zip(items, [*items[1:], *(item.session for item in items[:1])], strict=True)


def _take_its_place(mutant: Mutant) -> bool:
    """Give every function made of the original code the mutant's; whether there are any."""
    path = str(mutant.path)
    mutated = {_key(code): code for code in _codes(compile(mutant.source, path, "exec", dont_inherit=True))}
    # What was frozen is not listed.
    gc.unfreeze()
    originals = [found for found in gc.get_objects() if isinstance(found, FunctionType)]
    originals = [found for found in originals if _key(found.__code__) == (path, *(mutant.function or ()))]
    for original in originals:
        original.__code__ = mutated[_key(original.__code__)]
    return bool(originals)


def _key(code: CodeType) -> Function:
    return code.co_filename, code.co_firstlineno, code.co_name


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)
