"""The append-only log: append, read, verify, export and restore, on SQLite and PostgreSQL.

One gapless sequence and one hash chain per ledger.
"""

from shared.eventlog.committing import Alone, Intent
from shared.eventlog.fingerprint import fingerprint
from shared.eventlog.linking import Unstorable
from shared.eventlog.log import EventLog, Replayed
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
from shared.eventlog.verifying import Verified

__all__ = [
    "EMPTY",
    "Alone",
    "Appended",
    "Batch",
    "Catalogue",
    "CommandAlreadyRecorded",
    "CommandRecord",
    "EventLog",
    "Head",
    "Intent",
    "Pending",
    "Recorded",
    "Replayed",
    "Unstorable",
    "Verified",
    "Write",
    "fingerprint",
]
