"""The dispatcher: the one owner that takes notices in, fans them out, sends, and writes down what came of it.

An attempt is durable before its call and settled after it, both for many at once. What stands in between is
bounded: no more is begun than goes out in about a second, and what is urgent overtakes the rest.
"""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Protocol, TypeVar

from services.delivery.attempts import Attempts, Waiting
from services.delivery.channel import CarriesFiles, Marks, Outcome
from services.delivery.clock_rollback import ClockWatch
from services.delivery.composing import Composer, Letter
from services.delivery.copy_detection import Lineage
from services.delivery.correspondents import Correspondents
from services.delivery.deliveries import Deliveries
from services.delivery.emails import Emails
from services.delivery.fanning_out import FanOut
from services.delivery.holding import Held, Holding
from services.delivery.inviting import no_bot
from services.delivery.lease import HELD_FOR, Lease, LeaseLost
from services.delivery.links import Links
from services.delivery.message_updates import Marked, Marking
from services.delivery.muting import Muting
from services.delivery.personal_pages import PersonalPages
from services.delivery.reaching import Reaching
from services.delivery.senders import Sender, UnderWay, room_left
from services.delivery.startup_recovery import StartupRecovery
from services.notices.kinds import Lane
from services.notices.store import NoticeStore
from shared.clock import Clock
from shared.database import Database
from shared.logs import logger
from shared.metrics import counter
from shared.problems import error_name

log = logger(__name__)
ATTEMPTS = counter("delivery_attempts", "Attempts to tell people, by what is known", ["channel", "known"])
R = TypeVar("R")
LEAST_URGENT: Lane = 3

LOOK_EVERY = 0.25
"""Seconds between looks for something to do."""
SETTLE_WITHIN = 0.05
"""Seconds an outcome waits at most for others to be settled along with it."""
RECOVER_EVERY = 1.0
STEP_WITHIN = 30.0
"""Seconds within which every step of the owner is done again, while all is well."""
LEASE_EVERY = 2.0
MARK_EVERY = 2.0
"""Seconds between looks for messages to be changed that are in chats already."""
_UNCAPPED_ROOM = 512
_LAST_CALLS = 10.0


class Alerting(Protocol):
    """Tells whoever runs this, at once. Never raises."""

    async def stopped(self, channel: str, why: str) -> None: ...

    async def muted(self, why: str) -> None: ...

    async def held(self, held: Sequence[Held]) -> None: ...


