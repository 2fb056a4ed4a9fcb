"""An office on a fresh database of each kind."""

import pytest

from shared.database import Database
from shared.vault import Vault
from tests.delivery.given import Office


@pytest.fixture
def office(database: Database, vault: Vault) -> Office:
    return Office(database, vault)


@pytest.fixture
def small(sqlite_database: Database, vault: Vault) -> Office:
    """For what does not depend on the kind of database."""
    return Office(sqlite_database, vault)
