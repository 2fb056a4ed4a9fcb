"""No page of a site is a dead end: whom to ask for a place before play, and nothing on once it is over."""

from datetime import timedelta
from typing import Any

import pytest

from services.desk.site.programme import ABANDONED_AFTER
from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from tests.api.conftest import ID, SEATING, House, found
from tests.api.site.test_site import part, text_of
from tests.api.test_pages import read

AT = f"/t/{ID}"
CONTACT = {"contact": {"en": "ask@example.org", "zh": "ask@example.org"}}
ORGANIZER = {"organizer": {"en": "the Tile Club", "zh": "牌會"}}


@pytest.mark.parametrize(
    ("named", "english", "chinese"),
    [
        (
            CONTACT | ORGANIZER,
            "To take part, ask here: ask@example.org",
            "如欲參加，請聯絡： ask@example.org",
        ),
        (ORGANIZER, "To take part, ask the Tile Club.", "如欲參加，請向牌會查詢。"),
        ({}, "To take part, ask the organizer.", "如欲參加，請向主辦單位查詢。"),
    ],
)
def test_before_play_the_site_says_whom_to_ask_for_a_place(
    house: House, named: dict[str, Any], english: str, chinese: str
) -> None:
    file = {name: value for name, value in TOURNAMENT_FILE.items() if name not in ("contact", "organizer")}
    found(house, file | named)
    house.clock.set(SEATING - timedelta(days=2))
    assert english in text_of(house)
    assert chinese in text_of(house, language="zh")


def test_nothing_is_on_of_a_tournament_that_was_abandoned(founded: House) -> None:
    last = max(session.day for session in founded.desk.state(ID).sessions.values() if session.day is not None)
    days = last - SEATING.date() + ABANDONED_AFTER + timedelta(days=1)
    founded.clock.set(SEATING + days)
    now = part(founded, AT, "now")
    assert say("page-it-is-over", "en") in now
    for page in (now, part(founded, f"{AT}/programme", "days")):
        assert say("page-phase-check-in", "en") not in page
        assert say("page-phase-open", "en") not in page
    board, _ = read(founded.anyone, f"{AT}/board?lang=en")
    assert say("page-board-word-check-in", "en") not in board
