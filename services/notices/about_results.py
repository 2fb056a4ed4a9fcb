"""Publication, the cut, the final and the awards."""

from collections.abc import Iterable

from services.notices.notice import Notice
from services.notices.registry import note, policy
from services.tournament.awards import AwardsMade, FamilyAwardMade
from services.tournament.cut import QualificationConcluded
from services.tournament.finalists import FinalistsPlaced
from services.tournament.outcomes import AwardedPlace
from services.tournament.places_seen import seen_with, waits_for_publication
from services.tournament.publication import ResultsPublished
from services.tournament.reserves import ReserveMovedUp
from services.tournament.state import State


@policy(ResultsPublished)
def _published(state: State, event: ResultsPublished, seq: int) -> Iterable[Notice]:
    version = str(event.version)
    if event.version == 1:
        yield note(seq, "results-published", f"stage:{event.stage}", stage=event.stage, version=version)
    else:
        yield note(
            seq,
            "correction-published",
            f"changed:{event.stage}/{version}",
            stage=event.stage,
            version=version,
        )
    yield note(seq, "post-results", "public", "post")
    yield from _waited_for(state, event, seq)


def _waited_for(state: State, event: ResultsPublished, seq: int) -> Iterable[Notice]:
    """What is told only now that places are seen."""
    cut_is_seen = seen_with(state, event, state.plan.cut_source)
    if cut_is_seen and state.qualification.status == "concluded":
        # Whoever is placed was told with the session.
        yield from _of_reserves(state, seq) if _are_placed(state) else _of_the_cut(state, seq)
    if state.awards is not None and seen_with(state, event, state.plan.last_stage):
        yield from _of_places(state.awards.places, seq)
    if state.awards is not None and seen_with(state, event, state.plan.family_stage):
        yield from _of_families(state, state.awards.family_units, seq)


@policy(QualificationConcluded)
def _concluded(state: State, event: QualificationConcluded, seq: int) -> Iterable[Notice]:
    if not waits_for_publication(state, state.plan.cut_source):
        yield from _of_the_cut(state, seq)


def _of_the_cut(state: State, seq: int) -> Iterable[Notice]:
    yield note(seq, "qualified", "qualified")
    yield from _of_reserves(state, seq)


def _of_reserves(state: State, seq: int) -> Iterable[Notice]:
    if state.qualification.reserves:
        yield note(seq, "reserve", "reserves")


@policy(ReserveMovedUp)
def _moved_up(state: State, event: ReserveMovedUp, seq: int) -> Iterable[Notice]:
    if event.session is not None or not waits_for_publication(state, state.plan.cut_source):
        yield note(seq, "moved-up", f"entrant:{event.entrant}")


def _are_placed(state: State) -> bool:
    return any(
        session.entrants for session in state.sessions.values() if session.stage == state.plan.cut_stage
    )


@policy(FinalistsPlaced)
def _placed(state: State, event: FinalistsPlaced, seq: int) -> Iterable[Notice]:
    for number, own in enumerate(event.sessions, 1):
        yield note(seq, "final-seat", f"session:{own.session}", number=number, session=own.session)


@policy(AwardsMade)
def _awarded(state: State, event: AwardsMade, seq: int) -> Iterable[Notice]:
    if not waits_for_publication(state, state.plan.last_stage):
        yield from _of_places(event.places, seq)


def _of_places(places: Iterable[AwardedPlace], seq: int) -> Iterable[Notice]:
    for number, own in enumerate(places, 1):
        for entrant in own.entrants:
            yield note(seq, "awards", f"entrant:{entrant}", number=number, place=str(own.place))


@policy(FamilyAwardMade)
def _family(state: State, event: FamilyAwardMade, seq: int) -> Iterable[Notice]:
    if not waits_for_publication(state, state.plan.family_stage):
        yield from _of_families(state, event.units, seq)


def _of_families(state: State, units: Iterable[str], seq: int) -> Iterable[Notice]:
    for name in units:
        unit = state.units[name]
        for entrant in (unit.child, unit.parent):
            yield note(seq, "awards", f"entrant:{entrant}", "family-award")
