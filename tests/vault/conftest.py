"""An installation in a folder of its own, worked on with the real command line."""

from pathlib import Path

import pytest

from tests.cli.conftest import AtHome, Command, at_home, home, tileledger
from tests.cli.files import ENTRANT_HEADING, TOURNAMENT, entrant_rows, write

__all__ = ["at_home", "entered", "home", "tileledger"]


@pytest.fixture
def entered(tileledger: Command, home: Path, at_home: AtHome) -> None:
    """The Hong Kong tournament with entrants 001 to 003, made under a key file."""

    def prepare() -> None:
        assert tileledger("tournament", "create", TOURNAMENT).code == 0
        rows = write(home / "e.csv", ENTRANT_HEADING, entrant_rows(3))
        assert tileledger("import", "entrants", "hk-2026", rows).code == 0

    at_home("entered", prepare)
