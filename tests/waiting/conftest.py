"""A desk on either kind of database."""

import pytest

from services.tournament.definition.founding import DefineTournament
from shared.clock import ManualClock
from shared.database import Database
from shared.vault import Vault
from tests.cli.conftest import home, tileledger
from tests.unit.desk.conftest import Counter
from tests.unit.tournament.specs import definition, hk_rules, hong_kong

__all__ = ["counter", "home", "tileledger"]


@pytest.fixture
def counter(database: Database, vault: Vault) -> Counter:
    """A desk whose tournament is founded: two tables a session."""
    founded = Counter(database, vault, ManualClock(hong_kong("2026-03-01 12:00")))
    founded.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    return founded
