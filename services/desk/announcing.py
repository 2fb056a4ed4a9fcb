"""When results are announced: on the day that the file names, or after play that was moved behind it."""

from datetime import date
from typing import TYPE_CHECKING

import msgspec

from services.tournament.definition.stages import Stage
from services.tournament.publication.announced import is_played_after
from services.tournament.state import State

if TYPE_CHECKING:
    from services.desk.desk import Desk


class Announced(msgspec.Struct, frozen=True):
    """When the results of a stage are announced; `day` None for after play, whenever that is."""

    day: date | None


def announced_as_of(desk: "Desk", tournament_id: str, seq: int, stage: Stage) -> Announced | None:
    """When the results of a stage are announced, as it stood at a seq; raises Problem: tournament-unknown."""
    return announced(desk.state(tournament_id, seq), stage)


def announced(state: State, stage: Stage) -> Announced | None:
    """When the results of a stage are announced; None where the file names no day."""
    day = state.plan.results_published_on
    if day is None:
        return None
    return Announced(None if is_played_after(state, stage, day) else day)
