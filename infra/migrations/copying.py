"""All rows of a database, into an empty one on either kind, and the proof that they are there."""

from contextlib import closing
from hashlib import sha256
from typing import Any

import sqlalchemy as sa

from infra.migrations.chains import Chain, migrate, migrate_vault
from shared.database import Database
from shared.problems import ProblemType

TARGET_NOT_EMPTY = ProblemType("target-not-empty", 409)
COPY_DIFFERS = ProblemType("copy-differs", 500)

_AT_ONCE = 500
"""Rows that are held in memory."""


def copy_database(source: Database, target: Database, chain: Chain) -> int:
    """Copy every row, and return how many; all or none. The source takes no writes meanwhile.

    Raises:
        Problem: target-not-empty; copy-differs, where the target does not give back what was written.
    """
    bring_up_to_date = migrate if chain == "log" else migrate_vault
    bring_up_to_date(target)
    with closing(Database("sqlite://")) as of_release:
        bring_up_to_date(of_release)
        with of_release.core() as connection:
            # With how many rows each begins.
            names = {name: _digest(connection, table)[0] for name, table in _tables(connection).items()}
    with source.core() as reading, target.core() as writing:
        originals, tables = _tables(reading), _tables(writing)
        for name, count in names.items():
            if _digest(writing, tables[name])[0] != count:
                raise TARGET_NOT_EMPTY(table=name)
            if count:
                writing.execute(sa.delete(tables[name]))
        if source.kind == "postgresql":
            quoted = ", ".join(reading.dialect.identifier_preparer.quote(name) for name in names)
            reading.exec_driver_sql(f"LOCK TABLE {quoted} IN SHARE MODE")
        rows = 0
        for name in names:
            for some in _rows(reading, originals[name]).mappings().partitions():
                writing.execute(sa.insert(tables[name]), [dict(row) for row in some])
            before, after = _digest(reading, originals[name]), _digest(writing, tables[name])
            if before != after:
                raise COPY_DIFFERS(table=name)
            rows += before[0]
    return rows


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
