"""The processes of the web: those that serve, with uvicorn and the front, and one that computes for them."""

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import uvicorn

from services.web.front.askers import Rates
from services.web.front.connections import Connection, House
from services.web.front.front import Front
from services.web.front.heavy_worker import answer_there
from services.web.front.limits import Limits
from services.web.front.listening import BACKLOG
from services.web.parts import STOPPING
from shared.settings import Settings
from shared.told_to_stop import told_to_stop

if TYPE_CHECKING:
    from services.web.app import Web

_ACCEPTED_AT_ONCE = 16
"""So that two processes on one socket share a crowd between them."""
_SECONDS_TO_FINISH = 3
_SWITCH_SECONDS = 0.0005


def work(listening: socket.socket, apart: Path | None, settings: Settings, load: Callable[[], "Web"]) -> None:
    """Serve on the socket until told to stop. The whole life of a web process.

    Args:
        apart: where the process for costly requests listens, if there is one.

    Raises:
        Problem: the application cannot be made.
    """
    app = load()
    # A thread that computes gives way to the event loop after this long, not only after ten times as long.
    sys.setswitchinterval(_SWITCH_SECONDS)
    asyncio.run(_serve(listening, apart, settings, app))
    _end()


def compute(apart: Path, load: Callable[[], "Web"]) -> None:
    """Answer costly requests until told to stop. The whole life of the process for them.

    Raises:
        Problem: the application cannot be made.
    """
    asyncio.run(answer_there(load(), apart, Limits().costly_threads, STOPPING))
    _end()


def _end() -> None:
    """End at once: threads still at work would hold it up; what they do is atomic or read only."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


async def _serve(listening: socket.socket, apart: Path | None, settings: Settings, app: "Web") -> None:
    serving = Serving(app, settings, apart=apart)

    def stop() -> None:
        STOPPING.set()
        serving.stop()

    with told_to_stop(stop, signal.SIGTERM):
        await serving.run(listening)


class Serving:
    """The front and uvicorn on a socket. To be made in the event loop that runs it."""

    def __init__(
        self,
        app: "Web",
        settings: Settings,
        limits: Limits | None = None,
        rates: Rates | None = None,
        apart: Path | None = None,
    ) -> None:
        limits = limits or Limits()
        self._house = House(limits, asyncio.get_running_loop())
        self._front = Front(
            app,
            limits,
            rates or Rates(settings.rate_limits, limits.askers),
            streams=settings.most_streams,
            trusted_proxies=settings.trusted_proxies,
            apart=apart,
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
