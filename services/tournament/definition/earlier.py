"""The plans of early logs as competitions: two fixed stages with a cut, or a format of rounds."""

from collections.abc import Iterator

from msgspec.structs import replace

from services.tournament.definition import early_shapes as early
from services.tournament.definition.awards import FamilyAward, PlacesAward, TeamAward
from services.tournament.definition.plan import Category, Competition, Reading, Venue
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import HALF, Bye, From, Rating, StagePlan, TableSize, Target
from services.tournament.definition.texts import Text
from services.tournament.formats import Format, Medals, PointsTarget, Rooms, RoundsOfGames, Swiss

FIRST, FINAL = "preliminary", "final"
_NAMES = {FIRST: Text("preliminary", "初賽"), FINAL: Text("final", "決賽")}


def competition_of(plan: early.Definition) -> Competition:
    """What a plan of an early log says, in stages and sessions."""
    format = plan.rounds_format
    stages = tuple(_stages(plan)) if format is None else (_stage_of_format(plan, format),)
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
        categories=_categories(format),
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


def _stage_of_format(plan: early.Definition, format: Format) -> StagePlan:
    meeting = _session(plan.sessions[0])
    rounds = format.rounds if isinstance(format, Swiss | RoundsOfGames) else 1
    later = (
        SessionPlan(f"{meeting.day}/{number}", meeting.day, tables=meeting.tables, capacity=meeting.capacity)
        for number in range(2, rounds + 1)
    )
    whole = StagePlan(
        id=FIRST,
        enter="registration",
        split="chosen",
        sessions=(meeting, *later),
        table=TableSize(plan.seats_most, plan.seats_fewest),
        ranked="played",
        check_in="none",
        signatures="none",
        attend="all" if isinstance(format, Swiss | RoundsOfGames) else "one",
        apart=("family",) if plan.families_apart else (),
    )
    return _played(whole, format)


def _played(stage: StagePlan, format: Format) -> StagePlan:
    """The stage with what its format says of draws, games and places."""
    match format:
        case Swiss():
            bye = Bye(HALF if format.bye_halves == 1 else format.bye_halves // 2)
            return replace(stage, draw="swiss", games=1, bye=bye, ranking=format.tie_breaks)
        case RoundsOfGames():
            return replace(stage, games=format.games)
        case PointsTarget() | Medals():
            return replace(stage, games=Target(format.target))
        case Rooms():
            rating = Rating(format.mu, format.sigma, format.beta, format.tau)
            return replace(stage, attend="some", draw="open", games="any", rating=rating)


def _awards(plan: early.Definition, stage: str) -> Iterator[PlacesAward | FamilyAward | TeamAward]:
    titles = tuple(_text(title) for title in plan.places_awarded)
    yield PlacesAward(stage, titles)
    family = plan.family_award
    if family is not None:
        yield FamilyAward(stage, _text(family.name), family.child_from, family.child_to, family.parent_from)
    if isinstance(plan.rounds_format, Medals):
        yield TeamAward(stage)


def _categories(format: Format | None) -> tuple[Category, ...]:
    if not isinstance(format, Swiss) or format.child_to is None:
        return ()
    child_to = format.child_to
    return (
        Category("adult", Text("Adult", "成人"), age_from=child_to + 1),
        Category("child", Text("Child", "兒童"), age_to=child_to),
    )


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
