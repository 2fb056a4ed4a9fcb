"""Publication, the cut, the final and the awards."""

from collections.abc import Iterable

from services.notices.notice import Notice
from services.notices.registry import note, policy
from services.tournament.awards import AwardsMade, FamilyAwardMade
from services.tournament.cut import QualificationConcluded
from services.tournament.finalists import FinalistsPlaced
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


@policy(QualificationConcluded)
def _concluded(state: State, event: QualificationConcluded, seq: int) -> Iterable[Notice]:
    yield note(seq, "qualified", "qualified")
    if event.reserves:
        yield note(seq, "reserve", "reserves")


@policy(ReserveMovedUp)
def _moved_up(state: State, event: ReserveMovedUp, seq: int) -> Iterable[Notice]:
    yield note(seq, "moved-up", f"entrant:{event.entrant}")


@policy(FinalistsPlaced)
def _placed(state: State, event: FinalistsPlaced, seq: int) -> Iterable[Notice]:
    for number, own in enumerate(event.sessions, 1):
        yield note(seq, "final-seat", f"session:{own.session}", number=number, session=own.session)


@policy(AwardsMade)
def _awarded(state: State, event: AwardsMade, seq: int) -> Iterable[Notice]:
    for number, own in enumerate(event.places, 1):
        for entrant in own.entrants:
            yield note(seq, "awards", f"entrant:{entrant}", number=number, place=str(own.place))


@policy(FamilyAwardMade)
def _family(state: State, event: FamilyAwardMade, seq: int) -> Iterable[Notice]:
    for name in event.units:
        unit = state.units[name]
        for entrant in (unit.child, unit.parent):
            yield note(seq, "awards", f"entrant:{entrant}", "family-award")
