"""Somebody's browser with a personal page open, and channels that keep what is sent to them."""

import asyncio
import re
from collections.abc import Mapping
from datetime import timedelta
from urllib.parse import urlencode

from werkzeug.test import Client as WerkzeugClient
from werkzeug.test import TestResponse

from services.delivery.channel import Outcome
from services.delivery.deliveries import Deliveries
from services.delivery.dispatching import Dispatcher
from services.delivery.links import Links
from services.delivery.pacing import Pace
from services.delivery.personal_pages import PersonalPages
from services.delivery.push_keys import Receipts
from services.delivery.senders import Sender
from services.delivery.subscribing import Subscriptions
from services.desk.correspondence import Correspondence
from services.notices.rendering import Message
from services.web.app import Web, create_app, pages_over
from shared.settings import Settings
from tests.api.conftest import ID, House
from tests.delivery.test_subscribing import Pushing

SITE = "https://play.example"
SETTINGS = Settings(
    database_url="sqlite://",
    vault_url="sqlite://",
    public_url=SITE,
    telegram_token="1:of-nobody",
    smtp_url="smtp://127.0.0.1:1",
)
RECEIPTS = Receipts(b"k" * 32)
FORM = "application/x-www-form-urlencoded"


class Noting:
    """A channel that keeps what it was given."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.sent: list[tuple[str, str, str]] = []

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        self.sent.append((address, message.kind, message.text))
        return Outcome("sent", remote="1")

    async def close(self) -> None:
        pass


class Phone:
    """A browser that keeps cookies, with the page of some entrants."""

    def __init__(
        self,
        house: House,
        *numbers: str,
        pushing: Pushing | None = None,
        settings: Settings = SETTINGS,
    ) -> None:
        self.house, desk = house, house.desk
        book, database = Correspondence(desk), desk.log.database
        links = self.app_links = Links(desk.grants, desk.vault, book)
        self.devices = Subscriptions(
            database, links, book, house.clock, RECEIPTS, pushing, lambda tournament_id, recipient: ""
        )
        self.app: Web = create_app(
            house.desk,
            house.desk.vault,
            house.clock,
            release="test",
            settings=settings,
            subscriptions=self.devices,
        )
        self.pages: PersonalPages = pages_over(house.desk, house.desk.vault, settings)
        (made,) = self.pages.make(ID, [f"entrant:{number}" for number in numbers], together=True)
        self.path = made.link[made.link.index("/me/") :]
        self.browser = WerkzeugClient(self.app, TestResponse)
        self.mail = Noting("email")
        self.chats = Noting("telegram")
        self.pushes = Noting("web_push")

    def get(self, path: str = "", **headers: str) -> TestResponse:
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.browser.get(f"{self.path}{path}", headers={"Accept": "text/html", **fields})

    def post(self, path: str, fields: Mapping[str, str], **more: object) -> TestResponse:
        headers = {"Accept": "text/html"}
        return self.browser.post(
            f"{self.path}{path}", data=urlencode(fields), content_type=FORM, headers=headers, **more
        )

    def text(self, path: str = "?lang=en", **headers: str) -> str:
        answer = self.get(path, **headers)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer.get_data(as_text=True)

    @property
    def form(self) -> str:
        (word,) = set(re.findall(r'name="form" value="([0-9a-f]{64})"', self.text()))
        return str(word)

    def ask(self, purpose: str, number: str = "0001") -> TestResponse:
        fields = {"form": self.form, "person": number, "purpose": purpose}
        return self.post("/code?lang=en", fields)

    def act(self, purpose: str, code: str, number: str = "0001") -> TestResponse:
        fields = {"form": self.form, "person": number, "purpose": purpose, "code": code}
        return self.post("/act?lang=en", fields)

    def code(self) -> str:
        """The code that came last."""
        self.drain()
        return self.codes_sent[-1]

    @property
    def codes_sent(self) -> list[str]:
        return [re.findall(r"\b[0-9]{6}\b", text)[0] for _, text in self.codes]

    @property
    def codes(self) -> list[tuple[str, str]]:
        """Where codes were sent, and what was said."""
        sent = (*self.chats.sent, *self.mail.sent)
        return [(where, text) for where, kind, text in sent if kind == "personal-code"]

    def drain(self) -> None:
        asyncio.run(self._drain())

    async def _drain(self) -> None:
        house, book = self.house, Correspondence(self.house.desk)
        database = house.desk.log.database
        links = Links(house.desk.grants, house.desk.vault, book)
        senders = [Sender(noting, Pace(None, 0.0)) for noting in (self.mail, self.chats, self.pushes)]
        dispatcher = Dispatcher(database, links, book, house.clock, senders, pages=self.pages)
        await dispatcher.drain()
        for _ in range(_MOST_WAITING):
            if not Deliveries(database).pending():
                break
            # What comes after another message to the same address waits a moment.
            house.clock.advance(timedelta(seconds=1))
            await dispatcher.drain()
        await dispatcher.close()


def everything(house: House) -> list[object]:
    """All that the databases hold but when something was last looked at."""
    found: list[object] = []
    for database in (house.desk.log.database, house.desk.vault.database):
        with database.connection() as driver:
            tables = driver.execute(_TABLES[database.kind]).fetchall()
            found += [(name, driver.execute(f'SELECT * FROM "{name}"').fetchall()) for (name,) in tables]
    return found


_MOST_WAITING = 40
"""So many seconds what waits for one address takes at most."""
_TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
    "postgresql": "SELECT relname FROM pg_class WHERE relkind = 'r' "
    "AND relnamespace = 'public'::regnamespace ORDER BY relname",
}
