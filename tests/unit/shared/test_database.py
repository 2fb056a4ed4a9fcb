"""Addresses, connections, transactions and compiled statements."""

import os
import shutil
import sqlite3
import threading
import warnings
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from psycopg.conninfo import conninfo_to_dict

from shared.database import Database, DatabaseUnusable, Statement
from shared.database.deadline import waiting_at_most
from shared.database.failures import DATABASE_AWAY, FileGone
from shared.database.postgresql import conninfo
from shared.database.tables import table
from tests.refusing import refusing

NAME, SIZE, RAW = (
    sa.column("name", sa.Text),
    sa.column("size", sa.BigInteger),
    sa.column("raw", sa.LargeBinary),
)
ITEM = sa.table("item", NAME, SIZE, RAW)


@pytest.fixture
def items(database: Database) -> Database:
    blob = "BLOB" if database.kind == "sqlite" else "BYTEA"
    with database.writing() as driver:
        driver.execute(f"CREATE TABLE item (name TEXT PRIMARY KEY, size BIGINT, raw {blob})")
    return database


@pytest.fixture
def written_ahead(tmp_path: Path) -> Path:
    """A file with a row, kept with a write-ahead log, that nobody has open."""
    database = Database(f"sqlite:///{tmp_path / 'kept.db'}")
    with database.writing() as driver:
        driver.execute("CREATE TABLE item (name TEXT PRIMARY KEY, size BIGINT, raw BLOB)")
        driver.execute("INSERT INTO item VALUES ('a', 1, NULL)")
    database.close()
    return tmp_path / "kept.db"


def names(database: Database) -> list[str]:
    return [row[0] for row in database.fetch(database.prepare(sa.select(NAME).order_by(NAME)))]


def add(database: Database, *rows: tuple[str, int | None, bytes | None]) -> None:
    with database.writing() as driver:
        database.run(driver, database.prepare(sa.insert(ITEM)), rows)


@pytest.mark.parametrize("url", ["mysql://x/y", "nothing at all", ""])
def test_an_address_of_nothing_usable_is_refused(url: str) -> None:
    with pytest.raises(DatabaseUnusable):
        Database(url)


