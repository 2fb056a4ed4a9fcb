"""Recomputing a log: is every event what it was when it was appended?

The command records are outside the hash chain, but follow from the events. Every event belongs to one
command, and a command's events lie side by side. So the records are right exactly when the first and the last
event of each belong to it, and all their spans together are as long as the log. A command that led to nothing
has an empty span, and no event may be its.
"""

import struct
from collections.abc import Callable
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.sql import ClauseElement

from shared.catalogue import Phrase
from shared.database import Database
from shared.eventlog import tables
from shared.eventlog.chain import hasher
from shared.eventlog.records import EMPTY, Head
from shared.eventlog.statements import Statements

Progress = Callable[[int, int], None]
"""Called with the number of events done and of all events."""

What = Literal["gap", "order", "hash", "head", "missing", "beyond", "command", "seal"]

_PAGE = 500
_c = tables.command.c
_until: sa.BindParameter[int] = sa.bindparam("until", type_=sa.BigInteger)
_ledger: sa.BindParameter[str] = sa.bindparam("ledger", type_=sa.Text)
_here = (_c.tournament_id == _ledger, _c.first_seq <= _until)


class Fault(msgspec.Struct, frozen=True):
    """The first event that is not as it was appended.

    Attributes:
        seq: the first seq that is wrong.
        what: "gap": a seq is missing; "hash": a field or the hash was changed, or the event put here;
            "order": recorded before its predecessor; "missing": the head knows of events that are gone;
            "beyond": events after the head; "head": the head row does not match the last event;
            "command": the record of its command does not fit; "seal": a seal says otherwise.
        detail: a sentence for people.
    """

    seq: int
    what: What
    detail: Phrase


class Verified(msgspec.Struct, frozen=True):
    """What was found: the head, how many events are sound, the first fault, and up to where it was sealed.

    `unchecked` seals were compared with the log, and their signatures with no key.

    A chain that was rewritten as a whole, head included, is sound in itself: only a head hash kept elsewhere,
    such as a published seal, tells that it is another one.
    """

    tournament_id: str
    head: Head
    events: int
    fault: Fault | None = None
    sealed: int = 0
    unchecked: int = 0


def verify(
    database: Database, statements: Statements, tournament_id: str, progress: Progress | None = None
) -> Verified:
    """Check the chain up to the head as it stands at the start, in pages of short transactions."""
    rows = database.fetch(statements.head, (tournament_id,))
    head = Head(*rows[0]) if rows else EMPTY
    chain = Chain(tournament_id)
    fault: Fault | None = None
    while fault is None and chain.seq < head.seq:
        page = database.fetch(statements.chain_page, (tournament_id, chain.seq, head.seq, _PAGE))
        fault = chain.check(page) if page else _missing(chain.seq + 1, head.seq)
        if progress is not None:
            progress(chain.seq, head.seq)
    if fault is None and chain.hash != head.hash:
        fault = Fault(head.seq, "head", Phrase("fault-head-hash"))
    if fault is None and chain.recorded_at != head.recorded_at:
        fault = Fault(head.seq, "head", Phrase("fault-head-time"))
    if fault is None:
        fault = _check_end(database, statements, tournament_id)
    if fault is None:
        unfit = _first_unfit(database, tournament_id, head.seq)
        if unfit is not None:
            fault = Fault(unfit, "command", Phrase("fault-command"))
    return Verified(tournament_id, head, chain.seq, fault)


