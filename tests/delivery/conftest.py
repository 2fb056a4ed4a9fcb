"""An office on a fresh database of each kind."""

from collections.abc import Iterator

import pytest

from services.delivery.push_keys import SenderKey
from shared.database import Database
from shared.p256 import private_from
from shared.vault import Vault
from tests.delivery.given import Office
from tests.delivery.hall import Hall
from tests.simulators.push_service import push_service


@pytest.fixture
def office(database: Database, vault: Vault) -> Office:
    return Office(database, vault)


@pytest.fixture
def small(sqlite_database: Database, vault: Vault) -> Office:
    """For what does not depend on the kind of database."""
    return Office(sqlite_database, vault)


@pytest.fixture
def hall(office: Office) -> Iterator[Hall]:
    key = SenderKey(private_from(b"s" * 32), "mailto:ops@example.org", office.clock)
    with push_service(office.clock, key.public) as service:
        yield Hall(office, service, key)
        assert service.refused == []


@pytest.fixture
def small_hall(small: Office) -> Iterator[Hall]:
    """For what does not depend on the kind of database."""
    key = SenderKey(private_from(b"s" * 32), "mailto:ops@example.org", small.clock)
    with push_service(small.clock, key.public) as service:
        yield Hall(small, service, key)
        assert service.refused == []
