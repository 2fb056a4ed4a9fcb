"""One commit: commands decided one after the other, each on what the one before leads to, written as one."""

from collections.abc import Sequence
from contextlib import suppress
from contextvars import copy_context
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from shared.clock import to_micros
from shared.database.deadline import seconds_to, time_ends
from shared.database.failures import DATABASE_BUSY, NO_CONNECTION_LEFT, explained
from shared.eventlog.linking import EventRow, Linked, recorded
from shared.eventlog.locked import CommandTaken, End, HeadMoved, Locked, OpenLog
from shared.eventlog.records import (
    EMPTY,
    Appended,
    Batch,
    CommandAlreadyRecorded,
    CommandRecord,
    Head,
    Recorded,
)
from shared.problems import Problem

if TYPE_CHECKING:
    from shared.eventlog.optimistic import OneRoundTrip

_NOT_TO_BE_HAD = (DATABASE_BUSY, NO_CONNECTION_LEFT)
"""What it means that nothing was written: the database has not begun with it, or undone it."""


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
            Alone: it must not be decided on what is not in the log yet, or `before` leads elsewhere by now.
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
        until: when its time to wait is over, on the clock of `monotonic`.
        alone: it gets a commit of its own.
        gone: its thread was interrupted, and waits no more.
        tried: a commit with it failed, and may have come to be all the same.
        leads: its thread is to make the next commit.
        ended: it is in the log or refused.
        wake: what its thread waits for; None as long as it has not waited.
    """

    # On the class is what mostly stays so: of a lone command little is set.
    alone = gone = tried = leads = ended = False
    error: Exception | None = None
    head = EMPTY
    batch: Batch | None = None
    rows: Sequence[EventRow] = ()
    wake: "Lock | None" = None

    def __init__(self, tournament_id: str, intent: Intent) -> None:
        self.tournament_id, self.intent = tournament_id, intent
        self.context = copy_context()
        self.until = time_ends()

    def wait(self) -> Lock:
        """What its thread can wait for from now on."""
        if self.wake is None:
            self.wake = Lock()
            self.wake.acquire()
        return self.wake

    def outcome(self) -> Appended:
        """The new head and its events, or what it was refused with."""
        if self.error is not None:
            raise self.error
        return Appended(self.head, recorded(self.rows))


class Commit:
    """What is committed together, of one tournament.

    Args:
        under_way: the last of those that are written before it, by a commit that has not ended.

    Attributes:
        taken: who is written or refused by it.
        left: who was taken and waits for another one; nothing of them is in this.
        last: who goes before whoever is taken next; of a commit under way, where all here were refused.
    """

    def __init__(
        self,
        log: OpenLogWithCommands,
        at_once: "OneRoundTrip | None",
        tournament_id: str,
        under_way: Member | None,
    ) -> None:
        self._log, self._tournament_id, self._at_once = log, tournament_id, at_once
        self.taken: list[Member] = []
        self.left: list[Member] = []
        self._began = False
        self._start = EMPTY
        self.last = under_way

    @property
    def until(self) -> float:
        """Up to when it may wait for the database: as long as each of its members may."""
        return min([member.until for member in self.taken])

    def take(self, member: Member) -> None:
        """Decide a member on what the ones before lead to, without a lock."""
        last = self.last
        self.taken.append(member)
        head = last.head if last is not None else member.context.run(member.intent.known)
        if len(self.taken) == 1:
            self._start = head
        if last is None and head != self._start:
            # Since the ones before were refused somebody has brought what is known further.
            self._leave(member)
        else:
            self._decide(member, last, head, ())

    def write(self) -> None:
        """Commit. What nobody is to write is looked at for the log as it is, no more.

        A refusal is believed only where the log still ends where it was decided; else all is decided again
        under the lock.
        """
        linked = self._linked()
        if not linked:
            if self._log.head(self._tournament_id) != self._start:
                self._write_locked(linked)
        elif self._at_once is None or not self._is_written(self._at_once, linked):
            self._write_locked(linked)

    def tell(self) -> None:
        """Tell the members that it is done; what goes wrong with that takes nothing back."""
        for member in self.taken:
            if member.error is None:
                try:
                    member.intent.committed()
                except Exception as error:
                    member.error = error

    def fail(self, error: BaseException, leader: Member) -> None:
        """Refuse the one member, or have each try again, as one can be the cause.

        Where the database was not to be had, those are refused whose time is over; the others wait on. A
        commit that failed may be in the log all the same: whoever tries again is looked up there.
        """
        members = self.taken if leader in (*self.taken, *self.left) else [*self.taken, leader]
        if isinstance(error, Problem) and error.kind in _NOT_TO_BE_HAD:
            self._began = False
        if not isinstance(error, Exception):
            refused = [leader]
        elif self._began and len(members) > 1:
            refused = []
        else:
            refused = [member for member in members if not seconds_to(member.until)] or [leader]
        why = self._explained(error) if isinstance(error, Exception) and refused else None
        self.taken = []
        for member in members:
            if member in refused:
                member.error = why
                self.taken.append(member)
            else:
                # A command id that is taken is found by looking; else one of them cannot be written.
                member.alone = self._began and (member.tried or not isinstance(error, CommandTaken))
                member.error, member.tried = None, member.tried or self._began
                self.left.append(member)

    def _explained(self, error: Exception) -> Exception:
        if not isinstance(error, CommandTaken):
            return error
        try:
            record = self._log.command(self._tournament_id, error.command_id)
        except Exception as unknown:
            return unknown
        return CommandAlreadyRecorded(record) if record else explained(error.error) or error.error

    def _decide(
        self, member: Member, last: Member | None, head: Head, tail: Sequence[Recorded] | None
    ) -> None:
        member.error, member.batch, member.rows = None, None, ()
        before = None if last is None else last.intent
        try:
            if member.tried:
                self._refuse_recorded(member)
            batch = member.context.run(member.intent.decide, head, tail, before)
            now = to_micros(self._log.clock.now())
            member.head, member.rows = self._log.linker.link(member.tournament_id, head, batch, now)
            member.intent.leads_to(member.head)
            member.batch, self.last = batch, member
        except Alone as alone:
            if before is None:
                member.error = alone  # it is decided on the log already
            else:
                member.alone = True
                self._leave(member)
        except Exception as error:
            member.error = error

    def _refuse_recorded(self, member: Member) -> None:
        record = member.context.run(self._log.command, self._tournament_id, member.intent.command_id)
        if record is not None:
            raise CommandAlreadyRecorded(record)

    def _leave(self, member: Member) -> None:
        self.taken.remove(member)
        self.left.append(member)

    def _linked(self) -> list[Linked]:
        """What there is to write."""
        return [
            (member.head, member.rows, member.batch)
            for member in self.taken
            if member.batch is not None and not member.batch.is_nothing
        ]

    def _is_written(self, at_once: "OneRoundTrip", linked: Sequence[Linked]) -> bool:
        if not all(rows for _, rows, _ in linked):
            return False
        self._began = True
        with suppress(HeadMoved):
            at_once.append(self._tournament_id, self._start, linked)
            return True
        return False

    def _write_locked(self, linked: Sequence[Linked]) -> None:
        with Locked(self._log, self._tournament_id, self._start if linked else None) as end:
            self._began = True
            if not end.write(self._start, linked):
                self._decide_again(end)
                end.write(end.head, self._linked())

    def _decide_again(self, end: End) -> None:
        # All stay taken meanwhile: where the log cannot be read, each has to be told.
        self.last = None
        for member in [*self.taken]:
            self._decide_on(end, member)

    def _decide_on(self, end: End, member: Member) -> None:
        last = self.last
        if last is None:
            self._decide(member, None, end.head, end.tail(member.context.run(member.intent.known)))
        else:
            self._decide(member, last, last.head, ())
