"""A tournament with officials, on each kind of database, and browsers that come to its pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.vault import Vault
from tests.api.conftest import House, found, opened


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def each(request: pytest.FixtureRequest, moments: dict[str, Path], tmp_path: Path) -> Iterator[House]:
    """As `founded`, on each kind of database."""
    if request.param == "sqlite":
        with opened(moments["founded"], tmp_path) as house:
            yield house
        return
    vault: Vault = request.getfixturevalue("vault")
    yield found(House(request.getfixturevalue("postgresql_database"), vault))
