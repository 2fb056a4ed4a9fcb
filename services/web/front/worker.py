"""One worker process: uvicorn on a socket that all workers share, with the front before the application."""

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection as Pipe
from typing import TYPE_CHECKING, Any, cast

import msgspec
import uvicorn

from services.web.front.connections import Connection, House
from services.web.front.front import Front
from services.web.front.limits import Limits
from services.web.front.rates import Rates
from services.web.front.supervisor import Refusal
from services.web.stopping import STOPPING
from shared.problems import Problem
from shared.settings import Settings
from shared.tethered import end_with

if TYPE_CHECKING:
    from services.web.app import Web

BACKLOG = 1024
_ACCEPTED_AT_ONCE = 16
"""So that two processes on one socket share a crowd between them."""
_SECONDS_TO_FINISH = 3
_SWITCH_SECONDS = 0.0005


def work(listening: socket.socket, reason: Pipe, settings: Settings, load: Callable[[], "Web"]) -> None:
    """Serve on the socket until told to stop. The whole life of a worker process.

    Args:
        reason: takes why the application cannot be made, should it be so.
    """
    # A terminal sends Ctrl-C to the whole group; the supervisor, who gets it too, tells its workers to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        end_with(parent.pid)
    try:
        app = load()
    except Problem as problem:
        reason.send_bytes(msgspec.json.encode(Refusal.of(problem)))
        os._exit(1)
    reason.close()
    # A thread that computes gives way to the event loop after this long, not only after ten times as long.
    sys.setswitchinterval(_SWITCH_SECONDS)
    asyncio.run(_serve(listening, settings, app, STOPPING))
    sys.stdout.flush()
    sys.stderr.flush()
    # Threads that are still at work would hold up the end; what they do is atomic or read only.
    os._exit(0)


async def _serve(listening: socket.socket, settings: Settings, app: "Web", stopping: threading.Event) -> None:
    serving = Serving(app, settings)

    def stop() -> None:
        stopping.set()
        serving.stop()

    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop)
    await serving.run(listening)


class Serving:
    """The front and uvicorn on a socket. To be made in the event loop that runs it."""

    def __init__(
        self, app: "Web", settings: Settings, limits: Limits | None = None, rates: Rates | None = None
    ) -> None:
        limits = limits or Limits()
        self._house = House(limits, asyncio.get_running_loop())
        self._front = Front(
            app,
            limits,
            rates or Rates(settings.rate_limits, limits.askers),
            streams=settings.most_streams,
            trusted_proxies=settings.trusted_proxies,
        )
        # It tells of every request that is cut off; what fails on this side is logged by the front.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        self._server = _Server(
            uvicorn.Config(
                cast(Any, self._front),
                http=cast(Any, partial(Connection, self._house)),
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                backlog=_ACCEPTED_AT_ONCE,
                timeout_keep_alive=limits.idle_seconds,
                timeout_graceful_shutdown=_SECONDS_TO_FINISH,
            )
        )

    async def run(self, listening: socket.socket) -> None:
        """Serve until stopped."""
        looking = asyncio.create_task(self._house.keep_deadlines())
        try:
            await self._server.serve(sockets=[listening])
        finally:
            looking.cancel()

    def stop(self) -> None:
        """Take nothing new, and end once what is under way has ended, or in a few seconds."""
        self._front.stop()
        self._server.should_exit = True


class _Server(uvicorn.Server):
    """uvicorn's server without its handling of signals, which are the supervisor's."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # One number says how many are accepted at once and how many may wait for that; these should be more.
        for listening in sockets or ():
            listening.listen(BACKLOG)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
