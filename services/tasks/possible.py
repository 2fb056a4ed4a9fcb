"""Whether a task leads anywhere as things stand: what would be refused as it is opened is not listed."""

from collections.abc import Mapping

from services.personal.person import Person
from services.tasks.day_decision import DayDecision
from services.tasks.day_questions import known_of
from services.tasks.described import Asker
from services.tasks.listed import BY_FILE, described
from services.tasks.questions import questions_of
from services.tournament.catalogue import commands


def known_of_reader(person: Person, task: str) -> Mapping[str, str]:
    """Who a task of a participant is about; nothing for others."""
    asked = [question.name for question in questions_of(commands()[task]) if question.needed]
    is_known = person.principal.role == "participant" and "entrant" in asked
    return {"entrant": person.number} if is_known else {}


def can_be_begun(reader: Asker, person: Person, task: str) -> bool:
    """Whether it is not refused at once, with nothing known but who asks."""
    if task in BY_FILE:
        return True
    if (known := known_of(task)) is not None:
        return not DayDecision(reader, person).nothing_left(known)
    return described(reader, person, task).can_be_begun(known_of_reader(person, task))
