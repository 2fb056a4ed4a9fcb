"""The log's statements, written once in Core and compiled once for the database at hand."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from shared.database import Database
from shared.eventlog import tables

LAST = 2**63 - 1
"""A seq after every other."""


class Statements:
    """Compiled statements by what they do. Each says the order of its parameters."""

    def __init__(self, database: Database) -> None:
        prepare, bind = database.prepare, sa.bindparam
        event, head, command = tables.event, tables.head, tables.command
        e, h, c = event.c, head.c, command.c
        ledger: sa.BindParameter[str] = bind("ledger")
        here = e.tournament_id == ledger

        where = sa.select(h.seq, h.hash, h.recorded_at).where(h.tournament_id == ledger)
        self.head = prepare(where)
        """ledger"""
        self.lock_head = prepare(where.with_for_update())
        """ledger; on SQLite the transaction holds the lock already"""
        self.insert_head = prepare(database.insert(head).on_conflict_do_nothing())
        """tournament_id, seq, hash, recorded_at"""
        self.move_head = prepare(
            sa.update(head)
            .where(h.tournament_id == ledger)
            .values(seq=bind("to_seq"), hash=bind("to_hash"), recorded_at=bind("to_recorded_at"))
        )
        """to_seq, to_hash, to_recorded_at, ledger"""
        self.follow_head = prepare(
            sa.update(head)
            .where(h.tournament_id == ledger, h.seq == bind("known_seq"), h.hash == bind("known_hash"))
            .values(seq=bind("to_seq"), hash=bind("to_hash"), recorded_at=bind("to_recorded_at"))
        )
        """to_seq, to_hash, to_recorded_at, ledger, known_seq, known_hash"""
        self.tournaments = prepare(sa.select(h.tournament_id).where(h.seq > 0))
        self.heads = prepare(
            sa.select(h.tournament_id, h.seq, h.hash, h.recorded_at).where(
                h.seq > 0, h.recorded_at >= bind("since")
            )
        )
        """since, a store time"""
        self.of_all_heads = prepare(
            sa.select(
                sa.func.count().label("many"),
                sa.func.sum(h.seq).label("seqs"),
                sa.func.max(h.recorded_at).label("latest"),
            ).where(h.seq > 0)
        )
        """What no append leaves as it was."""

        self.insert_event = prepare(sa.insert(event))
        """the columns in their order"""
        span = (here, e.seq > bind("after"), e.seq <= bind("until"))
        self.page = prepare(sa.select(event).where(*span).order_by(e.seq).limit(bind("most")))
        """ledger, after, until, most"""
        hashed = [column for column in e if column is not e.tournament_id]
        self.chain_page = prepare(sa.select(*hashed).where(*span).order_by(e.seq).limit(bind("most")))
        """ledger, after, until, most; all columns but the tournament's"""
        self.lean_page = prepare(
            sa.select(e.seq, e.type, e.version, e.data, e.occurred_at, e.recorded_at, e.actor)
            .where(*span)
            .order_by(e.seq)
            .limit(bind("most"))
        )
        """ledger, after, until, most"""
        self.count = prepare(sa.select(sa.func.count()).select_from(event).where(*span))
        """ledger, after, until"""
        self.personal_page = prepare(
            sa.select(e.seq, e.personal)
            .where(*span, e.personal.is_not(None))
            .order_by(e.seq)
            .limit(bind("most"))
        )
        """ledger, after, until, most"""
        written = (
            sa.select(sa.func.count(e.command_id.distinct()), sa.func.min(e.recorded_at))
            .where(here, e.seq > bind("after"), e.actor == bind("actor"))
        )  # fmt: skip
        self.written_by = prepare(written)
        """ledger, after, actor"""
        kinds = database.listed("types", sa.Text())
        self.written_of = prepare(written.where(e.type.in_(kinds)))
        """ledger, after, actor, types as a JSON array"""
        self.of_types = prepare(sa.select(event).where(*span, e.type.in_(kinds)).order_by(e.seq))
        """ledger, after, until, types as a JSON array"""
        listed = database.listed("seqs", sa.BigInteger())
        self.some = prepare(sa.select(event).where(here, e.seq.in_(listed)).order_by(e.seq))
        """ledger, seqs as a JSON array"""
        self.last_seq = prepare(sa.select(e.seq).where(here).order_by(e.seq.desc()).limit(1))
        """ledger"""
        self.seq_at = prepare(_seq_at())
        """by name: ledger, moment"""

        self.command = prepare(
            sa.select(command).where(c.tournament_id == ledger, c.command_id == bind("command"))
        )
        """ledger, command"""
        several = database.listed("commands", sa.Text())
        self.commands = prepare(
            sa.select(command).where(c.tournament_id == ledger, c.command_id.in_(several))
        )
        """ledger, commands as a JSON array"""
        self.empty_commands = prepare(
            sa.select(command)
            .where(c.tournament_id == ledger, c.last_seq < c.first_seq, c.last_seq <= bind("until"))
            .order_by(c.last_seq, c.command_id)
        )
        """ledger, until"""
        self.insert_command = prepare(sa.insert(command))
        """tournament_id, command_id, fingerprint, first_seq, last_seq"""


def _seq_at() -> sa.Select[Any]:
    """Binary search by seq: recorded_at never falls, so no index on it is needed, and appends stay cheap."""
    e, h = tables.event.c, tables.head.c
    ledger: sa.BindParameter[str] = sa.bindparam("ledger")
    moment = sa.bindparam("moment", type_=sa.BigInteger)
    span = (
        sa.select(sa.cast(sa.literal_column("0"), sa.BigInteger).label("low"), h.seq.label("high"))
        .where(h.tournament_id == ledger)
        .cte("span", recursive=True)
    )
    middle = (span.c.low + span.c.high + sa.literal_column("1")).op("/", precedence=100)(
        sa.literal_column("2")
    )
    # A subquery, not a join: SQLite might read a joined event table from end to end.
    probe = sa.select(e.recorded_at).where(e.tournament_id == ledger, e.seq == middle).scalar_subquery()
    early = probe <= moment
    span = span.union_all(
        sa.select(
            sa.case((early, middle), else_=span.c.low),
            sa.case((early, span.c.high), else_=middle - sa.literal_column("1")),
        ).where(span.c.low < span.c.high)
    )
    return sa.select(span.c.low.label("seq")).where(span.c.low == span.c.high)


def last_of(kinds: Sequence[tuple[str, int]]) -> sa.Select[Any]:
    """The last seq of a ledger after `after` whose event is of one of these types and versions."""
    e = tables.event.c
    wanted = sa.or_(*(sa.and_(e.type == type_, e.version == version) for type_, version in kinds))
    here = (e.tournament_id == sa.bindparam("ledger"), e.seq > sa.bindparam("after"))
    return sa.select(sa.func.max(e.seq)).where(*here, wanted)
