"""The plan of the Hong Kong tournament, as its file has it or with some figures changed."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from services.cli.house_rules import files_beside
from services.rules.ruleset import Ruleset, load
from services.tournament.definition.plan import Competition
from services.tournament.definition.reading import read_tournament
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import From, StagePlan
from services.tournament.definition.texts import Text

FILES = Path(__file__).parents[3] / "infra" / "tournaments"


@cache
def hk_definition() -> Competition:
    """The Hong Kong tournament of its file, with places seen at once and nothing to send along."""
    file = FILES / "hk-2026.toml"
    plan = read_tournament(file.read_bytes(), find_file=files_beside(file)).competition
    assert plan is not None
    names = {"preliminary": Text("preliminary", "初賽"), "final": Text("final", "決賽")}
    stages = tuple(replace(stage, name=names[stage.id], places_seen="live") for stage in plan.stages)
    return replace(plan, stages=stages, timer_guide_file=None)


def hk_rules() -> Ruleset:
    return load("hk-2026")


def definition(
    *,
    quota: int | None = None,
    capacity: int | None = None,
    tables: int | None = None,
    cut: int | None = None,
    final_capacity: int | None = None,
    final_tables: int | None = None,
    days: Mapping[str, date] | None = None,
    only: Sequence[str] | None = None,
    each_stage: Mapping[str, Any] | None = None,
    **changes: Any,
) -> Competition:
    """The Hong Kong tournament with some figures changed, and some sessions on other days, or only some."""

    def sessions(stage: StagePlan) -> Iterator[SessionPlan]:
        room = (final_capacity, final_tables) if stage.id == "final" else (capacity, tables)
        chosen: dict[str, Any] = {
            name: figure for name, figure in zip(("capacity", "tables"), room, strict=True) if figure
        }
        for session in stage.sessions:
            if only is None or session.id in only:
                yield replace(session, day=(days or {}).get(session.id, session.day), **chosen)

    hk = hk_definition()
    stages = tuple(
        replace(stage, sessions=tuple(sessions(stage)), **(each_stage or {})) for stage in hk.stages
    )
    if cut is not None:
        first, final = stages
        assert isinstance(final.enter, From)
        stages = (first, replace(final, enter=replace(final.enter, places=cut)))
    room = sum(capacity or session.capacity or 0 for session in hk.stages[0].sessions)
    changes["quota"] = min(hk.quota or room, room) if quota is None else quota
    return replace(hk, stages=stages, **changes)
