"""Buttons of tasks: what is offered, the way back to where one was begun, and what it put on record."""

from collections.abc import Mapping

from bots.telegram.talk import Key, Talk, who
from services.officials.tables import table_called
from services.personal.person import Person
from services.tasks.offered import Offer
from services.tasks.plain_task import PlainTask
from services.tasks.recorded import on_record
from services.tasks.refusals import ways_out
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
    offers = ways_out(problem, talk.desk, person.tournament_id, person.principal)
    return [[offer_key(person, task_title(offer.task, talk.language), offer)] for offer in offers]


def answers_in(data: Mapping[str, str]) -> dict[str, str]:
    """What was answered, by the name of the question."""
    return {name.removeprefix(ANSWER): answer for name, answer in data.items() if name.startswith(ANSWER)}


def as_data(answers: Mapping[str, str]) -> dict[str, str]:
    """Answers as a flow or a button keeps them."""
    return {ANSWER + name: answer for name, answer in answers.items()}


_LEFT = {"docket.sheet": ("one_back", "see_sheet"), "consent.list": ("one_back", "consents_of")}
"""What the way back to where a task was begun is called before and after it is done; else it is a case."""


def way_back(talk: Talk, *, done: bool = False) -> Key | None:
    """To where the task was begun, if that is known."""
    data = talk.flow.data
    if not data.get("back"):
        return None
    person, label = who(talk, data), _LEFT.get(data["back"], ("back", "back"))[done]
    back = {**person.named, **answers_in(data)}
    return Key(talk.text(label, name=talk.told_apart(person, person.name)), data["back"], back, always=True)


def recorded_keys(talk: Talk, task: PlainTask, events: range, answer: str) -> list[tuple[str, Key | None]]:
    """What it put on record, by number and name, and how to see it; nothing that the answer says.

    A message has a page and no button: its text stands in the chats of those who get it.
    """
    stored = talk.desk.events(task.person.tournament_id, events.start - 1, len(events)) if events else []
    found = list[tuple[str, Key | None]]()
    for key, called in on_record(stored).items():
        kind, _, id = key.partition(":")
        if kind == "table":
            label = table_called(talk, task.person, id, None)
        else:
            label = task.names.entrant(called) if key == f"entrant:{called}" else called
        shown = Key(label, "task.about", {**task.person.named, "key": key}, always=True)
        if label.casefold() not in answer.casefold():
            found.append((label, None if kind == "notice" else shown))
    return found
