"""A phone with the personal page of the first entrant, on each kind of database."""

import pytest

from shared.database import Database
from shared.vault import Vault
from tests.api.conftest import House, found
from tests.api.personal.phone import Phone


@pytest.fixture
def founded(database: Database, vault: Vault) -> House:
    """As elsewhere, on each kind of database."""
    return found(House(database, vault))


@pytest.fixture
def phone(founded: House) -> Phone:
    return Phone(founded, "0001")
