"""Triggers that were dropped are missed and put back; a schema that was changed is told apart, by name."""

import pytest

from infra.migrations import migrate_vault
from infra.migrations.append_only import APPEND_ONLY, lacking, put_back
from infra.migrations.readiness import SCHEMA_CHANGED, SchemaGuard
from infra.migrations.schema import differences
from shared.database import Database
from tests.eventlog.given import LEDGER, a_log, append, history
from tests.refusing import refusing

pytestmark = pytest.mark.usefixtures("migrating_for_real")


def run(database: Database, *statements: str) -> None:
    with database.connection() as driver:
        for statement in statements:
            driver.execute(statement)


def dropped(database: Database) -> list[str]:
    """What somebody with all rights may do to each trigger; the names concerned."""
    if database.kind == "postgresql":
        run(
            database,
            "DROP TRIGGER event_refuses_change ON event",
            "ALTER TABLE command DISABLE TRIGGER command_refuses_change",
            "ALTER TABLE seal ENABLE TRIGGER seal_refuses_change",
        )
        return [f"{table}_refuses_change" for table in APPEND_ONLY]
    names = [
        f"{table}_refuses_{what}" for table in APPEND_ONLY for what in ("update", "delete", "replacement")
    ]
    run(database, *(f"DROP TRIGGER {name}" for name in names))
    run(database, "CREATE TRIGGER event_refuses_update BEFORE UPDATE ON event WHEN 0 BEGIN SELECT 1; END")
    return names


def test_the_triggers_of_a_migrated_database_are_those_that_are_looked_for(database: Database) -> None:
    assert lacking(database) == []
    assert put_back(database) == []


def test_dropped_triggers_are_missed_and_put_back(database: Database) -> None:
    history(a_log(database))
    names = dropped(database)
    assert sorted(lacking(database)) == sorted(names)
    assert sorted(put_back(database)) == sorted(names)
    assert lacking(database) == []
    assert differences(database, "log") == []
    for statement in ("UPDATE event SET actor = 'x'", "DELETE FROM command"):
        with pytest.raises(Exception, match="append-only"):
            run(database, statement)
    assert append(a_log(database)).head.seq == 13


@pytest.mark.postgresql
def test_a_trigger_whose_function_does_nothing_is_missed(postgresql_database: Database) -> None:
    function = "CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS"
    run(postgresql_database, f"{function} $$BEGIN RETURN NULL; END$$")
    assert len(lacking(postgresql_database)) == 3
    assert any("trigger" in str(difference) for difference in differences(postgresql_database, "log"))
    put_back(postgresql_database)
    with pytest.raises(Exception, match="append-only"):
        run(postgresql_database, "DELETE FROM event")


def test_a_schema_as_the_migrations_made_it_differs_in_nothing(database: Database) -> None:
    migrate_vault(database)
    assert differences(database, "log") == []
    assert differences(database, "vault") == []


def test_what_was_changed_by_hand_is_named(database: Database) -> None:
    run(
        database,
        "ALTER TABLE notice ADD COLUMN mood TEXT",
        "ALTER TABLE notice RENAME COLUMN template TO form",
        "DROP TABLE webhook",
        "CREATE INDEX notice_by_mood ON notice (mood)",
        "CREATE TABLE of_somebody_else (id INTEGER)",
    )
    found = [str(difference) for difference in differences(database, "log")]
    for name in (
        "table webhook is missing",
        "column template of notice is missing",
        "column form of notice is not of this release",
        "column mood of notice is not of this release",
        "index notice_by_mood of notice is not of this release",
    ):
        assert name in found
    assert not any("of_somebody_else" in fault for fault in found)


def test_a_process_stops_writing_once_another_release_has_migrated(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("infra.migrations.readiness.monotonic", lambda: now[0])
    database.before_writing = SchemaGuard(database, "log")
    log = a_log(database)
    known = history(log)
    other = Database(database.url)
    with other.core() as connection:
        connection.exec_driver_sql("ALTER TABLE notice ADD COLUMN mood TEXT")
        connection.exec_driver_sql("UPDATE schema_version SET version_num = '2099_01_01_mood'")
    now[0] = 2.0  # PostgreSQL is asked every two seconds
    with refusing(SCHEMA_CHANGED.code) as refused:
        append(log)
    assert refused.value.status == 503
    assert "2099_01_01_mood" in refused.value.text()
    with refusing("schema-changed", "2099"), database.writing():
        pass
    assert log.head(LEDGER) == known
    assert len(log.read(LEDGER)) == known.seq
    other.close()


def test_a_change_of_the_schema_within_a_release_stops_nothing(sqlite_database: Database) -> None:
    sqlite_database.before_writing = SchemaGuard(sqlite_database, "log")
    log = a_log(sqlite_database)
    history(log)
    run(sqlite_database, "CREATE TABLE of_somebody_else (id INTEGER)")
    assert append(log).head.seq == 13
