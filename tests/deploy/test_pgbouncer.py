"""Through pgbouncer in transaction mode, where every transaction may be carried out by another session."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import monotonic

import pytest

from infra.migrations import schema
from shared.database import Database, DatabaseUnusable
from shared.database.deadline import WRITER_SECONDS, waiting_at_most
from shared.eventlog import EMPTY
from tests.api.founding import set_up
from tests.deploy.pgbouncer import Pooler, pooling
from tests.eventlog.given import LEDGER, a_batch, a_log, an_event, append, decided, transact
from tests.postgresql_server import Server
from tests.refusing import refusing
from tests.waiting.holding import all_at_once, postgresql_held

pytestmark = pytest.mark.postgresql
WRITERS, COMMANDS = 6, 5


@pytest.fixture(scope="module")
def pooler(postgresql_server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pooler]:
    with pooling(tmp_path_factory.mktemp("pgbouncer"), postgresql_server.url) as running:
        yield running


@pytest.fixture
def pooled(pooler: Pooler, postgresql_url: str) -> Iterator[Database]:
    database = Database(pooler.before(postgresql_url))
    yield database
    database.close()


def test_many_writers_and_readers_share_two_sessions(pooled: Database) -> None:
    log = a_log(pooled)

    def write(number: int) -> None:
        ledger = f"{LEDGER}-{number % 3}"
        for _ in range(COMMANDS):
            # More than one statement takes; then a single one.
            transact(log, ledger, EMPTY, decided(a_batch(*[an_event()] * 20)))
            transact(log, ledger, log.head(ledger), decided(a_batch()))
            assert log.read(ledger, limit=2)[1].seq == 2

    all_at_once([partial(write, number) for number in range(WRITERS)])
    assert [log.verify(ledger).fault for ledger in log.tournaments()] == [None] * 3
    assert sum(log.head(ledger).seq for ledger in log.tournaments()) == WRITERS * COMMANDS * 21


def test_waits_end_as_the_address_says_and_no_session_keeps_it(pooler: Pooler, postgresql_url: str) -> None:
    address = f"{pooler.before(postgresql_url)}?options=-c%20lock_timeout%3D300ms"
    database = Database(address)
    log = a_log(database)
    head = append(log).head
    with postgresql_held(postgresql_url, "SELECT FROM head FOR UPDATE"):
        began = monotonic()
        with refusing("database-busy"):
            transact(log, LEDGER, head, decided(a_batch()))
        with refusing("database-busy"), log.locked(LEDGER):
            pass
        assert monotonic() - began < WRITER_SECONDS
    assert append(log).head.seq == 2
    with database.connection() as driver:
        assert {driver.execute("SHOW lock_timeout").fetchone() for _ in range(4)} == {("0",)}
    database.close()


def test_one_that_passes_over_what_it_does_not_take_is_known_too(
    postgresql_server: Server, postgresql_url: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("pgbouncer")
    with pooling(folder, postgresql_server.url, "ignore_startup_parameters = options") as pooler:
        database = Database(pooler.before(postgresql_url))
        with database.writing() as driver:
            assert driver.execute("SHOW lock_timeout").fetchone() == ("5s",)
        for number in range(1, 5):
            assert append(a_log(database)).head.seq == number
        database.close()
    direct = Database(postgresql_url)
    with direct.connection() as driver:
        assert driver.execute("SHOW lock_timeout").fetchone() == ("5s",)
    direct.close()


def test_one_that_takes_no_more_connections_is_waited_for(
    postgresql_server: Server, postgresql_url: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("pgbouncer")
    with pooling(folder, postgresql_server.url, "max_client_conn = 1") as pooler:
        first, second = (Database(pooler.before(postgresql_url)) for _ in range(2))
        with first.connection(), waiting_at_most(0.5), refusing("no-connection-left"):
            a_log(second).tournaments()
        first.close()
        assert a_log(second).tournaments() == []
        second.close()


def test_a_tournament_is_founded_and_migrations_are_made_to_compare(
    pooler: Pooler, postgresql_url: str, tmp_path: Path
) -> None:
    address = pooler.before(postgresql_url)
    set_up(tmp_path, DATABASE_URL=address)
    database = Database(address)
    assert schema.differences(database, "log") == []
    (tournament,) = a_log(database).tournaments()
    assert a_log(database).verify(tournament).fault is None
    database.close()


def test_what_an_address_sets_for_reads_as_well_is_refused(pooler: Pooler, postgresql_url: str) -> None:
    database = Database(f"{pooler.before(postgresql_url)}?options=-c%20search_path%3Delsewhere")
    with pytest.raises(DatabaseUnusable), database.connection():
        pass
    database.close()
