"""What drivers raise that is nobody's fault, as problems a person can act on.

Everything else they raise passes through as it is.
"""

import errno
import sqlite3
import sys
from typing import TYPE_CHECKING, TypeGuard

from shared.problems import Problem, ProblemType

if TYPE_CHECKING:
    import psycopg

RETRY_SECONDS = 2

DATABASE_BUSY = ProblemType("database-busy", 503, retry_after=RETRY_SECONDS)
NO_CONNECTION_LEFT = ProblemType("no-connection-left", 503, retry_after=RETRY_SECONDS)
DISK_FULL = ProblemType("disk-full", 507, retry_after=60)
DATABASE_READ_ONLY = ProblemType("database-read-only", 503)

_SQLITE = {
    sqlite3.SQLITE_BUSY: DATABASE_BUSY,
    sqlite3.SQLITE_LOCKED: DATABASE_BUSY,
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: DATABASE_READ_ONLY,
}
_POSTGRESQL = {
    "55P03": DATABASE_BUSY,  # lock_timeout
    "57014": DATABASE_BUSY,  # statement_timeout
    "25P03": DATABASE_BUSY,  # idle in transaction for too long
    "53300": NO_CONNECTION_LEFT,
    "53100": DISK_FULL,
    "25006": DATABASE_READ_ONLY,
}
_SYSTEM = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EFBIG: DISK_FULL,
    errno.EROFS: DATABASE_READ_ONLY,
    errno.EACCES: DATABASE_READ_ONLY,
    errno.EPERM: DATABASE_READ_ONLY,
}
_NO_SLOT = ("too many clients", "too many connections", "remaining connection slots")
"""Where connecting is refused libpq gives no code, only the server's sentence."""


def explained(error: BaseException | None) -> Problem | None:
    """The problem that a driver's or the system's error means; None for every other error."""
    kind = None
    if isinstance(error, sqlite3.Error):
        kind = _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    elif isinstance(error, OSError):
        kind = _SYSTEM.get(error.errno or 0)
    elif _is_psycopg(error):
        kind = _POSTGRESQL.get(error.sqlstate or "")
        if kind is None and error.sqlstate is None and any(words in str(error) for words in _NO_SLOT):
            kind = NO_CONNECTION_LEFT
    return None if kind is None else kind(seconds=RETRY_SECONDS)


def is_of_the_connection(error: BaseException) -> bool:
    """Whether PostgreSQL, or the way to it, was not there."""
    driver = sys.modules.get("psycopg")
    return driver is not None and isinstance(error, driver.OperationalError | driver.InterfaceError)


def _is_psycopg(error: BaseException | None) -> "TypeGuard[psycopg.Error]":
    # Without the import: a call that uses SQLite alone does not load PostgreSQL's driver.
    driver = sys.modules.get("psycopg")
    return driver is not None and isinstance(error, driver.Error)
