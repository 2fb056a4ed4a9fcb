"""A whole preliminary whose 1,200 people each have a chat, with a simulator of Telegram beside it."""

import asyncio
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from bots.telegram.channel import TelegramChannel, connected
from services.access.grants import Grants
from services.delivery.channel import Outcome
from services.delivery.dispatching import Dispatcher
from services.delivery.links import Links
from services.delivery.pacing import Pace
from services.delivery.senders import Sender
from services.desk.correspondence import Correspondence
from services.notices.notice import Notice
from services.notices.registry import note
from services.notices.rendering import Message
from services.notices.store import NoticeStore
from shared.database import Database
from tests.bench.tournaments import SEATING, Venue
from tests.simulators.telegram import TOKEN, Telegram, simulating

ID = "t"
PEOPLE = 1_200
_FIRST_CHAT = 10_000
_PATIENCE = 300.0


class Running:
    """A clock that runs from a moment of the tournament on, by day, so that nothing waits for the morning."""

    def __init__(self, begin: datetime) -> None:
        self._ahead = begin - datetime.now(UTC)

    def now(self) -> datetime:
        return datetime.now(UTC) + self._ahead


class MadeUp(Correspondence):
    """The desk's, for notices that no event led to."""

    def recorded_at(self, tournament_id: str, seq: int) -> datetime:
        return SEATING


class Silent:
    """A channel that takes everything and does nothing."""

    name = "telegram"

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        return Outcome("sent", remote="1")

    async def close(self) -> None:
        pass


class Hall:
    """The tournament, its links, and whoever tells its people things.

    Args:
        channel: by which its people are told.
        where: gives the address of an entrant by number; their chat by default.
    """

    def __init__(
        self,
        folder: str,
        channel: str = "telegram",
        where: Callable[[int], str] = lambda number: str(chat_of(number)),
    ) -> None:
        self.venue = Venue(f"sqlite:///{folder}/log.db", f"sqlite:///{folder}/vault.db")
        self.venue.preliminary(ID)
        self.clock = Running(SEATING)
        self.database: Database = self.venue.log.database
        self.people = MadeUp(self.venue.desk)
        grants = Grants(self.database, self.clock, lambda: b"of the hall")
        self.links = Links(grants, self.venue.vault, self.people)
        for number in range(1, PEOPLE + 1):
            self.links.link(ID, f"entrant:{number:04}", channel, where(number))
        self._seq = self.venue.log.head(ID).seq
        # What the registrations led to is out of the way before anything is measured.
        asyncio.run(self._flush())

    def close(self) -> None:
        self.venue.close()

    def dispatcher(self, sender: Sender) -> Dispatcher:
        """To be made in the loop that runs it."""
        return Dispatcher(self.database, self.links, self.people, self.clock, [sender])

    def write(self, kind: str, audience: str = "everyone", times: int = 1, **parameters: str) -> list[Notice]:
        """Notices as a policy would write them; none takes the place of another."""
        written = []
        for _ in range(times):
            self._seq += 1
            written.append(note(self._seq, kind, audience, **parameters))  # type: ignore[arg-type]
        with self.database.writing() as driver:
            for write in NoticeStore(self.database).writes(ID, written):
                self.database.run(driver, write.statement, write.rows)
        return written

    def done(self, notices: Sequence[Notice]) -> bool:
        """Whether these notices are fanned out, and nothing is waiting or under way any more."""
        fanned = "SELECT count(*) FROM fan_out WHERE tournament_id = ? AND status = 'done' AND notice = ?"
        waiting, begun = (
            f"SELECT 1 FROM delivery WHERE status = '{status}'" for status in ("pending", "started")
        )
        left = f"{waiting} UNION ALL {begun} LIMIT 1"
        with self.database.reading() as driver:
            if driver.execute(left).fetchone() is not None:
                return False
            return all(driver.execute(fanned, (ID, notice.dedupe_key)).fetchone()[0] for notice in notices)

    async def blast(self, sender: Sender, times: int) -> int:
        """Results to everyone, so many times, by the whole dispatcher; returns when each is settled."""
        notices = self.write("results-published", times=times, stage="preliminary", version="1")
        dispatcher = self.dispatcher(sender)
        running = asyncio.create_task(dispatcher.run())
        deadline = monotonic() + _PATIENCE
        while not await asyncio.to_thread(self.done, notices):
            if monotonic() > deadline:
                raise TimeoutError("the blast does not come to its end")
            await asyncio.sleep(0.02)
        dispatcher.stop()
        await running
        return times * PEOPLE

    async def _flush(self) -> None:
        dispatcher = self.dispatcher(Sender(Silent(), Pace(None, 0.0)))
        await dispatcher.drain()
        await dispatcher.close()


def chat_of(number: int) -> int:
    """The chat of an entrant, by number."""
    return _FIRST_CHAT + number


def over_telegram(telegram: Telegram, pace: Pace, connections: int = 64) -> Sender:
    return Sender(TelegramChannel(connected(TOKEN, telegram.url, connections)), pace)


@contextmanager
def hall(parent: str, *options: str) -> Iterator[tuple[Hall, Telegram]]:
    """A hall in a folder of its own, and a simulator that keeps its transcript there."""
    with (
        tempfile.TemporaryDirectory(dir=parent) as folder,
        simulating(Path(folder), "--any-chat", *options) as telegram,
    ):
        hall = Hall(folder)
        try:
            yield hall, telegram
        finally:
            hall.close()
