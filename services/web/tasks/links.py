"""Where what is offered is done: the page of its task with what is known already, or a page of its own."""

from urllib.parse import urlencode

import msgspec

from services.officials.people_named import PeopleNamed
from services.tasks.offered import Offer
from shared.catalogue import say
from shared.catalogue.titles import title_of

_OWN_PAGES = {
    "correct-game": "correct/{game}/{sheet}",
    "make-ruling": "docket/{dispute}/ruling",
    "present-evidence": "docket/{dispute}/evidence",
}
"""Tasks that have a page of their own, below that of the tournament."""


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
    about = names.entrant(offer.answers["entrant"]) if "entrant" in offer.answers else ""
    if not about and "game" in offer.answers:
        about = say("page-console-game", language, game=offer.answers["game"])
    own = _OWN_PAGES.get(offer.task)
    if own is not None:
        address = f"{home}/{own.format_map(offer.answers)}?{urlencode({'lang': language})}"
    else:
        query = {**offer.answers, **({"back": back} if back else {}), "lang": language}
        address = f"{home}/tasks/{offer.task}?{urlencode(query)}"
    return Link(title_of(offer.task, language) or offer.task, about, address)
