"""The personal page over HTTP: opening it changes nothing; what changes anything takes a form and a code."""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest
from werkzeug.test import Client as WerkzeugClient
from werkzeug.test import TestResponse

from services.delivery.channel import Outcome
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
from services.web.examples import TOURNAMENT_FILE
from services.web.personal.opened import COOKIE
from shared.database import Database
from shared.settings import Settings
from shared.vault import Vault
from tests.api.conftest import ID, House, entrants, found
from tests.api.courses import seat, steps
from tests.api.telling_apart import Courses, courses
from tests.api.test_pages import Page
from tests.delivery.test_subscribing import Pushing
from tests.made_once import MadeOnce
from tests.simulators.browsers import Browser

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
        links = Links(database, desk.vault, book, house.clock)
        self.devices = Subscriptions(
            database, links, book, house.clock, RECEIPTS, pushing, lambda tournament_id, recipient: ""
        )
        self.app: Web = create_app(
            house.desk,
            house.tokens,
            house.desk.vault,
            house.clock,
            release="test",
            settings=settings,
            subscriptions=self.devices,
        )
        self.pages: PersonalPages = pages_over(house.desk, house.desk.vault, house.clock, settings)
        (made,) = self.pages.make(ID, [f"entrant:{number}" for number in numbers], together=True)
        self.path = made.link[made.link.index("/me/") :]
        self.browser = WerkzeugClient(self.app, TestResponse)
        self.mail = Noting("email")
        self.chats = Noting("telegram")
        self.pushes = Noting("web_push")

    def get(self, path: str = "", **headers: str) -> TestResponse:
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.browser.get(f"{self.path}{path}", headers={"Accept": "text/html", **said})

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
        links = Links(database, house.desk.vault, book, house.clock)
        senders = [Sender(own, Pace(None, 0.0)) for own in (self.mail, self.chats, self.pushes)]
        dispatcher = Dispatcher(database, links, book, house.clock, senders, pages=self.pages)
        await dispatcher.drain()
        await dispatcher.close()


@pytest.fixture
def founded(database: Database, vault: Vault) -> House:
    """As elsewhere, on each kind of database."""
    return found(House(database, vault))


@pytest.fixture
def phone(founded: House) -> Phone:
    return Phone(founded, "0001")


def everything(house: House) -> list[object]:
    """All that the databases hold but when something was last looked at."""
    found: list[object] = []
    for database in (house.desk.log.database, house.desk.vault.database):
        with database.connection() as driver:
            tables = driver.execute(_TABLES[database.kind]).fetchall()
            found += [(name, driver.execute(f'SELECT * FROM "{name}"').fetchall()) for (name,) in tables]
    return found


_TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
    "postgresql": "SELECT relname FROM pg_class WHERE relkind = 'r' "
    "AND relnamespace = 'public'::regnamespace ORDER BY relname",
}


def test_the_page_reads_schedule_and_entry_and_is_well_formed(phone: Phone) -> None:
    for language, tag, said in (("en", "en", "When and where"), ("zh", "zh-Hant-HK", "玩家1號")):
        text = phone.text(f"?lang={language}")
        page = Page(text)
        assert page.open == []
        assert len(set(page.ids)) == len(page.ids)
        assert set(page.labels) <= set(page.ids)
        assert f'<html lang="{tag}">' in text
        assert said in text
        assert "h1" in page.tags
        assert text.count('class="press"') >= text.count("<button")
    assert "player1@example.org" not in text, "contacts take a code"
    assert "1961-05-17" not in text


def test_nobody_keeps_it_lists_it_or_hears_of_it(phone: Phone) -> None:
    for path in ("", "/manifest.webmanifest"):
        headers = phone.get(path).headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Robots-Tag"] == "noindex, nofollow"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "ETag" not in headers
    policy = phone.get().headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    cookie = phone.get().headers["Set-Cookie"]
    for part in ("HttpOnly", "Secure", "SameSite=Strict", f"Path={phone.path}"):
        assert part in cookie
    text = phone.text()
    assert re.findall(r"<script(?![^>]* src=)", text) == []
    assert re.findall(r'(?:src|href|action)="(?!/|#|\?)', text) == [], "nothing is fetched from elsewhere"


