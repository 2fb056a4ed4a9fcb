"""Changes of a small tournament: one for each field of a plan that can differ."""

from collections.abc import Callable, Mapping
from datetime import date, time
from typing import Any

from msgspec.structs import replace

from services.tournament.definition.awards import FamilyAward, PlacesAward
from services.tournament.definition.categories import Category
from services.tournament.definition.plan import Competition, Reading, Venue
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import From, TableSize
from services.tournament.definition.texts import Text
from tests.unit.tournament.given_files import with_guide, with_logo
from tests.unit.tournament.given_plans import adding, amending, with_session, with_stage, without_session
from tests.unit.tournament.specs import F1, F2, S1, S2, T1, Tournament, founded

Amend = Callable[[Competition], Competition]
SMALL: dict[str, Any] = {
    "capacity": 4,
    "tables": 1,
    "quota": 12,
    "cut": 6,
    "final_capacity": 6,
    "final_tables": 2,
}
ONLY = (S1, S2, T1, F1, F2)
NEW = "2026-04-05/1"
ANOTHER_DAY = SessionPlan(NEW, date(2026, 4, 5), start=time(13), tables=1)


def named(place: str) -> Text:
    return Text(place, place)


def award(plan: Competition, kind: type, **fields: Any) -> Competition:
    """The plan with fields of its awards of a kind changed."""
    awards = (replace(award, **fields) if isinstance(award, kind) else award for award in plan.awards)
    return replace(plan, awards=tuple(awards))


def without_final(plan: Competition) -> Competition:
    return replace(plan, stages=plan.stages[:1], awards=())


AMENDMENTS: Mapping[str, Amend] = {
    "tournament.id": lambda plan: replace(plan, id="another"),
    "tournament.zone": lambda plan: replace(plan, zone="Asia/Tokyo"),
    "tournament.title": lambda plan: replace(plan, title=named("Cup")),
    "tournament.languages": lambda plan: replace(plan, languages=("zh",)),
    "tournament.organizer": lambda plan: replace(plan, organizer=named("A club")),
    "tournament.venue": lambda plan: replace(plan, venue=Venue(named("Town hall"))),
    "tournament.contact": lambda plan: replace(plan, contact=named("2345 6789")),
    "tournament.timer_guide": lambda plan: replace(plan, timer_guide=named("https://example.org/timer")),
    "tournament.timer_guide_file": with_guide,
    "tournament.banner": lambda plan: replace(plan, banner="#0a5f57"),
    "tournament.logo_file": with_logo,
    "tournament.readings": lambda plan: replace(
        plan, readings={**plan.readings, "new": Reading(True, "HK rules 1", named("so"))}
    ),
    "tournament.results_published_on": lambda plan: replace(plan, results_published_on=date(2026, 4, 20)),
    "tournament.results_published_at": lambda plan: replace(plan, results_published_at=("the board",)),
    "tournament.tables_per_official": lambda plan: replace(plan, tables_per_official=3),
    "tournament.quota": lambda plan: replace(plan, quota=11),
    "tournament.minimum_age": lambda plan: replace(plan, minimum_age=8),
    "tournament.verbal_warnings": lambda plan: replace(plan, verbal_warnings=3),
    "category.added": lambda plan: replace(plan, categories=(*plan.categories, Category("old", age_from=60))),
    "stage.removed": without_final,
    "stage.name": lambda plan: with_stage(plan, "preliminary", name=named("Heats")),
    "stage.enter": lambda plan: with_stage(plan, "final", enter=From("preliminary", places=5)),
    "stage.apart": lambda plan: with_stage(plan, "preliminary", apart=("team",)),
    "stage.draw": lambda plan: with_stage(plan, "preliminary", draw="snake"),
    "stage.table": lambda plan: with_stage(plan, "preliminary", table=TableSize(4, 4)),
    "stage.games": lambda plan: with_stage(plan, "preliminary", games=2),
    "stage.weather": lambda plan: with_stage(plan, "preliminary", weather="none"),
    "stage.places_seen": lambda plan: with_stage(plan, "preliminary", places_seen="session"),
    "stage.order": lambda plan: with_stage(
        plan, "preliminary", sessions=tuple(reversed(plan.stages[0].sessions))
    ),
    "session.added": lambda plan: adding(plan, "preliminary", ANOTHER_DAY),
    "session.removed": lambda plan: replace(without_session(plan, S1), quota=None),
    "session.day": lambda plan: with_session(plan, S1, day=date(2026, 3, 29)),
    "session.registration": lambda plan: with_session(plan, S1, registration=time(11)),
    "session.seating": lambda plan: with_session(plan, S1, seating=time(12, 5)),
    "session.start": lambda plan: with_session(plan, S1, start=time(12, 55)),
    "session.end": lambda plan: with_session(plan, S1, end=time(14)),
    "session.tables": lambda plan: with_session(plan, S1, tables=2),
    "session.capacity": lambda plan: with_session(plan, S1, capacity=5, tables=2),
    "session.name": lambda plan: with_session(plan, S1, name=named("First")),
    "award.titles": lambda plan: award(plan, PlacesAward, titles=(named("Winner"),) * len(plan.titles)),
    "award.terms": lambda plan: award(plan, PlacesAward, titles=(named("Winner"),)),
    "award.removed": lambda plan: replace(plan, awards=plan.awards[1:]),
    "family.name": lambda plan: award(plan, FamilyAward, name=named("Families")),
    "family.terms": lambda plan: award(plan, FamilyAward, child_to=12),
}
"""By field, a change of it that fits the small tournament."""


def small(**changes: Any) -> Tournament:
    return founded(**{**SMALL, "only": ONLY, **changes})


def amended(tournament: Tournament, change: Amend) -> Any:
    return tournament.when(amending(change(tournament.state.plan)))
