"""Migrating an empty SQLite file by copying one that migrations made: it is the same, and much quicker.

Tests of migrations themselves ask for `migrating_for_real`.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

from infra.migrations import chains
from shared.database import Database

REAL = chains._upgrade


def copy_schema(templates: Mapping[chains.Chain, Path], database: Database, chain: chains.Chain) -> None:
    """Bring a database up to date; whatever is not an empty file in the way that it is done everywhere."""
    if database.kind != "sqlite":
        REAL(database, chain)
        return
    with database.core() as connection:
        if connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one():
            chains.upgrade_on(connection, chain)
        else:
            for statement in _statements(templates[chain]):
                connection.exec_driver_sql(statement)


@cache
def _statements(template: Path) -> tuple[str, ...]:
    with closing(sqlite3.connect(template)) as connection:
        dumped = tuple(connection.iterdump())
    assert (dumped[0], dumped[-1]) == ("BEGIN TRANSACTION;", "COMMIT;")
    return dumped[1:-1]