def test_opening_it_changes_nothing(phone: Phone) -> None:
    phone.text()
    before = everything(phone.house)
    for path in (
        "",
        "?lang=zh",
        "?fbclid=x&utm_source=y&lang=nonsense",
        "/manifest.webmanifest",
        "/code",
        "/act",
    ):
        phone.get(path)
        phone.browser.head(f"{phone.path}{path}")
    for path in ("/devices", "/devices/off", "/devices/test", "/nonsense"):
        assert phone.get(path).status_code in (404, 405)
    assert everything(phone.house) == before


@pytest.mark.parametrize(
    "text",
    ["x", "A" * 43, "A" * 5000, "%00", "'--", "%F0%9F%92%A9", "worker.js.map", "é" * 20],
)
def test_nonsense_and_dead_links_get_one_answer(founded: House, text: str) -> None:
    phone = Phone(founded, "0001")
    nonsense = phone.browser.get(f"/me/{text}", headers={"Accept": "text/html"})
    phone.pages.links.revoke(ID, ["entrant:0001"])
    dead = phone.get()
    assert (nonsense.status_code, dead.status_code) == (404, 404)
    assert "personal-link-invalid" in dead.get_data(as_text=True)
    assert nonsense.get_data() == dead.get_data()
    assert nonsense.headers["Cache-Control"] == "no-store"


def test_a_dead_link_opens_nothing_by_any_way(phone: Phone) -> None:
    fields = {"form": phone.form, "person": "0001", "purpose": "contacts"}
    phone.pages.replace(ID, ["entrant:0001"])
    for path in ("/code", "/act", "/devices/off", "/devices/test"):
        assert phone.post(path, fields).status_code == 404
    for path in ("", "/manifest.webmanifest"):
        assert phone.get(path).status_code == 404


def test_a_family_is_shown_each_by_name(founded: House) -> None:
    text = Phone(founded, "0001", "0003").text()
    assert "Player Number1:" in text
    assert "Player Number3:" in text
    assert "Player Number2" not in text


def test_giving_a_place_back_takes_a_code_and_is_done_once(phone: Phone) -> None:
    stage = re.findall(r'value="withdraw cancel ([^"]+)"', phone.text())[0]
    purpose = f"withdraw cancel {stage}"
    asked = phone.ask(purpose)
    assert asked.status_code == 200
    assert "p***@example.org" in asked.get_data(as_text=True)
    code, before = phone.code(), phone.house.head
    assert [where for where, _ in phone.codes] == ["player1@example.org"]
    done = phone.act(purpose, code)
    assert done.status_code == 200
    assert "has given the place back" in done.get_data(as_text=True)
    (event,) = phone.house.desk.events(ID, before[0], 1)
    assert (event.type, event.actor) == ("registration-cancelled", "participant:0001")
    after = phone.house.head
    fields = {"form": "0" * 64, "person": "0001", "purpose": purpose, "code": code}
    assert phone.post("/act", fields).status_code == 403
    assert phone.house.head == after


def test_each_code_is_for_one_act_and_a_family_keeps_its_page(founded: House) -> None:
    phone = Phone(founded, "0001", "0003")
    phone.ask("contacts")
    code = phone.code()
    assert "player1@example.org" in phone.act("contacts", code).get_data(as_text=True)
    assert phone.act("contacts", code).status_code == 403
    (purpose,) = set(re.findall(r'value="(withdraw cancel [^"]+)"', phone.text()))
    phone.ask(purpose)
    assert "given the place back" in phone.act(purpose, phone.code()).get_data(as_text=True)
    assert "The place was given back" in phone.text()
    assert "Player Number1:" in phone.text(), "a family still has everyone on its page"
    assert "Player Number3:" in phone.text()
    phone.pages.replace(ID, ["entrant:0003"])
    assert phone.get().status_code == 404


