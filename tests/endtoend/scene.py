"""One tournament with everything around it: a worker on a clock that can be moved, phones, mail, weather."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from bots.telegram.owning import OwnedBot
from services.cli.worker import work
from services.delivery.lease import Lease
from services.delivery.ledger import Counts, Ledger
from services.delivery.pacing import Pace
from services.delivery.senders import Sender
from services.delivery.tables import delivery
from services.desk.answers import Answer
from services.scheduler.scheduler import Scheduler
from services.tournament.definition.founding import DefineTournament
from services.tournament.kernel.facts import Command
from services.tournament.people.importing import ImportEntrants
from services.tournament.play.paper import ImportResults, ResultRow
from services.wiring import Wiring
from shared.database import Database
from shared.heartbeat import Pulse
from shared.settings import load_settings
from tests.simulators.processes import get
from tests.simulators.telegram import PATIENCE, TOKEN, Telegram
from tests.unit.tournament.specs import S1, definition, hk_rules, hong_kong, registration
from tests.unit.tournament.stages import paper_rows

ID = "hk-2026"
SECRET = "a secret for tests, never used elsewhere"
_TICKS = timedelta(seconds=0.25)
_ALL = sa.select(delivery)
_Row = msgspec.defstruct("_Row", [(str(column.name), Any) for column in delivery.c])


class MovableClock:
    """A clock that runs, and can be put to any moment."""

    def __init__(self, moment: str) -> None:
        self.put(moment)

    def now(self) -> datetime:
        return datetime.now(UTC) + self._by

    def put(self, moment: str) -> None:
        """Now it is that time in Hong Kong, and time goes on from there."""
        self._by = hong_kong(moment).astimezone(UTC) - datetime.now(UTC)

    def jump(self, by: timedelta) -> None:
        self._by += by


class Parts(Wiring):
    """The program's own parts, with quick ticks, a disk that is not waited for, and a pace of choice."""

    def __init__(self, clock: MovableClock, folder: Path, rate: float | None, **settings: str) -> None:
        settings = {
            "DATABASE_URL": f"sqlite:///{folder / 'log.db'}",
            # Beside a log that is in PostgreSQL, too: its default place would be the checkout's own.
            "VAULT_URL": f"sqlite:///{folder / 'vault.db'}",
            "SECRET_KEY": SECRET,
            "HKO_URL": "http://127.0.0.1:9/",
            **settings,
        }
        environ = {f"TILELEDGER_{name}": value for name, value in settings.items()}
        super().__init__(load_settings(environ, folder), clock=clock)
        self._rate = rate

    def open_database(self) -> Database:
        return Database(self.settings.database_url, synchronous="OFF")

    def open_vault_database(self) -> Database:
        return Database(self.settings.vault_url, journal="DELETE", secure_delete=True, synchronous="OFF")

    def telegram(self) -> OwnedBot | None:
        bot = super().telegram()
        if bot is not None:
            bot.sender = Sender(bot.sender.channel, Pace(self._rate, 1.0 if self._rate else 0.0))
        return bot

    def scheduler(self, lease: Lease, pulse: Pulse | None = None) -> Scheduler:
        made, quick = super().scheduler(lease), Scheduler(lease.acquire, pulse)
        for tick in made.ticks:
            quick.add(msgspec.structs.replace(tick, every=_TICKS))
        return quick


