"""The button of a task that is offered, with the answers that are known."""

from bots.telegram.talk import Key
from services.personal.person import Person
from services.tasks.offered import Offer

ANSWER = "answer_"
"""Begins the name of a step of a task, and of what was answered at it."""
_OWN_WAYS = {"make-ruling": "docket.open", "present-evidence": "evidence.begin"}
"""Tasks that are asked in a way of their own."""


def offer_key(person: Person, label: str, offer: Offer, back: str = "") -> Key:
    """The button that begins a task; what is known is not asked.

    Args:
        back: the step to which the first question leads back, and what was done.
    """
    if offer.task in _OWN_WAYS:
        return Key(label, _OWN_WAYS[offer.task], {**person.named, **offer.answers}, always=True)
    answers = {ANSWER + name: answer for name, answer in offer.answers.items()}
    return Key(
        label, "task.begin", {**person.named, "task": offer.task, "back": back, **answers}, always=True
    )