def test_who_gave_the_only_place_back_keeps_the_page_and_what_is_theirs(founded: House) -> None:
    phone = Phone(founded, "0001")
    (purpose,) = set(re.findall(r'value="(withdraw cancel [^"]+)"', phone.text()))
    phone.ask(purpose)
    done = phone.act(purpose, phone.code()).get_data(as_text=True)
    assert "Back to your page" in done
    assert "The place was given back" in phone.text()
    assert "名額已放棄" in phone.text("?lang=zh")
    assert Page(phone.text()).open == []
    assert 'id="standings"' not in phone.text()
    assert 'value="withdraw' not in phone.text()
    phone.ask("contacts")
    assert "player1@example.org" in phone.act("contacts", phone.code()).get_data(as_text=True)
    phone.ask("export")
    assert json.loads(phone.act("export", phone.code()).get_data())["details"]["email"]
    links = Links(founded.desk.log.database, founded.desk.vault, Correspondence(founded.desk), founded.clock)
    links.link(ID, "organizer:organizer", "telegram", "77")
    phone.ask("forget")
    assert "Asked for Player" in phone.act("forget", phone.code()).get_data(as_text=True)
    assert founded.desk.events(ID, founded.head[0] - 1, 1)[0].type == "question-asked"
    assert phone.ask(purpose).status_code == 403, "nothing else is theirs"
    again = Phone(founded, "0001")
    assert "The place was given back" in again.text(), "the organizer can make them a link"
    founded.done("forget-person", {"person": "0001"})
    assert (phone.get().status_code, again.get().status_code) == (404, 404)


def test_a_code_is_spent_by_one_post(founded: House) -> None:
    phone = Phone(founded, "0001", "0003")
    phone.ask("contacts")
    code = phone.code()
    shown = phone.act("contacts", code)
    assert shown.status_code == 200
    assert "player1@example.org" in shown.get_data(as_text=True)
    assert shown.headers["Cache-Control"] == "no-store"
    again = phone.act("contacts", code)
    assert again.status_code == 403
    assert "player1@example.org" not in again.get_data(as_text=True)


def test_no_log_line_bears_a_link_a_code_or_a_name(phone: Phone, capsys: pytest.CaptureFixture[str]) -> None:
    phone.ask("contacts")
    code = phone.code()
    phone.act("contacts", code)
    phone.get("/nonsense")
    phone.post("/code", {"form": "0"})
    out, err = capsys.readouterr()
    said = out + err
    assert "personal_code_sent" in said
    for secret in (phone.path.removeprefix("/me/"), code, "Player", "player1@"):
        assert secret not in said


def test_all_data_come_as_a_file(phone: Phone) -> None:
    phone.ask("export")
    answer = phone.act("export", phone.code())
    assert answer.content_type == "application/json"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{ID}-0001.json"'
    assert json.loads(answer.get_data())["details"]["email"] == "player1@example.org"
    assert "player3" not in answer.get_data(as_text=True)


def test_asking_to_be_forgotten_goes_to_the_organizer(phone: Phone) -> None:
    assert "Ask to be forgotten" not in phone.text(), "nobody would read it"
    phone.ask("forget")
    links = Links(
        phone.house.desk.log.database,
        phone.house.desk.vault,
        Correspondence(phone.house.desk),
        phone.house.clock,
    )
    links.link(ID, "organizer:organizer", "telegram", "77")
    assert "Ask to be forgotten" in phone.text()
    phone.house.clock.advance(timedelta(minutes=10))
    phone.ask("forget")
    answer = phone.act("forget", phone.code())
    assert answer.status_code == 200
    phone.drain()
    assert any("I ask to be forgotten" in text for where, _, text in phone.chats.sent if where == "77")


