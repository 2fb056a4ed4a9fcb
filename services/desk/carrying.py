"""A command on its way into the log: decided on what goes before it, adopted once it is committed."""

from collections.abc import Callable, Sequence
from datetime import datetime

from services.access.principal import Principal
from services.access.visibility import admit, visibility
from services.desk.cache import NOTHING, Held
from services.desk.directory import Persons
from services.desk.parts import Parts
from services.desk.scopes import check_scope, refuse_what_tells_places
from services.desk.submission import Expected, Subjects, Submission
from services.tournament.catalogue import decide
from services.tournament.definition.founding import NOT_DEFINED, DefineTournament
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Command, Context, Event
from services.tournament.kernel.registry import command_name
from services.tournament.people.numbers import as_known
from services.tournament.standings.finalists import WithdrawQualifier
from services.tournament.state import State, at_rest
from shared.eventlog import Alone, Batch, CommandAlreadyRecorded, Head, Intent, Recorded

Agreed = Callable[[State, Decision], None]
"""Refuses what would follow from a command on a state, where somebody agreed to something else."""


class Carried:
    """A submitted command, however often it has to be decided.

    Args:
        at: business time.
        expected, agreed: as `Submitting.submit` has them.
    """

    def __init__(
        self,
        parts: Parts,
        submission: Submission,
        principal: Principal,
        at: datetime,
        expected: Expected | None,
        agreed: Agreed | None,
    ) -> None:
        self._parts, self._submission, self._principal, self._at = parts, submission, principal, at
        self._expected, self._agreed = expected, agreed
        self._subjects = Subjects(parts.random)
        self.command_id = submission.command_id
        """The sender's, or one of its own."""
        self._known = self._held = self._after = NOTHING
        self.made_keys = False
        """Whether the vault made keys for it."""
        self._before: Carried | None = None
        self._events: Sequence[Event] = ()
        self._state = NOTHING.state

    @property
    def outcome(self) -> tuple[Held, Held, Sequence[Event]]:
        """What it was decided on, what it led to, and its events."""
        return self._held, self._after, self._events

    def known(self) -> Head:
        """The end of the log up to which the state is cached."""
        self._known = self._parts.cache.held(self._submission.tournament_id)
        return self._known.head

    def decide(self, head: Head, tail: Sequence[Recorded] | None, before: Intent | None) -> Batch:
        """What the command leads to; see `shared.eventlog.Intent`.

        Raises:
            Problem: refused by rights, rules, expectation or agreement.
        """
        assert before is None or isinstance(before, Carried)
        parts, submission, role = self._parts, self._submission, self._principal.role
        tournament_id = submission.tournament_id
        self._before = before
        if before is not None and self._agreed is not None:
            raise Alone  # what was read back may name people, of whom the log alone tells
        held = self._held = self._as_of(head, tail)
        if self._expected is not None:
            self._expected.require(head)
        decision = decided(
            parts,
            tournament_id,
            held.state,
            submission.command,
            self._principal,
            self._at,
            self._subjects.again(),
            self._in_log(),
        )
        if self._agreed is not None:
            self._agreed(held.state, decision)
        events = [entry.event for entry in decision.entries]
        self.made_keys = bool(self._subjects.given)
        if before is not None:
            self._require_own_commit()
        if submission.named and self.made_keys:
            # The log finds a repeated command only when it writes; for new keys that is too late.
            record = parts.log.command(tournament_id, submission.command_id)
            if record is not None:
                raise CommandAlreadyRecorded(record)
        parts.allowances.require(tournament_id, role, submission.actor, events, named=submission.named)
        if self.made_keys:
            parts.vault.create(self._subjects.given, parts.heads.before(tournament_id, head))
        self._events, self._state = events, decision.state
        return parts.appending.batch(submission, held, decision, events, self._at)

    def leads_to(self, head: Head) -> None:
        """Hold the state at the head for what is decided on it."""
        self._after = Held(at_rest(self._state), head)

    def committed(self) -> None:
        """Adopt the state, and let go of those before."""
        submission = self._submission
        self._before = None
        self._parts.cache.adopt(submission.tournament_id, self._after)
        if submission.named and not self._events:
            self._parts.allowances.kept(submission.tournament_id, self._principal.role, submission.actor)

    def _as_of(self, head: Head, tail: Sequence[Recorded] | None) -> Held:
        if self._before is not None:
            after = self._before._after
            if after.head != head:
                raise Alone  # its commit has decided it again meanwhile, as the log had moved on
            return after
        held, tournament_id = self._known, self._submission.tournament_id
        if tail is None or tail or head != held.head:
            # The tail is what follows this: what is cached may have been brought further by who reads.
            held = self._parts.cache.advance(tournament_id, held, head, tail)
            self._parts.cache.adopt(tournament_id, held)
        return held

    def _in_log(self) -> int:
        """Up to which seq the log is written, of the state that it is decided on."""
        first, before = self, self._before
        while before is not None:
            first, before = before, before._before
        return first._held.head.seq

    def _require_own_commit(self) -> None:
        """Have keys noted beside a head that is in the log, and all commands of a participant counted."""
        if self.made_keys or self._follows_own():
            raise Alone

    def _follows_own(self) -> bool:
        if self._principal.role != "participant":
            return False
        before = self._before
        while before is not None and before._submission.actor != self._submission.actor:
            before = before._before
        return before is not None


def decided(
    parts: Parts,
    tournament_id: str,
    state: State,
    command: Command,
    principal: Principal,
    at: datetime,
    new_subject: Callable[[str], str],
    in_log: int | None = None,
) -> Decision:
    """What a command leads to on a state, by the numbers by which entrants are known.

    Args:
        in_log: up to which seq the log is written; all of the state, by default.

    Raises:
        Problem: the principal may not do it, or the rules refuse it.
        Alone: what it has to know of people is not in the log yet.
    """
    known = _admitted(state, tournament_id, command, principal)
    personal = Persons(parts.directory, tournament_id, state, in_log)
    return decide(
        state,
        known,
        Context(at, principal.actor, principal.role, new_subject, lambda: parts.random(16).hex(), personal),
    )


def _admitted(state: State, tournament_id: str, command: Command, principal: Principal) -> Command:
    """A command with the numbers by which entrants are known; refuses what the principal may not do.

    On the state that the command is decided on: an office that ended a moment ago has ended.
    """
    name = command_name(command)
    if state.definition is None and not isinstance(command, DefineTournament):
        raise NOT_DEFINED(id=tournament_id)
    seen = visibility(principal, tournament_id, lambda: state)
    scope = admit(principal, tournament_id, seen, name)
    known = as_known(state, command)
    if scope != "any":
        check_scope(state, seen, name, known, scope)
    if isinstance(known, WithdrawQualifier):
        refuse_what_tells_places(state, seen, known)
    return known
