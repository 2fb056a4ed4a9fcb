"""What the engine plays so far: a plan that asks for more is refused when a tournament is founded.

Whatever a stage says beside that is understood and checked, and named here as long as nothing plays it.
"""

from collections.abc import Iterator, Sequence

from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import StagePlan
from shared.catalogue import Listed, Phrase
from shared.problems import Problem, ProblemType

NOT_PLAYED_YET = ProblemType("not-played-yet", 422)


def check_playable(plan: Competition) -> None:
    """Refuse a plan that cannot be played yet.

    Raises:
        Problem: not-played-yet.
    """
    if missing := not_played_yet(plan):
        raise refused_as(missing)


def refused_as(missing: Sequence[Phrase]) -> Problem:
    """The refusal of a plan of which these fields are not played yet."""
    return NOT_PLAYED_YET(what=Listed(missing, "list-between-sentences"))


def not_played_yet(plan: Competition) -> list[Phrase]:
    """The fields of a plan that nothing plays yet, with what is played; empty where all of it is."""
    return [what for stage in plan.stages for what in _of_stage(stage)]


def _of_stage(stage: StagePlan) -> Iterator[Phrase]:
    if stage.source is None and stage.attend == "one" and len(stage.sessions) > 1 and stage.split != "chosen":
        yield Phrase("part-playable-stage-split-chosen", {"id": stage.id, "split": stage.split})