@pytest.mark.usefixtures("waiting_for_the_disk")
def test_the_folder_of_a_file_is_made_and_the_file_kept_durable(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/a/b/c.db")
    with database.connection() as driver:
        assert driver.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert driver.execute("PRAGMA synchronous").fetchone() == (2,)
    database.close()


def test_a_file_can_be_kept_without_remnants(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/vault.db", journal="DELETE", secure_delete=True)
    with database.connection() as driver:
        assert driver.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert driver.execute("PRAGMA secure_delete").fetchone() == (1,)
    database.close()


def test_a_file_written_with_a_write_ahead_log_loses_it_once_others_have_closed_it(
    written_ahead: Path,
) -> None:
    other = sqlite3.connect(written_ahead, check_same_thread=False)
    other.execute("SELECT * FROM item").fetchall()
    soon = threading.Timer(0.3, other.close)
    soon.start()
    database = Database(f"sqlite:///{written_ahead}", journal="DELETE")
    assert names(database) == ["a"], "opening waits for the file, as a writer does"
    with database.connection() as driver:
        assert driver.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    database.close()
    soon.join()


def test_a_file_that_others_keep_open_with_a_write_ahead_log_is_busy_in_time(written_ahead: Path) -> None:
    with closing(sqlite3.connect(written_ahead)) as other:
        other.execute("SELECT * FROM item").fetchall()
        database = Database(f"sqlite:///{written_ahead}", journal="DELETE")
        with refusing("database-busy"), waiting_at_most(0.2):
            names(database)
    assert names(database) == ["a"]
    database.close()


def test_many_who_open_a_file_written_with_a_write_ahead_log_at_once_all_get_it(written_ahead: Path) -> None:
    failed: list[BaseException] = []

    def work(file: Path, all_here: threading.Barrier) -> None:
        database = Database(f"sqlite:///{file}", journal="DELETE")
        try:
            all_here.wait()
            assert names(database) == ["a"]
        except BaseException as error:
            failed.append(error)
        finally:
            database.close()

    for n in range(20):
        file = written_ahead.with_name(f"copy-{n}.db")
        shutil.copyfile(written_ahead, file)
        all_here = threading.Barrier(6)
        threads = [threading.Thread(target=work, args=(file, all_here)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failed == []


def test_rows_go_in_and_come_out_as_they_are(items: Database) -> None:
    rows = [("a", 2**62, b"\x00\xff"), ("b", None, None), ("陳", -1, b"")]
    add(items, *rows)
    add(items, ("one alone", 1, b"x"))
    add(items)
    found = items.fetch(items.prepare(sa.select(ITEM).where(sa.bindparam("no") != NAME)), ("one alone",))
    assert sorted(found, key=repr) == sorted(rows, key=repr)


def test_a_statement_names_its_parameters_and_keeps_its_own_values(items: Database) -> None:
    add(items, ("a", 1, b"x"), ("b", 1, b"x"))
    statement = items.prepare(
        sa.update(ITEM).where(sa.bindparam("which") == NAME).values(size=sa.bindparam("to"), raw=b"fixed")
    )
    assert statement.parameters == ("to", "which")
    with items.writing() as driver:
        items.run(driver, statement, [(5, "a"), (6, "b")])
        items.run(driver, statement, [{"which": "b", "to": 7}])
    assert items.fetch(items.prepare(sa.select(SIZE, RAW).order_by(NAME))) == [
        (5, b"fixed"),
        (7, b"fixed"),
    ]
    with pytest.raises(KeyError):
        statement.row({"which": "b"})
    with pytest.raises(ValueError, match="zip"):
        statement.row((1, 2, 3))


def _counted(database: Database) -> Statement:
    return database.prepare(sa.select(sa.func.count()).select_from(ITEM))


def test_what_is_prepared_is_made_once_for_each_kind_of_database(items: Database) -> None:
    add(items, ("a", 1, b"x"))
    counting = items.prepared(_counted)
    other = Database("sqlite://")
    assert items.fetch(counting) == [(1,)]
    assert items.prepared(_counted) is counting
    assert (other.prepared(_counted) is counting) == (items.kind == "sqlite")
    other.close()


def test_a_list_of_any_length_is_one_parameter(items: Database) -> None:
    add(items, *((f"n{n}", n, None) for n in range(50)))
    by_name = items.prepare(sa.select(SIZE).where(NAME.in_(items.listed("l", sa.Text()))))
    by_size = items.prepare(sa.select(SIZE).where(SIZE.in_(items.listed("l", sa.BigInteger()))))
    assert sorted(items.fetch(by_name, ('["n3","n7","x\'\\"y"]',))) == [(3,), (7,)]
    assert sorted(items.fetch(by_size, ("[3,7,99]",))) == [(3,), (7,)]
    assert items.fetch(by_name, ("[]",)) == []


def test_a_transaction_is_kept_or_undone_as_a_whole(items: Database) -> None:
    class Stop(Exception):
        pass

    def add_and_stop() -> None:
        with items.writing() as driver:
            driver.execute("INSERT INTO item VALUES ('a', 1, NULL)")
            assert names(items) == ["a"], "the same thread reads its own transaction"
            raise Stop

    with pytest.raises(Stop):
        add_and_stop()
    assert names(items) == []
    assert not items.in_transaction


def test_a_failed_statement_does_not_spoil_the_next_transaction(items: Database) -> None:
    add(items, ("a", 1, None))
    for _ in range(3):
        with pytest.raises(Exception, match=r"(?i)unique"):
            add(items, ("b", 1, None), ("a", 2, None))
    add(items, ("c", 1, None))
    assert names(items) == ["a", "c"]


def test_reading_sees_one_moment(items: Database) -> None:
    add(items, ("a", 1, None))
    with items.reading():
        assert names(items) == ["a"]
        other = threading.Thread(target=add, args=(items, ("b", 1, None)))
        other.start()
        other.join()
        assert names(items) == ["a"]
    assert names(items) == ["a", "b"]


def test_one_transaction_at_a_time_in_a_thread(items: Database) -> None:
    with items.writing(), pytest.raises(RuntimeError, match="open already"), items.writing():
        pass


def test_connections_are_not_shared_with_a_forked_child(items: Database) -> None:
    add(items, ("parent", 1, None))
    with items.connection():
        pass
    with warnings.catch_warnings():
        # Newer Pythons warn of forking beside threads, which the test runner may have.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            add(items, ("child", 1, None))
            os._exit(0 if names(items) == ["child", "parent"] else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    add(items, ("parent again", 1, None))
    assert names(items) == ["child", "parent", "parent again"]


@pytest.mark.postgresql
def test_connections_that_the_server_dropped_are_replaced(postgresql_database: Database) -> None:
    statement = postgresql_database.prepare(sa.select(sa.literal_column("1")))
    with postgresql_database.connection() as a, postgresql_database.connection() as b:
        for driver in (a, b):
            ((pid,),) = driver.execute("SELECT pg_backend_pid()").fetchall()
            with psycopg.connect(postgresql_database.url) as killer:
                killer.execute("SELECT pg_terminate_backend(%s)", (pid,))
    # The first to meet the loss reports it; then nothing idle is trusted any more.
    with refusing(DATABASE_AWAY.code):
        postgresql_database.fetch(statement)
    assert postgresql_database.fetch(statement) == [(1,)]


def test_a_closed_database_gives_no_connection(database: Database) -> None:
    database.close()
    with pytest.raises(RuntimeError, match="closed"):
        database.connection().__enter__()


def test_a_statement_shows_its_text(sqlite_database: Database) -> None:
    assert "SELECT" in repr(Statement(sa.select(sa.literal_column("1")), sqlite_database._dialect))


@pytest.mark.postgresql
def test_a_postgresql_address_with_spaces_and_signs_in_its_options_means_what_it_says(
    postgresql_url: str,
) -> None:
    joint = "&" if "?" in postgresql_url else "?"
    options = "options=-c%20application_name%3Da%5C%20b%2Bc%20-c%20work_mem%3D7MB"
    for given in (options, options.replace("%20", "+").replace("%5C+", "%5C%20")):
        database = Database(f"{postgresql_url}{joint}{given}")
        with database.connection() as driver:
            assert driver.execute("SHOW application_name").fetchone() == ("a b+c",)
            assert driver.execute("SHOW work_mem").fetchone() == ("7MB",)
        with database.core() as connection:
            assert connection.exec_driver_sql("SHOW application_name").scalar() == "a b+c"
        database.close()


def test_every_part_of_a_postgresql_address_is_passed_on() -> None:
    url = "postgresql://an%40owner:p%20ss%27@db.example:5433/a%20log?host=one&host=two&sslmode=require"
    asked = ("user", "password", "port", "dbname", "host", "sslmode")
    passed_on = conninfo_to_dict(conninfo(sa.make_url(url)))
    assert {name: value for name, value in passed_on.items() if name in asked} == {
        "user": "an@owner",
        "password": "p ss'",
        "port": "5433",
        "dbname": "a log",
        "host": "one,two",
        "sslmode": "require",
    }


@pytest.mark.postgresql
def test_every_wait_for_the_server_ends_unless_the_address_says_otherwise(postgresql_url: str) -> None:
    joint = "&" if "?" in postgresql_url else "?"
    for given, expected in (("", "5s"), (f"{joint}options=-c%20lock_timeout%3D1234ms", "1234ms")):
        database = Database(postgresql_url + given)
        with database.connection() as driver:
            assert driver.execute("SHOW lock_timeout").fetchone() == (expected,)
            assert driver.execute("SHOW statement_timeout").fetchone() == ("1min",)
            assert driver.execute("SHOW idle_in_transaction_session_timeout").fetchone() == ("1min",)
        database.close()


def test_no_other_file_is_made_for_one_that_goes_away_as_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.db"
    database = Database(f"sqlite:///{file}")
    with database.connection() as driver:
        driver.execute("SELECT 1")
    # It is looked at, and is there; then it is gone.
    monkeypatch.setattr("shared.database.database.is_other_and_empty", lambda path, known: False)
    file.unlink()
    with pytest.raises(FileGone):
        database.anew()._connect()
    assert not file.exists()
    database.close()


def test_a_column_of_a_table_has_no_word_that_is_passed_over() -> None:
    assert [column.name for column in table("item: name key, size number, why empty").columns] == [
        "name",
        "size",
        "why",
    ]
    with pytest.raises(ValueError, match=r"item\.size: numbers"):
        table("item: name key, size numbers")
