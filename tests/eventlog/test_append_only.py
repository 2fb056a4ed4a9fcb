"""Nobody changes what is in the log: what the database itself refuses."""

from collections.abc import Iterator

import psycopg
import pytest

from infra.migrations import migrate
from infra.migrations.append_only import lacking
from infra.migrations.schema import NotTried, differences
from shared.database import Database
from shared.eventlog import EMPTY, EventLog
from shared.eventlog.seal import Seal, SealKey, SealStore
from tests.eventlog.given import LEDGER, a_batch, a_log, decided, history, transact
from tests.postgresql_server import Server

EVENT = "'hk-2026', {seq}, 'forged', 1, {blob}, NULL, 'a', 'c', NULL, 0, 0, {blob}"
COMMAND = "'hk-2026', '{id}', {blob}, 1, 1"


def attempt(database: Database, sql: str) -> None:
    with database.connection() as driver:
        driver.execute(sql)


def event_row(seq: int, database: Database) -> str:
    return EVENT.format(seq=seq, blob="x'00'" if database.kind == "sqlite" else "'\\x00'")


def command_row(command_id: str, database: Database) -> str:
    return COMMAND.format(id=command_id, blob="x'00'" if database.kind == "sqlite" else "'\\x00'")


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE event SET actor = 'somebody else' WHERE seq = 2",
        "UPDATE event SET seq = seq + 100",
        "DELETE FROM event WHERE seq = 2",
        "DELETE FROM event",
        "UPDATE command SET first_seq = 1",
        "DELETE FROM command",
    ],
)
def test_update_and_delete_are_refused(database: Database, sql: str) -> None:
    log = a_log(database)
    history(log)
    before = log.read(LEDGER)
    with pytest.raises(Exception, match="append-only"):
        attempt(database, sql)
    assert log.read(LEDGER) == before
    assert log.verify(LEDGER).fault is None


@pytest.mark.parametrize("verb", ["INSERT", "INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"])
def test_no_insert_replaces_a_row_on_sqlite(sqlite_database: Database, verb: str) -> None:
    log = a_log(sqlite_database)
    history(log)
    before = log.read(LEDGER)
    known = str(log.command(LEDGER, before[0].command_id).command_id)  # type: ignore[union-attr]
    for sql in (
        f"{verb} INTO event VALUES ({event_row(2, sqlite_database)})",
        f"{verb} INTO command VALUES ({command_row(known, sqlite_database)})",
    ):
        with pytest.raises(Exception, match="append-only"):
            attempt(sqlite_database, sql)
    assert log.read(LEDGER) == before


def test_an_insert_cannot_take_the_place_of_another_event_by_rowid(sqlite_database: Database) -> None:
    log = a_log(sqlite_database)
    history(log)
    columns = "rowid, tournament_id, seq, type, version, data, personal, actor, command_id, caused_by, "
    columns += "occurred_at, recorded_at, hash"
    with pytest.raises(Exception, match="append-only"):
        attempt(
            sqlite_database,
            f"INSERT OR REPLACE INTO event ({columns}) VALUES (2, {event_row(99, sqlite_database)})",
        )
    assert log.verify(LEDGER).fault is None


UPSERTS = [
    "ON CONFLICT (tournament_id, seq) DO UPDATE SET actor = 'somebody else'",
    "ON CONFLICT (tournament_id, seq) DO UPDATE SET data = excluded.data WHERE event.seq = 2",
]


@pytest.mark.parametrize("upsert", UPSERTS)
def test_an_upsert_is_refused(database: Database, upsert: str) -> None:
    log = a_log(database)
    history(log)
    before = log.read(LEDGER)
    with pytest.raises(Exception, match="append-only"):
        attempt(database, f"INSERT INTO event VALUES ({event_row(2, database)}) {upsert}")
    known = before[0].command_id
    with pytest.raises(Exception, match="append-only"):
        attempt(
            database,
            f"INSERT INTO command VALUES ({command_row(known, database)}) "
            "ON CONFLICT (tournament_id, command_id) DO UPDATE SET last_seq = 99",
        )
    assert log.read(LEDGER) == before


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "sql",
    [
        "TRUNCATE event",
        "TRUNCATE command",
        "TRUNCATE head, event, command CASCADE",
        "MERGE INTO event USING (SELECT 2 AS seq) s ON event.seq = s.seq WHEN MATCHED THEN DELETE",
    ],
)
def test_what_only_postgresql_has_is_refused_too(postgresql_database: Database, sql: str) -> None:
    log = a_log(postgresql_database)
    history(log)
    with pytest.raises(Exception, match="append-only"):
        attempt(postgresql_database, sql)
    assert log.verify(LEDGER).events == 12


