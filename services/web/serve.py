"""Serving the web: a few processes on one socket, kept alive until Ctrl-C."""

import multiprocessing
import os
import signal
import socket
import tempfile
from collections.abc import Callable
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection as Pipe
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import TYPE_CHECKING

from services.web.front.apart import NICENESS
from services.web.front.supervisor import Start, Supervisor
from services.web.front.worker import BACKLOG, compute, work
from services.web.measures import SHARED_FOLDER
from shared.problems import Problem, ProblemType
from shared.settings import Settings

if TYPE_CHECKING:
    from services.web.app import Web

_MOST_WORKERS = 2
_APART = True
"""Whether what is costly has a process of its own."""

ADDRESS_IN_USE = ProblemType("address-in-use", 503)

Loader = Callable[[], "Web"]


def serve(settings: Settings, load: Loader) -> None:
    """Serve until stopped by SIGINT or SIGTERM.

    Each worker process makes the application for itself, so `load` has to be picklable: a function of a
    module, or a `functools.partial` of one with settings. Workers have no lifetime: what they hold in memory
    is what makes them fast.

    Args:
        settings: for the address, and to serve a database in memory from one process only.
        load: makes the application in each worker.

    Raises:
        Problem: address-in-use, or why a worker that died cannot be started again.
    """
    # Started by the first worker otherwise, and it would then unblock Ctrl-C (see `_Starter`).
    resource_tracker.ensure_running()
    with (
        listening_socket(settings) as listening,
        tempfile.TemporaryDirectory(prefix="tileledger-figures-") as folder,
    ):
        os.environ[SHARED_FOLDER] = folder
        starter = _Starter(load)
        apart = Path(folder) / "costly" if _APART and not _in_memory(settings) else None
        serving: Start = partial(starter.start, work, listening, apart, settings)
        starts = [serving] * _workers(settings)
        # What is costly is worked on in the workers while its process is away, so it may be.
        spare = [] if apart is None else [partial(starter.start_below, compute, apart)]
        try:
            Supervisor(starts, _passing, spare).run()
        finally:
            os.environ.pop(SHARED_FOLDER, None)


class _Starter:
    """Starts processes anew, not as copies, so that no connection or lock of this one lives on in them."""

    def __init__(self, load: Loader) -> None:
        self._load = load
        self._spawning = multiprocessing.get_context("spawn")

    def start(self, target: Callable[..., None], *handed: object) -> tuple[SpawnProcess, Pipe]:
        """Start a process; what it is and where it says why it cannot start."""
        heard, connection = self._spawning.Pipe(duplex=False)
        process = self._spawning.Process(
            target=target,
            args=handed,
            kwargs={"reason": connection, "load": self._load},
            name="tileledger-web",
            daemon=True,
        )
        # Not interrupted while it starts either, before it can say so for itself.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        connection.close()
        return process, heard

    def start_below(self, target: Callable[..., None], *handed: object) -> tuple[SpawnProcess, Pipe]:
        """Start a process that gives way to all others."""
        process, heard = self.start(target, *handed)
        if process.pid is not None:
            os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
        return process, heard


def _passing(problem: Problem) -> bool:
    """Whether a worker's reason for not starting goes away without anyone's decision."""
    return problem.code == "database-unreachable" or problem.kind.retry_after is not None


def _in_memory(settings: Settings) -> bool:
    """Whether no other process can have this database."""
    return settings.database_url in ("sqlite://", "sqlite:///:memory:")


def _workers(settings: Settings) -> int:
    if _in_memory(settings):
        return 1
    return max(1, min(_MOST_WORKERS, os.cpu_count() or 1))


def listening_socket(settings: Settings) -> socket.socket:
    """The socket all workers accept from, so that what waits for one that dies is taken by another.

    Raises:
        Problem: address-in-use.
    """
    listening = None
    try:
        found = socket.getaddrinfo(
            settings.bind_host, settings.bind_port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
        )
        family, kind, protocol, _, address = found[0]
        # With the protocol named, asyncio switches off Nagle's delay on what is accepted.
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listening.bind(address)
        listening.listen(BACKLOG)
        listening.setblocking(False)
    except OSError as error:
        if listening is not None:
            listening.close()
        raise ADDRESS_IN_USE(address=settings.bind, detail=error.strerror or str(error)) from error
    return listening
