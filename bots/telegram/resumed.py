"""A task of a page that is finished in the chat: its link leads to where it was left."""

from collections.abc import Mapping

from bots.telegram.offers import BACK
from bots.telegram.on_page import HANDED
from bots.telegram.talk import Talk, pressed
from bots.telegram.task import resume
from services.tasks.handover import DRAFT_GONE, OF_CASES, Handover


@pressed("task.resume")
def resumed(talk: Talk, given: Mapping[str, str]) -> None:
    """Go on where the page was left; raises Problem: draft-gone."""
    for person in talk.persons:
        handed = Handover(talk.desk, person).find(given["draft"])
        if handed is not None:
            known = "dispute" if handed.task in OF_CASES else ""
            data = {"task": handed.task, "back": BACK.get(handed.task, ""), "known": known, HANDED: handed.id}
            resume(talk, {**person.named, **data}, handed.answers)
            return
    raise DRAFT_GONE()
