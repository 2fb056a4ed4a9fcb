"""What officials and others can do, found by a word, a table, a person or a case; and what waits for them."""

from collections.abc import Iterator, Mapping
from zoneinfo import ZoneInfo

from bots.telegram import task
from bots.telegram.choices import subjects, takes_words
from bots.telegram.docket import show_case
from bots.telegram.offers import BACK, offer_key
from bots.telegram.on_page import HANDED
from bots.telegram.questions import writers_of
from bots.telegram.talk import Key, Talk, command, pressed, who
from bots.telegram.task import PAGE, resume
from services.officials.cases import case
from services.officials.people_named import PeopleNamed
from services.personal.person import Person
from services.tasks.handover import DRAFT_GONE, OF_CASES, Handover
from services.tasks.listed import tasks_of
from services.tasks.offered import Offer, offer_about
from services.tasks.possible import can_be_begun
from services.tasks.subjects import tables_waiting
from services.tasks.waiting import waiting
from shared.catalogue.titles import title_of
from shared.i18n import moment_in_short
from shared.plain_text import narrow


@command("tasks")
def tasks(talk: Talk, given: Mapping[str, str]) -> None:
    if not talk.persons:
        talk.nobody_here()
        return
    _list(talk, narrow(given["rest"]), 0)


@takes_words("tasks")
def tasks_called(talk: Talk, text: str) -> None:
    _list(talk, narrow(text), 0)


@pressed("task.list")
def listed(talk: Talk, given: Mapping[str, str]) -> None:
    _list(talk, given["word"], int(given["start"]))


def _list(talk: Talk, word: str, start: int) -> None:
    """What is called as was written, from one on: tables, people and cases, then tasks."""
    several = len(talk.persons) > 1
    found = [*_about_what(talk, word)] if word else []
    for person in talk.persons:
        for name, title in tasks_of(person.principal.role, talk.language, word):
            if not word and not can_be_begun(talk, person, name):
                continue
            label = (
                talk.text("task_of", task=title, name=talk.told_apart(person, person.name))
                if several
                else title
            )
            found.append(Key(label, "task.begin", {**person.named, "task": name}, always=True))
    if len(found) == 1 and found[0].action == "task.about":
        about(talk, found[0].data)
        return
    rows = [[key] for key in found[start : start + PAGE]]
    if len(found) > start + PAGE:
        after = {"word": word, "start": str(start + PAGE)}
        rows.append([Key(talk.text("more"), "task.list", after, always=True)])
    talk.say(talk.text("tasks" if found else "tasks_none"), rows)
    if not writers_of(talk):  # what a participant writes goes to the organizer
        talk.take_words_for("tasks")


def _about_what(talk: Talk, word: str) -> Iterator[Key]:
    """The tables, sessions, people and cases that are called so, for each office of the chat."""
    for person in talk.persons:
        if person.principal.role == "participant":
            continue
        there = subjects(talk, person)
        for key in dict.fromkeys(there.found(word)):
            if (subject := there.called(key)) is not None:
                yield Key(
                    talk.told_apart(person, subject.title),
                    "task.about",
                    {**person.named, "key": key},
                    always=True,
                )


@pressed("task.about")
def about(talk: Talk, given: Mapping[str, str]) -> None:
    """What is known of a table, session, person or case, with a button for each task offered about it."""
    person = who(talk, given)
    subject = subjects(talk, person).called(given["key"])
    if subject is None:
        talk.say(talk.text("tasks_none"))
        return
    names = PeopleNamed(talk, person)
    keys = [_offered(talk, person, offer, names) for offer in subject.offers]
    talk.say(
        "\n".join(subject.facts), [[key] for key in keys], heading=talk.told_apart(person, subject.title)
    )


def _offered(talk: Talk, person: Person, offer: Offer, names: PeopleNamed, about: str = "") -> Key:
    """The button of what is offered.

    Args:
        about: what it is about, where the message does not say.
    """
    title = title_of(offer.task, talk.language) or offer.task
    of = about or offer_about(offer, names)
    label = talk.text("task_of", task=title, name=of) if of else title
    return offer_key(person, label, offer)


@command("todo")
def todo(talk: Talk, given: Mapping[str, str]) -> None:
    _todo_from(talk, 0)


@pressed("task.todo")
def more_to_do(talk: Talk, given: Mapping[str, str]) -> None:
    _todo_from(talk, int(given["start"]))


def _todo_from(talk: Talk, start: int) -> None:
    """What waits for each office of the chat, the most urgent first, with a button for what it is about."""
    offices = [person for person in talk.persons if person.principal.role != "participant"]
    if not offices:
        talk.not_for_you()
        return
    lines = [line for person in offices for line in _lines(talk, person)]
    shown = lines[start : start + PAGE]
    rows = [[key] for _, key in shown if key is not None]
    if len(lines) > start + PAGE:
        rows.append([Key(talk.text("more"), "task.todo", {"start": str(start + PAGE)}, always=True)])
    texts = [talk.text("todo", count=len(lines)), *(text for text, _ in shown)]
    talk.say("\n".join(texts), rows)


def _lines(talk: Talk, person: Person) -> Iterator[tuple[str, Key | None]]:
    """What waits in words, with the button that leads to it."""
    state = talk.desk.state(person.tournament_id)
    seen, zone = talk.desk.visibility(person.tournament_id, person.principal), ZoneInfo(state.plan.zone)
    names, there = PeopleNamed(talk, person), subjects(talk, person)
    for each in waiting(state, seen, talk.now()):
        of, key = talk.told_apart(person, there.title(each.about)), None
        since = "" if each.since is None else moment_in_short(each.since, zone, talk.language)
        if each.offer is not None:
            title = title_of(each.offer.task, talk.language) or each.offer.task
            key = _offered(talk, person, each.offer, names, of)
        else:
            title = tables_waiting(each, talk.language)
        about = talk.told_apart(person, there.waits(each))
        yield talk.text("todo_line", task=title, about=about or None, since=since or None), key


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