def test_wrong_codes_are_refused_and_after_five_the_right_one_too(phone: Phone) -> None:
    phone.ask("contacts")
    code = phone.code()
    for wrong in ("", "000", "1" * 400, "١٢٣٤٥٦"):
        assert phone.act("contacts", wrong).status_code == 403
    other = f"{(int(code) + 1) % 10**6:06d}"
    shown = phone.act("contacts", other).get_data(as_text=True)
    assert 'role="alert"' in shown
    assert "tried 5 times and does not hold any more" in shown
    assert 'name="code"' not in shown, "nothing is left to try"
    assert phone.act("contacts", code).status_code == 403
    fields = dict(re.findall(r'type="hidden" name="(.*?)" value="(.*?)"', shown))
    assert phone.post("/code?lang=zh", fields).status_code == 200, "the button sends another"
    phone.drain()
    chinese = [phone.post("/act?lang=zh", {**fields, "code": "0"}) for _ in range(5)][-1]
    assert "已試 5 次" in chinese.get_data(as_text=True)
    phone.ask("contacts")
    assert phone.code() != code
    assert phone.act("contacts", phone.code()).status_code == 200


def test_the_address_of_a_form_leads_to_the_page(phone: Phone) -> None:
    for path in ("/code", "/act"):
        for tag in ("en", "zh"):
            answer = phone.get(f"{path}?lang={tag}")
            assert (answer.status_code, answer.headers["Location"]) == (303, f"{phone.path}?lang={tag}")
            assert answer.headers["Cache-Control"] == "no-store"
    phone.pages.links.revoke(ID, ["entrant:0001"])
    assert phone.get("/code").status_code == 404


def test_while_a_code_is_under_way_the_page_asks_for_that_one(phone: Phone) -> None:
    phone.ask("contacts")
    again = phone.ask("contacts")
    assert again.status_code == 200
    assert 'autocomplete="one-time-code"' in again.get_data(as_text=True)
    phone.code()
    other = phone.ask("export")
    assert other.status_code == 200, "another act ends the code before and has its own"
    assert phone.act("contacts", phone.codes_sent[0]).status_code == 403
    assert phone.act("export", phone.code()).content_type == "application/json"


def test_a_stranger_with_the_link_locks_nobody_out(phone: Phone) -> None:
    phone.ask("contacts")
    code = phone.code()
    for _ in range(4):
        stranger = WerkzeugClient(phone.app, TestResponse)
        for number in range(12):
            fields = {"form": phone.form, "person": "0001", "purpose": ("export", "contacts")[number % 2]}
            for path, more in (("/code", {}), *[("/act", {"code": "000000"})] * 5):
                stranger.get(phone.path, environ_base={"REMOTE_ADDR": "198.51.100.7"})
                answer = stranger.post(
                    f"{phone.path}{path}?lang=en",
                    data=urlencode({**fields, **more}),
                    content_type=FORM,
                    environ_base={"REMOTE_ADDR": "198.51.100.7"},
                )
    assert answer.status_code == 403
    enough = stranger.post(
        f"{phone.path}/code?lang=en",
        data=urlencode(fields),
        content_type=FORM,
        environ_base={"REMOTE_ADDR": "198.51.100.7"},
    )
    assert enough.status_code == 429
    assert "The organizer can give you a new link" in enough.get_data(as_text=True)
    assert phone.act("contacts", code).status_code == 200
    phone.drain()
    phone.ask("export")
    assert phone.act("export", phone.code()).content_type == "application/json"


def test_a_form_counts_only_from_the_page(phone: Phone) -> None:
    fields = {"form": phone.form, "person": "0001", "purpose": "contacts"}
    stranger = WerkzeugClient(phone.app, TestResponse)
    without = stranger.post(f"{phone.path}/code", data=urlencode(fields), content_type=FORM)
    assert without.status_code == 403, "without the cookie, as from another site"
    for wrong in ("", "0" * 64, "é"):
        assert phone.post("/code", {**fields, "form": wrong}).status_code == 403
    other = Phone(phone.house, "0002")
    assert phone.post("/code", {**fields, "form": other.form}).status_code == 403
    assert phone.browser.get_cookie(COOKIE, path=phone.path) is not None
    phone.drain()
    assert phone.codes == []


