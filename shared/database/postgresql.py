"""Connections to PostgreSQL."""

import logging
import re
from typing import Any

import psycopg
from psycopg import sql
from psycopg.abc import RV, PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import _WaitTimeout
from psycopg.pq import Format
from sqlalchemy.engine import URL

from shared.catalogue import Phrase
from shared.database.deadline import WRITER_SECONDS, answer_seconds
from shared.database.failures import DatabaseUnusable

STATEMENT_SECONDS = 60.0
ANSWER_SECONDS = STATEMENT_SECONDS + 10
"""Longer than a server that works keeps anybody waiting."""

logging.getLogger("psycopg").setLevel(logging.ERROR)
"""It warns of what it ignores at the end of a pipeline in which a statement failed: that error is raised."""


class BinaryCursor(psycopg.Cursor[Any]):
    """A cursor that asks for results in binary: bytes and integers arrive without parsing text."""

    def __init__(self, connection: psycopg.Connection[Any], *, row_factory: Any = None) -> None:
        super().__init__(connection, row_factory=row_factory or connection.row_factory)
        self.format = Format.BINARY


class Connection(psycopg.Connection[Any]):
    """A connection on which no statement is waited for without end.

    The server ends statements after a while, but neither where it is frozen, nor while a commit waits for a
    standby that is away.

    Attributes:
        limits: the statement by which each write transaction sets its ends to waits; None where the session
            has them.
        answer_seconds: after which a server that says nothing counts as away, though it may have done what it
            was sent.
    """

    limits: str | None = None
    answer_seconds: float | None = None

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        try:
            return super().wait(
                gen, interval, answer_seconds(self.answer_seconds if timeout is None else timeout)
            )
        except _WaitTimeout:
            self.close()
            raise


def connect(url: URL) -> Connection:
    """Open a connection that begins no transaction by itself and prepares statements at their second use.

    Durability is the server's `synchronous_commit`; the default waits for the disk, and for a synchronous
    standby if there is one.

    Behind a pooler such as pgbouncer each transaction may be carried out by another session of the server:
    statements are not prepared there, and what `options` would set is set in each write transaction.
    """
    connection = _opened(url, autocommit=True, cursor_factory=BinaryCursor, prepare_threshold=1)
    try:
        if "statement_timeout" not in url.query.get("options", ""):
            connection.answer_seconds = ANSWER_SECONDS
        if connection.limits is None and _is_pooled(connection):
            _as_pooled(connection, url)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_to_migrate(url: URL) -> Connection:
    """Open a connection that begins its transactions by itself and prepares nothing."""
    return _opened(url, prepare_threshold=None)


def _opened(url: URL, **how: Any) -> Connection:
    if (seconds := answer_seconds(None)) is not None:
        how["connect_timeout"] = max(2, round(seconds))
    try:
        return Connection.connect(conninfo(url), **how)
    except psycopg.OperationalError as error:
        # pgbouncer takes no `options` unless it is told to pass over them.
        if _NO_OPTIONS not in str(error):
            raise
        connection = Connection.connect(conninfo(url), options="", **how)
        try:
            _as_pooled(connection, url)
        except BaseException:
            connection.close()
            raise
        return connection


def _is_pooled(connection: Connection) -> bool:
    """Whether who answers is not the session that was opened: a pooler says a number of its own."""
    row = connection.execute("SELECT pg_backend_pid()").fetchone()
    return row is not None and row[0] != connection.info.backend_pid


def _as_pooled(connection: Connection, url: URL) -> None:
    """Have limits set in each write transaction; raises DatabaseUnusable where reads need a setting, too."""
    connection.prepare_threshold = None
    options = str(conninfo_to_dict(conninfo(url))["options"])
    settings = dict(_SETTING.findall(options))
    if further := _SETTING.sub("", options).split() or sorted(settings.keys() - _LIMITS):
        raise DatabaseUnusable(Phrase("part-options-behind-pooler", {"options": " ".join(further)}))
    calls = [sql.SQL("set_config({}, {}, true)").format(*pair) for pair in settings.items()]
    connection.limits = sql.SQL("SELECT {}").format(sql.SQL(", ").join(calls)).as_string(connection)


def conninfo(url: URL) -> str:
    """The address as libpq wants it, with an end to every wait unless the address itself says otherwise.

    Rendered as an address again, a space in its options would be a plus.
    """
    named = {name: value if isinstance(value, str) else ",".join(value) for name, value in url.query.items()}
    given = url.translate_connect_args(username="user", database="dbname")
    options = f"{_ENDS} {named.pop('options', '')}".strip()
    return make_conninfo("", **{**_NETWORK_ENDS, **given, **named, "options": options})


_NO_OPTIONS = "unsupported startup parameter"
_LIMITS = {"lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"}
_SETTING = re.compile(r"(?:-c\s*|--)([\w.]+)=(\S*)")
"""One of `options`."""
_ENDS = " ".join(
    f"-c {name}={round(seconds * 1000)}"
    for name, seconds in (
        ("lock_timeout", WRITER_SECONDS),
        ("statement_timeout", STATEMENT_SECONDS),
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
