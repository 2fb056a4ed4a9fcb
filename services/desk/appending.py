"""What a decision writes, all in the transaction of its events: listing, notices, revoked tokens, a seal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from services.access.grants import Grants
from services.desk.cache import Held
from services.desk.forgetting import revocations
from services.desk.submission import Submission
from services.notices.policies import notices_due
from services.notices.store import NoticeStore
from services.projections.listing import ListingStore
from services.tournament.catalogue import event_types
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Event
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
        listings: ListingStore,
        notices: NoticeStore,
        grants: Grants,
        seals: SealStore,
        seal_key: Callable[[], SealKey | None],
        forget_along: ForgetAlong,
    ) -> None:
        self._vault = vault
        self._listings = listings
        self._notices = notices
        self._grants = grants
        self._seals = seals
        self._seal_key = seal_key
        self._forget_along = forget_along

    def batch(
        self, submission: Submission, held: Held, decision: Decision, events: Sequence[Event], at: datetime
    ) -> Batch:
        """Everything that a command leads to, all or nothing.

        Args:
            events: those of the decision.
        """
        tournament_id, micros, types = submission.tournament_id, to_micros(at), event_types()
        pending = []
        for entry in decision.entries:
            known = types[type(entry.event)]
            pending.append(
                Pending(
                    known.name,
                    known.version,
                    canonical(entry.event),
                    self._sealed(entry.personal) if any(entry.personal.values()) else None,
                    entry.caused_by,
                    micros,
                )
            )
        seqs = list(enumerate(events, held.head.seq + 1))
        gone = [event.person for event in events if isinstance(event, PersonForgotten)]
        published = any(isinstance(event, ResultsPublished) for event in events)
        due = notices_due(decision.state, seqs, submission.actor)
        return Batch(
            pending,
            submission.actor,
            submission.command_id,
            submission.fingerprint,
            [
                *self._listing(tournament_id, held, decision),
                *self._notices.writes(tournament_id, due),
                *revocations(self._grants, tournament_id, events),
                *(self._forget_along(tournament_id, gone) if gone else ()),
            ],
            self._sealing(tournament_id) if published else None,
            submission.named,
        )

    def _listing(self, tournament_id: str, held: Held, decision: Decision) -> Iterable[Write]:
        """What the list of tournaments says from then on; where that fails, it is made when it is read."""
        if not decision.entries:
            return ()
        try:
            return [self._listings.writes(tournament_id, held.state, decision.state)]
        except Exception as error:
            # Imported here: a command line call that has nothing to tell starts without logs and metrics.
            from services.desk import alarms

            alarms.failed(tournament_id, "tournaments", decision.state.seq, error)
            return ()

    def _sealed(self, personal: Mapping[str, Mapping[str, str]]) -> bytes:
        with refusing_damage():
            return self._vault.seal_all(personal)

    def _sealing(self, tournament_id: str) -> Callable[[Head], Sequence[Write]] | None:
        """What seals the head that a publication leads to; None without a key."""
        key = self._seal_key()
        if key is None:
            return None
        return lambda head: self._seals.writes([key.seal(tournament_id, head)], head.recorded_at)
