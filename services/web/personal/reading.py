"""Showing the page: when and where, results, entry; and what it takes to have it among a phone's apps."""

from collections.abc import Iterator

import msgspec
from flask import Response, request

from services.delivery.codes import CODE_NOWHERE
from services.personal.asking import organizer_reads
from services.personal.person import Person
from services.personal.record import entry
from services.personal.schedule import blocks
from services.personal.standings import by_stage
from services.web.parts import Parts
from services.web.personal.browsers import app_of, phone_of
from services.web.personal.consents import ConsentShown, shown_consents
from services.web.personal.devices import shown_devices
from services.web.personal.opened import HEADERS, Opened, answer, opened
from services.web.personal.purposes import Offer, offers
from services.web.routes import Call

_MESSAGES = 5
"""The last ones alone: a page is no archive."""
_SHORT = 12
"""Characters of a name under an icon, before phones cut it off."""


def show(parts: Parts, call: Call) -> Response:
    """The page."""
    own = opened(parts, call)
    said = request.headers.get("User-Agent", "")
    return answer(
        parts,
        own,
        "personal.html",
        switch=True,
        messages=parts.pages.pushed.of(own.tournament, own.link.recipients, own.language, _MESSAGES),
        schedule=list(blocks(own)),
        standings=[block for _, block in by_stage(own)],
        entries=[block for person in own.persons if (block := entry(own, person))],
        consents=list(_consents(parts, own)),
        offers=list(_offers(parts, own)),
        devices=shown_devices(parts, own),
        app=app_of(said),
        phone=phone_of(said),
    )


def back_to_page(parts: Parts, call: Call) -> Response:
    """From the address of a form, which only takes what is sent, to the page."""
    return Response(status=303, headers={**HEADERS, "Location": opened(parts, call).home})


def manifest(parts: Parts, call: Call) -> Response:
    """What a phone goes by that puts the page among its apps."""
    own = opened(parts, call)
    title = own.plan.title.in_language(own.language)
    short = title if len(title) <= _SHORT else f"{title[: _SHORT - 1].rstrip()}…"
    said = {
        "id": own.path,
        "name": title,
        "short_name": short,
        "lang": own.language,
        "start_url": own.home,
        "scope": own.path,
        "display": "standalone",
        "icons": [
            {"src": "/me/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "/me/icon.png", "sizes": "192x192", "type": "image/png"},
        ],
    }
    return Response(msgspec.json.encode(said), 200, HEADERS, content_type="application/manifest+json")


def _consents(parts: Parts, own: Opened) -> Iterator[tuple[Person, bool, list[ConsentShown]]]:
    """By person where the name may be shown, and whether a code to change it would arrive."""
    for person in own.persons:
        if shown := list(shown_consents(own, person)):
            yield person, parts.pages.codes.reaches(own.link, person.recipient), shown


def _offers(parts: Parts, own: Opened) -> Iterator[tuple[str, list[Offer], str]]:
    """By name what each may do, or whom to ask where no code would arrive."""
    read = organizer_reads(parts.links, own.tournament)
    for person in own.persons:
        if parts.pages.codes.reaches(own.link, person.recipient):
            yield person.name, list(offers(own, person, read=read)), ""
        else:
            yield person.name, [], CODE_NOWHERE(contact=own.plan.contact).text(own.language)
