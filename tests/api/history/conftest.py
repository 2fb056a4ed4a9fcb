"""A tournament with a past: games are played, a case waits, and someone was disqualified."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.conftest import ID, SESSION, START, House, later, opened
from tests.api.history.given import TABLE
from tests.api.signing_in.browser import Browser
from tests.api.test_pages import ranked
from tests.made_once import MadeOnce


def with_a_past(house: House) -> None:
    """Both tables are played and signed; a case waits, and someone was disqualified since."""
    house.clock.set(START)
    ranked(house)
    house.done("raise-dispute", {"sheet": TABLE, "game": 1, "statement": "A tile fell"})
    who = house.desk.state(ID).sheets[f"{SESSION}/1"].seats[0]
    house.done(
        "disqualify-entrant", {"entrant": who, "grounds": "aid_found", "reason": "A solver on the telephone"}
    )


@pytest.fixture
def house(moments: dict[str, Path], made_once: MadeOnce, tmp_path: Path) -> Iterator[House]:
    with opened(later(made_once, moments["in_play"], "with a past", with_a_past), tmp_path) as house:
        house.clock.set(START)
        yield house


@pytest.fixture
def browser(house: House) -> Browser:
    return Browser(house).sign_in("organizer", "office")


@pytest.fixture
def unchanged(house: House) -> Iterator[None]:
    """Whatever is opened in the test, nothing is written."""
    before = house.head
    yield
    assert house.head == before
