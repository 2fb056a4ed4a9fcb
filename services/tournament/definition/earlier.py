"""The plans of early logs as competitions: two fixed stages with a cut."""

from collections.abc import Iterator

from services.tournament.definition import early_shapes as early
from services.tournament.definition.awards import FamilyAward, PlacesAward
from services.tournament.definition.plan import Competition, Reading, Venue
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import From, StagePlan, TableSize
from services.tournament.definition.texts import Text

FIRST, FINAL = "preliminary", "final"
_NAMES = {FIRST: Text("preliminary", "初賽"), FINAL: Text("final", "決賽")}


def competition_of(plan: early.Definition) -> Competition:
    """What a plan of an early log says, in stages and sessions."""
    stages = tuple(_stages(plan))
    return Competition(
        id=plan.id,
        title=_text(plan.title),
        ruleset=plan.ruleset,
        zone=plan.zone,
        stages=stages,
        languages=plan.languages,
        organizer=Text(both=plan.organizer),
        venue=Venue(_text(plan.venue.name), _text(plan.venue.address), _text(plan.venue.travel)),
        quota=plan.quota,
        minimum_age=plan.minimum_age,
        verbal_warnings=plan.verbal_warnings,
        tables_per_official=plan.tables_per_referee,
        results_published_on=plan.results_published_on,
        results_published_at=plan.results_published_at,
        awards=tuple(_awards(plan, stages[-1].id)),
        readings={
            name: Reading(reading.value, reading.cites, _text(reading.note))
            for name, reading in plan.readings.items()
        },
    )


def _stages(plan: early.Definition) -> Iterator[StagePlan]:
    for id in (FIRST, FINAL):
        planned = [session for session in plan.sessions if session.stage == id]
        yield StagePlan(
            id=id,
            enter="registration"
            if id == FIRST
            else From(FIRST, places=plan.cut.places if plan.cut is not None else None),
            split="chosen" if id == FIRST else "in_turn",
            sessions=tuple(_session(session) for session in planned),
            name=_NAMES[id],
            weather="hko",
            table=TableSize(plan.seats_most, plan.seats_fewest),
            games=planned[0].games,
            apart=("family",) if plan.families_apart else (),
        )


def _awards(plan: early.Definition, stage: str) -> Iterator[PlacesAward | FamilyAward]:
    titles = tuple(_text(title) for title in plan.places_awarded)
    yield PlacesAward(stage, titles)
    family = plan.family_award
    if family is not None:
        yield FamilyAward(stage, _text(family.name), family.child_from, family.child_to, family.parent_from)


def _session(plan: early.SessionPlan) -> SessionPlan:
    return SessionPlan(
        plan.id,
        plan.day,
        plan.registration,
        plan.seating,
        plan.start,
        plan.end,
        plan.tables,
        plan.capacity,
    )


def _text(text: early.Text) -> Text:
    return Text(text.en, text.zh)
