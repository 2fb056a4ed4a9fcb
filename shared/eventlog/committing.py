"""One commit: commands decided one after the other, each on what the one before leads to, written as one."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from shared.clock import to_micros
from shared.database.deadline import has_waited
from shared.database.failures import explained
from shared.eventlog.linking import EventRow, recorded
from shared.eventlog.locked import CommandTaken, End, HeadMoved, OpenLog
from shared.eventlog.records import (
    EMPTY,
    Appended,
    Batch,
    CommandAlreadyRecorded,
    CommandRecord,
    Head,
    Recorded,
)

if TYPE_CHECKING:
    from shared.eventlog.optimistic import OneRoundTrip


class Intent(Protocol):
    """A command that is to be appended to a tournament's log, however often it has to be decided for that."""

    @property
    def command_id(self) -> str:
        """Unique in its tournament."""
        ...

    def known(self) -> Head:
        """The end of the log that is known here; it is decided on that where nothing goes before it."""
        ...

    def decide(self, head: Head, tail: Sequence[Recorded] | None, before: "Intent | None") -> Batch:
        """What to append after `head`; what it raises refuses this command alone.

        Called by the thread that leads, in a copy of the sender's context, and more than once where the log
        turns out to end elsewhere; no network call belongs here.

        Args:
            tail: the events between what is known and `head`; None when the known end is not in this log
                (another database, a restored one), so that what is known is to be read anew.
            before: what is written before it by commits that have not ended; None, and `head` is in the log.

        Raises:
            Alone: it must not be decided on what is not in the log yet.
        """
        ...

    def leads_to(self, head: Head) -> None:
        """Take note of the head that its batch leads to, if all goes well."""
        ...

    def committed(self) -> None:
        """It is in the log, or changes nothing there. Called in the order of the log."""
        ...


class Alone(Exception):
    """This command has to be decided on what is in the log, so it gets a commit of its own."""


class OpenLogWithCommands(OpenLog, Protocol):
    """What is used of the log to commit."""

    def head(self, tournament_id: str) -> Head: ...
    def command(self, tournament_id: str, command_id: str) -> CommandRecord | None: ...


class Member:
    """A command on its way into a commit, with the thread that waits for it.

    Attributes:
        alone: it gets a commit of its own.
        leads: its thread is to make the next commit.
        ended: it is in the log or refused.
    """

    __slots__ = (
        "alone", "appended", "batch", "context", "ended", "error", "head", "intent", "leads", "rows",
        "tournament_id", "wake",
    )  # fmt: skip

    def __init__(self, tournament_id: str, intent: Intent) -> None:
        self.tournament_id, self.intent = tournament_id, intent
        self.context = copy_context()
        self.alone = self.leads = self.ended = False
        self.error: Exception | None = None
        self.head = EMPTY
        self.batch: Batch | None = None
        self.rows: Sequence[EventRow] = ()
        self.wake = Lock()
        self.wake.acquire()

    @property
    def key(self) -> tuple[str, str]:
        """Of two with the same key the second has to see what became of the first."""
        return self.tournament_id, self.intent.command_id

    @property
    def writes(self) -> bool:
        """Whether it has anything to write."""
        return self.batch is not None and not self.batch.is_nothing

    def outcome(self) -> Appended:
        """The new head and its events, or what it was refused with."""
        if self.error is not None:
            raise self.error
        return Appended(self.head, recorded(self.rows))


class Chain:
    """The members of one tournament, in order, after the head that the first was decided on."""

    __slots__ = ("head", "last", "members", "start")

    def __init__(self, start: Head, last: Member | None) -> None:
        self.members: list[Member] = []
        self.begin(start, last)

    def begin(self, start: Head, last: Member | None = None) -> None:
        """Begin at a head; `last` is of a commit under way, and goes before whoever comes next."""
        self.start = self.head = start
        self.last = last


