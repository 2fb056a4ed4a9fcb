"""Bringing a database up to date.

There are two chains, each in a folder with its own version table: `log` (the log and everything beside it)
and `vault` (the keys, in a database of their own). To change the schema add a file named by date, such as
`log/2027_01_24_what_it_brings.py`, with `revision` equal to its name (at most 32 characters) and
`down_revision` to that of the file before; nothing else has to be told. A landed file is never edited.

On SQLite never rebuild a table that carries triggers (Alembic's batch mode does, and loses them): add
columns, or make a new table.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import sqlalchemy as sa

from shared.database import Database, Driver
from shared.database.sqlite import MEMORY

Chain = Literal["log", "vault"]

SERVICE_ROLE = "tileledger_service"
"""The PostgreSQL role a service may run as: it can read and append, not change or delete an event."""

_FOLDER = Path(__file__).parent
_VERSION_TABLE = {"log": "schema_version", "vault": "vault_schema_version"}
_OLDEST_TABLE = {"log": "event", "vault": "subject_key"}
"""A table that every database of a chain ever had."""
_APPEND_ONLY = ("event", "command", "seal")
_ADVISORY_LOCK = 7_218_406_115


class NewerDatabase(Exception):
    """The database was migrated by a newer release; this one must not touch it.

    Attributes:
        at, latest: its revision, and the newest one known here.
    """

    def __init__(self, chain: Chain, at: str, latest: str) -> None:
        super().__init__(f"{chain} is at {at}, newer than this release's {latest}")
        self.at, self.latest = at, latest


class PreReleaseDatabase(Exception):
    """The database was made by a version before 1.0, which this one does not read; nothing may touch it.

    Attributes:
        at: its revision; "" where it has tables of ours and no revision.
    """

    def __init__(self, at: str) -> None:
        super().__init__(f"made by a version before 1.0 ({at or 'without a revision'})")
        self.at = at


def migrate(database: Database | str, *, role: str = SERVICE_ROLE) -> str:
    """Bring the log's database up to date and return its revision; quick when it is already.

    On PostgreSQL, when the role `role` exists, it is given what a service needs and no more: SELECT and
    INSERT on the append-only tables, SELECT, INSERT, UPDATE and DELETE on the others. Let the service log in
    as that role, and only the owner run migrations.

    Raises:
        NewerDatabase: its revision is unknown here.
        PreReleaseDatabase: it was made by a version before 1.0.
    """
    return _migrate(database, "log", role)


def migrate_vault(database: Database | str, *, role: str = SERVICE_ROLE) -> str:
    """Bring the vault's database up to date, as `migrate` does the log's."""
    return _migrate(database, "vault", role)


def current(database: Database | str, chain: Chain = "log") -> str | None:
    """The revision the database is at, None when it was never migrated.

    Raises:
        PreReleaseDatabase: it was made by a version before 1.0; nothing of it was touched to see that.
    """
    if isinstance(database, str):
        opened = _opened(database, chain)
        try:
            return current(opened, chain)
        finally:
            opened.close()
    # A connection of ours may change how a file is kept. What cannot be looked at so is left to that one.
    if database.path not in (None, MEMORY):
        with suppress(sqlite3.Error), untouched(Path(database.path)) as look:
            _of_a_release(look, "sqlite", chain)
    with database.connection() as driver:
        return _of_a_release(driver, database.kind, chain)


@contextmanager
def untouched(file: Path) -> Iterator[Driver]:
    """A look at a SQLite file that changes no byte and makes no file beside it."""
    log = file.with_name(f"{file.name}-wal")
    # Where nobody has it open there is no write-ahead log, which a mere look would leave there.
    alone = "" if log.exists() and log.stat().st_size else "&immutable=1"
    address = f"file:{quote(str(file))}?mode=ro{alone}"
    with closing(sqlite3.connect(address, uri=True, timeout=0)) as look:
        yield look


def _of_a_release(driver: Driver, kind: str, chain: Chain) -> str | None:
    """The revision of a database, None where it has no tables of ours."""
    if kind == "sqlite":
        tables = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    else:
        tables = "SELECT 1 WHERE to_regclass(%s) IS NOT NULL"

    def has(table: str) -> bool:
        return driver.execute(tables, (table,)).fetchone() is not None

    at = revision(driver, chain) if has(_VERSION_TABLE[chain]) else None
    if at is None and has(_OLDEST_TABLE[chain]):
        raise PreReleaseDatabase("")
    if at is not None and at < _revisions(chain)[0]:
        raise PreReleaseDatabase(at)
    return at


def revision(driver: Driver, chain: Chain) -> str | None:
    """The revision of a database that was migrated before, on a connection to it."""
    row = driver.execute(f"SELECT version_num FROM {_VERSION_TABLE[chain]}").fetchone()
    return row[0] if row else None


def version_table(chain: Chain) -> str:
    """The table that says which release a database of a chain is of."""
    return _VERSION_TABLE[chain]


def latest(chain: Chain = "log") -> str:
    """The newest revision this release knows: file names sort by date."""
    return _revisions(chain)[-1]


@cache
def _revisions(chain: Chain) -> tuple[str, ...]:
    """Every revision of a chain, the first of 1.0 first."""
    return tuple(sorted(file.stem for file in (_FOLDER / chain).glob("[0-9]*.py")))


def _migrate(database: Database | str, chain: Chain, role: str) -> str:
    if isinstance(database, str):
        opened = _opened(database, chain)
        try:
            return _migrate(opened, chain, role)
        finally:
            opened.close()
    at = current(database, chain)
    if at is not None and at not in _revisions(chain):
        raise NewerDatabase(chain, at, latest(chain))
    if at != latest(chain):
        _upgrade(database, chain)
    if database.kind == "postgresql":
        _grant(database, role)
    return latest(chain)


def _opened(url: str, chain: Chain) -> Database:
    # Whoever opened a vault as a log would leave a write-ahead log with old keys in it.
    return Database(url) if chain == "log" else Database(url, journal="DELETE", secure_delete=True)


def _upgrade(database: Database, chain: Chain) -> None:
    with database.core() as connection:
        if database.kind == "postgresql":
            # Whoever comes second waits here and then finds nothing left to do.
            connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})"))
        upgrade_on(connection, chain)


def upgrade_on(connection: sa.Connection, chain: Chain) -> None:
    """Bring a chain up to date on a connection, in its transaction."""
    # Imported here: a start that finds everything in place should not pay for Alembic.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.set_main_option("version_locations", str(_FOLDER / chain))
    config.set_main_option("path_separator", "os")
    config.attributes["version_table"] = _VERSION_TABLE[chain]
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _grant(database: Database, role: str) -> None:
    with database.connection() as driver:
        if driver.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone() is None:
            return
        missing = driver.execute(_TABLES_LACKING_RIGHTS, (role,)).fetchall()
        quoted = '"' + role.replace('"', '""') + '"'
        for schema, table in missing:
            rights = "SELECT, INSERT" if table in _APPEND_ONLY else "SELECT, INSERT, UPDATE, DELETE"
            driver.execute(f'GRANT USAGE ON SCHEMA "{schema}" TO {quoted}')
            driver.execute(f'GRANT {rights} ON "{schema}"."{table}" TO {quoted}')


_TABLES_LACKING_RIGHTS: Any = """
SELECT schemaname, tablename FROM pg_tables
WHERE schemaname = current_schema()
  AND NOT has_table_privilege(%s, format('%%I.%%I', schemaname, tablename), 'INSERT')
"""
