"""The triggers that make events, command records and seals append-only: are they there; putting them back.

Their migrations made them; here they stand once more, to be compared and made anew when somebody dropped or
changed them. A test holds the two together.
"""

from collections.abc import Mapping
from typing import Any

from shared.database import Database, Driver

_REFUSES = {
    "update": (
        "BEFORE UPDATE ON {table}\nBEGIN SELECT RAISE(ABORT, '{table} is append-only: UPDATE refused'); END"
    ),
    "delete": (
        "BEFORE DELETE ON {table}\nBEGIN SELECT RAISE(ABORT, '{table} is append-only: DELETE refused'); END"
    ),
    "replacement": (
        "BEFORE INSERT ON {table}\nWHEN {there}\n"
        "BEGIN SELECT RAISE(ABORT, '{table} is append-only: the key exists'); END"
    ),
}
# In such a trigger NEW.rowid is -1 unless the INSERT names a rowid.
_OR_ROWID = " OR (NEW.rowid <> -1 AND EXISTS (SELECT 1 FROM {table} WHERE rowid = NEW.rowid))"
_SAME = {
    "event": "tournament_id = NEW.tournament_id AND seq = NEW.seq",
    "command": "tournament_id = NEW.tournament_id AND command_id = NEW.command_id",
    "seal": 'tournament_id = NEW.tournament_id AND seq = NEW.seq AND "key" = NEW."key"',
}
APPEND_ONLY = tuple(_SAME)

_FUNCTION = """
BEGIN
    RAISE EXCEPTION '%% is append-only: %% refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'TL002';
END """


def lacking(database: Database) -> list[str]:
    """The triggers that are missing, changed or switched off, by name."""
    with database.connection() as driver:
        return _lacking_sqlite(driver) if database.kind == "sqlite" else _lacking_postgresql(driver)


def put_back(database: Database) -> list[str]:
    """Make anew what is lacking, and return its names. On PostgreSQL only the owner of the tables can."""
    names = lacking(database)
    if not names:
        return []
    with database.writing() as driver:
        if database.kind == "sqlite":
            for name in names:
                driver.execute(f"DROP TRIGGER IF EXISTS {name}")
                driver.execute(sqlite_triggers()[name])
        else:
            driver.execute(_create_function())
            for table in APPEND_ONLY:
                if f"{table}_refuses_change" in names:
                    for statement in _postgresql_trigger(table):
                        driver.execute(statement)
    return names


def sqlite_triggers() -> Mapping[str, str]:
    """The statement that makes each trigger on SQLite, by the trigger's name."""
    found = {}
    for table, same in _SAME.items():
        there = f"EXISTS (SELECT 1 FROM {table} WHERE {same})"
        if table != "command":
            there += _OR_ROWID.format(table=table)
        for what, text in _REFUSES.items():
            name = f"{table}_refuses_{what}"
            found[name] = f"CREATE TRIGGER {name} {text.format(table=table, there=there)}"
    return found


def _lacking_sqlite(driver: Driver) -> list[str]:
    rows: Any = driver.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    there = {name: plain(sql) for name, sql in rows}
    return [name for name, sql in sqlite_triggers().items() if there.get(name) != plain(sql)]


_TRIGGERS: Any = """
SELECT t.tgname, t.tgenabled::text, t.tgtype::int, t.tgqual IS NULL, p.prosrc
FROM pg_trigger t
JOIN pg_class c ON c.oid = t.tgrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_proc p ON p.oid = t.tgfoid
WHERE n.nspname = current_schema() AND NOT t.tgisinternal
"""
_BEFORE_UPDATE_DELETE_TRUNCATE = 2 + 8 + 16 + 32


def _lacking_postgresql(driver: Driver) -> list[str]:
    wanted = ("A", _BEFORE_UPDATE_DELETE_TRUNCATE, True, plain(_FUNCTION.replace("%%", "%")))
    there = {row[0]: (*row[1:4], plain(row[4])) for row in driver.execute(_TRIGGERS).fetchall()}
    names = (f"{table}_refuses_change" for table in APPEND_ONLY)
    return [name for name in names if there.get(name) != wanted]


def _create_function() -> str:
    # Without parameters the driver takes a percent sign as it is.
    source = _FUNCTION.replace("%%", "%")
    return f"CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $${source}$$"


def _postgresql_trigger(table: str) -> tuple[str, ...]:
    name = f"{table}_refuses_change"
    return (
        f"DROP TRIGGER IF EXISTS {name} ON {table}",
        f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}"
        " FOR EACH STATEMENT EXECUTE FUNCTION append_only()",
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}",
    )


def plain(sql: str) -> str:
    """A statement without what says nothing: white space, and brackets' neighbours."""
    return " ".join(sql.split()).replace("( ", "(").replace(" )", ")")
