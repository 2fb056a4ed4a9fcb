"""A tournament in play with a case at the first table, on each kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.vault import Vault
from tests.api.conftest import ON_EACH, START, House, found, later, opened, start
from tests.api.docket_page.given import raise_case
from tests.made_once import MadeOnce


@pytest.fixture
def disputed(moments: dict[str, Path], made_once: MadeOnce, tmp_path: Path) -> Iterator[House]:
    """All games are recorded at both tables, and 0001's table has a case about game 2."""
    day = later(made_once, moments["in_play"], "disputed", raise_case)
    with opened(day, tmp_path) as house:
        house.clock.set(START)
        yield house


@pytest.fixture(params=ON_EACH)
def disputed_on_each(request: pytest.FixtureRequest) -> House:
    """The same on each kind of database."""
    if request.param == "sqlite":
        house: House = request.getfixturevalue("disputed")
        return house
    vault: Vault = request.getfixturevalue("vault")
    return raise_case(start(found(House(request.getfixturevalue("postgresql_database"), vault))))
