"""Migrated PostgreSQL databases that tests use one after the other.

To make one copies three hundred files and to drop one flushes all there is; to empty one takes a few
milliseconds. A database whose schema a test has changed is dropped, and so is what a test made beside it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql

from infra.migrations import migrate
from tests.postgresql_server import Server

_SCHEMA = """
SELECT md5(string_agg(line, ';' ORDER BY line)) FROM (
    SELECT format('%s %s %s %s', c.oid, c.relname, c.relkind, c.relacl) AS line
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT format('%s %s %s %s', attrelid, attname, atttypid, attnotnull)
      FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND attnum > 0
    UNION ALL SELECT format('%s %s', oid, pg_get_constraintdef(oid)) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT format('%s %s %s', tgrelid, tgname, tgenabled) FROM pg_trigger
    UNION ALL SELECT format('%s %s', oid, md5(prosrc)) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT format('%s %s', nspname, nspacl) FROM pg_namespace
      WHERE nspname NOT LIKE 'pg_t%'
) AS every
"""
"""A digest of everything in the schema that a test may have changed."""

_DISCONNECT = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_TABLES = """
SELECT relname FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
"""


class Databases:
    """Databases as migrations leave them, lent one by one."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._template = server.create()
        migrate(self._template)
        self._rows: dict[str, bytes] = {}
        """What migrations put into tables."""
        self._idle: list[str] = []
        self._schemas: dict[str, str] = {}

    @contextmanager
    def lent(self) -> Iterator[str]:
        """The address of a database that is as if just migrated."""
        url = self._idle.pop() if self._idle else self._made()
        yield url
        if self._emptied(url):
            self._idle.append(url)
        else:
            del self._schemas[url]
            self._server.drop(url)

    def close(self) -> None:
        for url in (*self._idle, self._template):
            self._server.drop(url)

    def _made(self) -> str:
        url = self._server.create(self._template)
        with psycopg.connect(url) as connection:
            self._schemas[url] = _schema(connection)
            self._rows = {table: _rows(connection, table) for table in _tables(connection)}
        return url

    def _emptied(self, url: str) -> bool:
        """Bring a database back to how it was made; False where that is not possible."""
        try:
            with psycopg.connect(url) as connection:
                connection.execute(_DISCONNECT)
                if filled := _tables(connection):
                    # Triggers keep the log from being emptied.
                    for table in filled:
                        disable = sql.SQL("ALTER TABLE {} DISABLE TRIGGER USER")
                        connection.execute(disable.format(sql.Identifier(table)))
                    names = sql.SQL(", ").join(map(sql.Identifier, filled))
                    connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY CASCADE").format(names))
                for table, trigger in _disabled(connection):
                    enable = sql.SQL("ALTER TABLE {} ENABLE ALWAYS TRIGGER {}")
                    connection.execute(enable.format(sql.Identifier(table), sql.Identifier(trigger)))
                if _schema(connection) != self._schemas[url]:
                    return False
                for table in self._rows:
                    copying = sql.SQL("COPY {} FROM STDIN").format(sql.Identifier(table))
                    with connection.cursor() as cursor, cursor.copy(copying) as copy:
                        copy.write(self._rows[table])
        except psycopg.Error:
            return False
        return True


def _schema(connection: "psycopg.Connection[tuple[str, ...]]") -> str:
    row = connection.execute(_SCHEMA).fetchone()
    assert row is not None
    return row[0]


def _tables(connection: "psycopg.Connection[tuple[str, ...]]") -> list[str]:
    """The tables that take up room."""
    return [row[0] for row in connection.execute(_TABLES)]


def _disabled(connection: "psycopg.Connection[tuple[str, str]]") -> list[tuple[str, str]]:
    """Triggers that are switched off, with their tables; migrations switch on what they make, always."""
    return connection.execute(
        "SELECT c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
        "WHERE t.tgenabled = 'D' AND NOT t.tgisinternal"
    ).fetchall()


def _rows(connection: "psycopg.Connection[tuple[str, ...]]", table: str) -> bytes:
    copying = sql.SQL("COPY {} TO STDOUT").format(sql.Identifier(table))
    with connection.cursor() as cursor, cursor.copy(copying) as copy:
        return b"".join(bytes(block) for block in copy)
