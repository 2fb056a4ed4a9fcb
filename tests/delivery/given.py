"""What delivering needs, made up: people, channels that note what they get, time that is set by hand."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path

import msgspec
import sqlalchemy as sa

from services.access.grants import Grants
from services.delivery.channel import Channel, Outcome
from services.delivery.correspondents import Details
from services.delivery.deliveries import Deliveries, Delivery
from services.delivery.dispatching import Dispatcher
from services.delivery.links import Links
from services.delivery.pacing import Pace
from services.delivery.personal_pages import PersonalPages
from services.delivery.push_addresses import WEB_PUSH, address_of
from services.delivery.senders import Sender
from services.delivery.tables import delivery
from services.notices.audiences import Recipient
from services.notices.notice import Notice
from services.notices.registry import note
from services.notices.rendering import Message
from services.notices.store import NoticeStore
from services.tournament.definition.attachments import Attachment, attachment_of
from services.tournament.seating.sessions import Suspension
from services.tournament.state import State
from shared.clock import Clock, ManualClock, to_micros
from shared.database import Database
from shared.eventlog import Head
from shared.i18n import Language
from shared.vault import Vault
from tests.simulators.browsers import Browser
from tests.unit.tournament.given_files import PDF, PLAIN_EN, guides
from tests.unit.tournament.specs import S1, Tournament, hong_kong, registered

ID = "hk-2026"
BOT = "https://t.me/our_bot?start="
NOON = hong_kong("2026-03-20 12:00")
SENT = Outcome("sent", remote="1")
_ALL = sa.select(delivery.c.id).order_by(delivery.c.seq, delivery.c.address_id)


class Book:
    """Correspondents from a tournament in memory, its people with names and e-mail addresses.

    Args:
        recorded: when the events came into the log.
    """

    def __init__(self, tournament: Tournament, recorded: datetime = NOON) -> None:
        self.tournament = tournament
        self.recorded = recorded
        self.emails: dict[str, str] = {}
        self.families: dict[str, str] = {}
        self.contents: dict[Attachment, bytes] = {}
        self.also: dict[str, Mapping[str, str]] = {}
        """What else is known of people, by recipient."""
        self.looked_up = 0

    @property
    def people(self) -> list[str]:
        """The vault subjects of everyone in it."""
        return [entrant.person for entrant in self.tournament.state.entrants.values()]

    def suspend(self, session: str, seq: int, at: datetime) -> None:
        """Have a session be suspended without the command."""
        state = self.tournament.state
        suspension = Suspension(at, "other", frozenset(), None, seq, seq=seq)
        suspended = msgspec.structs.replace(state.sessions[session], suspension=suspension)
        self.tournament.state = state.with_session(suspended)

    def tournaments(self) -> Sequence[str]:
        return [ID]

    def heads(self) -> Mapping[str, Head]:
        state = self.tournament.state
        # What tests change in a state without an event counts as one.
        return {ID: Head(state.seq, id(state).to_bytes(8, "big"), to_micros(self.recorded))}

    def state(self, tournament_id: str) -> State:
        return self.tournament.state

    def past_state(self, tournament_id: str, seq: int, at: datetime) -> State:
        return self.tournament.state

    def details(self, tournament_id: str, recipients: Iterable[Recipient]) -> Mapping[Recipient, Details]:
        self.looked_up += 1
        found = {}
        for recipient in recipients:
            email = self.emails.get(recipient.key)
            name = {"name_en": f"Player {recipient.number}"} if recipient.kind == "entrant" else {}
            family = self.families.get(recipient.key)
            found[recipient] = {
                **name,
                **({"email": email} if email else {}),
                **({"family": family} if family else {}),
                **self.also.get(recipient.key, {}),
            }
        return found

    def words(self, tournament_id: str, notice: Notice) -> Mapping[Language, str]:
        return {"en": "Words.", "zh": "內容。"} if notice.kind == "announcement" else {}

    def attachment(self, tournament_id: str, attachment: Attachment) -> bytes | None:
        return self.contents.get(attachment)

    def today(self, tournament_id: str) -> date:
        return self.recorded.date()

    def recorded_at(self, tournament_id: str, seq: int) -> datetime:
        return self.recorded


def guided(people: Book, en: bytes = PLAIN_EN, zh: bytes = PDF) -> Book:
    """The same people in a tournament that has a timer guide as a file, in each language."""
    plan = msgspec.structs.replace(people.tournament.state.plan, timer_guide_file=guides(en, zh))
    people.tournament.state = msgspec.structs.replace(people.tournament.state, definition=plan)
    people.contents = {attachment_of(content): content for content in (en, zh)}
    return people


def book(count: int = 4, recorded: datetime = NOON) -> Book:
    return Book(registered(count, capacity=max(count, 4), tables=max(1, -(-count // 4))), recorded)


class Sent:
    """One call of a channel."""

    def __init__(self, address: str, message: Message, key: str, at: datetime | None) -> None:
        self.address, self.message, self.key, self.at = address, message, key, at


class Recording:
    """A channel that notes what it was given and says what it is told to say.

    Args:
        says: what comes of a call; "sent" by default.
    """

    def __init__(
        self,
        name: str = "telegram",
        says: Callable[[str, Message], Outcome] | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.name = name
        self.sent: list[Sent] = []
        self.says = says or (lambda address, message: SENT)
        self.closed = False
        self._clock = clock

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        self.sent.append(Sent(address, message, key, self._clock.now() if self._clock else None))
        return self.says(address, message)

    async def close(self) -> None:
        self.closed = True

    @property
    def to(self) -> list[str]:
        return [sent.address for sent in self.sent]


class Carrying(Recording):
    """A channel that carries files as well.

    Args:
        longest: characters of a text beside a file; None for as many as it likes.
    """

    def __init__(self, name: str, longest: int | None = None) -> None:
        super().__init__(name)
        self.longest_beside_file = longest


class FileChannel:
    """A channel that writes to a file what arrived, in one write, as another machine would keep it."""

    name = "telegram"
    longest_beside_file = None

    def __init__(self, file: Path, then: Callable[[], None] = lambda: None) -> None:
        self._file = file
        self._then = then

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        with self._file.open("ab", buffering=0) as out:
            kind = message.kind if message.file is None else f"{message.kind} with {message.file.name}"
            out.write(f"{address}\t{kind}\t{message.reference}\t{key}\n".encode())
        self._then()
        return SENT

    async def close(self) -> None:
        pass


def arrived(file: Path) -> list[tuple[str, ...]]:
    """Address, kind (with the name of its file), reference and key of each message that arrived."""
    if not file.exists():
        return []
    return [tuple(line.split("\t")) for line in file.read_text().splitlines()]


class HandTimer:
    """Seconds that pass only by sleeping, together with a clock."""

    def __init__(self, clock: ManualClock | None = None) -> None:
        self._now = 0.0
        self._clock = clock

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self._now += seconds
        if self._clock is not None:
            self._clock.advance(timedelta(seconds=seconds))


class Office:
    """Everything around one dispatcher, on a real database and vault."""

    def __init__(self, database: Database, vault: Vault, people: Book | None = None) -> None:
        self.database = database
        self.vault = vault
        self.book = people or book()
        self.clock = ManualClock(NOON)
        self.timer = HandTimer(self.clock)
        # As registering them would have done.
        vault.create(self.book.people)
        self.links = Links(Grants(database, self.clock, lambda: b"of this test"), vault, self.book)
        self.deliveries = Deliveries(database)
        self.telegram = Recording(clock=self.clock)
        self.email = Recording("email", clock=self.clock)
        self.site = ""
        self.links_begin: Callable[[], str] = lambda: BOT
        self.also: list[Channel] = []
        self._seq = 100

    def dispatcher(self, owner: str = "one", *, email: bool = True, rate: float | None = None) -> Dispatcher:
        senders = [Sender(self.telegram, Pace(rate, 1.0 if rate else 0.0, self.timer))]
        if email:
            senders.append(Sender(self.email, Pace(rate, 1.0 if rate else 0.0, self.timer)))
        senders += [Sender(channel, Pace(rate, 1.0 if rate else 0.0, self.timer)) for channel in self.also]
        return Dispatcher(
            self.database,
            self.links,
            self.book,
            self.clock,
            senders,
            owner=owner,
            links_begin=self.links_begin,
            pages=self.pages(),
            page_of=lambda tournament_id, recipient: f"https://tiles.example.org/{tournament_id}/{recipient}",
        )

    def pages(
        self, channels: Sequence[str] = ("telegram", "email"), retention_days: int = 60
    ) -> PersonalPages:
        """Personal pages as they are reached at `site`."""
        return PersonalPages(
            self.links,
            self.book,
            site=self.site,
            retention_days=retention_days,
            channels=channels,
        )

    def chat(self, where: str, *entrants: str, language: Language = "en") -> str:
        """Link a chat to entrants; returns the address id."""
        for number in entrants:
            linked = self.links.link(ID, f"entrant:{number}", "telegram", where, language)
        return linked.address_id

    def subscribe(self, browser: Browser, *entrants: str, names: bool = False) -> str:
        """Have a browser take pushes for entrants; returns the address id."""
        where = address_of(browser.subscription, names=names).text
        for number in entrants:
            linked = self.links.link(ID, f"entrant:{number}", WEB_PUSH, where, "en")
        return linked.address_id

    def notify(self, kind: str, audience: str = f"session:{S1}", **given: object) -> Notice:
        """Write a notice as a policy would; where it tells of a suspension, the session is suspended."""
        self._seq += 1
        if kind == "suspended":
            self.book.suspend(S1, self._seq, self.clock.now())
        parameters = {"session": S1, **given}
        notice = note(self._seq, kind, audience, **parameters)  # type: ignore[arg-type]
        self.write(notice)
        return notice

    def write(self, *notices: Notice) -> None:
        write_notices(self.database, notices)

    def drain(self, dispatcher: Dispatcher | None = None) -> None:
        """Send what is due now."""
        asyncio.run(self._drain(dispatcher))

    def all(self) -> list[Delivery]:
        """Every delivery, by notice and address."""
        rows = self.database.fetch(self.database.prepare(_ALL))
        return [self.deliveries.delivery(row[0]) for row in rows]

    def statuses(self) -> dict[str, int]:
        """How many deliveries there are of each status."""
        found: dict[str, int] = {}
        for kept in self.all():
            found[kept.status] = found.get(kept.status, 0) + 1
        return found

    async def _drain(self, dispatcher: Dispatcher | None) -> None:
        running = dispatcher or self.dispatcher()
        await running.drain()
        if dispatcher is None:
            await running.close()


def write_notices(database: Database, notices: Sequence[Notice]) -> None:
    with database.writing() as driver:
        for write in NoticeStore(database).writes(ID, notices):
            database.run(driver, write.statement, write.rows)
