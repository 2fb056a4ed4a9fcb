"""Which events of a log an explanation of somebody's place may name beside those of their games."""

from collections.abc import Collection, Sequence

from services.desk.query_context import QueryContext
from services.tournament.docket.leaving import EntrantDisqualified, EntrantWithdrew
from services.tournament.kernel.facts import Event
from services.tournament.kernel.registry import event_types
from services.tournament.people.entries import StageEntered
from services.tournament.people.forgetting import numbers_of
from services.tournament.people.moving import EntrantMoved
from services.tournament.people.registration import EntrantRegistered, PlaceConfirmed
from services.tournament.play.conflicts import SheetConflictSettled
from services.tournament.play.open_tables import TableOpened
from services.tournament.play.paper import SessionPlayedOnPaper
from services.tournament.publication.awards import AwardsMade, AwardsRevoked, FamilyAwardMade
from services.tournament.seating.seats import SeatDrawUndone, SeatsDrawn
from services.tournament.standings.cut import QualificationUndone
from services.tournament.standings.finalists import FinalistsPlaced
from services.tournament.standings.qualification import CutTieDecided
from services.tournament.standings.reserves import ReserveMovedUp
from services.tournament.weather.suspension import SessionsSuspended, SuspensionLifted
from services.tournament.weather.watching import WarningsReported

Decided = tuple[int, Event]
"""An event and its seq."""
LEFT = (EntrantWithdrew, EntrantDisqualified)
SEATING = (SeatsDrawn, SessionPlayedOnPaper, TableOpened)
"""What gives people their tables."""
OF_ANYONE = (
    CutTieDecided, QualificationUndone, AwardsMade, FamilyAwardMade, AwardsRevoked, SessionsSuspended,
    SuspensionLifted, WarningsReported, SeatDrawUndone, SheetConflictSettled,
)  # fmt: skip
"""Decisions that may concern an entrant whom they do not name; tests say why no other may."""


def decided_about(look: QueryContext, number: str) -> list[Decided]:
    """What names or changed an entrant, or may concern them, up to the moment looked at."""
    events = look.desk.history(look.tournament_id).events
    found = {*events.of_types(event_types()[cls].name for cls in OF_ANYONE)}
    found.update(*(events.about(("entrant", each)) for each in numbers_of(look.state, number)))
    seqs = sorted(seq for seq in found if seq <= look.state.seq)
    return look.desk.decoded(look.tournament_id, seqs)


def given_in(event: Event, numbers: Collection[str]) -> Sequence[str]:
    """The sessions that an event gives to somebody."""
    if isinstance(event, FinalistsPlaced):
        return [placed.session for placed in event.sessions if not set(numbers).isdisjoint(placed.entrants)]
    if isinstance(event, EntrantMoved):
        return (event.to_session,)
    if isinstance(event, EntrantRegistered | PlaceConfirmed | StageEntered | ReserveMovedUp):
        return (event.session,) if event.session else ()
    return ()
