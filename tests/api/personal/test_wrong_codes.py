"""Codes for what the page does not ask, of another purpose, person or page, used, or too old."""

from datetime import timedelta

import pytest

from shared.catalogue import say
from tests.api.conftest import House
from tests.api.personal.phone import Phone

PURPOSES = (
    "withdraw cancel nowhere", "withdraw stage nowhere", "withdraw qualifier nowhere",
    "withdraw reserve nowhere", "withdraw qualifier preliminary", "withdraw reserve final",
    "withdraw cancel final", "withdraw stage 0", "consent pages yes", "consent pages no 99",
    "consent board yes \x00", "consent family_award no", "family yes 0001 9999", "family no 9999 0001",
    "family yes 0002 0003", "family no 0001 0001", "family yes nobody nowhere", "contacts", "export",
    "forget", "forget me", "", "sign-in", "x" * 4000,
)  # fmt: skip


@pytest.mark.parametrize("path", ["/code", "/act", "/consent"])
def test_a_code_for_what_the_page_does_not_ask_is_refused_clearly(phone: Phone, path: str) -> None:
    head, form = phone.house.head, phone.form
    for purpose in PURPOSES:
        fields = {"form": form, "person": "0001", "purpose": purpose, "by": "self"}
        if path == "/consent":
            answer = phone.browser.get(f"{phone.path}{path}", query_string=fields)
        else:
            answer = phone.post(path, fields if path == "/code" else {**fields, "code": "000000"})
        assert answer.status_code in (200, 403, 404, 409, 410, 413, 422, 429), (purpose, answer.status_code)
    assert phone.house.head == head


def test_a_code_that_is_not_finished_is_refused_as_such_and_is_no_try(founded: House) -> None:
    phone = Phone(founded, "0001")
    phone.ask("contacts")
    code = phone.code()
    for typed in ("", *[code[:5]] * 6):
        refused = phone.act("contacts", typed)
        assert refused.status_code == 422
        assert say("problem-code-unfinished", "en", digits=6) in refused.get_data(as_text=True)
    assert phone.act("contacts", code).status_code == 200


def test_a_code_opens_only_what_it_was_sent_for_once_and_in_time(founded: House) -> None:
    phone, other = Phone(founded, "0001", "0003"), Phone(founded, "0001", "0003")
    phone.ask("contacts")
    code = phone.code()
    others = (
        phone.act("export", code),
        phone.act("contacts", code, "0003"),
        phone.act("withdraw cancel preliminary", code),
        other.act("contacts", code),
    )
    assert [answer.status_code for answer in others] == [403] * 4
    assert phone.act("contacts", code).status_code == 200
    assert phone.act("contacts", code).status_code == 403
    phone.ask("export")
    late = phone.code()
    founded.clock.advance(timedelta(minutes=11))
    assert phone.act("export", late).status_code == 403
