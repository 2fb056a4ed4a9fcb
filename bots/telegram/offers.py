"""The button of a task that is offered, with the answers that are known."""

from bots.telegram.talk import Key
from services.personal.person import Person
from services.tasks.offered import Offer

ANSWER = "answer_"
"""Begins the name of a step of a task, and of what was answered at it."""
_BACK = {"present-evidence": "docket.open"}
"""Where one goes back to from a task, wherever it was begun."""


def offer_key(person: Person, label: str, offer: Offer, back: str = "") -> Key:
    """The button that begins a task; what is known is not asked.

    Args:
        back: the step to which the first question leads back, and what was done.
    """
    if offer.task == "make-ruling":
        return Key(label, "docket.open", {**person.named, **offer.answers}, always=True)
    answers = {ANSWER + name: answer for name, answer in offer.answers.items()}
    return Key(
        label,
        "task.begin",
        {**person.named, "task": offer.task, "back": back or _BACK.get(offer.task, ""), **answers},
        always=True,
    )
