"""Commands that wait for one tournament share a commit, each with its own answer.

Whoever comes first leads: decides all that waits, has it written in one transaction and wakes the others
after the commit. While that is under way the next one leads already, on what it leads to. Nobody waits for
company: a commit takes what is there by the time it can begin. Tournaments do not wait for each other's
decisions; on PostgreSQL they commit in parallel, on SQLite one after the other.
"""

import threading
from collections import deque
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

from shared.database.deadline import seconds_to, waiting_at_most, waiting_until
from shared.database.failures import DATABASE_BUSY, RETRY_SECONDS
from shared.database.line import ByName
from shared.eventlog.committing import Commit, Intent, Member, OpenLogWithCommands
from shared.eventlog.records import Appended

if TYPE_CHECKING:
    from shared.eventlog.optimistic import OneRoundTrip

MOST = 64
"""Commands in one commit: more would keep the first of them, and other processes, waiting."""
_OWN_TIME = nullcontext()
"""Of a leader whose own command is alone in the commit."""


class Sharing:
    """The way into the log for the threads of one process."""

    def __init__(self, log: OpenLogWithCommands, at_once: "OneRoundTrip | None") -> None:
        self._lanes = ByName(partial(_Lane, log, at_once))

    def append(self, tournament_id: str, intent: Intent) -> Appended:
        """What an intent led to, after its commit.

        Raises:
            Problem: database-busy, when its turn did not come in time.
        """
        with waiting_at_most():
            lane = self._lanes.enter(tournament_id)
            try:
                return lane.carry_out(Member(tournament_id, intent))
            finally:
                self._lanes.leave(tournament_id, lane)


class _Lane:
    """Those whose commands share commits.

    Attributes:
        inside: how many are in it.
    """

    def __init__(self, log: OpenLogWithCommands, at_once: "OneRoundTrip | None") -> None:
        self._log, self._at_once = log, at_once
        self.inside = 0
        self._guard = threading.Lock()
        self._waiting: deque[Member] = deque()
        self._is_led = False
        self._database_turn = threading.Lock()
        self._under_way: Member | None = None
        """The last of a commit that has not ended, which further ones are decided on."""
        self._ids: set[str] = set()
        """Of the commands in commits that have not ended; whoever leads adds to them."""

    def carry_out(self, member: Member) -> Appended:
        with self._guard:
            leads, self._is_led = not self._is_led, True
            if not leads:
                member.wait()
                self._waiting.append(member)
        while not member.ended:
            if leads or self._wait(member):
                self._lead(member)
                leads = False
        return member.outcome()

    def _wait(self, member: Member) -> bool:
        """Wait until the member has ended or is to lead, which is returned."""
        wake = member.wait()
        try:
            if not wake.acquire(timeout=seconds_to(member.until)):
                with self._guard:
                    if member in self._waiting:
                        self._waiting.remove(member)
                        raise DATABASE_BUSY(seconds=RETRY_SECONDS)
                # It is in a commit, whose leader has a deadline, or its turn came as the time ended.
                wake.acquire()
        except BaseException:
            self._withdraw(member)
            raise
        return member.leads

    def _withdraw(self, member: Member) -> None:
        """Have another lead in the place of one whose thread was interrupted."""
        with self._guard:
            member.gone = True
            if member in self._waiting:
                self._waiting.remove(member)
            elif member.leads:
                self._is_led = member.leads = False
                self._appoint()

    def _lead(self, leader: Member) -> None:
        commit = Commit(self._log, self._at_once, leader.tournament_id, self._under_way)
        leader.leads = has_turn = False
        try:
            try:
                if leader.alone or leader.intent.command_id in self._ids:
                    has_turn = self._take_turn(leader)
                    # Nothing is under way any more.
                    commit = Commit(self._log, self._at_once, leader.tournament_id, None)
                    self._take(commit, leader)
                else:
                    self._take(commit, leader)
                    # Who comes just after such a look is in time for the next one, or appointed to lead next.
                    if self._waiting:
                        self._fill(commit)
                    if commit.taken:
                        has_turn = self._take_turn(commit)
                        if self._waiting:
                            self._fill(commit)
            finally:
                self._hand_over(commit)
            if commit.taken:
                with _OWN_TIME if commit.taken == [leader] else waiting_until(commit.until):
                    commit.write()
                commit.tell()
        except BaseException as error:
            commit.fail(error, leader)
            if not isinstance(error, Exception):
                raise
        finally:
            try:
                self._end(commit)
            finally:
                if has_turn:
                    self._database_turn.release()
                for member in commit.taken:
                    if member is not leader:
                        member.wait().release()

    def _take_turn(self, waiting: Member | Commit) -> bool:
        turn = self._database_turn
        if not turn.acquire(blocking=False) and not turn.acquire(timeout=seconds_to(waiting.until)):
            raise DATABASE_BUSY(seconds=RETRY_SECONDS)
        return True

    def _take(self, commit: Commit, member: Member) -> None:
        self._ids.add(member.intent.command_id)
        commit.take(member)

    def _fill(self, commit: Commit) -> None:
        """Take what waits, in order, up to the first that needs a commit of its own."""
        while len(commit.taken) < MOST and not commit.left:
            with self._guard:
                if not self._waiting:
                    return
                member = self._waiting[0]
                if member.alone or member.intent.command_id in self._ids:
                    return
                self._waiting.popleft()
            self._take(commit, member)

    def _hand_over(self, commit: Commit) -> None:
        with self._guard:
            if commit.last in commit.taken:
                self._under_way = commit.last
            if commit.left:
                self._put_back(commit)
            self._is_led = False
            if self._waiting:
                self._appoint()

    def _end(self, commit: Commit) -> None:
        """Let the next ones be decided on the log, and know of each that it has ended."""
        with self._guard:
            for member in (*commit.taken, *commit.left):
                self._ids.discard(member.intent.command_id)
                if self._under_way is member:
                    self._under_way = None
            if commit.left:
                self._put_back(commit)
            if self._waiting:
                self._appoint()
            for member in commit.taken:
                member.ended = True

    def _put_back(self, commit: Commit) -> None:
        """Let those who wait for another commit be the next."""
        while commit.left:
            member = commit.left.pop()
            self._ids.discard(member.intent.command_id)
            if not member.gone:
                member.wait()
                self._waiting.appendleft(member)

    def _appoint(self) -> None:
        """Have the first of those who wait lead, unless somebody does."""
        if not self._is_led and self._waiting:
            self._is_led = True
            following = self._waiting.popleft()
            following.leads = True
            following.wait().release()
