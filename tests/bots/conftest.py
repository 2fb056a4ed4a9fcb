"""The real bot against the simulator in its own process, with a real desk on SQLite, on phones."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bots.telegram.channel import TelegramChannel, connected
from bots.telegram.owning import create_handling
from bots.telegram.running import Running, Webhook
from services.delivery.addressing import Draft, delivery_id
from services.delivery.correspondents import recipient_of
from services.delivery.deliveries import Deliveries
from services.delivery.links import Links
from services.delivery.pacing import Pace
from services.desk.correspondence import Correspondence
from services.desk.desk import Desk
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.rendering import message
from services.tournament.state import State
from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import catalogue
from shared.i18n import Language
from shared.language_choice import choose_language
from shared.vault import Vault
from tests.api import conftest as api
from tests.api.conftest import ID, House, entrants, found
from tests.api.conftest import moments as moments
from tests.made_once import MadeOnce
from tests.sampling import one_language_soon
from tests.simulators.telegram import PATIENCE, TOKEN, Telegram, simulating
from tests.wording import fixed

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of what is led through in a chat once in each language `make test` tries one of them."""
    one_language_soon(
        item
        for item in items
        if HERE in item.path.parents and "telegram" in getattr(item, "fixturenames", ())
    )


class Book:
    """Of delivery's view of the tournaments only what links need."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def state(self, tournament_id: str) -> State:
        return self._desk.state(tournament_id)


_READ = ("to_chat", "edited")
_AT_HAND = 10
"""Messages that are looked through first."""


class Phone:
    """A phone with one chat. Buttons and parts of answers are named by key, or as they read.

    Attributes:
        answering: the bots that run.
    """

    answering: ClassVar[set[Running]] = set()

    def __init__(self, telegram: Telegram, chat: int, language: str = "en") -> None:
        self.telegram = telegram
        self.chat = chat
        self.language = choose_language(language)

    def words(self, key: str) -> str:
        """The text with this key in the language of the phone, without values; what is no key as it is."""
        return fixed(key, self.language) if key in catalogue(self.language) else key

    @property
    def lines(self) -> list[dict[str, Any]]:
        return self.telegram.transcript(self.chat)

    def say(self, text: str) -> str:
        """Write, and read the answer."""
        return self._after(lambda: self.telegram.say(self.chat, text))

    def press(self, label: str) -> str:
        """Press the button with this label on the last message that has it, and read what it says then."""
        data, number = self.button(label)
        return self._after(lambda: self.telegram.press(self.chat, data, number))

    def answers(self, text: str, *parts: str) -> str:
        """Write, and read all that is answered, in however many messages, once it holds these parts."""
        parts = tuple(map(self.words, parts))
        before = len(self.telegram.messages(self.chat))
        self.telegram.say(self.chat, text)
        deadline = time.monotonic() + PATIENCE
        while True:
            new = self.telegram.messages(self.chat)[before:]
            answer = "\n".join(
                str(message_new["text"]) for message_new in new if not message_new["text"].startswith("/")
            )
            if answer and all(part in answer for part in parts):
                self._until_answered(deadline)
                return answer
            assert time.monotonic() < deadline, f"not all of {parts} in {answer}"
            time.sleep(0.02)

    def toast(self, data: str, number: int | None = None) -> str:
        """Press by data, and read the words over the button."""
        before = len(self.lines)
        self.telegram.press(self.chat, data, number)
        line = self._wait(before, ("answered",))
        return str(line["text"])

    def button(self, label: str) -> tuple[str, int]:
        """Data and message of the last button with this label."""
        label = self.words(label)
        for last in (_AT_HAND, 0):
            for answer in reversed(self.telegram.messages(self.chat, last)):
                for row in answer.get("reply_markup", {}).get("inline_keyboard", []):
                    for key in row:
                        if label in key["text"]:
                            return key["callback_data"], answer["message_id"]
        raise AssertionError(f"no button {label} in {self.telegram.messages(self.chat)}")

    @property
    def read(self) -> str:
        return str(self.telegram.messages(self.chat, 1)[-1]["text"])

    def wait_for(self, *parts: str) -> str:
        """The last message, once it holds one of these: an answer may come in several messages."""
        parts = tuple(map(self.words, parts))
        deadline = time.monotonic() + PATIENCE
        while not any(part in self.read for part in parts):
            assert time.monotonic() < deadline, f"none of {parts} in {self.read}"
            time.sleep(0.02)
        return self.read

    def message(self, number: int) -> dict[str, Any]:
        """A message as it reads now."""
        return next(
            message for message in self.telegram.messages(self.chat) if message["message_id"] == number
        )

    def wait_until(self, number: int, *parts: str) -> str:
        """What a message reads once it was changed so that it holds all of these."""
        parts = tuple(map(self.words, parts))
        deadline = time.monotonic() + PATIENCE
        while not all(part in self.message(number)["text"] for part in parts):
            assert time.monotonic() < deadline, f"not all of {parts} in {self.message(number)}"
            time.sleep(0.02)
        return str(self.message(number)["text"])

    def _after(self, do: Callable[[], object]) -> str:
        before, deadline = len(self.lines), time.monotonic() + PATIENCE
        do()
        self._wait(before, _READ)
        self._until_answered(deadline)
        return str([line for line in self.lines[before:] if line["direction"] in _READ][-1]["text"])

    def _until_answered(self, deadline: float) -> None:
        """Wait for the last message of an answer: it may come in several."""
        while any(bot._out for bot in self.answering):
            assert time.monotonic() < deadline, f"still answering after {self.read}"
            time.sleep(0.002)

    def _wait(self, before: int, kinds: tuple[str, ...]) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        lines: list[dict[str, Any]] = []
        while True:
            lines += self.telegram.beyond(self.chat, before + len(lines))
            new = [line for line in lines if line["direction"] in kinds]
            if new:
                return new[-1]
            assert time.monotonic() < deadline, f"nothing but {lines}"


class Office:
    """A tournament in play, its links, and the phones of its people."""

    def __init__(self, house: House, telegram: Telegram, vault: Vault) -> None:
        self.house = house
        self.telegram = telegram
        self.desk = house.desk
        self.links = Links(house.desk.grants, vault, Book(house.desk))  # type: ignore[arg-type]
        self.deliveries = Deliveries(house.desk.log.database)
        self.correspondence = Correspondence(house.desk)

    @property
    def state(self) -> State:
        return self.desk.state(ID)

    @property
    def types(self) -> list[str]:
        return [event.type for event in self.desk.events(ID, 0, 1000)]

    def phone(self, *recipients: str, language: str = "en") -> Phone:
        """A phone that is linked to these, who chose its language."""
        phone = Phone(self.telegram, self.telegram.phone("Someone", language), language)
        for recipient in recipients:
            self.links.link(ID, recipient, "telegram", str(phone.chat), choose_language(language))
        return phone

    def deliver(self, phone: Phone, notice: Notice, recipient: str, language: Language = "en") -> str:
        """Send a notice to a phone as the dispatcher does; the id of the delivery."""
        (link,) = [
            linked
            for linked in self.links.of_address("telegram", str(phone.chat))
            if linked.recipient == recipient
        ]
        draft = Draft((recipient,), "telegram", link.address_id, language)
        rows = self.deliveries.rows(ID, notice, [draft], self.house.clock.now())
        with self.desk.log.database.writing() as driver:
            self.deliveries.add(driver, rows)
        id = delivery_id(ID, notice.dedupe_key, link.address_id)
        letter = message([("", Look(self.state, notice, recipient_of(recipient), language))])

        async def send() -> None:
            channel = TelegramChannel(connected(TOKEN, self.telegram.url))
            assert (await channel.send(str(phone.chat), letter, id)).known == "sent"
            await channel.close()

        asyncio.run(send())
        return id


@contextmanager
def running(office: Office, webhook: Webhook | None = None) -> Iterator[None]:
    """The bot in a thread of its own."""
    started: list[tuple[Running, asyncio.AbstractEventLoop]] = []
    failed: list[BaseException] = []

    async def run() -> None:
        client = connected(TOKEN, office.telegram.url)
        handling = create_handling(office.desk, office.links, lambda: api.BOT, pages_at=PAGES_AT)
        bot = Running(client, handling, Pace(None, 0.0))
        started.append((bot, asyncio.get_running_loop()))
        Phone.answering.add(bot)
        try:
            await bot.run(webhook)
        finally:
            Phone.answering.discard(bot)
            await client.shutdown()

    def work() -> None:
        try:
            asyncio.run(run())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        deadline = time.monotonic() + PATIENCE
        while not started and not failed and time.monotonic() < deadline:
            time.sleep(0.02)
        for bot, loop in started:
            if thread.is_alive():
                loop.call_soon_threadsafe(bot.stop)
        thread.join(PATIENCE)
    assert not failed, failed


@pytest.fixture(scope="session")
def telegram(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Telegram]:
    with simulating(tmp_path_factory.mktemp("telegram"), "--no-limits") as telegram:
        yield telegram


PAGES_AT = "https://play.example"
CONTACT, MAP = "Telephone 2345 6789", "https://maps.example.org/town-hall"
GUIDE = "https://example.org/timer"
SECOND = "2027-03-06/2"


@pytest.fixture
def before_the_day(
    telegram: Telegram, moments: dict[str, Path], made_once: MadeOnce, tmp_path: Path
) -> Iterator[Office]:
    """Eight have the eight places of the tournament, a ninth waits; a second session has room."""
    day = api.later(made_once, moments["house"], "before the day", _nine_for_eight_places)
    with api.opened(day, tmp_path) as house:
        yield Office(house, telegram, house.desk.vault)


def _nine_for_eight_places(house: House) -> None:
    file: dict[str, Any] = json.loads(json.dumps(TOURNAMENT_FILE))
    file |= {"quota": 8, "contact": {"en": CONTACT, "zh": "電話 2345 6789"}}
    file["venue"]["map"] = MAP
    file["timer_guide"] = {"en": GUIDE, "zh": f"{GUIDE}-zh"}
    first = file["stage"][0]["sessions"][0]
    hours = {"registration": "15:00", "seating": "15:30", "start": "15:45", "end": "16:45"}
    file["stage"][0]["sessions"].append({**first, **hours, "id": SECOND})
    found(house, file)
    house.done("register-entrant", {**entrants(9)[-1], "entrant_no": "0009"})


@pytest.fixture
def coming(before_the_day: Office) -> Iterator[Office]:
    """The same, with the bot."""
    with running(before_the_day):
        yield before_the_day


@pytest.fixture
def resting(
    telegram: Telegram, moments: dict[str, Path], made_once: MadeOnce, tmp_path: Path
) -> Iterator[Office]:
    """The tournament in play, and no bot yet."""
    day = api.later(made_once, moments["in_play"], "in play under a chief", _chief)
    with api.opened(day, tmp_path) as house:
        house.clock.set(api.START)
        yield Office(house, telegram, house.desk.vault)


def _chief(house: House) -> None:
    house.clock.set(api.START)
    house.done("appoint-referee", {"referee": "CHIEF", "name": "Wong <b>Chief</b>", "chief": True})


@pytest.fixture
def office(resting: Office) -> Iterator[Office]:
    """The tournament in play, with the bot."""
    with running(resting):
        yield resting