def test_nobody_elses_things_are_asked_for(phone: Phone) -> None:
    for number in ("0002", "9999", "", "organizer", "0001\n0002"):
        assert phone.ask("contacts", number).status_code == 403
    for purpose in ("", "forget-person", "withdraw", "withdraw cancel", "withdraw forget x", "contacts more"):
        assert phone.ask(purpose).status_code == 403
    assert phone.ask("withdraw qualifier nowhere").status_code in (404, 409)


def test_a_link_of_another_tournament_opens_nothing_here(phone: Phone) -> None:
    house = phone.house
    file = {**TOURNAMENT_FILE, "id": "autumn-cup", "title": {"en": "Autumn Cup", "zh": "秋季盃"}}
    assert house.organizer.post("/api/v1/tournaments", file).status_code == 201
    command = "/api/v1/tournaments/autumn-cup/commands/import-entrants"
    theirs = [{**own, "name_en": "Somebody Else", "email": "else@example.org"} for own in entrants(1)]
    assert house.organizer.post(command, {"entrants": theirs}).status_code in (200, 201)
    (made,) = phone.pages.make("autumn-cup", ["entrant:0001"])
    other = made.link.removeprefix(SITE)
    there = phone.browser.get(f"{other}?lang=en", headers={"Accept": "text/html"}).get_data(as_text=True)
    assert "Somebody Else" in there
    assert "Player Number1" not in there
    assert "Somebody Else" not in phone.text()
    phone.ask("contacts")
    code = phone.code()
    (form,) = set(re.findall(r'name="form" value="([0-9a-f]{64})"', there))
    fields = {"person": "0001", "purpose": "contacts", "code": code}
    for word, status in ((form, 403), (phone.form, 403)):
        answer = phone.browser.post(
            f"{other}/act", data=urlencode({"form": word, **fields}), content_type=FORM
        )
        assert answer.status_code == status
    phone.pages.replace(ID, ["entrant:0001"])
    assert phone.get().status_code == 404
    assert phone.browser.get(other).status_code == 200, "the same number is another person there"


def test_malformed_and_huge_bodies_are_refused(phone: Phone) -> None:
    form = phone.form
    for body, kind, status in (
        (b"x" * 5000, FORM, 413),
        (b"", FORM, 400),
        (b"form", FORM, 400),
        (b"form=%ff&person=0001&purpose=contacts", FORM, 400),
        (f"form={form}&form={form}&person=0001&purpose=contacts".encode(), FORM, 400),
        (f"form={form}&person=0001&purpose=contacts&more=1".encode(), FORM, 400),
        (b"&".join(b"a%d=1" % n for n in range(100)), FORM, 400),
        (b"{}", "application/json", 415),
        (b"--x", "multipart/form-data; boundary=x", 415),
    ):
        answer = phone.browser.post(f"{phone.path}/code", data=body, content_type=kind)
        assert answer.status_code == status, (body[:40], answer.get_data())


@pytest.fixture
def at(made_once: MadeOnce, moments: Mapping[str, Path], tmp_path: Path) -> Iterator[Courses]:
    with courses(steps, made_once, moments, tmp_path) as found:
        yield found


def test_places_are_seen_only_as_the_tournament_lets_them_be(at: Courses) -> None:
    """RULES: until a stage is published, participants see their own scores and no place, cut or table."""
    shown = [_standings(at("published", course, "cut made")) for course in ("first", "other")]
    for section in shown:
        assert "Places are shown once the results of the stage Preliminary are published." in section
        assert re.search(r"games won|won", section), "the own figures"
        assert re.findall(r"(?m)^<p>(➤ )?[0-9]+\. ", section) == []
        assert "qualified" not in section.lower()
    seen = _standings(at("live", "first", "cut made"))
    assert re.search(r"<p>➤ [0-9]+\. ", seen)
    assert "Qualified for the final." in seen


def _standings(house: House) -> str:
    """What the page of one entrant says of standings and entry."""
    return Phone(house, seat(house, "A")).text().partition('id="standings"')[2].partition('id="acts"')[0]


