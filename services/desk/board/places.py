"""Places on a board: as anyone may see them, with the names that may stand there.

The address of a board is public, so a name stands on it only with consent to both: to pages, which anyone
opens, and to boards in the hall.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from services.access.visibility import ANYONE
from services.desk.params import StandingsParams
from services.desk.views import UNSET, StandingsAnswer
from services.tournament.definition.stages import Stage

if TYPE_CHECKING:
    from services.desk.desk import Desk


def places(desk: "Desk", tournament_id: str, stage: Stage, language: str) -> StandingsAnswer:
    """The standings of a stage as they stand on a board; raises Problem: stage-unknown, view-failed."""
    answer: StandingsAnswer = desk.ask(
        tournament_id, "standings", StandingsParams(stage=stage), ANYONE, language=language
    )
    entrants = desk.state(tournament_id).entrants
    rows = (
        row if row.name is UNSET or entrants[row.entrant_no].shown_in("board") else replace(row, name=UNSET)
        for row in answer.rows
    )
    return replace(answer, rows=tuple(rows))
