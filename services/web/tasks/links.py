"""Where what is offered is done: the page of its task with what is known, another page, or the chat."""

from collections.abc import Sequence
from urllib.parse import urlencode

import msgspec
from flask import Response

from services.delivery.inviting import has_bot
from services.officials.people_named import PeopleNamed
from services.personal.person import Person
from services.tasks.handover import OF_CASES
from services.tasks.offered import Offer, offer_about
from services.tasks.subjects import Subject
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import staff_page
from services.web.subject_pages import record_of
from shared.catalogue.titles import task_title

OWN_PAGES = {task: f"docket/{{dispute}}/{word}" for task, word in OF_CASES.items()}
"""Tasks that have a page of their own, below that of the tournament."""


def task_address(tournament: str, task: str) -> str:
    """The page of a task that nothing is known about yet."""
    return "/staff/found" if task == "define-tournament" else f"/t/{tournament}/tasks/{task}"


class Link(msgspec.Struct, frozen=True):
    """A task that is offered: what it is called, about whom or which game, and its address."""

    title: str
    about: str
    address: str


def link(tournament: str, offer: Offer, names: PeopleNamed, back: str) -> Link:
    """The way to what is offered.

    Args:
        back: the page to go on with afterwards; "" for the list of tasks.
    """
    language, home = names.language, f"/t/{tournament}"
    own = OWN_PAGES.get(offer.task)
    if own is not None:
        address = f"{home}/{own.format_map(offer.answers)}?{urlencode({'lang': language})}"
    else:
        query = {**offer.answers, **({"back": back} if back else {}), "lang": language}
        address = f"{home}/tasks/{offer.task}?{urlencode(query)}"
    return Link(task_title(offer.task, language), offer_about(offer, names), address)


class Shown(msgspec.Struct, frozen=True):
    """A subject on a page.

    Attributes:
        record: the page that shows it.
    """

    key: str
    title: str
    facts: Sequence[str]
    record: str
    links: Sequence[Link]


def shown(tournament: str, subject: Subject, names: PeopleNamed) -> Shown:
    """A subject with the ways to what is offered about it; from there one goes on with its console."""
    back = f"/t/{tournament}/sessions/{subject.session}/console" if subject.session else ""
    links = [link(tournament, offer, names, back) for offer in subject.offers]
    return Shown(subject.key, subject.title, subject.facts, record_of(tournament, subject.key), links)


_CHAT = "telegram"


def has_chat(parts: Parts, person: Person) -> bool:
    """Whether a chat is linked to the very person who is signed in, and can be led to."""
    if person.principal.subject != person.number or not has_bot(parts.links_begin):
        return False
    linked = parts.links.of_recipients(person.tournament_id, [person.recipient])
    return any(each.channel == _CHAT and each.status == "active" for each in linked.get(person.recipient, ()))


def way_to_chat(parts: Parts, call: Call, link: str, back: str) -> Response:
    """The page that leads to the chat.

    Args:
        link: what names the draft there.
        back: the page that goes on with it here.
    """
    address = f"{parts.links_begin()}{link}"
    return staff_page(parts, call, "tasks/in_chat.html", address=address, back=back)
