"""What a participant's command led to, and what is said of them, as far as it is theirs to know.

Giving a place back hands it to whoever waits longest, and whoever that is, is nothing to who gave it back: of
what follows from a participant's own command they are shown what is about them or about nobody else.
"""

from collections.abc import Iterable

from services.access.visibility import Visibility
from services.notices.notice import Notice
from services.tournament.definition.stages import Stage
from services.tournament.kernel.facts import Event
from services.tournament.publication.awards import AwardsMade, AwardsRevoked, FamilyAwardMade
from services.tournament.publication.publishing import qualified
from services.tournament.standings.cut import QualificationConcluded, QualificationHeld, source_of
from services.tournament.standings.places_seen import unseen_in, unseen_stages
from services.tournament.standings.qualification import CutTieDecided
from services.tournament.standings.ratings import RatingsChanged, rated_stage
from services.tournament.standings.reserves import QualifierWithdrew, ReserveMovedUp, ReservePassedOver
from services.tournament.state import State

_OF_THE_CUT = (
    QualificationHeld,
    QualificationConcluded,
    CutTieDecided,
    QualifierWithdrew,
    ReserveMovedUp,
    ReservePassedOver,
)


def own_number(actor: str) -> str | None:
    """The entrant number of a participant who acts; None for an official, who sees everything."""
    role, _, number = actor.partition(":")
    return number if role == "participant" else None


def is_shown(number: str, event: Event, caused_by: int | None, first_seq: int, after: State) -> bool:
    """Whether an event is shown to the participant who sent the command that begins at `first_seq`.

    Args:
        after: the state that the command led to, which says whether places are seen.
    """
    asked_for = caused_by is None or caused_by < first_seq
    if asked_for and getattr(event, "entrant", None) == number:
        return True
    unseen = unseen_stages(after)
    if any(unseen_in(unseen, stage) is not None for stage in tells_places(after, event, number)):
        return False
    return asked_for or getattr(event, "entrant", number) == number


def tells_places(state: State, event: Event, number: str) -> tuple[Stage, ...]:
    """The stages whose places an event tells this entrant; none where it tells nothing that is kept back.

    Who is placed in the later stage knows of the own place in it.
    """
    if isinstance(event, _OF_THE_CUT):
        placed = number in state.entrants and state.entrants[number].at(event.stage) is not None
        known = placed and getattr(event, "entrant", None) == number
        return () if known else (source_of(state, event.stage).stage,)
    if isinstance(event, FamilyAwardMade):
        return (state.plan.family_stage,)
    if isinstance(event, AwardsMade | AwardsRevoked):
        return state.plan.award_stages
    rated = rated_stage(state) if isinstance(event, RatingsChanged) else None
    return () if rated is None else (rated,)


def qualified_shown(state: State, seen: Visibility, stage: Stage, number: str) -> bool | None:
    """Whether an entrant goes on from a stage, as far as it is seen: they know their own once placed."""
    source = state.stage_plan(stage).source
    leads_on = bool(state.plan.leads_to(stage))
    decides = stage if leads_on or source is None else source.stage
    if seen.hides(decides) is None:
        return qualified(state, stage, number)
    following = [later.id for later in state.plan.leads_to(decides)]
    placed = any(state.entrants[number].at(later) is not None for later in following)
    return True if placed and seen.subject == number else None


def notices_shown(actor: str, notices: Iterable[Notice]) -> list[Notice]:
    """The notices that are shown to who sent a command: not those to other entrants."""
    number = own_number(actor)
    return [
        notice
        for notice in notices
        if number is None
        or not notice.audience.startswith("entrant:")
        or notice.audience == f"entrant:{number}"
    ]
