"""Awards: of which stage, for what, and what they need to be decided."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from services.rules.ruleset import Ruleset
from services.tournament.definition import words
from services.tournament.definition.awards import Best, CategoryAward, FamilyAward, PlacesAward, TeamAward
from services.tournament.definition.checks.figures import ages
from services.tournament.definition.checks.places import path_of, stages_of
from services.tournament.definition.faults import Finding, finding, nearest, shown
from services.tournament.definition.plan import Competition
from shared.toml_lines import Path

OLDEST = 110
"""Years that hardly anybody has lived: an age beyond is taken for a slip."""


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Awards of stages and categories that are not there, or that cannot be decided."""
    for place, award in enumerate(plan.awards):
        path = ("award", place)
        if plan.stage(award.stage) is None:
            hint = nearest(award.stage, [stage.id for stage in plan.stages])
            yield finding(
                (*path, "stage"),
                "part-there-is-no-stage",
                *((*here, "id") for here, _ in stages_of(plan)),
                stage=shown(award.stage),
                hint=hint,
            )
        yield from _OF_KIND[type(award)](plan, path, award)


def remarks(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Awards that nobody can get, and categories that nobody can be in.

    Whether there are teams, or people in a category without ages, is not known before they register:
    that is remarked when the awards are made.
    """
    for place, category in enumerate(plan.categories):
        yield from _nobody(plan, ("categories", place), "age_from", category.age_from)
        yield from _nobody(plan, ("categories", place), "age_to", category.age_to)
    for place, award in enumerate(plan.awards):
        path = ("award", place)
        if isinstance(award, FamilyAward):
            yield from _nobody(plan, path, "child_from", award.child_from)
            yield from _nobody(plan, path, "child_to", award.child_to)
            yield from _nobody(plan, path, "parent_from", award.parent_from)
        elif isinstance(award, PlacesAward | CategoryAward):
            yield from _more_titles(plan, path, award)


def _nobody(plan: Competition, path: Path, field: str, age: int | None) -> Iterator[Finding]:
    """An age that nobody who takes part has."""
    if age is None:
        return
    if field.endswith("_to") and age < plan.minimum_age:
        ages = {"child_to": age, "minimum_age": plan.minimum_age}
        yield finding((*path, field), "part-awarding-but-nobody-under-takes-part", **ages)
    if field.endswith("_from") and age > OLDEST:
        yield finding((*path, field), "part-awarding-but-nobody-so-old", age=age)


def _more_titles(plan: Competition, path: Path, award: PlacesAward | CategoryAward) -> Iterator[Finding]:
    """More titles than people who can play in the stage."""
    stage = plan.stage(award.stage)
    if stage is None:
        return
    bounds = [stage.room if stage.attend != "some" else None]
    if stage.source is not None and stage.source.ties != "all":
        bounds.append(stage.source.places)
    room = min((bound for bound in bounds if bound is not None), default=None)
    if room is not None and len(award.titles) > room:
        values = {"titles": len(award.titles), "room": room, "id": stage.id}
        yield finding((*path, "titles"), "part-awarding-more-titles-than-room", **values)


def _places(plan: Competition, path: Path, award: PlacesAward | CategoryAward) -> Iterator[Finding]:
    if not award.titles:
        yield finding((*path, "titles"), "part-awarding-names-no-title-write-titles")


def _family(plan: Competition, path: Path, award: FamilyAward) -> Iterator[Finding]:
    yield from ages(path, "child_from", award.child_from, "child_to", award.child_to)
    yield from ages(path, "parent_from", award.parent_from, "parent_to", None)
    stage = plan.stage(award.stage)
    if stage is None or award.ages_on is not None:
        return
    if plan.first_day(stage) is None:
        yield finding(
            (*path, "ages_on"),
            "part-awarding-missing-no-day-on-which",
            (*path, "stage"),
            (*path_of(plan, stage), "sessions"),
            id=stage.id,
        )


def _team(plan: Competition, path: Path, award: TeamAward) -> Iterator[Finding]:
    if isinstance(award.count, Best):
        if not 1 <= award.count.best <= 100:
            yield finding((*path, "count", "best"), "part-awarding-can-1-100", best=award.count.best)
    elif award.count not in words.COUNT:
        hint = nearest(award.count, words.COUNT)
        values = {"word": shown(award.count), "hint": hint, "example": "{ best = 3 }"}
        yield finding((*path, "count"), "part-word-unknown-or", **values)


def _category(plan: Competition, path: Path, award: CategoryAward) -> Iterator[Finding]:
    yield from _places(plan, path, award)
    if plan.category(award.category) is None:
        hint = nearest(award.category, [category.id for category in plan.categories])
        yield finding(
            (*path, "category"),
            "part-there-is-no-category",
            *(("categories", place, "id") for place in range(len(plan.categories))),
            category=shown(award.category),
            hint=hint,
        )


_OF_KIND: Mapping[type[Any], Callable[[Competition, Path, Any], Iterator[Finding]]] = {
    PlacesAward: _places,
    FamilyAward: _family,
    TeamAward: _team,
    CategoryAward: _category,
}
"""By kind of award, what is checked of it."""