class Chain:
    """Follows a chain event by event.

    Attributes:
        seq, hash, recorded_at: those of the last sound event.
    """

    def __init__(self, tournament_id: str) -> None:
        self.seq, self.hash, self.recorded_at = 0, EMPTY.hash, 0
        self._hash_of = hasher(tournament_id)

    def check(self, rows: list[Any]) -> Fault | None:
        """Follow rows of `event` without their tournament; the first fault, None when all are sound."""
        expected, previous, before, hash_of = self.seq, self.hash, self.recorded_at, self._hash_of
        fault = None
        try:
            for row in rows:
                expected += 1
                if row[0] != expected:
                    fault = Fault(expected, "gap", Phrase("fault-gap", {"there": row[0]}))
                    break
                if hash_of(previous, *row[:10]) != row[10]:
                    fault = Fault(expected, "hash", Phrase("fault-hash"))
                    break
                if row[9] < before:
                    fault = Fault(expected, "order", Phrase("fault-order"))
                    break
                before, previous = row[9:]
        except (TypeError, AttributeError, ValueError, struct.error):
            fault = Fault(expected, "hash", Phrase("fault-type"))
        self.seq = expected - 1 if fault else expected
        self.hash, self.recorded_at = previous, before
        return fault


def _missing(first: int, last: int) -> Fault:
    return Fault(first, "missing", Phrase("fault-missing", {"head": last, "first": first}))


def _check_end(database: Database, statements: Statements, tournament_id: str) -> Fault | None:
    """Nothing may lie beyond the head; both are read in one snapshot, since appends go on meanwhile."""
    with database.reading():
        head = database.fetch(statements.head, (tournament_id,))
        last = database.fetch(statements.last_seq, (tournament_id,))
    head_seq, last_seq = head[0].seq if head else 0, last[0].seq if last else 0
    if last_seq > head_seq:
        beyond = Phrase("fault-beyond", {"head": head_seq, "last": last_seq})
        return Fault(head_seq + 1, "beyond", beyond)
    return None if last_seq == head_seq else _missing(last_seq + 1, head_seq)


def _first_unfit(database: Database, tournament_id: str, until: int) -> int | None:
    """The first seq up to `until` whose command record is missing or wrong, None when all fit."""
    where = {"ledger": tournament_id, "until": until}
    records, fit, length = database.fetch(database.prepare(_summary()), where)[0]
    if records == fit and (length or 0) == until:
        return None
    # Only now is it worth a look at every event.
    ((event,),) = database.fetch(database.prepare(_first_event_without()), where)
    ((record,),) = database.fetch(database.prepare(_first_record_without()), where)
    return min(seq for seq in (event, record, until) if seq is not None)


def _summary() -> ClauseElement:
    length = _c.last_seq - _c.first_seq + 1
    fit = sa.case((_fits(), sa.literal_column("1")))
    return (
        sa.select(sa.func.count(), sa.func.count(fit), sa.func.sum(length))
        .select_from(tables.command)
        .where(*_here)
    )


def _fits() -> sa.ColumnElement[bool]:
    some = sa.and_(
        _c.last_seq >= _c.first_seq,
        _owns(_c.first_seq),
        sa.or_(_c.last_seq == _c.first_seq, _owns(_c.last_seq)),
    )
    # That no event is of it needs no look: its event would lack a span, and the sum of lengths would tell.
    return sa.or_(some, _c.last_seq == _c.first_seq - sa.literal_column("1"))


def _owns(seq: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    e = tables.event.alias().c
    same = (e.tournament_id == _c.tournament_id, e.seq == seq, e.command_id == _c.command_id)
    return sa.exists().where(*same).correlate(tables.command)


def _first_event_without() -> ClauseElement:
    e = tables.event.c
    condition = sa.and_(_c.tournament_id == e.tournament_id, _c.command_id == e.command_id)
    return (
        sa.select(sa.func.min(e.seq))
        .select_from(tables.event.outerjoin(tables.command, condition))
        .where(e.tournament_id == _ledger, e.seq <= _until)
        .where(sa.or_(_c.command_id.is_(None), sa.not_(e.seq.between(_c.first_seq, _c.last_seq))))
    )


def _first_record_without() -> ClauseElement:
    return sa.select(sa.func.min(_c.first_seq)).where(*_here, sa.not_(_fits()))
