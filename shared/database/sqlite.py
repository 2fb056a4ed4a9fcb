"""Connections to SQLite."""

import os
import sqlite3
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from shared.database.deadline import READER_SECONDS, seconds_left
from shared.database.failures import DATABASE_BUSY, RETRY_SECONDS
from shared.database.queue import FileQueue
from shared.private_files import make_private

Synchronous = Literal["OFF", "NORMAL", "FULL", "EXTRA"]
Journal = Literal["WAL", "DELETE"]

MEMORY = ":memory:"


class WriteAheadLogOutOfReach(OSError):
    """A file that can only be read, beside a write-ahead log that cannot."""


def connect(
    path: str, *, journal: Journal, synchronous: Synchronous, secure_delete: bool
) -> sqlite3.Connection:
    """Open the file (its folder is made) or `:memory:`; the connection begins no transaction by itself.

    With WAL and FULL every commit is on the disk before it returns; NORMAL may lose the last commits when
    the power fails, though never the file's consistency. `secure_delete` overwrites what is deleted.
    Where the file or its folder cannot be written to it is opened for reading only.

    Raises:
        WriteAheadLogOutOfReach: what was written last cannot be read.
    """
    if path != MEMORY:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    address = None if path == MEMORY else read_only_address(Path(path))
    if path != MEMORY and address is None:
        # What SQLite puts beside it, journal and write-ahead log, gets the rights of the file.
        make_private(Path(path))
    connection = sqlite3.connect(
        address or path,
        timeout=READER_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=512,
        uri=address is not None,
    )
    try:
        if path != MEMORY and address is None:
            _use_journal(connection, path, journal)
        connection.execute(f"PRAGMA synchronous={synchronous}")
        connection.execute(f"PRAGMA secure_delete={'ON' if secure_delete else 'OFF'}")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA cache_size=-16384")
    except BaseException:
        connection.close()
        raise
    return connection


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
    if wal.exists() and wal.stat().st_size:
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


def _use_journal(connection: sqlite3.Connection, path: str, journal: Journal) -> None:
    if connection.execute("PRAGMA journal_mode").fetchone()[0].upper() == journal:
        return
    # Changing the mode needs the file alone; several processes may start at once.
    queue = FileQueue(path)
    if not queue.enter(seconds_left()):
        raise DATABASE_BUSY(seconds=RETRY_SECONDS)
    try:
        connection.execute(f"PRAGMA journal_mode={journal}").fetchone()
    finally:
        queue.leave()
        queue.close()
