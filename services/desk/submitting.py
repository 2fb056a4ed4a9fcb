"""Commands, decided and appended.

A command is decided on the state at the log's head and appended with the notices that follow, in
one transaction; only after its commit is the new state adopted. A crash loses nothing that was acknowledged.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from services.access.principal import Principal
from services.access.rights import Role, require
from services.desk.answers import COMMAND_ID_REUSED, Answer, event_view
from services.desk.business_time import check_business_time
from services.desk.cache import Held
from services.desk.carrying import Agreed, Carried, decided
from services.desk.decoding import CATALOGUE
from services.desk.duplicates import duplicate_notes
from services.desk.participant_view import is_shown, own_number
from services.desk.parts import Parts
from services.desk.submission import Expected, Subjects, Submission
from services.tournament.definition.refusal_wording import places_named
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Command, Event
from services.tournament.kernel.registry import command_name
from services.tournament.play.remarks import remarks
from services.tournament.state import State
from shared.clock import from_micros, to_micros
from shared.codec import canonical
from shared.database.deadline import waiting_at_most
from shared.eventlog import (
    CommandAlreadyRecorded,
    CommandRecord,
    Recorded,
    fingerprint,
)
from shared.problems import Problem
from shared.text_forms import plain


class Submitting:
    """Carries commands out, each once, and foresees what one would lead to.

    Args:
        afterwards: called with every command that is in the log, also with one that was there before.
    """

    def __init__(self, parts: Parts, afterwards: Callable[[str, Command], None]) -> None:
        self._parts = parts
        self._afterwards = afterwards

    def submit(
        self,
        tournament_id: str,
        command: Command,
        principal: Principal,
        *,
        command_id: str | None = None,
        occurred_at: datetime | None = None,
        expected: Expected | None = None,
        agreed: Agreed | None = None,
    ) -> Answer:
        """Carry a command out, once.

        Args:
            command_id: the sender's own id; the same command under it again gets the same answer.
            occurred_at: business time, if it happened earlier; now by default.
            expected: where the log has to end for the command to be carried out.
            agreed: looks at what the command leads to in the transaction that carries it out, and may refuse.

        Raises:
            Problem: not allowed, refused by the rules, the id was used for something else,
                secret-does-not-fit, vault-does-not-match-log, or the database was not to be had within the
                time that a writer waits. Nothing is changed then.
        """
        command = plain(command)
        # Before anything is looked at, so that who may not do it at all learns nothing else.
        require(principal.role, command_name(command))
        submission = Submission(
            tournament_id,
            command,
            principal.actor,
            command_id or f"c-{self._parts.random(16).hex()}",
            self._fingerprint(principal, command, occurred_at),
            command_id is not None,
        )

        with waiting_at_most():
            # Also where nothing personal is written: the secret keys the command's record.
            self._parts.guard.require(command)
        try:
            at = self._happened(tournament_id, occurred_at, principal.role)
            carried = Carried(self._parts, submission, principal, at, expected, agreed)
            appended = self._parts.log.transact(tournament_id, carried)
            self._parts.heads.after(tournament_id, appended.head, made_keys=carried.made_keys)
            before, after, events = carried.outcome
            answer = self._answer(
                submission, before.head.seq, appended.events, events, after.state, principal.role
            )
        except CommandAlreadyRecorded as already:
            answer = self._again(submission, already.record, principal.role)
        except Problem:
            record = self._parts.log.command(tournament_id, command_id) if command_id is not None else None
            if record is None:
                raise
            answer = self._again(submission, record, principal.role)
        self._afterwards(tournament_id, command)
        return answer

    def _happened(self, tournament_id: str, occurred_at: datetime | None, role: Role) -> datetime:
        now = self._parts.clock.now()
        if occurred_at is None:
            return now
        try:
            check_business_time(occurred_at, now, role, self._parts.participants_past)
        except Problem as problem:
            raise places_named(problem, self._parts.cache.current(tournament_id).state.definition) from None
        return occurred_at

    def _fingerprint(self, principal: Principal, command: Command, occurred_at: datetime | None) -> bytes:
        stated = None if occurred_at is None else to_micros(occurred_at)
        content = canonical([principal.actor, command_name(command), command, stated])
        return fingerprint(self._parts.secret, content)

    def foresee(
        self,
        tournament_id: str,
        command: Command,
        principal: Principal,
        *,
        occurred_at: datetime | None = None,
        expected: Expected | None = None,
    ) -> tuple[Held, Decision]:
        """What is held now, and what a command would lead to. Leaves no trace, not even a key.

        Raises:
            Problem: as `submit` would.
        """
        command = plain(command)
        require(principal.role, command_name(command))
        at = self._happened(tournament_id, occurred_at, principal.role)
        held = self._parts.cache.current(tournament_id)
        if expected is not None:
            expected.require(held.head)
        subjects = Subjects(self._parts.random).again()
        decision = decided(self._parts, tournament_id, held.state, command, principal, at, subjects)
        events = [entry.event for entry in decision.entries]
        self._parts.allowances.require(tournament_id, principal.role, principal.actor, events, named=False)
        return held, decision

    def _again(self, submission: Submission, record: CommandRecord, role: str) -> Answer:
        """The answer that a command got when it was first sent."""
        if record.fingerprint != submission.fingerprint:
            raise COMMAND_ID_REUSED(command_id=submission.command_id)
        count = record.last_seq - record.first_seq + 1
        stored = self._parts.log.read(submission.tournament_id, record.first_seq - 1, count)
        events = [CATALOGUE.decode(recorded) for recorded in stored]
        state = self._parts.cache.at(submission.tournament_id, record.last_seq)
        return self._answer(submission, record.first_seq - 1, stored, events, state, role, repeated=True)

    def _answer(
        self,
        submission: Submission,
        before: int,
        stored: Sequence[Recorded],
        events: Sequence[Event],
        state: State,
        role: str,
        *,
        repeated: bool = False,
    ) -> Answer:
        at = from_micros(stored[0].occurred_at) if stored else self._parts.clock.now()
        number = own_number(submission.actor)
        shown = [
            (recorded, event)
            for recorded, event in zip(stored, events, strict=True)
            if number is None or is_shown(number, event, recorded.caused_by, before + 1, state)
        ]
        alike = duplicate_notes(self._parts.directory, submission.tournament_id, role, state, events)
        return Answer(
            submission.tournament_id,
            submission.command_id,
            before + 1,
            before + len(stored),
            tuple(event_view(recorded) for recorded, _ in shown),
            (*remarks(state, [event for _, event in shown], at), *alike),
            repeated,
        )
