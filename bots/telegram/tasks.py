"""/tasks: all that somebody may do, found by a word of it, or by a table, a person or a case."""

from collections.abc import Iterator, Mapping

from bots.telegram.docket import who
from bots.telegram.talk import Key, Talk, command, pressed
from bots.telegram.task import ANSWER, PAGE
from services.officials.people_named import PeopleNamed
from services.personal.person import Person
from services.tasks.listed import tasks_of
from services.tasks.offered import Offer, offer_about
from services.tasks.subjects import Subjects
from shared.catalogue.titles import title_of

_OWN_WAYS = {
    "correct-game": "correct.begin",
    "make-ruling": "docket.open",
    "present-evidence": "docket.open",
}
"""Tasks that are asked in a way of their own."""


@command("tasks")
def tasks(talk: Talk, given: Mapping[str, str]) -> None:
    if not talk.persons:
        talk.nobody_here()
        return
    _list(talk, given["rest"].strip(), 0)


@pressed("task.list")
def listed(talk: Talk, given: Mapping[str, str]) -> None:
    _list(talk, given["word"], int(given["start"]))


def _list(talk: Talk, word: str, start: int) -> None:
    """What is called as was written, from one on: tables, people and cases, then tasks."""
    several = len(talk.persons) > 1
    found = [*_about_what(talk, word)] if word else []
    for person in talk.persons:
        for name, title in tasks_of(person.principal.role, talk.language, word):
            label = talk.text("task_of", task=title, name=person.name) if several else title
            found.append(Key(label, "task.begin", {**person.named, "task": name}, always=True))
    if len(found) == 1 and found[0].action == "task.about":
        about(talk, found[0].data)
        return
    rows = [[key] for key in found[start : start + PAGE]]
    if len(found) > start + PAGE:
        after = {"word": word, "start": str(start + PAGE)}
        rows.append([Key(talk.text("more"), "task.list", after, always=True)])
    talk.say(talk.text("tasks" if found else "tasks_none"), rows)


def _about_what(talk: Talk, word: str) -> Iterator[Key]:
    """The tables, sessions, people and cases that are called so, for each office of the chat."""
    for person in talk.persons:
        if person.principal.role == "participant":
            continue
        subjects = _subjects(talk, person)
        for key in dict.fromkeys(subjects.found(word)):
            if (subject := subjects.called(key)) is not None:
                yield Key(subject.title, "task.about", {**person.named, "key": key}, always=True)


def _subjects(talk: Talk, person: Person) -> Subjects:
    seen = talk.desk.visibility(person.tournament_id, person.principal)
    return Subjects(talk.desk.state(person.tournament_id), talk, person, seen)


@pressed("task.about")
def about(talk: Talk, given: Mapping[str, str]) -> None:
    """What is known of a table, session, person or case, with a button for each task offered about it."""
    person = who(talk, given)
    subject = _subjects(talk, person).called(given["key"])
    if subject is None:
        talk.say(talk.text("tasks_none"))
        return
    names = PeopleNamed(talk, person)
    keys = [_offered(talk, person, offer, names) for offer in subject.offers]
    talk.say("\n".join(subject.facts), [[key] for key in keys], heading=subject.title)


def _offered(talk: Talk, person: Person, offer: Offer, names: PeopleNamed) -> Key:
    title = title_of(offer.task, talk.language) or offer.task
    of = offer_about(offer, names)
    label = talk.text("task_of", task=title, name=of) if of else title
    own = _OWN_WAYS.get(offer.task)
    if own is not None:
        return Key(label, own, {**person.named, **offer.answers}, always=True)
    answers = {ANSWER + name: answer for name, answer in offer.answers.items()}
    return Key(label, "task.begin", {**person.named, "task": offer.task, **answers}, always=True)