def test_withdrawing_in_play_is_refused_before_a_code_is_sent(in_play: House) -> None:
    phone = Phone(in_play, "0001")
    assert 'value="withdraw' not in phone.text()
    assert phone.ask("withdraw cancel preliminary").status_code == 409
    phone.drain()
    assert phone.codes == []


def test_who_is_forgotten_has_no_page(phone: Phone) -> None:
    phone.house.done("forget-person", {"person": "0001"})
    assert phone.get().status_code == 404


def test_a_phone_is_told_how_to_leave_an_app(phone: Phone) -> None:
    agents = {
        "MicroMessenger/8.0": "WeChat",
        "Safari Line/13.1": "LINE",
        "Instagram 300.0 (iPhone": "Instagram",
        "[FBAN/FBIOS;FBAV/400]": "Facebook",
        "Telegram-Android/10": "Telegram",
    }
    for agent, named in agents.items():
        text = phone.text(User_Agent=f"Mozilla/5.0 {agent}")
        assert f"inside {named}" in text
        assert 'id="in-app">' in text
    iphone = phone.text(User_Agent="Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) Safari/604.1")
    assert 'id="in-app" hidden>' in iphone
    assert '<details id="iphone" open>' in iphone


def test_the_manifest_is_of_the_page(phone: Phone) -> None:
    answer = phone.get("/manifest.webmanifest?lang=zh")
    assert answer.content_type == "application/manifest+json"
    said = json.loads(answer.get_data())
    assert said["start_url"] == f"{phone.path}?lang=zh"
    assert said["scope"] == said["id"] == phone.path
    assert "Player" not in answer.get_data(as_text=True)
    for icon in said["icons"]:
        assert phone.browser.get(icon["src"]).status_code == 200


def test_a_browser_is_switched_on_tried_and_off(founded: House) -> None:
    pushing = Pushing()
    phone = Phone(founded, "0001", "0003", pushing=pushing)
    assert 'data-key="BKey"' in phone.text()
    own = Browser("https://push.example.org/send/1").subscription
    body = {"form": phone.form, "names": True, **msgspec.to_builtins(own)}
    assert phone.browser.post(f"{phone.path}/devices", json={**body, "form": "0" * 64}).status_code == 403
    assert phone.browser.post(f"{phone.path}/devices", json={**body, "auth": "x"}).status_code == 422
    inside = {**body, "endpoint": "https://127.0.0.1/x"}
    assert phone.browser.post(f"{phone.path}/devices", json=inside).status_code == 422
    answer = phone.browser.post(f"{phone.path}/devices?lang=en", json=body)
    assert answer.status_code == 201, answer.get_data()
    device = answer.get_json()["device"]
    assert [one.recipients for one in phone.devices.of(ID, ["entrant:0001", "entrant:0003"])] == [
        ("entrant:0001", "entrant:0003")
    ]
    assert "None has arrived yet" in phone.text()
    fields = {"form": phone.form, "device": device}
    assert phone.post("/devices/test?lang=en", fields).status_code == 200
    assert len(pushing.sent.sent) == 1
    word = RECEIPTS.token(pushing.sent.sent[0].key)
    assert phone.browser.post("/me/receipt", json={"receipt": word}).status_code == 204
    assert "One last arrived" in phone.text()
    stranger = Phone(founded, "0002", pushing=pushing)
    assert stranger.post("/devices/off", {"form": stranger.form, "device": device}).status_code == 403
    assert phone.post("/devices/off?lang=en", fields).status_code == 200
    assert phone.devices.of(ID, ["entrant:0001", "entrant:0003"]) == []


