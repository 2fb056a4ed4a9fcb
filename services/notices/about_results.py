"""Publication, the cut and the final."""

from collections.abc import Iterable

from services.notices.about_awards import of_another, of_families, of_places
from services.notices.audiences import recipients
from services.notices.notice import Notice
from services.notices.registry import note, policy
from services.notices.unplayed_games import told_anew
from services.tournament.definition.stages import Stage
from services.tournament.play.timing import SessionStarted
from services.tournament.publication.publishing import ResultsPublished
from services.tournament.standings.cut import QualificationConcluded, QualificationUndone, source_of
from services.tournament.standings.finalists import FinalistsPlaced
from services.tournament.standings.places_seen import seen_with, waits_for_publication
from services.tournament.standings.reserves import ReserveMovedUp, has_begun
from services.tournament.state import State


@policy(ResultsPublished)
def _published(state: State, event: ResultsPublished, seq: int) -> Iterable[Notice]:
    version = str(event.version)
    if event.version == 1:
        yield note(seq, "results-published", f"stage:{event.stage}", stage=event.stage, version=version)
    elif recipients(state, changed := f"changed:{event.stage}/{version}"):
        yield note(seq, "correction-published", changed, stage=event.stage, version=version)
    yield note(seq, "post-results", "public", "post")
    yield from _waited_for(state, event, seq)


def _waited_for(state: State, event: ResultsPublished, seq: int) -> Iterable[Notice]:
    """What is told only now that places are seen."""
    for later in state.plan.stages:
        source = later.source
        if source is None or not seen_with(state, event, source.stage):
            continue
        if state.cut_into(later.id).status == "concluded":
            # Whoever is placed was told with the session.
            placed = any(session.entrants for session in state.sessions_of(later.id))
            yield from (_of_reserves if placed else _of_those_who_go_on)(state, later.id, seq)
            # Results that are out for the first time say it themselves.
            if (event.stage, event.version) != (source.stage, 1):
                yield from _of_those_who_stay(state, later.id, seq)
    if state.awards is not None and seen_with(state, event, state.plan.titled_stage):
        yield from of_places(state, state.awards.places, seq)
    others = state.awards.others if state.awards is not None else ()
    for number, award in enumerate(sorted({given.award for given in others}), 1 + len(state.plan.titles)):
        if seen_with(state, event, state.plan.awards[award].stage):
            given = [other for other in others if other.award == award]
            yield from of_another(state, award, given, number, seq)
    if state.awards is not None and seen_with(state, event, state.plan.family_stage):
        yield from of_families(state, state.awards.family_units, seq)


@policy(QualificationConcluded)
def _concluded(state: State, event: QualificationConcluded, seq: int) -> Iterable[Notice]:
    if not waits_for_publication(state, source_of(state, event.stage).stage):
        yield from _of_the_cut(state, event.stage, seq)


@policy(QualificationUndone)
def _undone(state: State, event: QualificationUndone, seq: int) -> Iterable[Notice]:
    """Whoever read that they go on, or may, would otherwise go by that until it is decided again."""
    audience = f"hopeful:{event.stage}"
    if recipients(state, audience) and not waits_for_publication(state, source_of(state, event.stage).stage):
        placed = "-placed" if state.cut_into(event.stage).were_placed else ""
        yield note(seq, "cut-open-again", audience, f"cut-open-again{placed}", stage=event.stage)


def _of_the_cut(state: State, stage: Stage, seq: int) -> Iterable[Notice]:
    yield from _of_those_who_go_on(state, stage, seq)
    yield from _of_those_who_stay(state, stage, seq)


def _of_those_who_go_on(state: State, stage: Stage, seq: int) -> Iterable[Notice]:
    yield note(seq, "qualified", f"qualified:{stage}", stage=stage)
    yield from _of_reserves(state, stage, seq)


def _of_those_who_stay(state: State, stage: Stage, seq: int) -> Iterable[Notice]:
    """Each is told once: of a cut that is concluded anew, those alone for whom it is another."""
    again = state.cut_into(stage).earlier is not None
    if recipients(state, audience := f"{'dropped' if again else 'staying'}:{stage}"):
        yield note(seq, "not-qualified", audience, stage=stage)


def _of_reserves(state: State, stage: Stage, seq: int) -> Iterable[Notice]:
    if state.cut_into(stage).reserves:
        yield note(seq, "reserve", f"reserves:{stage}", stage=stage)


@policy(ReserveMovedUp)
def _moved_up(state: State, event: ReserveMovedUp, seq: int) -> Iterable[Notice]:
    source, audience = source_of(state, event.stage).stage, f"entrant:{event.entrant}"
    if event.session is not None:
        seat = {"stage": event.stage, "session": event.session}
        yield note(seq, "moved-up", audience, "moved-up-seat", seat)
    elif not waits_for_publication(state, source):
        yield note(seq, "moved-up", audience, stage=event.stage)


@policy(SessionStarted)
def _begun(state: State, event: SessionStarted, seq: int) -> Iterable[Notice]:
    session = state.sessions[event.session]
    yield from told_anew(state, session, seq)
    stage = session.stage
    source = state.stage_plan(stage).source
    if source is None or not has_begun(state, stage) or waits_for_publication(state, source.stage):
        return
    if state.cut_into(stage).reserves:
        yield note(seq, "reserve-over", f"reserves:{stage}", stage=stage)


@policy(FinalistsPlaced)
def _placed(state: State, event: FinalistsPlaced, seq: int) -> Iterable[Notice]:
    for number, session in enumerate(event.sessions, 1):
        yield note(seq, "final-seat", f"session:{session.session}", number=number, session=session.session)
