"""A tournament with a past: games are played, a case waits, and someone was disqualified."""

from collections.abc import Iterator

import pytest

from tests.api.conftest import ID, SESSION, House
from tests.api.history.given import TABLE
from tests.api.signing_in.browser import Browser
from tests.api.test_pages import ranked


@pytest.fixture
def house(in_play: House) -> House:
    """Both tables are played and signed; a case waits, and someone was disqualified since."""
    ranked(in_play)
    in_play.done("raise-dispute", {"sheet": TABLE, "game": 1, "statement": "A tile fell"})
    who = in_play.desk.state(ID).sheets[f"{SESSION}/1"].seats[0]
    in_play.done(
        "disqualify-entrant", {"entrant": who, "grounds": "aid_found", "reason": "A solver on the telephone"}
    )
    return in_play


@pytest.fixture
def browser(house: House) -> Browser:
    return Browser(house).sign_in("organizer", "office")


@pytest.fixture
def unchanged(house: House) -> Iterator[None]:
    """Whatever is opened in the test, nothing is written."""
    before = house.head
    yield
    assert house.head == before
