"""The append-only log: append, read, verify, export and restore, on SQLite and PostgreSQL.

One gapless sequence and one hash chain per ledger.
"""

from shared.eventlog.fingerprint import fingerprint
from shared.eventlog.linking import Unstorable
from shared.eventlog.locked import Locked
from shared.eventlog.log import Decide, EventLog, Replayed
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
from shared.eventlog.transfer import export, restore, verify_export
from shared.eventlog.upcasting import EVENT_RETIRED, Catalogue
from shared.eventlog.verifying import Fault, Verified

__all__ = [
    "EMPTY",
    "EVENT_RETIRED",
    "Appended",
    "Batch",
    "Catalogue",
    "CommandAlreadyRecorded",
    "CommandRecord",
    "Decide",
    "EventLog",
    "Fault",
    "Head",
    "Locked",
    "Pending",
    "Recorded",
    "Replayed",
    "Unstorable",
    "Verified",
    "Write",
    "export",
    "fingerprint",
    "restore",
    "verify_export",
]
