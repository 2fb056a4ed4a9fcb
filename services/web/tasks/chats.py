"""A task of a page that is finished in the chat of whoever is signed in."""

from flask import Response

from services.delivery.inviting import has_bot
from services.personal.person import Person
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import staff_page

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
