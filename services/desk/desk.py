"""The tournament desk, the one door: every command comes in here, every read of the past starts here.

A command is decided on the state at the log's head and appended with the rows and notices that follow, in
one transaction; only after its commit is the new state adopted. A crash loses nothing that was acknowledged.
"""

import hmac
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from services.access.rights import Role, require
from services.access.tokens import Principal, Tokens
from services.access.visibility import Visibility, admit, office_of, visibility
from services.desk.allowances import Allowances
from services.desk.answers import COMMAND_ID_REUSED, Answer, EventView, event_view
from services.desk.appending import Appending, ForgetAlong, project_decision
from services.desk.business_time import PARTICIPANTS_PAST, business_time
from services.desk.cache import EVERY, PAGE, Held, Progress, StateCache
from services.desk.decoding import CATALOGUE
from services.desk.directory import Directory
from services.desk.expecting import Expected
from services.desk.forgetting import destroy_keys
from services.desk.in_clear import InClear
from services.desk.keys_held import VaultGuard
from services.desk.known_heads import HeadNotes
from services.desk.moments import AsOf, resolve
from services.desk.own_view import is_shown
from services.desk.queries import QUERIES
from services.desk.reading import NOT_OF_THE_LOG, Reading
from services.desk.scopes import check_scope, refuse_what_tells_places
from services.desk.stalling import failing, refuse_stalled, tell
from services.desk.submission import Random, Subjects, Submission
from services.desk.views import Params, TimelineEntry
from services.notices.store import NoticeStore
from services.projections.generations import generations_in
from services.projections.projecting import Projected
from services.projections.store import ProjectionStore
from services.projections.timeline import Label, told
from services.projections.titles import Titles
from services.tournament.catalogue import decide
from services.tournament.definition.founding import NOT_DEFINED, DefineTournament
from services.tournament.kernel.deciding import settled
from services.tournament.kernel.facts import Command, Context, Decision, Event
from services.tournament.kernel.registry import command_name
from services.tournament.play.remarks import remarks
from services.tournament.state import State, at_rest
from shared.clock import Clock, from_micros, to_micros
from shared.codec import canonical
from shared.database.deadline import waiting_at_most
from shared.eventlog import (
    Batch,
    CommandAlreadyRecorded,
    CommandRecord,
    EventLog,
    Head,
    Recorded,
    fingerprint,
)
from shared.eventlog.seal import SealKey, SealStore
from shared.problems import Problem
from shared.vault import Vault
from shared.working import still_time


