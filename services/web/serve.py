"""Serving the web: a few processes on one socket, kept alive until Ctrl-C.

The process that keeps them imports neither Flask nor the application, so that it takes little memory.
"""

import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from services.web.front.supervisor import Post, Supervisor
from shared.children import Child, start
from shared.problems import Problem
from shared.settings import Settings

if TYPE_CHECKING:
    from services.web.app import Web

NICENESS = 10
"""Of the process for costly requests, which gives way to all others."""
_MOST_WORKERS = 2
_APART = True
"""Whether what is costly has a process of its own."""

Loader = Callable[[], "Web"]


def serve(
    listening: socket.socket, settings: Settings, load: Loader, folder: Path, beside: Sequence[Post] = ()
) -> None:
    """Serve until stopped by SIGINT or SIGTERM.

    Each web process makes the application for itself, so `load` has to be picklable: a function of a
    module, or a `functools.partial` of one with settings. They have no lifetime: what they hold in memory
    is what makes them fast.

    Args:
        listening: what all web processes accept from.
        settings: to serve a database in memory from one process only.
        load: makes the application in each web process.
        folder: what they share (`services.web.figures.figures_together`).
        beside: other processes to keep meanwhile.

    Raises:
        Problem: why a web process that died cannot be started again.
    """
    apart = folder / "costly" if _APART and not _in_memory(settings) else None
    posts = [Post(partial(start, "tl-web", _work, listening, apart, settings, load))] * _workers(settings)
    if apart is not None:
        # What is costly is worked on in the others while its process is away, so it may be.
        posts.append(Post(partial(_start_below, apart, load), needed=False))
    Supervisor([*posts, *beside], _passing).run()


def _work(listening: socket.socket, apart: Path | None, settings: Settings, load: Loader) -> None:
    from services.web.front.worker import work

    work(listening, apart, settings, load)


def _compute(apart: Path, load: Loader) -> None:
    from services.web.front.worker import compute

    compute(apart, load)


def _start_below(apart: Path, load: Loader) -> Child:
    """Start the process for costly requests, with a lower priority."""
    child = start("tl-costly", _compute, apart, load)
    with suppress(ProcessLookupError):
        os.setpriority(os.PRIO_PROCESS, child.pid, NICENESS)
    return child


def _passing(problem: Problem) -> bool:
    """Whether a process's reason for not starting goes away without anyone's decision."""
    return problem.code == "database-unreachable" or problem.kind.retry_after is not None


def _in_memory(settings: Settings) -> bool:
    """Whether no other process can have this database."""
    return settings.database_url in ("sqlite://", "sqlite:///:memory:")


def _workers(settings: Settings) -> int:
    if _in_memory(settings):
        return 1
    return max(1, min(_MOST_WORKERS, os.cpu_count() or 1))
