"""tileledger worker: what happens by itself, in one process at a time however many are started."""

import asyncio
import os
import signal
import socket
from datetime import timedelta
from typing import TYPE_CHECKING

import typer

from shared.told_to_stop import told_to_stop

if TYPE_CHECKING:
    from services.wiring import Wiring

app = typer.Typer()

LEASE_EVERY = timedelta(seconds=5)


@app.command()
def worker() -> None:
    """Send notices, answer on Telegram, give reminders, watch the weather and call webhooks, until Ctrl-C.

    Of several workers on one database one acts at a time; another takes over when it is gone.
    """
    from services.wiring import wired
    from shared.collecting import collect_seldom
    from shared.logs import set_up_logs

    collect_seldom()
    with wired() as wiring:
        set_up_logs(wiring.settings.log_format, wiring.settings.log_level)
        wiring.tell_failed_checks()
        wiring.vault_guard.require_secret()
        asyncio.run(_until_signalled(wiring))


async def _until_signalled(wiring: "Wiring") -> None:
    stopping = asyncio.Event()
    with told_to_stop(stopping.set, signal.SIGINT, signal.SIGTERM):
        await work(wiring, stopping)


async def work(wiring: "Wiring", stopping: asyncio.Event) -> None:
    """Do all of it until `stopping` is set, then end in good order."""
    from services.delivery.lease import Lease
    from services.scheduler.scheduler import Tick
    from shared.logs import logger
    from shared.structs import understand_all

    log = logger(__name__)
    lease = Lease(wiring.database, wiring.clock, f"{socket.gethostname()}:{os.getpid()}")
    pulse = wiring.pulse("worker")
    scheduler = wiring.scheduler(lease, pulse)
    # Between ticks that are far apart the lease is kept, so that owners do not take turns.
    scheduler.add(Tick("lease", LEASE_EVERY, lease.acquire, owned=False))
    bot = wiring.telegram()
    senders = wiring.senders() if bot is None else [*wiring.senders(), bot.sender]
    dispatcher = wiring.dispatcher(lease, senders, pulse)
    # Threads work from now on.
    understand_all()
    sending = asyncio.create_task(dispatcher.run())
    # Only the owner polls, because Telegram lets only one.
    talking = None if bot is None else asyncio.create_task(bot.run(lambda: lease.token != 0))
    scheduler.start()
    pulse.start()
    log.info("worker_started", observatory=wiring.settings.hko_url)
    try:
        await stopping.wait()
    finally:
        await asyncio.to_thread(scheduler.close)
        if bot is not None and talking is not None:
            bot.stop()
            await talking
        dispatcher.stop()
        await sending
        lease.release()
        await asyncio.to_thread(pulse.close)
        log.info("worker_stopped")