class Scene:
    """The tournament, and what a test does to it and sees of it.

    Args:
        rate: of the Telegram sender; None for uncapped.
        settings: of the program, without their prefix.
    """

    def __init__(
        self, folder: Path, telegram: Telegram, moment: str, rate: float | None = None, **settings: str
    ) -> None:
        self.folder = folder
        self.telegram = telegram
        self.clock = MovableClock(moment)
        self.parts = Parts(
            self.clock, folder, rate, TELEGRAM_TOKEN=TOKEN, TELEGRAM_API_URL=telegram.url, **settings
        )
        self.chats: dict[str, int] = {}

    def close(self) -> None:
        self.parts.close()

    @contextmanager
    def worker(self) -> Iterator[None]:
        """The real worker in a thread of its own, until the block ends; it must end by itself then."""
        begun: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []
        failed: list[BaseException] = []

        async def run() -> None:
            stopping = asyncio.Event()
            begun.append((asyncio.get_running_loop(), stopping))
            await work(self.parts, stopping)

        def thread() -> None:
            try:
                asyncio.run(run())
            except BaseException as error:
                failed.append(error)

        running = threading.Thread(target=thread, name="worker")
        running.start()
        try:
            yield
        finally:
            self.wait(lambda: begun or failed, "the worker to begin")
            if begun and running.is_alive():
                begun[0][0].call_soon_threadsafe(begun[0][1].set)
            running.join(PATIENCE)
        assert not failed, failed
        assert not running.is_alive(), "the worker did not stop"

    # What is done

    def do(self, *commands: Command) -> Answer:
        for command in commands:
            answer = self.parts.desk.submit(ID, command, self.parts.operator)
        return answer

    def found(self, people: int, session: str = S1, room: int = 0, mailed: int = 0, **changes: Any) -> None:
        """The tournament with so many people in one session, Chinese and English in turn.

        Args:
            room: places left; mailed: how many of the people give an e-mail address.
        """
        places = max(people + room, 4)
        plan = definition(capacity=places, tables=-(-places // 4), quota=max(places, 16), **changes)
        self.do(DefineTournament(definition=plan, ruleset=hk_rules()))
        rows = tuple(
            registration(
                f"{place:04d}",
                session,
                language="zh" if place % 2 else "en",
                email=f"p{place}@example.org" if place <= mailed else "",
            )
            for place in range(1, people + 1)
        )
        self.do(ImportEntrants(entrants=rows))

    def play(self, session: str = S1) -> None:
        """Everyone plays the session on paper; at each table seat A wins, by more at a lower table."""
        entrant_nos = sorted(self.parts.desk.state(ID).sessions[session].entrants)
        rows: list[ResultRow] = []
        for table, place in enumerate(range(0, len(entrant_nos), 4), 1):
            seats = entrant_nos[place : place + 4]
            # What so many tiles can count; the sums differ from table to table, so that nobody is equal.
            games = []
            for loss in ((360 - table + number) // 3 for number in range(3)):
                game = [(str(loss * (len(seats) - 1)), 0)]
                game += [(str(-loss), loss // 10 + seat) for seat in range(1, len(seats))]
                games.append(game)
            rows += paper_rows(session, table, seats, games, len(rows) + 2)
        self.do(ImportResults(rows=tuple(rows)))

    def link(self, *recipients: str, chat: int | None = None) -> int:
        """A chat that stands for all of these."""
        number = chat or self.telegram.phone()
        for recipient in recipients:
            self.parts.links.link(ID, recipient, "telegram", str(number))
            self.chats[recipient] = number
        return number

    def link_all(self, first: int, last: int) -> None:
        """A chat each for these entrants."""
        made = self.telegram.ask("POST", "chats", {"count": last - first + 1})["chats"]
        for place, chat in zip(range(first, last + 1), made, strict=True):
            self.link(f"entrant:{place:04d}", chat=chat)

    # What is seen

    @property
    def types(self) -> list[str]:
        return [recorded.type for recorded in self.parts.log.read(ID, 0, 100_000)]

    def wait(self, until: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
        deadline = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < deadline, f"waited in vain for {what}"
            time.sleep(0.05)

    def settled(self, seconds: float = 2 * PATIENCE) -> None:
        """Wait until everything there is to tell has been told, or cannot be now."""
        self.wait(lambda: not self.work_left(), "everything to be told", seconds)

    def work_left(self) -> bool:
        with self.parts.database.reading() as driver:

            def count(sql: str) -> int:
                found: int = driver.execute(sql).fetchone()[0]
                return found

            return bool(
                count("SELECT count(*) FROM notice") > count("SELECT count(*) FROM fan_out")
                or count("SELECT count(*) FROM fan_out WHERE status = 'open'")
                or count("SELECT count(*) FROM delivery WHERE status = 'pending' OR status = 'started'")
            )

    def deliveries(self) -> list[Any]:
        """Every delivery, as its row."""
        database = self.parts.database
        rows = database.fetch(database.prepare(_ALL))
        return [_Row(*row) for row in rows]

    def knows(self, kind: str) -> bool:
        """Whether the ledger has a line of a notice of this kind."""
        return any(line.kind == kind for line in Ledger(self.parts.database).counts(ID))

    def counts(self, kind: str) -> Counts:
        """The ledger's line of the last notice of a kind that anyone was told."""
        lines = [counts for counts in Ledger(self.parts.database).counts(ID) if counts.kind == kind]
        return max(lines, key=lambda counts: (counts.sent > 0, counts.seq))

    def arrived(self) -> Counter[tuple[int, str]]:
        """How often each notice stands in each chat, by its reference, as the transcript has it."""
        return Counter(
            (line["chat"], reference_in(line["text"]))
            for line in self.telegram.transcript()
            if line["direction"] == "to_chat" and reference_in(line["text"])
        )

    def check_ledger(self) -> None:
        """Transcript and ledger say the same: what is noted as sent arrived once, and nothing else did."""
        sent = [
            delivery
            for delivery in self.deliveries()
            if (delivery.channel, delivery.status) == ("telegram", "sent")
        ]
        where = self.parts.links.where(ID, {delivery.address_id for delivery in sent})
        noted = Counter((int(where[delivery.address_id]), delivery.reference) for delivery in sent)
        assert self.arrived() == noted
        assert not noted or set(noted.values()) == {1}
        arrived = Counter(reference for _, reference in self.arrived().elements())
        mailed = Counter(
            delivery.reference
            for delivery in self.deliveries()
            if delivery.channel == "email" and delivery.status == "sent"
        )
        counted: Counter[str] = Counter()
        for line in Ledger(self.parts.database).counts(ID):
            # What one event leads to may share a reference: who qualified, and who may move up.
            counted[line.reference] += line.sent
        assert +counted == arrived + mailed


def reference_in(text: str) -> str:
    """The reference that a notice ends with; "" for what is none."""
    # Below a caption the simulator shows the name of the file.
    last = text.partition("\n📎 ")[0].rsplit("\n", 1)[-1]
    for begin, end in (("Notice ", ", replaces"), ("通知 ", "，取代")):
        if last.startswith(begin):
            return last.removeprefix(begin).partition(end)[0]
    return ""


class Mail:
    """A running mail sink."""

    def __init__(self, port: int, smtp: int) -> None:
        self.port = port
        self.url = f"smtp://127.0.0.1:{smtp}"

    def received(self) -> list[dict[str, Any]]:
        """Every mail, oldest first."""
        found: list[dict[str, Any]] = msgspec.json.decode(get(self.port, "/mails")[1])["mails"]
        return found


def button(message: dict[str, Any], action: str) -> str:
    """The data of the button under a notice."""
    for row in message["reply_markup"]["inline_keyboard"]:
        for key in row:
            if f":{action}:" in key["callback_data"]:
                return str(key["callback_data"])
    raise AssertionError(f"no {action} under {message}")
