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
from shared.toml_lines import Path


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Awards of stages and categories that are not there, or that cannot be decided."""
    for place, award in enumerate(plan.awards):
        path = ("award", place)
        if plan.stage(award.stage) is None:
            en, zh = nearest(award.stage, [stage.id for stage in plan.stages])
            yield Finding(
                (*path, "stage"),
                f"there is no stage {shown(award.stage)}; {en}",
                f"沒有階段 {shown(award.stage)}；{zh}",
                tuple((*here, "id") for here, _ in stages_of(plan)),
            )
        yield from _OF_KIND[type(award)](plan, path, award)


def remarks(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Awards that nobody can get."""
    for place, award in enumerate(plan.awards):
        if isinstance(award, FamilyAward) and award.child_to < plan.minimum_age:
            yield Finding(
                ("award", place, "child_to"),
                f"is {award.child_to}, but nobody under {plan.minimum_age} takes part",
                f"是 {award.child_to}，但參賽者最少 {plan.minimum_age} 歲",
            )


def _places(plan: Competition, path: Path, award: PlacesAward | CategoryAward) -> Iterator[Finding]:
    if not award.titles:
        yield Finding(
            (*path, "titles"),
            'names no title; write it as in titles = ["Champion", "Second", "Third"]',
            '沒有名銜；請填寫，如 titles = ["冠軍", "亞軍", "季軍"]',
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
            f"is missing; {stage.id} has no day on which ages could count",
            f"缺少；{stage.id} 沒有日期，無法計算年齡",
            ((*path, "stage"), (*path_of(plan, stage), "sessions")),
        )


def _team(plan: Competition, path: Path, award: TeamAward) -> Iterator[Finding]:
    if isinstance(award.count, Best):
        if not 1 <= award.count.best <= 100:
            yield Finding(
                (*path, "count", "best"),
                f"is {award.count.best}; it can be 1 to 100",
                f"是 {award.count.best}；可用 1 至 100",
            )
    elif award.count not in words.COUNT:
        en, zh = nearest(award.count, words.COUNT)
        yield Finding(
            (*path, "count"),
            f"{shown(award.count)} is unknown; {en}; or {{ best = 3 }}",
            f"沒有 {shown(award.count)}；{zh}；或 {{ best = 3 }}",
        )


def _category(plan: Competition, path: Path, award: CategoryAward) -> Iterator[Finding]:
    yield from _places(plan, path, award)
    if plan.category(award.category) is None:
        en, zh = nearest(award.category, [category.id for category in plan.categories])
        yield Finding(
            (*path, "category"),
            f"there is no category {shown(award.category)}; {en}",
            f"沒有組別 {shown(award.category)}；{zh}",
            tuple(("categories", place, "id") for place in range(len(plan.categories))),
        )


_OF_KIND: Mapping[type[Any], Callable[[Competition, Path, Any], Iterator[Finding]]] = {
    PlacesAward: _places,
    FamilyAward: _family,
    TeamAward: _team,
    CategoryAward: _category,
}
"""By kind of award, what is checked of it."""
