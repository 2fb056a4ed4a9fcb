"""A session as its stage holds it: with seats that are drawn, or with tables that are opened."""

from services.demo.agenda import Activity
from services.demo.director import Director
from services.demo.mishaps import script_of
from services.demo.open_play import hold_open
from services.demo.sessions import hold_session
from services.tournament.definition.stages import StagePlan


def hold(director: Director, stage: StagePlan, index: int) -> Activity:
    """Everything that happens in the session at `index` of a stage."""
    script = script_of(stage, director.state.rules_in(stage.id), index)
    own = hold_open if stage.draw == "open" else hold_session
    return own(director, stage.sessions[index].id, script)