class Dispatcher:
    """Runs until it is told to stop; idle while another holds the lease.

    Args:
        links: whom addresses stand for.
        senders: channels with their paces, shared with whatever else sends over them.
        site: where the public pages are, "" if they are not public.
        alerts: told when a channel stops, when all is muted, and when something waits for a word.
        owner: who holds the lease, for people to read.
        lease: shared with whatever else this process may only do as the owner; its own by default.
        held_for: how long the lease is held without being renewed.
        noted: told by name what was just done without trouble, and within how many seconds it comes again;
            None: it is no longer done here.
        lineage: tells a copy of the database; None: it is not looked for.
        links_begin: gives what a personal link to the bot begins with.
        page_of: gives the page that a push leads to, by tournament and recipient.
        pages: personal pages and their codes; None where there are none.
    """

    def __init__(
        self,
        database: Database,
        links: Links,
        correspondents: Correspondents,
        clock: Clock,
        senders: Sequence[Sender],
        *,
        site: str = "",
        alerts: Alerting | None = None,
        owner: str | None = None,
        lease: Lease | None = None,
        held_for: timedelta = HELD_FOR,
        noted: Callable[[str, float | None], None] = lambda name, within: None,
        lineage: Lineage | None = None,
        links_begin: Callable[[], str] = no_bot,
        page_of: Callable[[str, str], str] = lambda tournament_id, recipient: "",
        pages: PersonalPages | None = None,
    ) -> None:
        self._noted = noted
        self.senders: Mapping[str, Sender] = {sender.channel.name: sender for sender in senders}
        named = owner or f"{socket.gethostname()}:{os.getpid()}"
        self.lease = lease or Lease(database, clock, named, held_for)
        self._token = 0
        self.muting = Muting(database, clock)
        self._watch = ClockWatch(clock)
        deliveries = Deliveries(database)
        emails = Emails(correspondents, links)
        notices = NoticeStore(database)
        longest_beside = {
            name: sender.channel.longest_beside_file
            for name, sender in self.senders.items()
            if isinstance(sender.channel, CarriesFiles)
        }
        composer = Composer(
            notices, correspondents, links, emails, site, links_begin, page_of, pages, longest_beside
        )
        reaching = Reaching(correspondents, links, emails)
        self.fan_out = FanOut(
            database, correspondents, deliveries, reaching, clock, self._usable_channels, self._alerted
        )
        self.attempts = Attempts(
            database,
            correspondents,
            deliveries,
            links,
            emails,
            composer,
            self.muting,
            self.lease,
            clock,
            self.senders.keys(),
            lineage,
        )
        self._marking = Marking(database, correspondents, links, self.lease, clock)
        self._lineage = lineage
        self.holding = Holding(database)
        self._startup_recovery = StartupRecovery(
            self.lease,
            lineage,
            self.attempts,
            self.fan_out,
            self.muting,
            self.holding,
            correspondents,
            clock,
        )
        self._alerts = alerts
        self._threads = ThreadPoolExecutor(3, "delivery")
        self._under_way: dict[str, UnderWay] = {}
        self._over: list[tuple[Letter, Outcome]] = []
        self._news = asyncio.Event()
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """End `run` once what is under way is settled."""
        self._stopping.set()
        self._news.set()

    async def run(self) -> None:
        """Send until told to stop. Trouble with the database is waited out."""
        try:
            while not self._stopping.is_set():
                try:
                    if await self._in_thread(self.lease.acquire):
                        self._noted("dispatcher", None)
                        await self._as_owner()
                    self._noted("dispatcher", STEP_WITHIN)
                except LeaseLost:
                    log.warning("delivery_lease_lost")
                except Exception as error:
                    log.error("delivery_interrupted", error=error_name(error))
                await self._rest(self._stopping, LEASE_EVERY)
        finally:
            await self.close()

    async def drain(self) -> None:
        """Take in, fan out, send and settle everything that is due now. For tests and single runs.

        Raises:
            LeaseLost: another owner has the lease.
        """
        if not await self._in_thread(self.lease.acquire):
            raise LeaseLost
        await self._in_thread(self._startup_recovery.look)
        while await self._in_thread(self._plan):
            pass
        while await self._begin() or self._under_way:
            calls = [under_way.call for under_way in self._under_way.values()]
            if calls:
                await asyncio.wait(calls)
            await self._settle()
        await self._mark()

    async def close(self) -> None:
        """Let another have the lease, and close the channels."""
        try:
            if self._lineage is not None:
                await self._in_thread(partial(self._lineage.rest, self.lease))
            await self._in_thread(self.lease.release)
        except Exception as error:
            log.warning("delivery_lease_not_released", error=error_name(error))
        for sender in self.senders.values():
            await sender.channel.close()
        self._threads.shutdown()

    # As the owner

    async def _as_owner(self) -> None:
        self._token = self.lease.token
        log.info("delivery_lease_taken", number=self._token)
        found = await self._in_thread(self._startup_recovery.look)
        if found.muted and self._alerts is not None:
            await self._alerts.muted(found.muted)
        if found.held and self._alerts is not None:
            await self._alerts.held(found.held)
        steps = (self._planning_step, self._sending_step, self._settling_step, self._marking_step)
        tasks = [asyncio.create_task(self._repeat(step)) for step in steps]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for step in steps:
                self._noted(_named(step), None)
            await self._let_go()

    async def _repeat(self, step: Callable[[], Awaitable[None]]) -> None:
        """Again and again; what the database does wrong is waited out, so that no outcome is lost with it."""
        while not self._stopping.is_set():
            try:
                await step()
                self._noted(_named(step), STEP_WITHIN)
            except LeaseLost:
                raise
            except Exception as error:
                log.error("delivery_step_failed", step=step.__name__, error=error_name(error))
                await self._rest(self._stopping, RECOVER_EVERY)

    async def _planning_step(self) -> None:
        if self.lease.token != self._token:
            # Lost and taken again by another part of this process: what lies between is to be recovered.
            raise LeaseLost
        if by := self._watch.put_back():
            await self._in_thread(partial(self.attempts.put_back, by))
        if await self._in_thread(self._plan):
            self._news.set()
        else:
            await self._in_thread(self.lease.keep)
            await self._rest(self._stopping, LOOK_EVERY)

    async def _sending_step(self) -> None:
        self._news.clear()
        if not await self._begin():
            await self._rest(self._news, LOOK_EVERY)

    async def _settling_step(self) -> None:
        await self._rest(self._stopping, SETTLE_WITHIN)
        await self._settle()

    async def _marking_step(self) -> None:
        await self._mark()
        await self._rest(self._stopping, MARK_EVERY)

    async def _mark(self) -> None:
        """Change a page of messages that are in chats; what does not go through comes again the next time."""
        muted = [other.tournament for other in await self._in_thread(self.muting.muted)]
        for name, sender in self.senders.items():
            channel = sender.channel
            if sender.stopped or sender.pace.paused() or not isinstance(channel, Marks) or "" in muted:
                continue
            done: list[Marked] = []
            for marked in await self._in_thread(partial(self._marking.due, name, muted)):
                await sender.pace.turn(marked.address_id, LEAST_URGENT)
                outcome = await channel.mark(marked.where, marked.remote, marked.mark)
                if outcome.known == "wait":
                    sender.pace.pause(outcome.seconds)
                    break
                # What is refused, as for a message that was deleted, does no harm and is let be.
                if outcome.known not in ("not_sent", "unknown", "stop"):
                    done.append(marked)
            await self._in_thread(partial(self._marking.settle, done))

    def _plan(self) -> bool:
        taken = self.fan_out.take_in(self.lease)
        return self.fan_out.next_page(self.lease) or taken > 0

    async def _begin(self) -> int:
        """Begin as many attempts as there is room for; how many."""
        begun = 0
        for name, sender in self.senders.items():
            under_way = [under_way for under_way in self._under_way.values() if under_way.channel == name]
            most = max(2, round(sender.pace.rate)) if sender.pace.rate else _UNCAPPED_ROOM
            room, upto = room_left([under_way.lane for under_way in under_way], most)
            if sender.stopped or sender.pace.paused() or not room:
                continue
            addresses = {
                under_way.address_id: under_way.lane
                for under_way in sorted(under_way, key=lambda under_way: under_way.lane, reverse=True)
            }
            waiting = Waiting(name, room, upto, addresses, sender.pace.cooling, sender.pace.each)
            for letter in await self._in_thread(partial(self.attempts.begin, waiting)):
                call = asyncio.create_task(self._send(sender, letter))
                delivery = letter.delivery
                self._under_way[delivery.id] = UnderWay(name, delivery.address_id, delivery.lane, call)
                begun += 1
        return begun

    async def _send(self, sender: Sender, letter: Letter) -> None:
        try:
            await sender.pace.turn(letter.delivery.address_id, letter.delivery.lane)
        except asyncio.CancelledError:
            self._over.append((letter, Outcome("not_sent", why="the dispatcher stopped before")))
            raise
        outcome = Outcome("stop", why=sender.stopped)
        if not sender.stopped:
            try:
                outcome = await sender.channel.send(letter.where, letter.message, letter.delivery.id)
            except Exception as error:
                # A channel says what it knows; one that raises has said nothing.
                log.error("channel_raised", channel=sender.channel.name, error=error_name(error))
                outcome = Outcome("unknown", why=f"no answer came ({type(error).__name__})")
        self._over.append((letter, outcome))
        ATTEMPTS.labels(sender.channel.name, outcome.known).inc()
        if outcome.known == "wait":
            sender.pace.pause(outcome.seconds)
        elif outcome.known == "stop" and not sender.stopped:
            sender.stopped = outcome.why or "it cannot be used"
            log.error("channel_stopped", channel=sender.channel.name)
            if self._alerts is not None:
                await self._alerts.stopped(sender.channel.name, sender.stopped)

    async def _settle(self) -> None:
        over, self._over = self._over, []
        if not over:
            return
        try:
            await self._in_thread(partial(self.attempts.settle, over))
        except Exception:
            self._over = over + self._over
            raise
        for letter, _ in over:
            self._under_way.pop(letter.delivery.id, None)
        self._marking.wake(letter.delivery.tournament_id for letter, _ in over)
        self._news.set()

    async def _let_go(self) -> None:
        """Settle what can be; the rest is found as begun by the next owner, and is then unknown."""
        calls = [under_way.call for under_way in self._under_way.values()]
        if self._stopping.is_set() and calls:
            await asyncio.wait(calls, timeout=_LAST_CALLS)
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        try:
            await self._settle()
        except Exception as error:
            log.warning("outcomes_not_settled", count=len(self._over), error=error_name(error))
        self._under_way.clear()
        self._over.clear()

    def _alerted(self) -> Sequence[str]:
        return [address for sender in self.senders.values() for address in sender.alerts]

    def _usable_channels(self) -> Iterable[str]:
        return self.senders

    async def _in_thread(self, work: Callable[[], R]) -> R:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _rest(self, until: asyncio.Event, seconds: float) -> None:
        """Until the event, or so long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(until.wait(), seconds)


def _named(step: Callable[[], Awaitable[None]]) -> str:
    return step.__name__.strip("_").removesuffix("_step")
