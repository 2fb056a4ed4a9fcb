"""A dispatcher in a process of its own that is killed at a given step."""

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from multiprocessing import connection
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from services.access.grants import Grants
from services.delivery import dispatching
from services.delivery.channel import Channel
from services.delivery.deliveries import Deliveries
from services.delivery.dispatching import Dispatcher
from services.delivery.fanning_out import FanOut
from services.delivery.links import Links
from services.delivery.pacing import Pace
from services.delivery.senders import Sender
from shared.database import Database
from shared.logs import set_up_logs
from shared.vault import Vault
from tests.conftest import VAULT_SECRET
from tests.delivery.given import NOON, FileChannel, book, guided
from tests.forking import processes

HELD_FOR = timedelta(seconds=0.6)
Point = Literal[
    "in a page of the fan-out",
    "between pages",
    "before the attempts are durable",
    "after the attempts are durable",
    "after the channel took it",
    "before the settlement",
    "in the settlement",
    "after the settlement",
]
_PATIENCE = 120.0
"""Seconds after which a dispatcher is taken to hang."""


class Shifted:
    """A clock that runs, from noon on: a test at night must not wait for the morning."""

    def __init__(self, by: timedelta) -> None:
        self._by = by

    def now(self) -> datetime:
        return datetime.now(UTC) + self._by


class Place:
    """Where a dispatcher works and whom it tells."""

    def __init__(self, url: str, vault_url: str, file: Path, count: int) -> None:
        self.url, self.vault_url, self.file, self.count = url, vault_url, file, count
        self.clock = Shifted(NOON - datetime.now(UTC))

    def dispatcher(self, owner: str, page: int = 500, then: Callable[[], None] = lambda: None) -> Dispatcher:
        database, clock = Database(self.url), self.clock
        people = guided(book(self.count, clock.now()))
        grants = Grants(database, clock, lambda: VAULT_SECRET)
        links = Links(grants, Vault(self.vault_url, VAULT_SECRET), people)
        sender = Sender(self.channel(then), Pace(None, 0.0))
        dispatcher = Dispatcher(database, links, people, clock, [sender], owner=owner, held_for=HELD_FOR)
        dispatcher.fan_out.page = page
        return dispatcher

    def channel(self, then: Callable[[], None]) -> Channel:
        """What it tells them by; `then` is called when a message was taken."""
        return FileChannel(self.file, then)


class Doomed:
    """A dispatcher that runs until it comes to a step for the nth time, says so and stands still there.

    Without a step it runs until all is done, and ends.
    """

    def __init__(self, place: Place, point: Point | None, times: int = 1, name: str = "doomed") -> None:
        self.receiver, sender = processes.Pipe(duplex=False)
        given = (place, point, times, name, sender)
        self.process = processes.Process(target=_run, args=given, daemon=True)
        self.process.start()
        sender.close()

    def came(self) -> bool:
        """Wait until it has come to its step; False when all was done before."""
        try:
            if not self.receiver.poll(_PATIENCE):
                self._signal(signal.SIGKILL)
                raise AssertionError("the dispatcher neither came to its step nor to an end")
            return self.receiver.recv_bytes() == b"here"
        except EOFError:
            return False

    def kill(self) -> bool:
        """Wait until it has come to its step, and kill it there; False when all was done before."""
        came = self.came()
        if came:
            self._signal(signal.SIGKILL)
        self.process.join()
        assert self.process.exitcode == (-signal.SIGKILL if came else 0)
        return came

    def _signal(self, which: signal.Signals) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, which)


def first_to_come(racing: Sequence[Doomed]) -> Doomed:
    """Whichever comes to its step or to its end first; the others may be waiting for it."""
    ready = connection.wait([doomed.receiver for doomed in racing], _PATIENCE)
    return next(doomed for doomed in racing if doomed.receiver in ready)


def _run(place: Place, point: Point | None, times: int, name: str, pipe: "Connection[Any, Any]") -> None:
    set_up_logs("console", "error")
    left = [times]

    def here() -> None:
        left[0] -= 1
        if left[0] == 0:
            pipe.send_bytes(b"here")
            os.kill(os.getpid(), signal.SIGSTOP)

    def before(call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*given: Any) -> Any:
            here()
            return call(*given)

        return wrapped

    def behind(call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*given: Any) -> Any:
            answer = call(*given)
            here()
            return answer

        return wrapped

    then: Callable[[], None] = lambda: None  # noqa: E731
    match point:
        case "in a page of the fan-out":
            Deliveries.add = behind(Deliveries.add)  # type: ignore[method-assign]
        case "between pages":
            FanOut.next_page = behind(FanOut.next_page)  # type: ignore[method-assign]
        case "before the attempts are durable":
            Deliveries.start = before(Deliveries.start)  # type: ignore[method-assign]
        case "after the attempts are durable":
            Deliveries.start = behind(Deliveries.start)  # type: ignore[method-assign]
        case "after the channel took it":
            then = here
        case "before the settlement":
            Deliveries.settle = before(Deliveries.settle)  # type: ignore[method-assign]
        case "in the settlement":
            Deliveries.settle = behind(Deliveries.settle)  # type: ignore[method-assign]
        case "after the settlement":
            Dispatcher._settle = _after(Dispatcher._settle, here)  # type: ignore[method-assign]
    dispatching.LEASE_EVERY = 0.05
    database = Database(place.url)
    asyncio.run(_until_done(place.dispatcher(name, 7, then), database))
    pipe.send_bytes(b"done")


def _after(call: Callable[..., Any], here: Callable[[], None]) -> Callable[..., Any]:
    async def wrapped(*given: Any) -> None:
        over = bool(given[0]._over)
        await call(*given)
        if over:
            here()

    return wrapped


async def _until_done(dispatcher: Dispatcher, database: Database) -> None:
    running = asyncio.create_task(dispatcher.run())
    while await asyncio.to_thread(work_left, database):
        await asyncio.sleep(0.05)
    dispatcher.stop()
    await running


def work_left(database: Database) -> bool:
    """Whether anything is still to be taken in, fanned out, sent or settled."""
    with database.reading() as driver:
        last = driver.execute("SELECT max(seq) FROM notice").fetchone()[0]
        taken = driver.execute("SELECT max(seq) FROM fan_out_position").fetchone()[0]
        fanning = driver.execute("SELECT count(*) FROM fan_out WHERE status = 'open'").fetchone()[0]
        under_way = "SELECT count(*) FROM delivery WHERE status = 'pending' OR status = 'started'"
        return (taken or 0) < (last or 0) or fanning > 0 or driver.execute(under_way).fetchone()[0] > 0
