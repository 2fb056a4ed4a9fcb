"""Whole tournaments that were played once, to look back on: the small demo, and one of every other format.

A conftest that imports `past_of` or `past` gives them to the tests beside it.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.access.principal import Principal
from services.demo.definitions import demo_definition
from services.desk.desk import Desk
from services.desk.queries import QUERIES
from shared.database import Database
from shared.vault import Vault
from tests.demo.conftest import SECRET, play_in, small
from tests.made_once import MadeOnce
from tests.simulation.copies import cold_desk

SMALL = "small"
"""Hong Kong 2026 with six tables in each session: 1,900 events with suspensions, rulings and a final."""
ORGANIZER = Principal("t-1", "organizer", "test", None)


class Past(msgspec.Struct, frozen=True):
    """A tournament that is over, and its desk, which all tests of a process ask: none changes anything."""

    id: str
    desk: Desk

    def ask(
        self, query: str, as_of: int | None = None, principal: Principal = ORGANIZER, **params: Any
    ) -> Any:
        kind = QUERIES[query]
        return self.desk.ask(self.id, query, msgspec.convert(params, kind.params), principal, as_of=as_of)

    @property
    def last(self) -> int:
        return self.desk.head(self.id).seq


PastOf = Callable[[str], Past]


@pytest.fixture(scope="session")
def past_of(made_once: MadeOnce) -> Iterator[PastOf]:
    """The past of a tournament file or template, or of SMALL."""

    def play(name: str, folder: Path) -> None:
        definition = small() if name == SMALL else demo_definition(name)
        play_in(folder / "played", definition, seed=3).close()
        (folder / "id").write_text(definition.id)

    with ExitStack() as opened:

        @cache
        def past(name: str) -> Past:
            folder = made_once(f"past {name}", lambda unfinished: play(name, unfinished))
            database = Database(f"sqlite:///{folder / 'played' / 'log.db'}")
            keys = Database(f"sqlite:///{folder / 'played' / 'vault.db'}", journal="DELETE")
            for each in (database, keys):
                opened.enter_context(closing(each))
            return Past((folder / "id").read_text(), cold_desk(database, Vault(keys, SECRET)))

        yield past


@pytest.fixture
def past(past_of: PastOf) -> Past:
    """The past of the small demo."""
    return past_of(SMALL)
