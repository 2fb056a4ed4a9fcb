"""The stages and sessions of a competition with their paths in the file."""

from collections.abc import Iterator

from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import StagePlan
from shared.toml_lines import Path


def stages_of(plan: Competition) -> Iterator[tuple[Path, StagePlan]]:
    for number, stage in enumerate(plan.stages):
        yield ("stage", number), stage


def sessions_of(path: Path, stage: StagePlan) -> Iterator[tuple[Path, SessionPlan]]:
    for number, session in enumerate(stage.sessions):
        yield (*path, "sessions", number), session


def all_sessions(plan: Competition) -> Iterator[tuple[Path, SessionPlan]]:
    for path, stage in stages_of(plan):
        yield from sessions_of(path, stage)


def path_of(plan: Competition, stage: StagePlan) -> Path:
    """Where a stage of the competition stands."""
    return ("stage", next(number for number, other in enumerate(plan.stages) if other is stage))
