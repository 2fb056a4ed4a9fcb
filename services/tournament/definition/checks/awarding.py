"""Awards: of which stage, for what, and what they need to be decided."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from services.rules.ruleset import Ruleset
from services.tournament.definition import words
from services.tournament.definition.awards import (
    Best,
    CategoryAward,
    FamilyAward,
    PlacesAward,
    TeamAward,
)
from services.tournament.definition.checks.figures import ages
from services.tournament.definition.checks.places import path_of, stages_of
from services.tournament.definition.faults import Finding, nearest, shown
from services.tournament.definition.plan import Competition
from shared.catalogue import Phrase
from shared.toml_lines import Path


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Awards of stages and categories that are not there, or that cannot be decided."""
    for place, award in enumerate(plan.awards):
        path = ("award", place)
        if plan.stage(award.stage) is None:
            hint = nearest(award.stage, [stage.id for stage in plan.stages])
            yield Finding(
                (*path, "stage"),
                Phrase("part-there-is-no-stage", {"stage": shown(award.stage), "hint": hint}),
                tuple((*here, "id") for here, _ in stages_of(plan)),
            )
        yield from _OF_KIND[type(award)](plan, path, award)


def remarks(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Awards that nobody can get."""
    for place, award in enumerate(plan.awards):
        if isinstance(award, FamilyAward) and award.child_to < plan.minimum_age:
            yield Finding(
                ("award", place, "child_to"),
                Phrase(
                    "part-awarding-but-nobody-under-takes-part",
                    {"child_to": award.child_to, "minimum_age": plan.minimum_age},
                ),
            )


def _places(plan: Competition, path: Path, award: PlacesAward | CategoryAward) -> Iterator[Finding]:
    if not award.titles:
        yield Finding(
            (*path, "titles"),
            Phrase("part-awarding-names-no-title-write-titles"),
        )


def _family(plan: Competition, path: Path, award: FamilyAward) -> Iterator[Finding]:
    yield from ages(path, "child_from", award.child_from, "child_to", award.child_to)
    yield from ages(path, "parent_from", award.parent_from, "parent_to", None)
    stage = plan.stage(award.stage)
    if stage is None or award.ages_on is not None:
        return
    if plan.first_day(stage) is None:
        yield Finding(
            (*path, "ages_on"),
            Phrase("part-awarding-missing-no-day-on-which", {"id": stage.id}),
            ((*path, "stage"), (*path_of(plan, stage), "sessions")),
        )


def _team(plan: Competition, path: Path, award: TeamAward) -> Iterator[Finding]:
    if isinstance(award.count, Best):
        if not 1 <= award.count.best <= 100:
            yield Finding(
                (*path, "count", "best"),
                Phrase("part-awarding-can-1-100", {"best": award.count.best}),
            )
    elif award.count not in words.COUNT:
        hint = nearest(award.count, words.COUNT)
        values = {"word": shown(award.count), "hint": hint, "example": "{ best = 3 }"}
        yield Finding((*path, "count"), Phrase("part-word-unknown-or", values))


def _category(plan: Competition, path: Path, award: CategoryAward) -> Iterator[Finding]:
    yield from _places(plan, path, award)
    if plan.category(award.category) is None:
        hint = nearest(award.category, [category.id for category in plan.categories])
        yield Finding(
            (*path, "category"),
            Phrase("part-there-is-no-category", {"category": shown(award.category), "hint": hint}),
            tuple(("categories", place, "id") for place in range(len(plan.categories))),
        )


_OF_KIND: Mapping[type[Any], Callable[[Competition, Path, Any], Iterator[Finding]]] = {
    PlacesAward: _places,
    FamilyAward: _family,
    TeamAward: _team,
    CategoryAward: _category,
}
"""By kind of award, what is checked of it."""