class Commit:
    """What is committed together.

    Attributes:
        taken: who is written or refused by it.
        left: who was taken and waits for another one; nothing of them is in this.
    """

    def __init__(
        self, log: OpenLogWithCommands, at_once: "OneRoundTrip | None", under_way: Mapping[str, Member]
    ) -> None:
        self._log, self._at_once, self._under_way = log, at_once, under_way
        self._chains: dict[str, Chain] = {}
        self.taken: list[Member] = []
        self.left: list[Member] = []
        self._began = False

    def take(self, member: Member) -> None:
        """Decide a member on what the ones before lead to, without a lock."""
        self.taken.append(member)
        chain = self._chains.get(member.tournament_id)
        before = self._under_way.get(member.tournament_id) if chain is None else chain.last
        known = before.head if before is not None else member.context.run(member.intent.known)
        if chain is None:
            chain = self._chains[member.tournament_id] = Chain(known, before)
        if known == chain.head:
            self._decide(chain, member, ())
        else:
            # Since the ones before were refused somebody has brought what is known further.
            self._leave(member)

    def write(self) -> None:
        """Commit, and tell the members. What nobody is to write is looked at for the log as it is, no more.

        A refusal is believed only where the log still ends where it was decided; else all is decided again
        under the lock.
        """
        chains = {id_: chain for id_, chain in self._chains.items() if not self._is_settled(id_, chain)}
        if chains and not self._is_written_at_once(chains):
            self._write_locked(chains)
        for chain in self._chains.values():
            for member in chain.members:
                if member.error is None:
                    member.intent.committed()

    def lasts(self) -> Mapping[str, Member]:
        """By tournament the last of its members that has something to write."""
        return {
            id_: chain.last
            for id_, chain in self._chains.items()
            if chain.last is not None and chain.last in chain.members
        }

    def fail(self, error: BaseException, leader: Member) -> None:
        """Nothing was written: refuse the one member, or have each try by itself, as one can be the cause.

        Where the database was not to be had, that was for as long as the leader waits; the others may.
        """
        together = len(self.taken) > 1 and self._began
        others = [member for member in self.taken if together or member is not leader]
        for member in others:
            member.error, member.alone = None, together
        self.left += others
        self.taken = []
        if not together and leader not in self.left:
            self.taken.append(leader)
            leader.error = self._explained(leader, error) if isinstance(error, Exception) else None

    def _explained(self, member: Member, error: Exception) -> Exception:
        if not isinstance(error, CommandTaken):
            return error
        record = self._log.command(member.tournament_id, error.command_id)
        return CommandAlreadyRecorded(record) if record else explained(error.error) or error.error

    def _decide(self, chain: Chain, member: Member, tail: Sequence[Recorded] | None) -> None:
        member.error, member.batch, member.rows = None, None, ()
        before = None if chain.last is None else chain.last.intent
        try:
            batch = member.context.run(member.intent.decide, chain.head, tail, before)
            now = to_micros(self._log.clock.now())
            member.head, member.rows = self._log.linker.link(member.tournament_id, chain.head, batch, now)
        except Alone:
            member.alone = True
            self._leave(member)
            return
        except Exception as error:
            member.error = error
        else:
            member.batch, chain.head, chain.last = batch, member.head, member
            member.intent.leads_to(member.head)
        chain.members.append(member)

    def _leave(self, member: Member) -> None:
        self.taken.remove(member)
        self.left.append(member)

    def _is_settled(self, tournament_id: str, chain: Chain) -> bool:
        if any(member.writes for member in chain.members):
            return False
        return self._log.head(tournament_id) == chain.start

    def _is_written_at_once(self, chains: Mapping[str, Chain]) -> bool:
        if self._at_once is None or has_waited():
            return False
        ((tournament_id, chain),) = chains.items()
        batches = [(m.head, m.rows, m.batch) for m in chain.members if m.batch is not None and m.writes]
        if not batches or not all(rows for _, rows, _ in batches):
            return False
        self._began = True
        with suppress(HeadMoved):
            self._at_once.append(tournament_id, chain.start, batches)
            return True
        return False

    def _write_locked(self, chains: Mapping[str, Chain]) -> None:
        with suppress(_NothingWritten), self._log.database.writing() as driver:
            self._began = True
            wrote = []
            for tournament_id, chain in chains.items():
                end = End(self._log, tournament_id, driver)
                if end.head != chain.start:
                    self._decide_again(chain, end)
                for member in chain.members:
                    if member.batch is not None:
                        end.write(member.batch, member.head, member.rows)
                wrote.append(end.wrote)
            if not any(wrote):
                raise _NothingWritten

    def _decide_again(self, chain: Chain, end: End) -> None:
        members, chain.members = chain.members, []
        chain.begin(end.head)
        for member in members:
            tail = () if chain.last is not None else end.tail(member.context.run(member.intent.known))
            self._decide(chain, member, tail)


class _NothingWritten(Exception):
    pass
