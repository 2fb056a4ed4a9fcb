"""Connections to SQLite."""

import os
import sqlite3
from pathlib import Path
from time import monotonic, sleep
from typing import Literal
from urllib.parse import quote

from shared.database.deadline import READER_SECONDS, seconds_to, time_ends
from shared.database.failures import DATABASE_BUSY, RETRY_SECONDS
from shared.database.queue import FileQueue
from shared.private_files import make_private

Synchronous = Literal["OFF", "NORMAL", "FULL", "EXTRA"]
Journal = Literal["WAL", "DELETE"]
FileId = tuple[int, int]
"""The device of a file and its number there."""

MEMORY = ":memory:"

_LOOK_AGAIN = 0.01
"""Seconds until a file that others had open is asked for anew."""


class WriteAheadLogOutOfReach(OSError):
    """A file that can only be read, beside a write-ahead log that cannot."""


class WithoutRoom(sqlite3.Connection):
    """A connection by which a file is read whose disk has no room for what a writer lays beside it.

    It takes the file as what nobody changes, so it is for one use: with room there are writers again.
    """


def connect(
    path: str, *, journal: Journal, synchronous: Synchronous, secure_delete: bool, there: bool = False
) -> sqlite3.Connection:
    """Open the file (it and its folder are made, unless it was `there`) or `:memory:`.

    The connection begins no transaction by itself.

    With WAL and FULL every commit is on the disk before it returns; NORMAL may lose the last commits when
    the power fails, though never the file's consistency. `secure_delete` overwrites what is deleted.
    Where the file or its folder cannot be written to, or the disk is full, it is opened for reading only.

    Raises:
        WriteAheadLogOutOfReach: what was written last cannot be read.
    """
    if path == MEMORY:
        connection = _opened(MEMORY)
    else:
        if not there:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        connection = _file(path, journal, there)
    try:
        connection.execute(f"PRAGMA synchronous={synchronous}")
        connection.execute(f"PRAGMA secure_delete={'ON' if secure_delete else 'OFF'}")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA cache_size=-16384")
    except BaseException:
        connection.close()
        raise
    return connection


def file_id(path: str | None) -> FileId | None:
    """Which file is at this path; None where there is none."""
    try:
        found = os.stat(path) if path is not None else None
    except OSError:
        return None
    return None if found is None else (found.st_dev, found.st_ino)


def is_other_and_empty(path: str | None, known: FileId) -> bool:
    """Whether the file that was here is not, and nothing, or one without content, is in its place."""
    found = file_id(path)
    return found is None or (found != known and os.path.getsize(str(path)) == 0)


def read_only_address(file: Path) -> str | None:
    """How to open a file that can only be read here; None where it can be written to, or made.

    Reading in the write-ahead mode makes files beside the database, unless a writer has made them already.
    Where they cannot be made and nothing lies in the write-ahead log, the file alone is all there is.

    Raises:
        WriteAheadLogOutOfReach: something does lie in it, and cannot be read.
    """
    wal, index = file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")
    beside = os.access(file.parent, os.W_OK) or (_writable(wal) and _writable(index))
    if not file.exists() or (beside and _writable(file)):
        return None
    address = f"file:{quote(str(file.absolute()))}?mode=ro"
    if os.access(file.parent, os.W_OK) or index.exists() or not _is_write_ahead(file):
        return address
    if _lies_in_log(file):
        raise WriteAheadLogOutOfReach(
            f"{wal} holds what was written last, and cannot be read without writing beside it: copy it "
            f"together with {file} to a folder that can be written to"
        )
    return f"{address}&immutable=1"


def _writable(file: Path) -> bool:
    return file.exists() and os.access(file, os.W_OK)


def _is_write_ahead(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(20)[18:20] == b"\2\2"


def _file(path: str, journal: Journal, there: bool) -> sqlite3.Connection:
    read_only = read_only_address(Path(path))
    if read_only is not None:
        return _opened(read_only, uri=True)
    # What SQLite puts beside it, journal and write-ahead log, gets the rights of the file.
    if not there:
        make_private(Path(path))
    try:
        return _kept_so(path, journal) or _changed(path, journal)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_IOERR_SHMSIZE or _lies_in_log(Path(path)):
            raise
        address = f"file:{quote(str(Path(path).absolute()))}?mode=ro&immutable=1"
        return _opened(address, uri=True, factory=WithoutRoom)


def _lies_in_log(file: Path) -> bool:
    """Whether something is in the write-ahead log that is not in the file yet."""
    log = file.with_name(f"{file.name}-wal")
    return log.exists() and log.stat().st_size > 0


def _opened(
    address: str, *, uri: bool = False, factory: type[sqlite3.Connection] = sqlite3.Connection
) -> sqlite3.Connection:
    return sqlite3.connect(
        address,
        timeout=READER_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=512,
        uri=uri,
        factory=factory,
    )


def _kept_so(path: str, journal: Journal, *, change: bool = False) -> sqlite3.Connection | None:
    """A connection to a file kept in this mode, or put into it by `change`; else none stays open."""
    # It was made before, and another is not made in the place of one that goes away in this moment.
    connection = _opened(f"file:{quote(str(Path(path).absolute()))}?mode=rw", uri=True)
    try:
        if connection.execute("PRAGMA journal_mode").fetchone()[0].upper() == journal:
            return connection
        if change:
            connection.execute(f"PRAGMA journal_mode={journal}").fetchone()
            return connection
    except BaseException:
        connection.close()
        raise
    connection.close()
    return None


def _changed(path: str, journal: Journal) -> sqlite3.Connection:
    """A connection to a file that has been changed to this mode.

    That needs the file alone, and SQLite refuses it at once while anybody else has the file open. So whoever
    waits for the turn here has no connection, and who has the turn asks again while others look at the mode.
    """
    until = time_ends()
    queue = FileQueue(path)
    if not queue.enter(seconds_to(until)):
        raise DATABASE_BUSY(seconds=RETRY_SECONDS)
    try:
        while True:
            try:
                connection = _kept_so(path, journal, change=True)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() >= until:
                    raise
                sleep(_LOOK_AGAIN)
            else:
                assert connection is not None, "changed, or refused"
                return connection
    finally:
        queue.leave()
        queue.close()
