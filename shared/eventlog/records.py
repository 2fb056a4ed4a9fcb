"""What goes into the log and what comes out of it.

Moments are microseconds since the epoch (`shared.clock`). `seq` counts from 1, without gaps, in each
tournament.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from shared.database import Row, Statement


class Pending(msgspec.Struct, frozen=True, gc=False):
    """An event about to be appended.

    Attributes:
        type: a stable name, never a Python path; `version` its schema.
        data: canonical JSON (`shared.codec.canonical`); nothing in it names a person.
        personal: what the vault sealed for this event, None without personal data.
        caused_by: seq of the event in the same tournament that led to this one.
        occurred_at: business time.
    """

    type: str
    version: int
    data: bytes
    personal: bytes | None
    caused_by: int | None
    occurred_at: int


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """An event as it stands in the log.

    Attributes:
        actor: "role:subject" of who asked for it.
        recorded_at: store time, never before that of the event before.
        hash: SHA-256 over the previous event's hash and every other field (`shared.eventlog.chain`).
    """

    tournament_id: str
    seq: int
    type: str
    version: int
    data: bytes
    personal: bytes | None
    actor: str
    command_id: str
    caused_by: int | None
    occurred_at: int
    recorded_at: int
    hash: bytes


class Head(msgspec.Struct, frozen=True, gc=False):
    """Where a tournament's log ends.

    Attributes:
        seq, hash, recorded_at: those of its last event.
    """

    seq: int
    hash: bytes
    recorded_at: int


EMPTY = Head(0, bytes(32), 0)


class Write(msgspec.Struct, frozen=True):
    """Further rows of the same transaction.

    Attributes:
        statement: made once by `Database.prepare`.
        rows: tuples in the order of `statement.parameters` (the fast way) or mappings by those names.
        join: makes the row of an earlier command and that of a later one, which follow each other in one
            commit, into one that leads to the same; None where each has to be written.
    """

    statement: Statement
    rows: Sequence[Row]
    join: Callable[[Any, Any], Row] | None = None


class Batch(msgspec.Struct, frozen=True):
    """What one command appends, all or nothing.

    Attributes:
        events: in order; none means that nothing happened.
        command_id: unique in its tournament; `fingerprint` tells whether it is the same command again.
        writes: rows that belong to the events, such as notices.
        closing: further rows of the same transaction that need the head the batch leads to, such as a seal.
        named: the sender chose the command's id and may send it again, so it is recorded also when it led to
            nothing: a late duplicate then still leads to nothing.
    """

    events: Sequence[Pending]
    actor: str
    command_id: str
    fingerprint: bytes
    writes: Sequence[Write] = ()
    closing: Callable[[Head], Sequence[Write]] | None = None
    named: bool = False

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing to write, not even that the command was here."""
        return not (self.events or self.writes or self.named)

    def closed(self, head: Head) -> "Batch":
        """The batch with the rows in it that need the head it leads to."""
        if self.closing is None:
            return self
        return msgspec.structs.replace(self, writes=(*self.writes, *self.closing(head)), closing=None)


class Appended(msgspec.Struct, frozen=True):
    """The committed outcome: the new head and the events as stored."""

    head: Head
    events: Sequence[Recorded]


class Written(msgspec.Struct, frozen=True):
    """How many commands of someone led to events since a moment, and when the first of those was recorded."""

    commands: int
    first_at: int


class CommandRecord(msgspec.Struct, frozen=True, gc=False):
    """A command that was carried out, and which events it led to.

    One that led to nothing has the seq that the next event was to get, and the one before it as its last.
    """

    tournament_id: str
    command_id: str
    fingerprint: bytes
    first_seq: int
    last_seq: int


class CommandAlreadyRecorded(Exception):
    """The command id stands in the log already; nothing was changed.

    The caller compares fingerprints: equal means the same command again, which gets the same answer.
    """

    def __init__(self, record: CommandRecord) -> None:
        super().__init__(f"command {record.command_id} is recorded already at seq {record.first_seq}")
        self.record = record
