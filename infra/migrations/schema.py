"""The fingerprint of a schema: which tables, columns, indexes and triggers a database has, and lacks.

What it should have is what this release's migrations make of an empty database: in memory for SQLite, and for
PostgreSQL in a schema of its own that is rolled back again.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from infra.migrations.append_only import plain
from infra.migrations.chains import Chain, migrate, migrate_vault, upgrade_on
from shared.catalogue import Phrase
from shared.database import Database, Driver


class Part(msgspec.Struct, frozen=True, order=True):
    """Something a schema has: a table, or in a table a column, index, trigger or constraint."""

    kind: Literal["table", "column", "index", "trigger", "constraint"]
    name: str
    of: str = ""


Schema = Mapping[Part, str]
"""How each part is: the column seq of event is "bigint not null"."""

_BESIDE = "tileledger_schema_as_it_should_be"


class NotTried(Exception):
    """This role may not make a schema to compare with.

    Attributes:
        error: what the driver raised, by name.
    """

    def __init__(self, error: str) -> None:
        super().__init__(f"this role may not make a schema to compare with ({error})")
        self.error = error


def differences(database: Database, chain: Chain) -> list[Phrase]:
    """What differs from the schema of this release, each in a few words; tables of others are let be.

    Raises:
        NotTried: on PostgreSQL, where this role may not make a schema.
    """
    wanted = _as_it_should_be(database, chain)
    with database.connection() as driver:
        there = _described(driver, database.kind)
    tables = {part.name for part in wanted if part.kind == "table"}
    found = [Phrase("check-schema-missing", {"part": _called(part)}) for part in wanted if part not in there]
    found += [
        Phrase("check-schema-differs", {"part": _called(part), "there": there[part], "wanted": definition})
        for part, definition in wanted.items()
        if part in there and there[part] != definition
    ]
    found += [
        Phrase("check-schema-unknown", {"part": _called(part)})
        for part in there
        if part not in wanted and part.of in tables
    ]
    return found


def _called(part: Part) -> Phrase:
    return Phrase("check-schema-part", {"kind": part.kind, "name": part.name, "of": part.of})


def _as_it_should_be(database: Database, chain: Chain) -> Schema:
    if database.kind == "postgresql":
        return _made_beside(database, chain)
    return _fresh(chain)


@cache
def _fresh(chain: Chain) -> Schema:
    fresh = Database("sqlite://")
    try:
        (migrate if chain == "log" else migrate_vault)(fresh)
        with fresh.connection() as driver:
            return _described(driver, "sqlite")
    finally:
        fresh.close()


class _RolledBack(Exception):
    pass


def _made_beside(database: Database, chain: Chain) -> Schema:
    found: dict[Part, str] = {}
    try:
        with database.core() as connection:
            connection.execute(sa.text(f"CREATE SCHEMA {_BESIDE}"))
            connection.execute(sa.text(f"SET LOCAL search_path TO {_BESIDE}"))
            upgrade_on(connection, chain)
            found = dict(_postgresql(lambda sql: connection.exec_driver_sql(sql).fetchall()))
            raise _RolledBack
    except _RolledBack:
        return found
    except sa.exc.ProgrammingError as error:
        raise NotTried(type(error.orig).__name__) from error


def _described(driver: Driver, kind: str) -> Schema:
    if kind == "sqlite":
        return _sqlite(driver)
    return _postgresql(lambda sql: driver.execute(sql).fetchall())


def _sqlite(driver: Driver) -> Schema:
    found: dict[Part, str] = {}
    rows: Any = driver.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2").fetchall()
    for kind, name, table, sql in rows:
        if kind == "table" and not name.startswith("sqlite_"):
            found[Part("table", name)] = "a table"
            for _, column, type_, not_null, default, key in driver.execute(
                f'PRAGMA table_info("{name}")'
            ).fetchall():
                how = [type_.lower(), *(["not null"] if not_null else []), *([f"key {key}"] if key else [])]
                how += [f"default {default}"] if default is not None else []
                found[Part("column", column, name)] = " ".join(how)
        elif kind == "index" and sql is not None:
            found[Part("index", name, table)] = plain(sql)
        elif kind == "trigger":
            found[Part("trigger", name, table)] = plain(sql)
    return found


_COLUMNS = """
SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
    pg_get_expr(d.adbin, d.adrelid), co.collname
FROM pg_attribute a
JOIN pg_class c ON c.oid = a.attrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
LEFT JOIN pg_collation co ON co.oid = a.attcollation
WHERE n.nspname = current_schema() AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY 1, 2
"""
_INDEXES = """
SELECT tablename, indexname, replace(indexdef, ' ON ' || schemaname || '.', ' ON ')
FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1, 2
"""
_TRIGGERS = """
SELECT c.relname, t.tgname, t.tgenabled::text, pg_get_triggerdef(t.oid, true), md5(p.prosrc)
FROM pg_trigger t
JOIN pg_class c ON c.oid = t.tgrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_proc p ON p.oid = t.tgfoid
WHERE n.nspname = current_schema() AND NOT t.tgisinternal ORDER BY 1, 2
"""
_CHECKS = """
SELECT c.relname, k.conname, pg_get_constraintdef(k.oid)
FROM pg_constraint k
JOIN pg_class c ON c.oid = k.conrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = current_schema() AND k.contype IN ('c', 'p', 'u', 'f') ORDER BY 1, 2
"""


def _postgresql(fetch: Any) -> Schema:
    found: dict[Part, str] = {}
    for table, column, type_, not_null, default, collation in fetch(_COLUMNS):
        found[Part("table", table)] = "a table"
        how = [type_, *(["not null"] if not_null else []), *([f"default {default}"] if default else [])]
        how += [f"collate {collation}"] if collation not in (None, "default") else []
        found[Part("column", column, table)] = " ".join(how)
    for table, index, definition in fetch(_INDEXES):
        found[Part("index", index, table)] = definition
    for table, trigger, enabled, definition, source in fetch(_TRIGGERS):
        found[Part("trigger", trigger, table)] = f"{definition}; enabled {enabled}; source {source}"
    for table, constraint, definition in fetch(_CHECKS):
        found[Part("constraint", constraint, table)] = definition
    return found
