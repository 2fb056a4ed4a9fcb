"""Connections to SQLite."""

import sqlite3
from pathlib import Path
from typing import Literal

from shared.database.deadline import READER_SECONDS, seconds_left
from shared.database.failures import DATABASE_BUSY, RETRY_SECONDS
from shared.database.queue import FileQueue

Synchronous = Literal["OFF", "NORMAL", "FULL", "EXTRA"]
Journal = Literal["WAL", "DELETE"]

MEMORY = ":memory:"


def connect(
    path: str, *, journal: Journal, synchronous: Synchronous, secure_delete: bool
) -> sqlite3.Connection:
    """Open the file (its folder is made) or `:memory:`; the connection begins no transaction by itself.

    With WAL and FULL every commit is on the disk before it returns; NORMAL may lose the last commits when
    the power fails, though never the file's consistency. `secure_delete` overwrites what is deleted.
    """
    if path != MEMORY:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(
        path, timeout=READER_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=512
    )
    try:
        if path != MEMORY:
            _use_journal(connection, path, journal)
        connection.execute(f"PRAGMA synchronous={synchronous}")
        connection.execute(f"PRAGMA secure_delete={'ON' if secure_delete else 'OFF'}")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA cache_size=-16384")
    except BaseException:
        connection.close()
        raise
    return connection


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
