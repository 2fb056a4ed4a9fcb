"""Whether what the databases hold is sound: pages of the file, indexes, triggers, the schema."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from infra.migrations import append_only, schema
from infra.migrations.chains import Chain
from services.checks.check import Check, Installation, some_of
from shared.catalogue import Listed, Phrase
from shared.database import Database, Driver

LISTED = 5
RESTORE = Phrase("check-way-restore-file")
RESTORE_DATABASE = Phrase("check-way-restore-database")
_AT_ONCE = 500
_INSUFFICIENT_PRIVILEGE = "42501"
_KINDS = {"TEXT": str, "VARCHAR": str, "BIGINT": int, "BLOB": bytes}
_JSON = {
    ("listing", "listing"),
    ("notice", "parameters"),
    ("delivery", "recipients"),
    ("weather_poll", "listed"),
    ("heartbeat", "doing"),
}
"""Columns that hold JSON."""


class _NotAllowed(Exception):
    pass


def pages(chain: Chain, installation: Installation) -> Iterator[Check]:
    """Whether every page of a SQLite file can be read; looked at once in a running process."""
    finding, database = partial(Check, name=f"{chain} pages"), installation.migrated(chain)
    if database.kind == "postgresql":
        return
    found = installation.once(f"{chain} pages", lambda: _pragma(database, "quick_check"))
    if found:
        yield finding(state="failed", detail=some_of(found, LISTED), way_out=RESTORE)
    else:
        yield finding(state="ok", detail=Phrase("check-pages-read"))


def contents(chain: Chain, installation: Installation) -> Iterator[Check]:
    """Whether pages, indexes and what they say of each other agree, and each row can be read."""
    finding, database = partial(Check, name=f"{chain} contents"), installation.migrated(chain)
    is_file = database.kind == "sqlite"
    found = (_pragma(database, "integrity_check") if is_file else []) or unreadable(database)
    if found:
        way_out = RESTORE if is_file else RESTORE_DATABASE
        yield finding(state="failed", detail=some_of(found, LISTED), way_out=way_out)
    elif not is_file:
        yield _amcheck(database, finding)
    else:
        yield finding(state="ok", detail=Phrase("check-pages-agree"))


def append_only_triggers(installation: Installation) -> Iterator[Check]:
    """Whether the database still refuses to change or remove events, command records and seals."""
    finding = partial(Check, name="append-only triggers")
    lacking = append_only.lacking(installation.migrated("log"))
    if lacking:
        detail = Phrase("check-triggers-lacking", {"triggers": Listed(lacking)})
        way_out = Phrase("check-way-triggers-back")
        yield finding(state="failed", detail=detail, way_out=way_out)
    else:
        yield finding(state="ok", detail=Phrase("check-triggers-there"))


def schema_fingerprint(chain: Chain, installation: Installation) -> Iterator[Check]:
    """Whether tables, columns, indexes and triggers are those that this release's migrations make."""
    finding, database = partial(Check, name=f"{chain} schema"), installation.migrated(chain)
    if installation.running and database.kind == "postgresql":
        return  # compared with a schema that is made for it, which is not for again and again
    try:
        found = schema.differences(database, chain)
    except schema.NotTried as reason:
        detail = Phrase("check-schema-not-tried", {"error": reason.error})
        yield finding(state="warning", detail=detail, way_out=Phrase("check-way-as-owner"))
        return
    if found:
        way_out = Phrase("check-way-undo-by-hand")
        yield finding(state="failed", detail=some_of(found, LISTED), way_out=way_out)
    else:
        yield finding(state="ok", detail=Phrase("check-schema-as-made"))


def _pragma(database: Database, name: str) -> list[str]:
    """What SQLite finds wrong; nothing when all is well."""
    with database.connection() as driver:
        try:
            rows = driver.execute(f"PRAGMA {name}({LISTED + 1})").fetchall()
        except Exception as error:
            # Where the first pages are gone it does not even begin.
            return [str(error)]
    found = [" ".join(str(fault).split()) for (fault,) in rows]
    return [] if found == ["ok"] else found