class Desk:
    """Commands in, answers out.

    Args:
        secret: keys the fingerprints of commands.
        random: source of subject ids, seeds and command ids; injected so that a demo repeats exactly.
        seal_key: gets the key that seals each publication in its own transaction; without it none is sealed.
        forget_along: what else to write in the transaction that forgets these subjects of a tournament.
        participants_past: how long ago something may have happened that a participant enters.
    """

    def __init__(
        self,
        log: EventLog,
        vault: Vault,
        clock: Clock,
        secret: bytes,
        random: Random = os.urandom,
        seal_key: Callable[[], SealKey] | None = None,
        forget_along: ForgetAlong | None = None,
        participants_past: timedelta = PARTICIPANTS_PAST,
    ) -> None:
        self.log = log
        self.vault = vault
        self.clock = clock
        self.directory = Directory(log, vault)
        self.titles = Titles(log)
        self.in_clear = InClear(log)
        self.projections = ProjectionStore(log.database)
        self.notices = NoticeStore(log.database)
        self.seal_key = seal_key
        self._appending = Appending(
            vault,
            self.notices,
            Tokens(log.database, clock),
            SealStore(log.database),
            self.own_seal_key,
            forget_along,
        )
        self._cache = StateCache(log)
        self._heads = HeadNotes(log, vault)
        self._guard = VaultGuard(log, vault, lambda own: self._cache.current(own).state)
        self._allowances = Allowances(log, clock)
        self._participants_past = participants_past
        self._secret = secret
        self._random = random

    def submit(
        self,
        tournament_id: str,
        command: Command,
        principal: Principal,
        *,
        command_id: str | None = None,
        occurred_at: datetime | None = None,
        expected: Expected | None = None,
    ) -> Answer:
        """Carry a command out, once.

        Args:
            command_id: the sender's own id; the same command under it again gets the same answer.
            occurred_at: business time, if it happened earlier; now by default.
            expected: where the log has to end for the command to be carried out.

        Raises:
            Problem: not allowed, refused by the rules, the id was used for something else,
                secret-does-not-fit, vault-does-not-match-log, or the database was not to be had within the
                time that a writer waits. Nothing is changed then.
        """
        name = command_name(command)
        check = self._permit(tournament_id, command, principal)
        stated = None if occurred_at is None else to_micros(occurred_at)
        print_ = fingerprint(self._secret, canonical([principal.actor, name, command, stated]))
        submission = Submission(
            tournament_id,
            command,
            principal.actor,
            command_id or f"c-{self._random(16).hex()}",
            print_,
            named=command_id is not None,
        )

        with waiting_at_most():
            # Also where nothing personal is written: the secret keys the command's record.
            self._guard.require(command)
        try:
            at = business_time(occurred_at, self.clock.now(), principal.role, self._participants_past)
            with waiting_at_most(), self._cache.writing(tournament_id):
                answer = self._carry_out(submission, principal.role, at, check, expected)
            destroy_keys(self, tournament_id, command)
            return answer
        except CommandAlreadyRecorded as already:
            return self._again(submission, already.record)
        except Problem:
            record = self.log.command(tournament_id, command_id) if command_id is not None else None
            if record is None:
                raise
            return self._again(submission, record)

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
        check = self._permit(tournament_id, command, principal)
        at = business_time(occurred_at, self.clock.now(), principal.role, self._participants_past)
        held = self._cache.current(tournament_id)
        if expected is not None:
            expected.require(held.head)
        check(held.state)
        subjects = Subjects(self._random).again()
        context = self._context(tournament_id, held.state, principal.actor, principal.role, at, subjects)
        decision = decide(held.state, command, context)
        self._allow(tournament_id, principal.role, principal.actor, decision, named=False)
        return held, decision

    def recorded(self, tournament_id: str, after: int, until: int) -> Iterator[Recorded]:
        """Stored events with after < seq ≤ until, read in pages.

        Raises:
            Problem: took-too-long, from time to time while what is done with them takes too long.
        """
        while after < until:
            page = self.log.read(tournament_id, after, PAGE, until)
            if not page:
                return
            for start in range(0, len(page), EVERY):
                still_time()
                yield from page[start : start + EVERY]
            after = page[-1].seq

    def state(self, tournament_id: str, as_of: AsOf | None = None, progress: Progress | None = None) -> State:
        """The state now, or as of a seq or time.

        Raises:
            Problem: tournament-unknown, or a moment that cannot be understood.
        """
        held = self._present(tournament_id)
        if as_of is None:
            return held.state
        seq = resolve(self.log, tournament_id, held.state, as_of)
        if seq >= held.state.seq and progress is None:
            return held.state
        return self._cache.at(tournament_id, seq, progress)

    def refuse_stalled(self, tournament_id: str, models: Iterable[str], *seqs: int) -> None:
        """Refuse to show read models at seqs where they stand still.

        Raises:
            Problem: view-stalled, tournament-unknown.
        """
        held = self._present(tournament_id)
        refuse_stalled(
            tournament_id, generations_in(held.head.generations), models, *seqs or (held.head.seq,)
        )

    def moment(self, tournament_id: str, as_of: AsOf) -> int:
        """The seq that a seq or time means.

        Raises:
            Problem: tournament-unknown, or a moment that cannot be understood.
        """
        return resolve(self.log, tournament_id, self.state(tournament_id), as_of)

    def own_seal_key(self) -> SealKey | None:
        """The key that seals; None without one, and where it is lost or spoilt, which is logged and counted.

        So publishing does not wait for a key: a seal made later is over everything before it.
        """
        if self.seal_key is None:
            return None
        try:
            return self.seal_key()
        except Problem as problem:
            from services.desk import alarms

            alarms.no_seal_key(problem.code)
            return None

    def head(self, tournament_id: str) -> Head:
        """Where the tournament's log ends.

        Raises:
            Problem: tournament-unknown.
        """
        head = self.log.head(tournament_id)
        if head.seq == 0:
            raise NOT_DEFINED(id=tournament_id)
        return head

    def events(
        self, tournament_id: str, after: int = 0, limit: int = 100, until: int | None = None
    ) -> list[EventView]:
        """A page of events after a seq, as shown outside."""
        state = self.state(tournament_id)
        return [event_view(one, state) for one in self.log.read(tournament_id, after, limit, until)]

    def visibility(self, tournament_id: str, principal: Principal) -> Visibility:
        """What a principal may see of a tournament now.

        Raises:
            Problem: tournament-unknown, where that depends on the tournament.
        """
        return visibility(principal, tournament_id, lambda: self.state(tournament_id))

    def office(self, tournament_id: str, recipient: str) -> Role | None:
        """The role in which a linked recipient ("referee:R01") acts now; None without an office.

        Raises:
            Problem: tournament-unknown.
        """
        return office_of(self.state(tournament_id), recipient)

    def admit(self, tournament_id: str, principal: Principal, action: str) -> Visibility:
        """Let a principal do `action` in a tournament as far as the visibility returned, or refuse.

        Raises:
            Problem: forbidden, office-ended, tournament-unknown.
        """
        seen = self.visibility(tournament_id, principal)
        admit(principal, tournament_id, seen, action)
        return seen

    def ask(
        self,
        tournament_id: str,
        query: str,
        params: Params,
        asker: Principal | Visibility,
        *,
        as_of: AsOf | None = None,
        language: str = "en",
    ) -> Any:
        """Answer a query, now or as of a moment.

        Args:
            query: its name in `QUERIES`; `params` is of the type named there.
            asker: who asks; or what they may see in this tournament, where that is known already.

        Raises:
            Problem: not allowed, unknown, a moment that cannot be understood, or view-stalled.
        """
        kind = QUERIES[query]
        seen = asker if isinstance(asker, Visibility) else self.admit(tournament_id, asker, query)
        scope = require(seen.role, query)
        if as_of is not None and not kind.of_log:
            raise NOT_OF_THE_LOG(query=query)
        present = self.state(tournament_id)
        state = present if as_of is None else self.state(tournament_id, as_of)
        self.refuse_stalled(tournament_id, kind.models, state.seq)
        seen = seen.at_present(present)
        look = Reading(tournament_id, state, present, seen, scope, language, self.directory, self)
        try:
            return kind.run(look, params)
        except Problem:
            raise
        except Exception as error:
            last = self.log.read_one(tournament_id, state.seq)
            problem = failing(tournament_id, kind.models, state, last.type if last is not None else "-")
            raise problem or error from error

    def told(
        self, tournament_id: str, after: int, until: int, limit: int, language: str, label: Label
    ) -> list[TimelineEntry]:
        """A page of the timeline: events after a seq in plain words."""
        present = self.state(tournament_id)
        return [
            TimelineEntry(
                one.seq, one.type, from_micros(one.occurred_at), one.actor, told(event, language, label)
            )
            for one in self.log.read(tournament_id, after, limit, until)
            for event in (settled(present, CATALOGUE.decode(one), one.seq),)
        ]

    def _present(self, tournament_id: str) -> Held:
        held = self._cache.current(tournament_id)
        if held.state.definition is None:
            raise NOT_DEFINED(id=tournament_id)
        return held

    def key_for(self, purpose: str) -> bytes:
        """A key for signing that serves one purpose and tells nothing of the secret."""
        return hmac.digest(self._secret, f"tileledger {purpose}".encode(), "sha256")

    def _permit(self, tournament_id: str, command: Command, principal: Principal) -> Callable[[State], None]:
        """Refuse what the role may not do at all; what is left to check needs the state."""
        name = command_name(command)
        require(principal.role, name)

        def check(state: State) -> None:
            if state.definition is None and not isinstance(command, DefineTournament):
                raise NOT_DEFINED(id=tournament_id)
            # On the state that the command is decided on: an office that ended a moment ago has ended.
            seen = visibility(principal, tournament_id, lambda: state)
            check_scope(state, seen, name, command, admit(principal, tournament_id, seen, name))
            refuse_what_tells_places(state, seen.at_present(state), command)

        return check

    def _context(
        self,
        tournament_id: str,
        state: State,
        actor: str,
        role: str,
        at: datetime,
        new_subject: Callable[[str], str],
    ) -> Context:
        personal = self.directory.persons(tournament_id, state)
        return Context(at, actor, role, new_subject, self._seed, personal)

    def _allow(self, tournament_id: str, role: str, actor: str, decision: Decision, *, named: bool) -> None:
        events = [entry.event for entry in decision.entries]
        self._allowances.require(tournament_id, role, actor, events, named=named)

    def _carry_out(
        self,
        submission: Submission,
        role: str,
        at: datetime,
        check: Callable[[State], None],
        expected: Expected | None,
    ) -> Answer:
        tournament_id = submission.tournament_id
        outcome: list[tuple[Held, Decision, Projected]] = []
        subjects = Subjects(self._random)

        def build(head: Head, tail: Sequence[Recorded] | None) -> Batch:
            held = self._cache.advance(tournament_id, self._cache.held(tournament_id), head, tail)
            self._cache.adopt(tournament_id, held)
            if expected is not None:
                expected.require(head)
            state = held.state
            check(state)
            context = self._context(tournament_id, state, submission.actor, role, at, subjects.again())
            decision = decide(state, submission.command, context)
            if submission.named and subjects.given:
                # The log finds a repeated command only when it writes; for new keys that is too late.
                record = self.log.command(tournament_id, submission.command_id)
                if record is not None:
                    raise CommandAlreadyRecorded(record)
            self._allow(tournament_id, role, submission.actor, decision, named=submission.named)
            if subjects.given:
                self.vault.create(subjects.given, self._heads.before(tournament_id, head))
            projected = project_decision(self.projections, submission, held, decision, at)
            outcome[:] = [(held, decision, projected)]
            return self._appending.batch(submission, held, decision, projected, at)

        appended = self.log.transact(tournament_id, self._cache.held(tournament_id).head, build)
        held, decision, projected = outcome[0]
        tell(tournament_id, projected)
        self._heads.after(tournament_id, appended.head, made_keys=bool(subjects.given))
        after = Held(at_rest(decision.state), appended.head)
        self._cache.adopt(tournament_id, after)
        events = [entry.event for entry in decision.entries]
        if submission.named and not events:
            self._allowances.kept(tournament_id, role, submission.actor)
        return self._answer(submission, held.head.seq, appended.events, events, after.state)

    def _again(self, submission: Submission, record: CommandRecord) -> Answer:
        if record.fingerprint != submission.fingerprint:
            raise COMMAND_ID_REUSED(command_id=submission.command_id)
        count = record.last_seq - record.first_seq + 1
        stored = self.log.read(submission.tournament_id, record.first_seq - 1, count)
        destroy_keys(self, submission.tournament_id, submission.command)
        events = [CATALOGUE.decode(one) for one in stored]
        state = self.state(submission.tournament_id, record.last_seq)
        return self._answer(submission, record.first_seq - 1, stored, events, state, repeated=True)

    def _answer(
        self,
        submission: Submission,
        before: int,
        stored: Sequence[Recorded],
        events: Sequence[Event],
        state: State,
        *,
        repeated: bool = False,
    ) -> Answer:
        at = from_micros(stored[0].occurred_at) if stored else self.clock.now()
        shown = [
            (one, event)
            for one, event in zip(stored, events, strict=True)
            if is_shown(submission.actor, event, one.caused_by, before + 1, state)
        ]
        return Answer(
            submission.tournament_id,
            submission.command_id,
            before + 1,
            before + len(stored),
            tuple(event_view(one, state) for one, _ in shown),
            tuple(remarks(state, [event for _, event in shown], at)),
            repeated,
        )

    def _seed(self) -> str:
        return self._random(16).hex()
