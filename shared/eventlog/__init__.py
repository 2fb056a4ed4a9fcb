"""The append-only log: append, read, verify, export and restore, on SQLite and PostgreSQL.

One gapless sequence and one hash chain per ledger.
"""

from shared.eventlog.fingerprint import fingerprint
from shared.eventlog.log import Decide, EventLog, Locked
from shared.eventlog.records import (
    EMPTY,
    Appended,
    Batch,
    CommandAlreadyRecorded,
    CommandRecord,
    Head,
    Pending,
    Recorded,
    Write,
)
from shared.eventlog.upcasting import Catalogue

__all__ = [
    "EMPTY",
    "Appended",
    "Batch",
    "Catalogue",
    "CommandAlreadyRecorded",
    "CommandRecord",
    "Decide",
    "EventLog",
    "Head",
    "Locked",
    "Pending",
    "Recorded",
    "Write",
    "fingerprint",
]
