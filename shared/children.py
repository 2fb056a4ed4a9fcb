"""Child processes: started with a name, and ended with the process that started them.

On Linux a process that only keeps others can first import what they need: each is then a copy of it, and what
was imported stands in the memory once for all of them. Such a process opens nothing and starts no thread, so
that no connection or lock crosses into a copy. Everywhere else each process is started anew.
"""

import ctypes
import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, ForkProcess, SpawnContext, SpawnProcess
from pathlib import Path
from typing import Any

from shared.collecting import collect_as_usual
from shared.problems import Problem
from shared.sendable import sendable

_PR_SET_PDEATHSIG = 1
_ENDING = {signal.SIGINT, signal.SIGTERM}
SECONDS_TO_STOP = 15.0
_may_copy = False


class Child:
    """A process that was started here.

    Args:
        process: it, as the standard library leads it.
        reading: where it says why it could not start, or what it found.
    """

    def __init__(self, process: ForkProcess | SpawnProcess, reading: Connection) -> None:
        self._process, self._reading = process, reading

    @property
    def pid(self) -> int:
        assert self._process.pid is not None, "it was started"
        return self._process.pid

    @property
    def sentinel(self) -> int:
        """Ready to be read once the process has ended (`multiprocessing.connection.wait`)."""
        return self._process.sentinel

    @property
    def exit_code(self) -> int | None:
        """None while it runs; a negative number is the signal that ended it."""
        return self._process.exitcode

    def refusal(self) -> Problem | None:
        """Why it ended before it did anything, if it said so."""
        if self._reading.poll():
            with suppress(EOFError):
                refusal = self._reading.recv()
                return refusal if isinstance(refusal, Problem) else None
        return None

    def answer(self) -> Any:
        """What its function returned, waited for.

        Raises:
            EOFError: it ended without an answer.
        """
        return self._reading.recv()

    def terminate(self) -> None:
        """Ask it to end, with SIGTERM."""
        self._process.terminate()

    def kill(self) -> None:
        """End it with SIGKILL."""
        self._process.kill()

    def join(self, seconds: float | None = None) -> None:
        """Wait until it has ended, no longer than this."""
        self._process.join(seconds)

    def close(self) -> None:
        """Forget a process that has ended."""
        self._reading.close()
        self._process.close()


def import_for_children(modules: Sequence[str]) -> bool:
    """Import modules, and have children be copies of this process from now on; False where that is not safe.

    To be called by a process that has opened no database and never will. What modules take from the
    environment when they are imported has to be there by now.
    """
    global _may_copy
    if sys.platform != "linux":
        return False
    # Garbage is not looked for meanwhile: it would leave gaps, and what is put into them later is copied.
    gc.disable()
    try:
        for module in modules:
            import_module(module)
    finally:
        gc.freeze()
        gc.enable()
    _may_copy = True
    return True


def start(name: str, function: Callable[..., object], *handed: object) -> Child:
    """Start a process that runs a function of a module.

    Args:
        name: as `ps -o comm` shows it, up to 15 characters.
        handed: what the function is called with; it has to be picklable, as has the function.

    Raises:
        OSError: it could not be started now.
    """
    context = _context()
    reading, writing = context.Pipe(duplex=False)
    handed_on = (name, os.getpid(), writing, function, handed)
    process = context.Process(target=_live, args=handed_on, name=name, daemon=True)
    try:
        with _signals_held_back():
            process.start()
    except BaseException:
        reading.close()
        raise
    finally:
        writing.close()
    return Child(process, reading)


def _context() -> ForkContext | SpawnContext:
    """Copies where this process is made for it and no thread runs that may hold a lock; else anew."""
    if _may_copy and threading.active_count() == 1:
        # A round of garbage collection writes into every object it looks at, and what is written to is
        # copied: in the child none looks at what was there before it.
        gc.freeze()
        return multiprocessing.get_context("fork")
    # Python starts it together with the first process otherwise, and lets signals through again then.
    resource_tracker.ensure_running()
    return multiprocessing.get_context("spawn")


def stop(children: Sequence[Child], seconds: float = SECONDS_TO_STOP) -> list[int]:
    """End processes with SIGTERM, and after so many seconds with SIGKILL; the ids of those killed."""
    for child in children:
        child.terminate()
    deadline, killed = time.monotonic() + seconds, []
    for child in children:
        child.join(max(0.0, deadline - time.monotonic()))
        if child.exit_code is None:
            killed.append(child.pid)
            child.kill()
            child.join()
    return killed


def _live(
    name: str, parent: int, writing: Connection, function: Callable[..., object], handed: Sequence[object]
) -> None:
    """The whole life of a child."""
    # A terminal sends Ctrl-C to the whole group; whoever started this one gets it too, and ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    _end_with(parent)
    if sys.platform == "linux":
        with suppress(OSError):
            Path("/proc/self/comm").write_text(name)
    collect_as_usual()
    try:
        answer = function(*handed)
    except Problem as problem:
        answer = sendable(problem)
    # Nobody listens any more if the parent was killed.
    with suppress(BrokenPipeError):
        writing.send(answer)
    sys.exit(1 if isinstance(answer, Problem) else 0)


def _end_with(parent: int) -> None:
    """Have this process get SIGTERM when the one that started it ends, even if that one is killed.

    Linux tells of the end of a parent; elsewhere a process that is left behind has to be ended by hand.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("whoever started this has ended")


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Hold back what ends processes while one is started, which lets it through once it is ready."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
