"""Connections to PostgreSQL."""

from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import Format
from sqlalchemy.engine import URL


class BinaryCursor(psycopg.Cursor[Any]):
    """A cursor that asks for results in binary: bytes and integers arrive without parsing text."""

    def __init__(self, connection: psycopg.Connection[Any], *, row_factory: Any = None) -> None:
        super().__init__(connection, row_factory=row_factory or connection.row_factory)
        self.format = Format.BINARY


def connect(url: URL) -> psycopg.Connection[Any]:
    """Open a connection that begins no transaction by itself and prepares statements at their second use.

    Durability is the server's `synchronous_commit`; the default waits for the disk.
    """
    return psycopg.connect(conninfo(url), autocommit=True, cursor_factory=BinaryCursor, prepare_threshold=1)


def conninfo(url: URL) -> str:
    """The address as libpq wants it: rendered as an address again, a space in its options would be a plus."""
    options = {
        name: value if isinstance(value, str) else ",".join(value) for name, value in url.query.items()
    }
    given = url.translate_connect_args(username="user", database="dbname")
    return make_conninfo("", **{**given, **options})
