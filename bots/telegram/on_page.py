"""From a chat to the pages of officials by a one-time link: /signin, and a task to be finished there."""

from collections.abc import Mapping

import msgspec

from bots.telegram.markup import quoted
from bots.telegram.offers import answers_in
from bots.telegram.talk import Key, Reply, Talk, command, pressed, who
from services.access.sign_ins import SIGN_IN_RIGHT, make_link
from services.personal.person import Person
from services.tasks.handover import Handed, Handover, page_of
from shared.catalogue import say

HANDED = "handed"
"""The datum with the id of a draft that was handed over."""


def page_key(talk: Talk) -> list[Key]:
    """The button that leads on; for those who have pages to sign in to."""
    return [Key(talk.text("on_page"), "task.on_page")] if who(talk, talk.flow.data).may(SIGN_IN_RIGHT) else []


@pressed("task.on_page")
def continue_on_page(talk: Talk, given: Mapping[str, str]) -> None:
    """Keep what was answered, and give the way to it; the question stays, and can still be answered here."""
    data = talk.flow.data
    person, task, answers = who(talk, data), data["task"], answers_in(data)
    id = Handover(talk.desk, person).keep(task, answers, data.get(HANDED, ""))
    # Its buttons are those of the same step, so that they can still be pressed.
    talk.flow = msgspec.structs.replace(talk.flow, data={**data, HANDED: id})
    office = person.principal
    made = make_link(talk.room.desk.grants, office.role, office.subject, person.tournament_id, "telegram")
    page = page_of(person.tournament_id, task, answers, id)
    link = f"{talk.room.pages_at}{made.path}?to={page}&lang={talk.language}"
    talk.replies.append(Reply(talk.chat, quoted(talk.text("on_page_link", link=link, minutes=made.minutes))))


def was_done(talk: Talk, person: Person) -> bool:
    """Whether what is being confirmed was done on the page already."""
    id = talk.flow.data.get(HANDED, "")
    return bool(id) and Handover(talk.desk, person).is_done(id)


def say_was_done(talk: Talk) -> None:
    """End the task, and say that it is not done a second time."""
    talk.go()
    talk.say("\n".join(say(f"page-task-already{more}", talk.language) for more in ("", "-about")))


def forget(talk: Talk, person: Person) -> None:
    """Forget what was handed over, once it is done here."""
    data = talk.flow.data
    if id := data.get(HANDED):
        Handover(talk.desk, person).drop(Handed(data["task"], id, answers_in(data)))


@command("signin")
def sign_in(talk: Talk, given: Mapping[str, str]) -> None:
    officials = [person for person in talk.persons if person.may(SIGN_IN_RIGHT)]
    if not officials:
        talk.not_for_you()
    for person in officials:
        office = person.principal
        made = make_link(talk.room.desk.grants, office.role, office.subject, person.tournament_id, "telegram")
        body = talk.text(
            "sign_in",
            link=f"{talk.room.pages_at}{made.path}?lang={talk.language}",
            minutes=made.minutes,
            code=f"{made.code[:4]} {made.code[4:]}",
        )
        title = talk.room.people.title(person.tournament_id).in_language(talk.language)
        role = talk.text(f"role_{office.role}")
        talk.say(body, heading=talk.text("sign_in_heading", role=role, title=title))
