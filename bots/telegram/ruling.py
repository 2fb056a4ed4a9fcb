"""A ruling begun from its case, with what is to happen or without."""

from collections.abc import Mapping

from bots.telegram import task
from bots.telegram.docket import show_case, who
from bots.telegram.talk import Talk, pressed
from services.officials.cases import case


@pressed("ruling.begin")
def begin(talk: Talk, given: Mapping[str, str]) -> None:
    """Ask what it does; of a case that is over show how it ended."""
    person, dispute = who(talk, given), given["dispute"]
    row = case(talk, person, dispute).case
    if row.status not in ("open", "ruled"):
        show_case(talk, person, dispute)
        return
    replaces = {"supersedes": row.rulings[-1].ruling} if row.status == "ruled" else {}
    task.begin(talk, person, "make-ruling", "docket.open", dispute=dispute, **replaces)
    if "effect" in given:
        talk.replies.clear()
        task.answered(talk, {"answer": given["effect"]})
