"""What was done already, asked for in an old tab or sent again by loading a page anew."""

import re
from datetime import timedelta
from html import unescape

import pytest

from shared.catalogue import say
from tests.api.conftest import SEATING, House
from tests.api.personal.phone import Phone

DONE, DONE_ZH = "That is done already", "先前已經辦妥"


def test_a_place_that_was_given_back_in_another_tab_is_given_back_already(phone: Phone) -> None:
    (purpose,) = set(re.findall(r'value="(withdraw cancel [^"]+)"', phone.text()))
    phone.ask(purpose)
    code = phone.code()
    phone.act(purpose, code)
    before = phone.house.head
    fields = {"form": phone.form, "person": "0001", "purpose": purpose}
    forms = (("/code", fields), ("/act", {**fields, "code": code}), ("/act", {**fields, "code": "1"}))
    for path, sent in forms:
        for language, words in (("en", DONE), ("zh", DONE_ZH)):
            answer = phone.post(f"{path}?lang={language}", sent)
            text = answer.get_data(as_text=True)
            assert (answer.status_code, words in text) == (200, True)
            assert f'href="{phone.path}?lang={language}"' in text
            assert 'role="alert"' not in text
    assert phone.house.head == before
    phone.drain()
    assert len(phone.codes) == 1, "no further code is sent for it"


def test_a_consent_page_that_is_loaded_anew_says_that_it_is_done(phone: Phone) -> None:
    purpose = unescape(re.findall(r'purpose=(consent[^&"]+)', phone.text())[0]).replace("+", " ")
    fields = {"form": phone.form, "person": "0001", "purpose": purpose, "by": "self"}
    phone.post("/code?lang=en", fields)
    sent = {**fields, "code": phone.code()}
    assert phone.post("/act?lang=en", sent).status_code == 200
    before = phone.house.head
    again = phone.post("/act?lang=en", sent)
    assert (again.status_code, DONE in again.get_data(as_text=True)) == (200, True)
    assert phone.house.head == before
    assert phone.post("/act?lang=en", {**sent, "code": "000000"}).status_code == 403


@pytest.mark.parametrize("purpose", ["contacts", "export"])
def test_what_was_shown_once_is_not_shown_again_and_the_page_says_why(phone: Phone, purpose: str) -> None:
    phone.ask(purpose)
    code = phone.code()
    assert "player1@example.org" in phone.act(purpose, code).get_data(as_text=True)
    again = phone.act(purpose, code).get_data(as_text=True)
    assert DONE in again
    assert say("page-me-code-once", "en") in again
    assert "player1@example.org" not in again
    assert DONE not in phone.act(purpose, "000000").get_data(as_text=True)


def test_what_was_refused_with_a_right_code_is_not_done_already(founded: House) -> None:
    phone = Phone(founded, "0001")
    founded.clock.set(SEATING - timedelta(minutes=5))
    (purpose,) = set(re.findall(r'value="(withdraw cancel [^"]+)"', phone.text()))
    phone.ask(purpose)
    code = phone.code()
    founded.done("check-in", {"entrant": "0001"})
    for _ in range(2):
        answer = phone.act(purpose, code)
        assert answer.status_code >= 400
        assert DONE not in answer.get_data(as_text=True)
