"""A tournament with a past: games are played, a case waits, and someone was disqualified."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.conftest import ID, SESSION, START, House, later, only_read, opened
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


@pytest.fixture(scope="session")
def past(moments: dict[str, Path], made_once: MadeOnce) -> Path:
    """The databases of it."""
    return later(made_once, moments["in_play"], "with a past", with_a_past)


@pytest.fixture(scope="module")
def house(past: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """For tests that change nothing."""
    with only_read(past, tmp_path_factory.mktemp("past"), START) as house:
        yield house


@pytest.fixture(scope="module")
def browser(house: House) -> Browser:
    return Browser(house).sign_in("organizer", "office")


@pytest.fixture
def going_on(past: Path, tmp_path: Path) -> Iterator[House]:
    """For a test in which more happens."""
    with opened(past, tmp_path) as house:
        house.clock.set(START)
        yield house


@pytest.fixture
def unchanged(house: House) -> Iterator[None]:
    """Whatever is opened in the test, nothing is written."""
    before = house.head
    yield
    assert house.head == before
