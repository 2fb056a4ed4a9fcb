"""The button of a task that is offered, with the answers that are known."""

from collections.abc import Mapping

from bots.telegram.talk import Key, Talk
from services.personal.person import Person
from services.tasks.offered import Offer
from services.tasks.way_out import ways_out
from shared.catalogue.titles import task_title
from shared.problems import Problem

ANSWER = "answer_"
"""Begins the name of a step of a task, and of what was answered at it."""
BACK = {"present-evidence": "docket.open", "make-ruling": "docket.open"}
"""Where one goes back to from a task, wherever it was begun."""


def offer_key(person: Person, label: str, offer: Offer, back: str = "") -> Key:
    """The button that begins a task; what is known is not asked.

    Args:
        back: the step to which the first question leads back, and what was done.
    """
    if offer.task == "make-ruling":
        return Key(label, "docket.open", {**person.named, **offer.answers}, always=True)
    begun = {**person.named, "task": offer.task, "back": back or BACK.get(offer.task, "")}
    return Key(label, "task.begin", {**begun, **as_data(offer.answers)}, always=True)


def way_out_keys(talk: Talk, person: Person, problem: Problem) -> list[list[Key]]:
    """A button for each task that a refusal names as the way out."""
    offers = ways_out(problem, talk.desk.visibility(person.tournament_id, person.principal))
    return [[offer_key(person, task_title(offer.task, talk.language), offer)] for offer in offers]


def answers_in(data: Mapping[str, str]) -> dict[str, str]:
    """What was answered, by the name of the question."""
    return {name.removeprefix(ANSWER): answer for name, answer in data.items() if name.startswith(ANSWER)}


def as_data(answers: Mapping[str, str]) -> dict[str, str]:
    """Answers as a flow or a button keeps them."""
    return {ANSWER + name: answer for name, answer in answers.items()}
