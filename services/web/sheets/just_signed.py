"""Who has just signed a sheet on the screen, so that whoever typed a neighbour's number notices."""

from services.web.parts import Parts
from services.web.routes import Call
from services.web.sheets.paper import Paper, Player
from services.web.signing_in.just_done import just_done

TASK = "sign-sheet"


def just_signed(parts: Parts, call: Call, paper: Paper | None) -> Player | None:
    """The column that was signed just now, while that signature stands; None for nobody's."""
    done = just_done(parts, call)
    if paper is None or done[:2] != [TASK, "done"]:
        return None
    return next((each for each in paper.players if each.number in done[2:] and each.signed.given), None)
