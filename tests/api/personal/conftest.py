"""A phone with the personal page of the first entrant, on each kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.vault import Vault
from tests.api.conftest import House, found, opened
from tests.api.personal.phone import Phone


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def founded(request: pytest.FixtureRequest, moments: dict[str, Path], tmp_path: Path) -> Iterator[House]:
    """As elsewhere, on each kind of database."""
    if request.param == "sqlite":
        with opened(moments["founded"], tmp_path) as house:
            yield house
        return
    vault: Vault = request.getfixturevalue("vault")
    yield found(House(request.getfixturevalue("postgresql_database"), vault))


@pytest.fixture
def phone(founded: House) -> Phone:
    return Phone(founded, "0001")