def unreadable(database: Database) -> list[str]:
    """The tables of which a row cannot be read, or holds what was never written there, and what."""
    found = []
    with database.connection() as driver:
        read = _rows_of_sqlite if database.kind == "sqlite" else _rows_of_postgresql
        for table, columns in _tables(database, driver).items():
            kinds = tuple(_KINDS.get(kind.partition("(")[0], object) for _, kind in columns)
            as_json = [place for place, (name, _) in enumerate(columns) if (table, name) in _JSON]
            try:
                for row in read(driver, table):
                    if not all(map(_is_kept, row, kinds)):
                        raise TypeError("a value of another type")
                    for place in as_json:
                        msgspec.json.decode(row[place] or "null")
            except Exception as error:
                what = str(error).partition(" with text")[0]
                found.append(f"{table}: {' '.join(what.split())}")
    return found


def _tables(database: Database, driver: Driver) -> Mapping[str, Sequence[tuple[str, str]]]:
    """The columns of each table and their types; PostgreSQL's hold nothing of another type."""
    if database.kind == "postgresql":
        columns = driver.execute(
            "SELECT c.table_name, c.column_name, '' FROM information_schema.columns c"
            " JOIN information_schema.tables t USING (table_schema, table_name)"
            " WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'"
            " ORDER BY c.table_name, c.ordinal_position"
        ).fetchall()
    else:
        columns = driver.execute(
            "SELECT m.name, c.name, c.type FROM sqlite_master m JOIN pragma_table_info(m.name) c"
            " WHERE m.type = 'table' ORDER BY m.name, c.cid"
        ).fetchall()
    found: dict[str, list[tuple[str, str]]] = {}
    for table, name, kind in columns:
        found.setdefault(table, []).append((name, kind))
    return found


def _rows_of_sqlite(driver: Driver, table: str) -> Iterator[Sequence[Any]]:
    yield from driver.execute(f'SELECT * FROM "{table}"')


def _rows_of_postgresql(driver: Driver, table: str) -> Iterator[Sequence[Any]]:
    """A part after the other: a statement's whole answer would be held at once."""
    driver.execute("BEGIN READ ONLY")
    try:
        driver.execute(f'DECLARE each_row NO SCROLL CURSOR FOR SELECT * FROM "{table}"')
        while rows := driver.execute(f"FETCH {_AT_ONCE} FROM each_row").fetchall():
            yield from rows
    finally:
        driver.execute("ROLLBACK")


def _is_kept(value: object, kind: type) -> bool:
    return value is None or isinstance(value, kind)


def _amcheck(database: Database, finding: Callable[..., Check]) -> Check:
    with database.connection() as driver:
        installed = driver.execute("SELECT 1 FROM pg_extension WHERE extname = 'amcheck'").fetchone()
        if installed is None:
            return finding(state="ok", detail=Phrase("check-no-amcheck"))
        try:
            found = [fault for name in _indexes(driver) if (fault := _index_fault(driver, name))]
        except _NotAllowed:
            return finding(state="ok", detail=Phrase("check-amcheck-not-allowed"))
    if found:
        way_out = Phrase("check-way-reindex")
        return finding(state="failed", detail=some_of(found, LISTED), way_out=way_out)
    return finding(state="ok", detail=Phrase("check-indexes-sound"))


def _indexes(driver: Driver) -> list[str]:
    rows = driver.execute(
        "SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        " JOIN pg_am a ON a.oid = c.relam"
        " WHERE n.nspname = current_schema() AND c.relkind = 'i' AND a.amname = 'btree' ORDER BY 1"
    ).fetchall()
    return [index for (index,) in rows]


def _index_fault(driver: Driver, index: str) -> str:
    try:
        driver.execute("SELECT bt_index_check(%s::regclass, true)", (index,))
    except Exception as error:
        if getattr(error, "sqlstate", None) == _INSUFFICIENT_PRIVILEGE:
            raise _NotAllowed from error
        return f"{index}: {' '.join(str(error).split())}"
    return ""


log_pages, vault_pages = partial(pages, "log"), partial(pages, "vault")
log_contents, vault_contents = partial(contents, "log"), partial(contents, "vault")
log_schema, vault_schema = partial(schema_fingerprint, "log"), partial(schema_fingerprint, "vault")
