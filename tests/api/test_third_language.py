"""A third language is one more file of texts: pages are in it, and lead to it and from it."""

import html
import re
from urllib.parse import urlencode

import msgspec
import pytest

from tests.api.conftest import BASE, ID, House, assert_problem
from tests.api.personal.phone import Phone
from tests.delivery.test_subscribing import Pushing
from tests.simulators.browsers import Browser
from tests.third_language import wide
from tests.wording import fixed


def test_a_page_is_in_it_and_leads_to_the_others(in_play: House, third: str) -> None:
    answer = in_play.anyone.get(f"/t/{ID}/standings?lang={third}", {"Accept": "text/html"})
    page = answer.get_data(as_text=True)
    assert answer.headers["Content-Language"] == third
    assert f'<html lang="{third}">' in page
    assert wide("Standings") in page
    for other in ("en", "zh"):
        assert f"lang={other}" in page
    english = in_play.anyone.get(f"/t/{ID}/standings?lang=en", {"Accept": "text/html"}).get_data(as_text=True)
    assert f"lang={third}" in english


def test_it_is_spoken_also_where_it_was_asked_for_before_there_was_such_a_file(
    in_play: House, request: pytest.FixtureRequest
) -> None:
    def language() -> str | None:
        return in_play.anyone.get(f"/t/{ID}/standings?lang=fr", {"Accept": "text/html"}).headers.get(
            "Content-Language"
        )

    assert language() == "en"
    third = request.getfixturevalue("third")
    assert language() == third


def test_a_refusal_is_told_in_it_alone(in_play: House, third: str) -> None:
    page = in_play.anyone.get(f"/t/no-such/standings?lang={third}", {"Accept": "text/html"}).get_data(
        as_text=True
    )
    assert wide("There is no") in page
    assert "<p lang=" not in page


def test_people_register_with_it_and_choose_it(founded: House, third: str) -> None:
    body = {"session": "2027-03-06/1", "entrant_no": "0099", "name_en": "Ada Ng", "birth_date": "1990-05-17"}
    founded.done("register-entrant", {**body, "language": third})
    client = founded.client("participant", "0001", ID)
    assert client.command("choose-language", {"entrant": "0001", "language": third}).status_code == 201
    for number in ("0099", "0001"):
        answer = founded.organizer.get(f"{BASE}/entrant?entrant={number}")
        assert answer.get_json()["details"]["language"] == third
    refused = client.command("choose-language", {"entrant": "0001", "language": "xx"})
    assert_problem(refused, 400, "body-misshapen")
    assert fixed("part-bound-language", known="en, fr, zh") in refused.get_json()["detail"]


def test_every_state_of_a_personal_page_is_in_it(founded: House, third: str) -> None:
    founded.done("amend-details", {"entrant": "0001", "birth_date": "2016-08-30"})
    phone = Phone(founded, "0001", "0003", pushing=Pushing())
    subscription = msgspec.to_builtins(Browser("https://push.example.org/send/1").subscription)
    body = {"form": phone.form, "names": True, **subscription}
    device = phone.browser.post(f"{phone.path}/devices?lang={third}", json=body).get_json()["device"]
    pages = [phone.text(f"?lang={third}", User_Agent=agent) for agent in ("Safari Line/13.1", "iPhone")]
    query = urlencode({"person": "0001", "purpose": "consent board yes", "lang": third})
    pages.append(phone.text(f"/consent?{query}"))
    form = {"form": phone.form, "person": "0001"}
    by_guardian = {"by": "guardian", "guardian": "Lau"}
    for fields in (
        {"purpose": "contacts"},
        {"purpose": "export"},
        {"purpose": "consent board yes"},
        {"purpose": "consent board yes", **by_guardian},
        {"purpose": "withdraw cancel preliminary"},
    ):
        pages.append(phone.post(f"/code?lang={third}", {**form, **fields}).get_data(as_text=True))
        pages.append(phone.post(f"/act?lang={third}", {**form, **fields, "code": "1"}).get_data(as_text=True))
    last = {**form, "purpose": "withdraw cancel preliminary", "code": phone.code()}
    pages.append(phone.post(f"/act?lang={third}", last).get_data(as_text=True))
    for action in ("test", "off"):
        pressed = phone.post(f"/devices/{action}?lang={third}", {"form": phone.form, "device": device})
        pages.append(pressed.get_data(as_text=True))
    pages.append(phone.text(f"?lang={third}"))
    assert [plain_words(page) for page in pages] == [set()] * len(pages)


NAMED = (
    r"Player Number\d|Lau|Spring Cup|Preliminary|Town hall|High Street|By bus"
    r"|push\.example\.org|p\*+@example\.org|\b(?:mars|lundi|samedi)\b|中文|English|Android|iPhone|iPad"
)
"""What people are called, what the organizer wrote, addresses, and days as the language has them."""


def plain_words(page: str) -> set[str]:
    """Words in plain letters that a reader sees: what never passed through the catalogue."""
    shown = re.sub(r"(?s)<(script|style|svg|nav).*?</\1>|<[^>]*>", " ", page.partition("<main")[2])
    return set(re.findall(r"[A-Za-z]{2,}", re.sub(NAMED, " ", html.unescape(shown.partition(">")[2]))))
