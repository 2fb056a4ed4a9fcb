"""Serving the web: granian, with a few processes of blocking threads, stopped by Ctrl-C without a trace."""

import logging
import multiprocessing
import os
import signal
import socket
import tempfile
from collections.abc import Callable
from functools import partial
from typing import Any

from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.log import logger as granian_log
from granian.server import Server

from services.web.measures import SHARED_FOLDER
from services.web.stopping import note_signals
from shared.problems import ProblemType
from shared.settings import Settings
from shared.tethered import end_with

BLOCKING_THREADS = 4
"""For ordinary requests; streams and exports have threads of their own beside them."""

_MOST_WORKERS = 2
_BACKLOG = 1024
_SECONDS_TO_STOP = 5

ADDRESS_IN_USE = ProblemType(
    "address-in-use",
    503,
    "The web server cannot listen on {address}: {detail}. Stop what is there, or set TILELEDGER_BIND.",
    "網頁伺服器無法在 {address} 接聽：{detail}。請停止占用者，或設定 TILELEDGER_BIND。",
)

Loader = Callable[[], Any]


def serve(settings: Settings, load: Loader, *, workers: int | None = None) -> None:
    """Serve until stopped by SIGINT or SIGTERM.

    Each worker process makes the application for itself, so `load` has to be picklable: a function of a
    module, or a `functools.partial` of one with settings. Workers have no lifetime: what they hold in memory
    is what makes them fast.

    Args:
        settings: for the address, and to serve a database in memory from one process only.
        load: makes the application in each worker.
        workers: processes; one a core, at most two, by default.

    Raises:
        Problem: address-in-use.
    """
    _check_free(settings)
    # Workers start anew instead of as copies, so that no connection or lock of this process lives on in them.
    multiprocessing.set_start_method("spawn", force=True)
    with tempfile.TemporaryDirectory(prefix="tileledger-figures-") as folder:
        os.environ[SHARED_FOLDER] = folder
        try:
            server = Server(
                "tileledger",
                address=settings.bind_host,
                port=settings.bind_port,
                interface=Interfaces.WSGI,
                http=HTTPModes.http1,
                websockets=False,
                workers=workers or _workers(settings),
                blocking_threads=BLOCKING_THREADS + settings.most_streams,
                backlog=_BACKLOG,
                respawn_failed_workers=True,
                workers_kill_timeout=_SECONDS_TO_STOP,
                log_level=LogLevels.warning,
                log_access=False,
            )
            granian_log.addFilter(_worth_saying)
            server.serve(target_loader=partial(_in_worker, load), wrap_loader=False)
        finally:
            os.environ.pop(SHARED_FOLDER, None)


def _worth_saying(record: logging.LogRecord) -> bool:
    """Not that there are many threads: those beyond the few for requests mostly wait for their readers."""
    return "Python threads" not in record.getMessage()


def _in_worker(load: Loader) -> Any:
    """Make the application in a worker, which leaves Ctrl-C to the parent.

    A terminal sends it to the whole group. Interrupted and then told by the parent to stop, a worker would
    do neither in time.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        end_with(parent.pid)
    note_signals()
    return load()


def _workers(settings: Settings) -> int:
    if settings.database_url in ("sqlite://", "sqlite:///:memory:"):
        return 1
    return max(1, min(_MOST_WORKERS, os.cpu_count() or 1))


def _check_free(settings: Settings) -> None:
    """Say at once, in plain words, when the address cannot be had; granian would only log it."""
    try:
        family = socket.getaddrinfo(settings.bind_host, settings.bind_port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((settings.bind_host, settings.bind_port))
    except OSError as error:
        raise ADDRESS_IN_USE(address=settings.bind, detail=error.strerror or str(error)) from error
