"""What the engine plays so far: a plan that asks for more is refused when a tournament is founded.

Whatever a stage says beside that is understood and checked, and named here as long as nothing plays it.
"""

from collections.abc import Iterator, Sequence

from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import StagePlan
from shared.problems import Problem, ProblemType, Worded

NOT_PLAYED_YET = ProblemType("not-played-yet", 422)


def check_playable(plan: Competition) -> None:
    """Refuse a plan that cannot be played yet.

    Raises:
        Problem: not-played-yet.
    """
    if missing := not_played_yet(plan):
        raise refused_as(missing)


def refused_as(missing: Sequence[Worded]) -> Problem:
    """The refusal of a plan of which these fields are not played yet."""
    en, zh = "; ".join(own.en for own in missing), "；".join(own.zh for own in missing)
    return NOT_PLAYED_YET(what=Worded(en, zh))


def not_played_yet(plan: Competition) -> list[Worded]:
    """The fields of a plan that nothing plays yet, with what is played; empty where all of it is."""
    return [what for stage in plan.stages for what in _of_stage(stage)]


def _of_stage(stage: StagePlan) -> Iterator[Worded]:
    if stage.source is None and stage.attend == "one" and len(stage.sessions) > 1 and stage.split != "chosen":
        yield Worded(
            f"stage {stage.id}: split = {stage.split} (chosen)",
            f"階段 {stage.id}：split = {stage.split}（chosen）",
        )
