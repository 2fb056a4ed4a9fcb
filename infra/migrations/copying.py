"""All rows of a database, into an empty one on either kind, and the proof that they are there."""

from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from infra.migrations.chains import Chain, migrate, migrate_vault, untouched, version_table
from infra.migrations.readiness import reaching
from shared.catalogue import Phrase
from shared.database import Database
from shared.database.places import are_one
from shared.problems import INVALID_INPUT, ProblemType

TARGET_NOT_EMPTY = ProblemType("target-not-empty", 409)
COPY_DIFFERS = ProblemType("copy-differs", 500)

_AT_ONCE = 500
"""Rows that are held in memory."""
_AT_MOST_NAMED = 5


def refuse_taken(source: Database, target: Database, chain: Chain) -> None:
    """Refuse to copy to anything but an empty database; the target is looked at, not changed.

    Raises:
        Problem: invalid-input, where both are one database; target-not-empty.
    """
    if are_one(source, target):
        raise INVALID_INPUT(detail=Phrase("part-copy-onto-itself"))
    foreign = sorted(set(_names(target)) - {*_of_release(chain), version_table(chain)})
    if foreign:
        raise TARGET_NOT_EMPTY(table=", ".join(foreign[:_AT_MOST_NAMED]))


def copy_database(source: Database, target: Database, chain: Chain, address: str) -> int:
    """Copy every row, and return how many; all or none. The source takes no writes meanwhile.

    Args:
        address: that of the target, fit to be shown.

    Raises:
        Problem: target-not-empty; copy-differs, where the target does not give back what was written; or as
            `reaching`.
    """
    bring_up_to_date = migrate if chain == "log" else migrate_vault
    names = _of_release(chain)
    with reaching(chain), source.core() as reading:
        if source.kind == "postgresql":
            quoted = ", ".join(reading.dialect.identifier_preparer.quote(name) for name in names)
            reading.exec_driver_sql(f"LOCK TABLE {quoted} IN SHARE MODE")
        # Only now: nothing is made elsewhere of what cannot be read here.
        with reaching(chain, address):
            refuse_taken(source, target, chain)
            bring_up_to_date(target)
            with target.core() as writing:
                return _copied(reading, writing, names)


def _copied(reading: sa.Connection, writing: sa.Connection, names: dict[str, int]) -> int:
    originals, tables = _tables(reading), _tables(writing)
    for name, count in names.items():
        if _digest(writing, tables[name])[0] != count:
            raise TARGET_NOT_EMPTY(table=name)
        if count:
            writing.execute(sa.delete(tables[name]))
    rows = 0
    for name in names:
        for some in _rows(reading, originals[name]).mappings().partitions():
            writing.execute(sa.insert(tables[name]), [dict(row) for row in some])
        before, after = _digest(reading, originals[name]), _digest(writing, tables[name])
        if before != after:
            raise COPY_DIFFERS(table=name)
        rows += before[0]
    return rows


def _of_release(chain: Chain) -> dict[str, int]:
    """The tables of a chain as this release makes it, and with how many rows each begins."""
    with closing(Database("sqlite://")) as of_release:
        (migrate if chain == "log" else migrate_vault)(of_release)
        with of_release.core() as connection:
            return {name: _digest(connection, table)[0] for name, table in _tables(connection).items()}


def _names(database: Database) -> list[str]:
    """All tables and views that are there, whosever they are, but for those of PostgreSQL's extensions."""
    if database.path is None:
        with database.connection() as driver:
            return [row[0] for row in driver.execute(_THERE).fetchall()]
    file = Path(database.path)
    if not file.exists():
        return []
    with untouched(file) as look:
        return [
            row[0]
            for row in look.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
            if not row[0].startswith("sqlite_")
        ]


_THERE = """
SELECT relname FROM pg_class
WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND relnamespace::regnamespace::text = ANY(current_schemas(false))
  AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
"""


def _tables(connection: sa.Connection) -> dict[str, sa.Table]:
    """Those of a database, as they are there, but for the one that says which release it is of."""
    found = sa.MetaData()
    found.reflect(connection)
    return {name: table for name, table in found.tables.items() if not name.endswith("schema_version")}


def _rows(connection: sa.Connection, table: sa.Table) -> sa.CursorResult[Any]:
    columns = sorted(table.columns, key=lambda column: column.name)
    return connection.execute(sa.select(*columns), execution_options={"yield_per": _AT_ONCE})


def _digest(connection: sa.Connection, table: sa.Table) -> tuple[int, int]:
    """How many rows there are, and a sum over them, whatever their order: equal where they are equal."""
    count = total = 0
    for row in _rows(connection, table):
        count += 1
        total += int.from_bytes(sha256(repr(tuple(row)).encode()).digest())
    return count, total % (1 << 256)
