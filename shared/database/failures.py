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

DATABASE_BUSY = ProblemType(
    "database-busy",
    503,
    "Others hold the database, so this had to wait too long and was given up; nothing was changed. Try again "
    "in {seconds} seconds; with an Idempotency-Key nothing can happen twice.",
    "資料庫正被占用，等候過久而放棄；沒有任何更改。請於 {seconds} 秒後再試；"
    "附上 Idempotency-Key 即不會重複執行。",
    retry_after=RETRY_SECONDS,
)
NO_CONNECTION_LEFT = ProblemType(
    "no-connection-left",
    503,
    "Every connection to the database is in use; nothing was changed. Try again in {seconds} seconds. If it "
    "lasts, lower TILELEDGER_DATABASE_CONNECTIONS or have the server allow more.",
    "資料庫連線已全部占用；沒有任何更改。請於 {seconds} 秒後再試。"
    "如持續發生，請調低 TILELEDGER_DATABASE_CONNECTIONS 或提高伺服器的連線上限。",
    retry_after=RETRY_SECONDS,
)
DISK_FULL = ProblemType(
    "disk-full",
    507,
    "The disk of the database is full; nothing was changed. Free some space on the server, then try again: "
    "nothing has to be repaired.",
    "資料庫所在的磁碟已滿；沒有任何更改。請先在伺服器騰出空間再試，無需修復。",
    retry_after=60,
)
DATABASE_READ_ONLY = ProblemType(
    "database-read-only",
    503,
    "The database can only be read here; nothing was changed. Give this program's user the right to write "
    "the file and its folder; `tileledger doctor` names them.",
    "此處的資料庫只可讀取；沒有任何更改。請讓本程式的使用者可寫入該檔案及其資料夾；"
    "`tileledger doctor` 會列出其位置。",
)

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


def _is_psycopg(error: BaseException | None) -> "TypeGuard[psycopg.Error]":
    # Without the import: a call that uses SQLite alone does not load PostgreSQL's driver.
    driver = sys.modules.get("psycopg")
    return driver is not None and isinstance(error, driver.Error)