@pytest.mark.postgresql
@pytest.mark.parametrize("sql", ["DELETE FROM event", "UPDATE event SET actor = 'x'", "TRUNCATE event"])
def test_posing_as_a_replica_does_not_help(postgresql_database: Database, sql: str) -> None:
    history(a_log(postgresql_database))
    with postgresql_database.connection() as driver:
        driver.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.Error, match="append-only"):
            driver.execute(sql)
        driver.execute("RESET session_replication_role")


def sealed(log: EventLog) -> list[Seal]:
    """A history with a seal over its end, and the seals there are."""
    store = SealStore(log.database)
    store.put(SealKey(bytes(32)).seal(LEDGER, history(log)), 1)
    return store.read(LEDGER)


SEAL = "INTO seal (tournament_id, seq, key, statement, signature, sealed_at) "
SEAL += "SELECT tournament_id, seq, key, statement, signature, 2 FROM seal"


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE seal SET sealed_at = 2",
        "UPDATE seal SET seq = 3",
        "DELETE FROM seal",
        f"INSERT {SEAL} WHERE true ON CONFLICT (tournament_id, seq, key) DO UPDATE SET sealed_at = 2",
        pytest.param("TRUNCATE seal", marks=pytest.mark.postgresql),
    ],
)
def test_a_seal_is_neither_changed_nor_removed(database: Database, sql: str) -> None:
    if sql.startswith("TRUNCATE") and database.kind == "sqlite":
        sql = f"REPLACE {SEAL}"
    before = sealed(a_log(database))
    with pytest.raises(Exception, match="append-only"):
        attempt(database, sql)
    assert SealStore(database).read(LEDGER) == before


@pytest.mark.parametrize("verb", ["INSERT", "INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"])
def test_no_insert_replaces_a_seal_on_sqlite(sqlite_database: Database, verb: str) -> None:
    before = sealed(a_log(sqlite_database))
    by_rowid = SEAL.replace("(", "(rowid, ", 1).replace("SELECT ", "SELECT 1, 'x' || ")
    for sql in (f"{verb} {SEAL}", f"{verb} {by_rowid}"):
        with pytest.raises(Exception, match="append-only"):
            attempt(sqlite_database, sql)
    assert SealStore(sqlite_database).read(LEDGER) == before


@pytest.mark.postgresql
def test_a_plain_insert_over_a_key_is_refused_on_postgresql(postgresql_database: Database) -> None:
    history(a_log(postgresql_database))
    with pytest.raises(psycopg.errors.UniqueViolation):
        attempt(postgresql_database, f"INSERT INTO event VALUES ({event_row(2, postgresql_database)})")


@pytest.fixture
def service(postgresql_server: Server, postgresql_url: str) -> Iterator[Database]:
    """The database as the service's role sees it."""
    role = f"tileledger_test_{postgresql_url.partition('?')[0].rpartition('_')[2]}"
    owner = Database(postgresql_url)
    with owner.connection() as driver:
        driver.execute(f"DROP ROLE IF EXISTS {role}")
        driver.execute(f"CREATE ROLE {role} LOGIN")
    migrate(owner, role=role)
    joint = "&" if "?" in postgresql_url else "?"
    as_service = Database(f"{postgresql_url}{joint}options=-crole%3D{role}")
    yield as_service
    as_service.close()
    with owner.connection() as driver:
        driver.execute(f"DROP OWNED BY {role}")
        driver.execute(f"DROP ROLE {role}")
    owner.close()


@pytest.mark.postgresql
def test_the_service_role_sees_the_triggers_and_cannot_tell_how_the_schema_should_be(
    service: Database,
) -> None:
    assert lacking(service) == []
    with pytest.raises(NotTried, match="may not make a schema"):
        differences(service, "log")


@pytest.mark.postgresql
def test_the_service_role_appends_and_has_no_right_to_change(service: Database) -> None:
    log = a_log(service)
    head = history(log)
    assert transact(log, LEDGER, head, decided(a_batch())).head.seq == 13
    assert transact(log, "another", EMPTY, decided(a_batch())).head.seq == 1
    attempt(service, "INSERT INTO listing VALUES ('another', 1, '{}')")
    attempt(service, "UPDATE listing SET seq = 2")
    for sql in (
        "UPDATE event SET actor = 'x'",
        "DELETE FROM event",
        "TRUNCATE event",
        "DELETE FROM command",
        "UPDATE command SET last_seq = 0",
        "UPDATE seal SET sealed_at = 0",
        "DELETE FROM seal",
        "ALTER TABLE event DISABLE TRIGGER ALL",
        "DROP TRIGGER event_refuses_change ON event",
        "DROP TABLE event",
        "SET session_replication_role = replica",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            attempt(service, sql)
    assert log.verify(LEDGER).fault is None
