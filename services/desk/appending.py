"""What a decision writes, all in the transaction of its events: rows, notices, revoked tokens, a seal."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from services.access.sign_ins import SignIns
from services.access.tokens import Tokens
from services.desk.cache import Held
from services.desk.forgetting import revocations
from services.desk.submission import Submission
from services.notices.policies import notices_due
from services.notices.store import NoticeStore
from services.projections.projecting import Projected, Step, project
from services.projections.store import ProjectionStore
from services.tournament.catalogue import event_types
from services.tournament.kernel.deciding import evolve
from services.tournament.kernel.facts import Decision, Event, Stamp
from services.tournament.people.forgetting import PersonForgotten
from services.tournament.publication.publishing import ResultsPublished
from shared.clock import to_micros
from shared.codec import canonical
from shared.eventlog import Batch, Head, Pending, Write
from shared.eventlog.seal import SealKey, SealStore
from shared.vault import Vault
from shared.vault.damage import refusing_damage

ForgetAlong = Callable[[str, Sequence[str]], Iterable[Write]]


class Appending:
    """Makes the batch that the log appends.

    Args:
        seal_key: gets the key that seals a publication; None and it is not sealed.
        forget_along: what else to write in the transaction that forgets these subjects of a tournament.
    """

    def __init__(
        self,
        vault: Vault,
        notices: NoticeStore,
        tokens: Tokens,
        sign_ins: SignIns,
        seals: SealStore,
        seal_key: Callable[[], SealKey | None],
        forget_along: ForgetAlong | None,
    ) -> None:
        self._vault = vault
        self._notices = notices
        self._tokens = tokens
        self._sign_ins = sign_ins
        self._seals = seals
        self._seal_key = seal_key
        self._forget_along = forget_along

    def batch(
        self, submission: Submission, held: Held, decision: Decision, projected: Projected, at: datetime
    ) -> Batch:
        """Everything that a command leads to, all or nothing."""
        tournament_id, micros, types = submission.tournament_id, to_micros(at), event_types()
        pending = []
        for entry in decision.entries:
            known = types[type(entry.event)]
            pending.append(
                Pending(
                    known.name,
                    known.version,
                    canonical(entry.event),
                    self._sealed(entry.personal),
                    entry.caused_by,
                    micros,
                )
            )
        events = [entry.event for entry in decision.entries]
        seqs = list(enumerate(events, held.head.seq + 1))
        due = notices_due(decision.state, seqs, submission.actor)
        return Batch(
            pending,
            submission.actor,
            submission.command_id,
            submission.fingerprint,
            [
                *projected.writes,
                *self._notices.writes(tournament_id, due),
                *revocations(self._tokens, self._sign_ins, tournament_id, events),
                *self._forgetting(tournament_id, events),
            ],
            self._sealing(tournament_id, decision),
            projected.generations,
            submission.named,
        )

    def _sealed(self, personal: Mapping[str, Mapping[str, str]]) -> bytes | None:
        if not any(personal.values()):
            return None
        with refusing_damage():
            return self._vault.seal_all(personal)

    def _forgetting(self, tournament_id: str, events: Sequence[Event]) -> Iterable[Write]:
        gone = [event.person for event in events if isinstance(event, PersonForgotten)]
        return self._forget_along(tournament_id, gone) if gone and self._forget_along is not None else ()

    def _sealing(self, tournament_id: str, decision: Decision) -> Callable[[Head], Sequence[Write]] | None:
        """What seals the head that a publication leads to; None for anything else."""
        if not any(isinstance(entry.event, ResultsPublished) for entry in decision.entries):
            return None
        key = self._seal_key()
        if key is None:
            return None
        return lambda head: self._seals.writes([key.seal(tournament_id, head)], head.recorded_at)


def project_decision(
    projections: ProjectionStore, submission: Submission, held: Held, decision: Decision, at: datetime
) -> Projected:
    """The rows of read models that a decision changes, and which models stand still by it."""
    if not decision.entries:
        return Projected(())

    def steps() -> Iterator[Step]:
        state, types = held.state, event_types()
        for entry in decision.entries:
            state = evolve(state, entry.event, Stamp(state.seq + 1, at, submission.actor))
            yield Step(state.seq, types[type(entry.event)].name, state)

    generations = held.head.generations
    return project(projections, submission.tournament_id, generations, held.state, decision.state, steps)
