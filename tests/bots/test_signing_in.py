"""/signin: a link to the pages for officials, for this chat's offices alone."""

import re

import pytest

from services.access.kinds import SIGN_IN_LINK
from tests.api.conftest import ID
from tests.bots.conftest import PAGES_AT, Office

_LINK = re.compile(re.escape(PAGES_AT) + r"/staff/sign-in/([A-Za-z0-9_-]{43})\?lang=(..)")


@pytest.mark.parametrize(
    ("recipient", "role", "subject"),
    [
        ("referee:REF-1", "referee", "REF-1"),
        ("referee:CHIEF", "chief_referee", "CHIEF"),
        ("organizer:organizer", "organizer", "organizer"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_official_gets_a_link_of_their_office(
    office: Office, recipient: str, role: str, subject: str, language: str
) -> None:
    answer = office.phone(recipient, language=language).say("/signin")
    ((text, spoken),) = _LINK.findall(answer)
    assert spoken == language
    (link,) = office.desk.grants.open(SIGN_IN_LINK, text)
    assert (link.scope, link.whose, link.tournament_id) == (role, subject, ID)
    assert re.search(r"\b[0-9]{4} [0-9]{4}\b", answer), "and its code"


def test_nobody_else_gets_any(office: Office) -> None:
    for recipients in (["entrant:0001"], []):
        assert "/staff/" not in office.phone(*recipients).say("/signin")


def test_who_was_dismissed_gets_none(office: Office) -> None:
    office.house.done("appoint-referee", {"referee": "REF-3", "name": "Judge 3"})
    phone = office.phone("referee:REF-3")
    office.house.done("dismiss-referee", {"referee": "REF-3", "reason": "Went home"})
    assert "/staff/" not in phone.say("/signin")


def test_a_chat_of_two_offices_gets_a_link_for_each(office: Office) -> None:
    phone = office.phone("referee:CHIEF", "organizer:organizer")
    answers = phone.answers("/signin", "bot-role-chief-referee", "bot-role-organizer")
    links = [office.desk.grants.open(SIGN_IN_LINK, text)[0] for text, _ in _LINK.findall(answers)]
    assert sorted(link.scope for link in links) == ["chief_referee", "organizer"]
