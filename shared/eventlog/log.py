"""The log: one gapless sequence, one hash chain and one lock for each tournament."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from shared.clock import Clock
from shared.database import Database, Statement, array_of
from shared.eventlog.committing import Intent
from shared.eventlog.linking import Linker, is_name, recorded
from shared.eventlog.locked import Locked
from shared.eventlog.records import (
    EMPTY,
    Appended,
    CommandRecord,
    Head,
    Recorded,
    Written,
)
from shared.eventlog.sharing import Sharing
from shared.eventlog.statements import LAST, Statements, last_of
from shared.eventlog.upcasting import Catalogue
from shared.eventlog.verifying import Progress, Verified, verify

if TYPE_CHECKING:
    from shared.eventlog.optimistic import OneRoundTrip

E = TypeVar("E")

Replayed = tuple[int, E, int, int, str]
"""seq, event, occurred_at, recorded_at, actor."""

_AllHeads = tuple[Any, Mapping[str, Head]]
"""Where all logs end, and in a row what no append leaves as it was."""

_REPLAY_PAGE = 2000


class EventLog:
    """The log in one database, which `infra.migrations.migrate` has brought up to date.

    Safe for threads. What a thread reads inside `locked`, or where an intent is decided while the lock is
    held, comes from that transaction.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock
        self.statements = database.prepared(Statements)
        self.linker = Linker()
        self._heads: _AllHeads | None = None
        self._last_of: dict[tuple[tuple[str, int], ...], Statement] = {}
        self._sharing = Sharing(self, _one_round_trip(database))

    # Writing

    def transact(self, tournament_id: str, intent: Intent) -> Appended:
        """Append what `intent` makes of the log's end: the one way in for events.

        It is first decided without the lock, on the end that is known. If that is still the head when the
        lock is had, the batch is appended: on PostgreSQL in one round trip, on SQLite after waiting in the
        queue of writers. Else, and before a refusal is believed, it is decided again under the lock, so that
        a refusal too is about the log as it is. What waits at the same time shares the commit (`sharing`).

        A batch without events and writes changes nothing; but its command is recorded if that is named.

        Returns after the commit.

        Raises:
            CommandAlreadyRecorded: the command id is in the log. It is found when the batch is written, so a
                decision that refuses a repeated command is believed: look the command up before answering.
            Unstorable: a name in the batch does not fit the database.
            Problem: database-busy and what else `Database.writing` raises; nothing was changed.
            RuntimeError: this thread has a transaction open; its end, not this call's, would be the commit.
        """
        if self.database.in_transaction:
            raise RuntimeError("a transaction is open already in this thread")
        return self._sharing.append(tournament_id, intent)

    def locked(self, tournament_id: str) -> Locked:
        """Hold the tournament's lock in a `with` block: read, append, write further rows, all or nothing."""
        return Locked(self, tournament_id)

    # Reading

    def head(self, tournament_id: str) -> Head:
        """Where the tournament's log ends; EMPTY when there is none, as under what can be no id."""
        if not is_name(tournament_id):
            return EMPTY  # PostgreSQL would take no such text
        rows = self.database.fetch(self.statements.head, (tournament_id,))
        return Head(*rows[0]) if rows else EMPTY

    def tournaments(self) -> list[str]:
        """The ids that have events, sorted."""
        return sorted(row.tournament_id for row in self.database.fetch(self.statements.tournaments))

    def read(
        self, tournament_id: str, after: int = 0, limit: int = 1000, until: int | None = None
    ) -> list[Recorded]:
        """At most `limit` events with after < seq ≤ until, in order.

        Seqs are given in the order of commit, without gaps: a reader that goes on from the last seq it saw
        never misses an event.
        """
        end = LAST if until is None else until
        return recorded(self.database.fetch(self.statements.page, (tournament_id, after, end, limit)))

    def read_one(self, tournament_id: str, seq: int) -> Recorded | None:
        """The event at `seq`, None when there is none."""
        found = self.read(tournament_id, seq - 1, 1, seq)
        return found[0] if found else None

    def read_seqs(self, tournament_id: str, seqs: Sequence[int]) -> list[Recorded]:
        """Those of the events at `seqs` that exist, in order of seq."""
        listed = array_of(seqs)
        return recorded(self.database.fetch(self.statements.some, (tournament_id, listed)))

    def read_types(
        self, tournament_id: str, types: Sequence[str], after: int = 0, until: int | None = None
    ) -> list[Recorded]:
        """The events of these types with after < seq ≤ until, in order."""
        end = LAST if until is None else until
        return recorded(
            self.database.fetch(self.statements.of_types, (tournament_id, after, end, array_of(types)))
        )

    def heads(self) -> Mapping[str, Head]:
        """Where each log ends, by tournament; the same mapping as long as nothing was appended anywhere."""
        (of_all,) = self.database.fetch(self.statements.of_all_heads)
        kept = self._heads
        if kept is None or kept[0] != of_all:
            # Read after that: whatever comes in between makes the next look read again.
            kept = self._heads = (of_all, self._heads_after(kept, of_all))
        return kept[1]

    def _heads_after(self, kept: "_AllHeads | None", of_all: Any) -> Mapping[str, Head]:
        """All heads, reading those alone that moved since, unless a clock that is behind hides one."""
        if kept is not None and kept[0].latest is not None:
            rows = self.database.fetch(self.statements.heads, {"since": kept[0].latest})
            heads = {**kept[1], **{id: Head(*head) for id, *head in rows}}
            if (len(heads), sum(head.seq for head in heads.values())) == (of_all.many, of_all.seqs):
                return heads
        rows = self.database.fetch(self.statements.heads, {"since": 0})
        return {id: Head(*head) for id, *head in rows}

    def replay(
        self, tournament_id: str, catalogue: Catalogue[E], after: int = 0, until: int | None = None
    ) -> Iterator[Replayed[E]]:
        """Typed events with after < seq ≤ until, in pages of short transactions.

        Raises:
            Problem: an event this release cannot decode, naming the seq.
        """
        end = LAST if until is None else until
        fetch, page, decoders = self.database.fetch, self.statements.lean_page, catalogue.decoders
        while True:
            rows = fetch(page, (tournament_id, after, end, _REPLAY_PAGE))
            for seq, type_, version, data, occurred_at, recorded_at, actor in rows:
                try:
                    event = decoders[type_, version](data)
                except (KeyError, msgspec.MsgspecError):
                    event = catalogue.decode_fields(seq, type_, version, data)
                yield seq, event, occurred_at, recorded_at, actor
            if len(rows) < _REPLAY_PAGE:
                return
            after = rows[-1].seq

    def personal(self, tournament_id: str) -> Iterator[tuple[int, bytes]]:
        """Seq and sealed personal data of each event that has some, in pages of short transactions."""
        after = 0
        while True:
            rows = self.database.fetch(
                self.statements.personal_page, (tournament_id, after, LAST, _REPLAY_PAGE)
            )
            for seq, personal in rows:
                yield seq, bytes(personal)
            if len(rows) < _REPLAY_PAGE:
                return
            after = rows[-1].seq

    def command(self, tournament_id: str, command_id: str) -> CommandRecord | None:
        """The record of a command that was carried out, None when it was not."""
        rows = self.database.fetch(self.statements.command, (tournament_id, command_id))
        return CommandRecord(*rows[0]) if rows else None

    def seq_at(self, tournament_id: str, recorded_at: int) -> int:
        """The last seq recorded at or before a moment; 0 when there is none."""
        rows = self.database.fetch(self.statements.seq_at, {"ledger": tournament_id, "moment": recorded_at})
        return rows[0].seq if rows else 0

    def written_by(self, tournament_id: str, actor: str, since: int, types: Sequence[str] = ()) -> Written:
        """What someone wrote after a moment: events of these types, or all."""
        after = self.seq_at(tournament_id, since)
        if not types:
            rows = self.database.fetch(self.statements.written_by, (tournament_id, after, actor))
        else:
            of = (tournament_id, after, actor, array_of(types))
            rows = self.database.fetch(self.statements.written_of, of)
        commands, first_at = rows[0]
        return Written(commands, first_at or since)

    def last_of(self, tournament_id: str, kinds: Sequence[tuple[str, int]], after: int = 0) -> int:
        """The last seq after one whose event is of one of these types and versions; 0 when there is none."""
        clause = self._last_of.get(tuple(kinds))
        if clause is None:
            clause = self._last_of[tuple(kinds)] = self.database.prepare(last_of(kinds))
        rows = self.database.fetch(clause, {"ledger": tournament_id, "after": after})
        return rows[0][0] or 0

    def verify(self, tournament_id: str, progress: Progress | None = None) -> Verified:
        """Recompute every hash up to the head and check what follows from it.

        `progress(done, total)` is called from time to time.
        """
        return verify(self.database, self.statements, tournament_id, progress)


def _one_round_trip(database: Database) -> "OneRoundTrip | None":
    if database.kind != "postgresql":
        return None
    # Imported here, with PostgreSQL's driver, which a log on SQLite never needs.
    from shared.eventlog.optimistic import OneRoundTrip

    return OneRoundTrip(database)
