"""The personal page as it is read: opening it changes nothing, and shows what its people may see."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest

from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from tests.api.conftest import BASE, ID, House, entrants
from tests.api.courses import seat, steps
from tests.api.personal.phone import FORM, SETTINGS, SITE, Phone, everything
from tests.api.telling_apart import Courses, courses
from tests.api.test_pages import Page
from tests.made_once import MadeOnce
from tests.unit.tournament.given_files import PLAIN_ZH
from tests.wording import fixed


def test_the_page_reads_schedule_and_entry_and_is_well_formed(phone: Phone) -> None:
    for language, tag, heading in (("en", "en", "When and where"), ("zh", "zh-Hant-HK", "玩家1號")):
        text = phone.text(f"?lang={language}")
        page = Page(text)
        assert page.open == []
        assert len(set(page.ids)) == len(page.ids)
        assert set(page.labels) <= set(page.ids)
        assert f'<html lang="{tag}">' in text
        assert heading in text
        assert "h1" in page.tags
        assert text.count('class="press"') >= text.count("<button")
    assert "player1@example.org" not in text, "contacts take a code"
    assert "1961-05-17" not in text


def test_a_guide_that_is_a_file_is_linked_where_the_public_reads_it(phone: Phone) -> None:
    assert "timer-guide" not in phone.text()
    file = {**TOURNAMENT_FILE, "timer_guide_file": f"data:;base64,{b64encode(PLAIN_ZH).decode()}"}
    assert phone.house.organizer.post(f"{BASE}/commands/amend-tournament", file).status_code == 201
    for language in ("en", "zh"):
        link = f"{SITE}/t/{ID}/timer-guide?lang={language}"
        assert f'<a href="{link}"' in phone.text(f"?lang={language}")
        assert phone.browser.get(link.removeprefix(SITE)).get_data() == PLAIN_ZH


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
    for part in ("HttpOnly", "Secure", "SameSite=Lax", f"Path={phone.path}"):
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


def test_nonsense_and_dead_links_get_one_answer(phone: Phone) -> None:
    phone.pages.links.revoke(ID, ["entrant:0001"])
    dead = phone.get()
    assert dead.status_code == 404
    assert "personal-link-invalid" in dead.get_data(as_text=True)
    for text in ("x", "A" * 43, "A" * 5000, "%00", "'--", "%F0%9F%92%A9", "worker.js.map", "é" * 20):
        nonsense = phone.browser.get(f"/me/{text}", headers={"Accept": "text/html"})
        assert (nonsense.status_code, nonsense.get_data()) == (404, dead.get_data()), text
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
    assert ">Player Number1</h2>" in text
    assert ">Player Number3</h2>" in text
    assert "Player Number2" not in text


def test_the_calendar_of_each_on_the_page_and_of_nobody_else(founded: House) -> None:
    phone = Phone(founded, "0001", "0003")
    for number in ("0001", "0003"):
        answer = phone.get(f"/calendar/{number}.ics")
        assert answer.content_type == "text/calendar; charset=utf-8"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "BEGIN:VEVENT" in answer.get_data(as_text=True)
        assert f"{phone.path}/calendar/{number}.ics" in phone.text()
    assert phone.get("/calendar/0002.ics").status_code == 404


def test_a_link_of_another_tournament_opens_nothing_here(phone: Phone) -> None:
    house = phone.house
    file = {**TOURNAMENT_FILE, "id": "autumn-cup", "title": {"en": "Autumn Cup", "zh": "秋季盃"}}
    assert house.organizer.post("/api/v1/tournaments", file).status_code == 201
    command = "/api/v1/tournaments/autumn-cup/commands/import-entrants"
    theirs = [{**entrant, "name_en": "Somebody Else", "email": "else@example.org"} for entrant in entrants(1)]
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


@pytest.fixture
def at(made_once: MadeOnce, moments: Mapping[str, Path], tmp_path: Path) -> Iterator[Courses]:
    with courses(steps, made_once, moments, tmp_path) as found:
        yield found


def test_places_are_seen_only_as_the_tournament_lets_them_be(at: Courses) -> None:
    """RULES: until a stage is published, participants see their own scores and no place, cut or table."""
    shown = [_standings(at("published", course, "cut made")) for course in ("first", "other")]
    for section in shown:
        assert fixed("part-places-seen-published", stage="Preliminary") in section
        assert re.search(r"games won|won", section), "the own figures"
        assert re.findall(r"(?m)^<p>(➤ )?[0-9]+\. ", section) == []
        assert "qualified" not in section.lower()
    seen = _standings(at("live", "first", "cut made"))
    assert re.search(r"<p>➤ [0-9]+\. ", seen)
    assert say("bot-is-qualified", "en") in seen


def test_a_reserve_reads_of_it_and_declines(at: Courses) -> None:
    hidden, house = at("published", "first", "cut made"), at("live", "first", "cut made")
    reserve = house.desk.state(ID).cut_into("final").reserves[0]
    assert fixed("bot-schedule-reserve", over="false") not in Phone(hidden, reserve).text()
    phone = Phone(house, reserve)
    assert "Reserve number 1 for the Final (Saturday, 13 March 2027, session 1)" in phone.text()
    assert "後備第 1 名" in phone.text("?lang=zh")
    (purpose,) = set(re.findall(r'value="(withdraw [^"]+)"', phone.text()))
    assert purpose == "withdraw reserve final"
    assert phone.text().partition('id="standings"')[0].count("Reserve number") == 1, "it stands there once"
    phone.ask(purpose, reserve)
    assert phone.act(purpose, phone.code(), reserve).status_code == 200
    assert reserve not in house.desk.state(ID).cut_into("final").reserves
    assert fixed("bot-schedule-reserve", over="false") not in phone.text()


def _standings(house: House) -> str:
    """What the page of one entrant says of standings and entry."""
    return Phone(house, seat(house, "A")).text().partition("<h1>")[2]


def test_who_is_forgotten_has_no_page(phone: Phone) -> None:
    phone.house.done("forget-person", {"person": "0001"})
    assert phone.get().status_code == 410, "and is told that it was deleted"


def test_a_page_of_several_says_that_one_of_them_was_forgotten(founded: House) -> None:
    family = Phone(founded, "0001", "0002")
    said = {lang: say("page-me-forgotten", lang, count=1) for lang in ("en", "zh")}
    assert said["en"] not in family.text()
    founded.done("forget-person", {"person": "0001"})
    for lang, words in said.items():
        assert words in family.text(f"?lang={lang}")


def test_a_child_is_named_as_nobodys_parent(founded: House) -> None:
    family = Phone(founded, "0001", "0002")
    founded.done("amend-details", {"entrant": "0001", "guardian": "Lau Mei Ling"})
    named = fixed("bot-forget-parent")
    for born, is_read in (("2017-05-01", False), ("1990-05-01", True)):
        founded.done("amend-details", {"entrant": "0002", "birth_date": born})
        read = family.ask("forget", "0002").get_data(as_text=True)
        assert (named in unescape(read)) is is_read


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
    manifest = json.loads(answer.get_data())
    assert manifest["start_url"] == f"{phone.path}?lang=zh"
    assert manifest["scope"] == manifest["id"] == phone.path
    assert "Player" not in answer.get_data(as_text=True)
    for icon in manifest["icons"]:
        assert phone.browser.get(icon["src"]).status_code == 200


def test_where_no_code_arrives_the_page_says_whom_to_ask(founded: House) -> None:
    mute = msgspec.structs.replace(SETTINGS, telegram_token=None, smtp_url=None)
    phone = Phone(founded, "0001", "0003", settings=mute)
    for language, asked in (("en", "Ask the organizer"), ("zh", "請聯絡主辦單位")):
        text = phone.text(f"?lang={language}")
        sections = [part.partition("</details>")[0] for part in text.split('id="data-')[1:]]
        assert [section.count(asked) for section in sections] == [1, 1]
        assert "<button" not in "".join(sections)
    assert fixed("problem-code-unsendable") not in Phone(founded, "0001", "0003").text()


def test_the_page_leads_to_the_tournament_in_its_language(phone: Phone) -> None:
    page = phone.text()
    for path in ("", "/programme", "/standings"):
        assert f'href="/t/{ID}{path}?lang=en"' in page


def test_who_takes_a_name_from_public_pages_reads_where_it_stays(phone: Phone) -> None:
    """The award for families has a consent of its own, and its list is a public page."""
    words = "The list of families, on public pages too, goes on showing the name"
    asked = "/consent?lang=en&person=0002&purpose=consent%20pages%20no"
    member = Phone(phone.house, "0002")
    assert words not in member.text(asked), "of no family"
    phone.house.done("amend-details", {"entrant": "0008", "birth_date": "2015-08-30"})
    phone.house.done("declare-family-unit", {"child": "0008", "parent": "0002"})
    assert words in member.text(asked)
    assert words not in member.text(asked.replace("%20no", "%20yes"))
    phone.house.done(
        "set-consent", {"entrant": "0002", "scope": "family_award", "shown": False, "by": "self"}
    )
    assert words not in member.text(asked)
