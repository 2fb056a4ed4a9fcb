"""Do the command records fit the events? They are outside the hash chain, but follow from it.

Every event belongs to one command, and a command's events lie side by side. So the records are right exactly
when the first and the last event of each belong to it, and all their spans together are as long as the log. A
command that led to nothing has an empty span, and no event may be its.
"""

import sqlalchemy as sa
from sqlalchemy.sql import ClauseElement

from shared.database import Database
from shared.eventlog import tables

_c = tables.command.c
_until: sa.BindParameter[int] = sa.bindparam("until", type_=sa.BigInteger)
_ledger: sa.BindParameter[str] = sa.bindparam("ledger", type_=sa.Text)
_here = (_c.tournament_id == _ledger, _c.first_seq <= _until)


def first_unfit(database: Database, tournament_id: str, until: int) -> int | None:
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
