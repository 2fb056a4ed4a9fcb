"""The one stored read model: what the list of all tournaments says of each, so that no log is folded for it.

A row is written in the transaction of the append that changes it, and says up to which seq it holds. One that
is missing, or behind the log, is made from the state. A row that says other things than before needs a
migration that empties the table.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import MetaData

from services.tournament.definition import texts
from services.tournament.state import State
from shared.codec import canonical
from shared.database import Database, array_of
from shared.database.tables import table
from shared.eventlog import Write

metadata = MetaData()

listing_table = table("listing: tournament_id key, seq number, listing", metadata)

CheckIn = tuple[datetime, datetime]


class Listing(msgspec.Struct, frozen=True):
    """What the list says of a tournament, whatever the time is.

    Attributes:
        statuses: those of its sessions.
        days: on which it is played, in order.
        begins: when each session that has not begun does, where that is planned, and from when to when people
            check in for it; in order.
        suspended: the days on which sessions are suspended.
        undated: whether a session has no day yet.
        closed: whether the tournament was concluded.
        warned: whether the log tells of any weather warning.
        published: whether it tells of any results that were published.
    """

    title: texts.Text
    venue: texts.Text | None
    zone: str
    statuses: frozenset[str]
    days: tuple[date, ...]
    begins: tuple[tuple[datetime, CheckIn | None], ...]
    suspended: frozenset[date]
    undated: bool
    closed: bool
    warned: bool
    published: bool


def listing_of(state: State) -> Listing:
    """The listing of a tournament in a state."""
    plan, sessions = state.plan, state.sessions.values()
    return Listing(
        plan.title,
        None if plan.venue is None else plan.venue.name,
        plan.zone,
        frozenset(session.status for session in sessions),
        tuple(sorted(session.day for session in sessions if session.day is not None)),
        tuple(sorted(_begins(state), key=lambda begin: begin[0])),
        frozenset(
            session.day for session in sessions if session.day is not None and session.status == "suspended"
        ),
        any(session.day is None for session in sessions),
        state.closed,
        bool(state.signals or state.proposals),
        bool(state.publications),
    )


def _begins(state: State) -> Iterator[tuple[datetime, CheckIn | None]]:
    for session in state.sessions.values():
        start = state.starts_at(session)
        if start is None or session.status not in ("scheduled", "drawn"):
            continue
        opens, seated = state.opens_at(session), state.seated_at(session)
        yield start, (opens, seated) if opens is not None and seated is not None and opens < seated else None


def _alike(before: State, after: State) -> bool:
    """Whether both states have the same listing, found without making any."""
    return (
        before.definition is after.definition
        and before.closed == after.closed
        and bool(before.signals or before.proposals) == bool(after.signals or after.proposals)
        and bool(before.publications) == bool(after.publications)
        and (before.sessions is after.sessions or _phases(before) == _phases(after))
    )


def _phases(state: State) -> list[tuple[object, ...]]:
    return [(session.status, session.day, session.plan) for session in state.sessions.values()]


class _Statements:
    """By what they do."""

    def __init__(self, database: Database) -> None:
        column, insert = listing_table.c, database.insert(listing_table)
        self.put = database.prepare(
            insert.on_conflict_do_update(
                index_elements=["tournament_id"],
                set_={"seq": insert.excluded.seq, "listing": insert.excluded.listing},
                where=column.seq <= insert.excluded.seq,
            )
        )
        self.follow = database.prepare(
            sa.update(listing_table)
            .where(column.tournament_id == sa.bindparam("t"), column.seq == sa.bindparam("before"))
            .values(seq=sa.bindparam("after"))
        )
        self.read = database.prepare(
            sa.select(column.tournament_id, column.seq, column.listing).where(
                column.tournament_id.in_(database.listed("among", sa.Text()))
            )
        )


class ListingStore:
    """The listings in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = database.prepared(_Statements)

    def writes(self, tournament_id: str, before: State, after: State) -> Write:
        """What to write with the append that leads from one state to another.

        Where nothing of it changed, a row that holds up to `before` holds up to `after`.
        """
        if before.seq and _alike(before, after):
            return Write(self._statements.follow, [(after.seq, tournament_id, before.seq)], _followed)
        return self.put(tournament_id, after.seq, listing_of(after))

    def put(self, tournament_id: str, seq: int, listing: Listing) -> Write:
        """What to write so that a listing is that of the log up to `seq`, unless there is a later one."""
        row = (tournament_id, seq, canonical(listing).decode())
        return Write(self._statements.put, [row], lambda _, later: later)

    def read(self, ends: Mapping[str, int]) -> dict[str, Listing]:
        """The listings of tournaments whose logs end at these seqs; none that holds only up to before."""
        found = {}
        for id_, until, text in self._database.fetch(self._statements.read, {"among": array_of(ends)}):
            if until >= ends[id_]:
                with suppress(msgspec.MsgspecError):
                    found[id_] = msgspec.json.decode(text, type=Listing)
        return found


def _followed(earlier: Sequence[Any], later: Sequence[Any]) -> Sequence[Any]:
    """From where the earlier one begins to where the later one leads."""
    after, tournament_id, _ = later
    return after, tournament_id, earlier[-1]
