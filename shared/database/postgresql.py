"""Connections to PostgreSQL."""

import logging
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import Format
from sqlalchemy.engine import URL

from shared.database.deadline import WRITER_SECONDS

logging.getLogger("psycopg").setLevel(logging.ERROR)
"""It warns of what it ignores at the end of a pipeline in which a statement failed: that error is raised."""


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
    """The address as libpq wants it, with an end to every wait unless the address itself says otherwise.

    Rendered as an address again, a space in its options would be a plus.
    """
    named = {name: value if isinstance(value, str) else ",".join(value) for name, value in url.query.items()}
    given = url.translate_connect_args(username="user", database="dbname")
    options = f"{_ENDS} {named.pop('options', '')}".strip()
    return make_conninfo("", **{**_NETWORK_ENDS, **given, **named, "options": options})


_ENDS = " ".join(
    f"-c {name}={round(seconds * 1000)}"
    for name, seconds in (
        ("lock_timeout", WRITER_SECONDS),
        ("statement_timeout", 60.0),
        ("idle_in_transaction_session_timeout", 60.0),
    )
)
"""For the server: what comes later in `options` wins."""
_NETWORK_ENDS = {
    "connect_timeout": "5",
    "keepalives": "1",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
"""A server that is gone without a word is noticed within half a minute."""
