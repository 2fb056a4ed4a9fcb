"""What drivers raise that is nobody's fault, as problems a person can act on.

Everything else they raise passes through as it is.
"""

import errno
import sqlite3
import sys
from typing import TYPE_CHECKING, Literal, TypeGuard

from shared.catalogue import Word
from shared.problems import Problem, ProblemType

if TYPE_CHECKING:
    import psycopg

RETRY_SECONDS = 2

DATABASE_BUSY = ProblemType("database-busy", 503, retry_after=RETRY_SECONDS)
NO_CONNECTION_LEFT = ProblemType("no-connection-left", 503, retry_after=RETRY_SECONDS)
DISK_FULL = ProblemType("disk-full", 507, retry_after=60)
DATABASE_READ_ONLY = ProblemType("database-read-only", 503, retry_after=60)
DATABASE_AWAY = ProblemType("unavailable", 503, retry_after=RETRY_SECONDS)
DATABASE_DAMAGED = ProblemType("database-damaged", 503, retry_after=60)


class DatabaseUnusable(ValueError):
    """The address names no database this program can use."""


Holds = Literal["log", "vault"]
"""What a database holds."""
MISSING = {
    "log": ProblemType("log-missing", 503, retry_after=60),
    "vault": ProblemType("vault-missing", 503, retry_after=60),
}

_SQLITE = {
    sqlite3.SQLITE_BUSY: DATABASE_BUSY,
    sqlite3.SQLITE_LOCKED: DATABASE_BUSY,
    sqlite3.SQLITE_PROTOCOL: DATABASE_BUSY,
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: DATABASE_READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: DATABASE_AWAY,
    sqlite3.SQLITE_IOERR: DATABASE_AWAY,
    sqlite3.SQLITE_CORRUPT: DATABASE_DAMAGED,
    sqlite3.SQLITE_NOTADB: DATABASE_DAMAGED,
}
_SHORT = (sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
_NO_TABLE = "no such table"
_NO_SENSE = ("Could not decode to UTF-8", "unsupported file format")
"""Of a file that is another one, and of text and a header that are none: SQLite gives these no code."""
_POSTGRESQL = {
    "55P03": DATABASE_BUSY,  # lock_timeout
    "57014": DATABASE_BUSY,  # statement_timeout
    "40001": DATABASE_BUSY,  # serialization
    "40P01": DATABASE_BUSY,  # deadlock
    "25P03": DATABASE_BUSY,  # idle in transaction for too long
    "53300": NO_CONNECTION_LEFT,
    "53100": DISK_FULL,
    "25006": DATABASE_READ_ONLY,
    "58030": DATABASE_DAMAGED,  # a block could not be read
    "58P01": DATABASE_DAMAGED,  # a file of the server is not there
    "XX001": DATABASE_DAMAGED,
    "XX002": DATABASE_DAMAGED,
}
_UNDEFINED_TABLE = "42P01"
_SYSTEM = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EFBIG: DISK_FULL,
    errno.EROFS: DATABASE_READ_ONLY,
    errno.EACCES: DATABASE_READ_ONLY,
    errno.EPERM: DATABASE_READ_ONLY,
    errno.EIO: DATABASE_AWAY,
    errno.ESTALE: DATABASE_AWAY,
    errno.ENOTCONN: DATABASE_AWAY,
    errno.EMFILE: NO_CONNECTION_LEFT,
    errno.ENFILE: NO_CONNECTION_LEFT,
}
_NO_SLOT = (
    "too many clients", "too many connections", "remaining connection slots", "no more connections allowed",
)  # fmt: skip
_NO_DATABASE = ('database "', "does not exist")
"""Where connecting is refused libpq gives no code, only the server's sentence."""


class FileGone(Exception):
    """The file that a database was opened from is not there any more, or holds nothing."""


def explained(error: BaseException | None, holds: Holds = "log") -> Problem | None:
    """The problem that a driver's or the system's error means; None for every other error.

    Args:
        holds: what the database holds that it was raised by.
    """
    kind = None
    if isinstance(error, FileGone):
        kind = MISSING[holds]
    elif isinstance(error, sqlite3.Error):
        kind = _of_sqlite(error, holds)
    elif isinstance(error, UnicodeDecodeError):
        kind = DATABASE_DAMAGED
    elif isinstance(error, OSError):
        kind = _SYSTEM.get(error.errno or 0)
    elif _is_psycopg(error):
        kind = _of_postgresql(error, holds)
    return None if kind is None else kind(seconds=RETRY_SECONDS, what=Word("chain", holds))


def _of_sqlite(error: sqlite3.Error, holds: Holds) -> ProblemType | None:
    code = getattr(error, "sqlite_errorcode", 0)
    if code in _SHORT or str(error).startswith(_NO_SENSE):
        return DATABASE_DAMAGED
    if str(error).startswith(_NO_TABLE):
        return MISSING[holds]
    if code == sqlite3.SQLITE_IOERR_SHMSIZE:
        return DISK_FULL  # no room for the index of the write-ahead log
    return _SQLITE.get(code & 0xFF)


def _of_postgresql(error: "psycopg.Error", holds: Holds) -> ProblemType | None:
    text = str(error)
    if error.sqlstate is None and any(words in text for words in _NO_SLOT):
        return NO_CONNECTION_LEFT
    no_database = error.sqlstate is None and all(words in text for words in _NO_DATABASE)
    if error.sqlstate == _UNDEFINED_TABLE or no_database:
        return MISSING[holds]
    kind = _POSTGRESQL.get(error.sqlstate or "")
    driver = sys.modules["psycopg"]
    if kind is None and isinstance(error, driver.OperationalError | driver.InterfaceError):
        # The server, or the way to it, is not there.
        return DATABASE_AWAY
    return kind


def _is_psycopg(error: BaseException | None) -> "TypeGuard[psycopg.Error]":
    # Without the import: a call that uses SQLite alone does not load PostgreSQL's driver.
    driver = sys.modules.get("psycopg")
    return driver is not None and isinstance(error, driver.Error)