def test_what_was_pushed_is_read_in_whole_by_whoever_it_was_for(founded: House) -> None:
    pushing = Pushing()
    phone, stranger = (Phone(founded, number, pushing=pushing) for number in ("0001", "0002"))
    own = msgspec.to_builtins(Browser("https://push.example.org/send/1").subscription)
    assert phone.browser.post(f"{phone.path}/devices", json={"form": phone.form, **own}).status_code == 201
    assert "Last messages" not in phone.text()
    for text in ("Bring water, please", "Bring <b>tiles</b>"):
        founded.done("make-announcement", {"audience": "everyone", "en": text, "zh": f"{text}。"})
        for _ in range(3):
            phone.drain()
            founded.clock.advance(timedelta(seconds=1))
    assert [kind for _, kind, _ in phone.pushes.sent] == [
        "registration-received",
        "announcement",
        "announcement",
    ]
    section = phone.text().partition('id="messages"')[2].partition("</section>")[0]
    assert section.index("Bring &lt;b&gt;tiles") < section.index("Bring water"), "the newest first"
    assert "<b>" not in section
    assert "Last messages" not in stranger.text(), "no browser of theirs had it"
    chinese = phone.text("?lang=zh")
    assert "Bring water, please。" in chinese
    before = everything(founded)
    phone.text()
    assert everything(founded) == before


def test_who_replaces_a_link_ends_the_browsers_it_let_in(founded: House) -> None:
    phone = Phone(founded, "0001", pushing=Pushing())
    own = Browser("https://push.example.org/send/1").subscription
    body = {"form": phone.form, **msgspec.to_builtins(own)}
    assert phone.browser.post(f"{phone.path}/devices", json=body).status_code == 201
    phone.pages.replace(ID, ["entrant:0001"])
    assert phone.devices.of(ID, ["entrant:0001"]) == []


def test_where_no_pushes_are_sent_the_page_says_nothing_of_them(phone: Phone) -> None:
    assert 'id="device"' not in phone.text()
    own = msgspec.to_builtins(Browser("https://push.example.org/send/1").subscription)
    assert phone.browser.post(f"{phone.path}/devices", json={"form": phone.form, **own}).status_code == 409


def test_notifications_are_promised_only_where_they_can_be_had(founded: House) -> None:
    plain, pushed = Phone(founded, "0001"), Phone(founded, "0001", pushing=Pushing())
    http = msgspec.structs.replace(SETTINGS, public_url="http://play.example")
    insecure = Phone(founded, "0001", pushing=Pushing(), settings=http)
    for language, word in (("en", "notification"), ("zh", "通知")):
        assert (
            word not in plain.text(f"?lang={language}", User_Agent="Telegram-Android/10").partition("<h1>")[2]
        )
        assert word in pushed.text(f"?lang={language}").partition('id="home-screen"')[2]
        assert word in pushed.text(f"?lang={language}").partition("<h1>")[2].partition('id="schedule"')[0]
        there = insecure.text(f"?lang={language}", Host="play.example")
        section, _, steps = there.partition('id="home-screen"')
        assert "https" in section
        assert 'id="device"' not in section
        assert word not in steps
    assert 'id="device"' in insecure.text(Host="127.0.0.1:8000"), "browsers trust their own machine"


def test_where_no_code_arrives_the_page_says_whom_to_ask(founded: House) -> None:
    mute = msgspec.structs.replace(SETTINGS, telegram_token=None, smtp_url=None)
    phone = Phone(founded, "0001", "0003", settings=mute)
    for language, asked in (("en", "Ask the organizer"), ("zh", "請聯絡主辦單位")):
        section = phone.text(f"?lang={language}").partition('id="acts"')[2].partition("</section>")[0]
        assert section.count(asked) == 2
        assert "<button" not in section
    assert "Ask the organizer" not in Phone(founded, "0001", "0003").text()


def test_a_receipt_tells_nothing(phone: Phone) -> None:
    for body in ({"receipt": "x"}, {"receipt": "x", "sign": "opened"}):
        answer = phone.browser.post("/me/receipt", json=body)
        assert (answer.status_code, answer.get_data()) == (204, b"")
    assert (
        phone.browser.post("/me/receipt", data=b"x" * 9000, content_type="application/json").status_code
        == 413
    )
    assert phone.browser.post("/me/receipt", json={"receipt": 1}).status_code == 400
