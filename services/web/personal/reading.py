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
from services.web.personal.families import FamilyAsked, families_asked
from services.web.personal.opened import HEADERS, Opened, answer, opened
from services.web.personal.purposes import Offer, offers
from services.web.routes import Call

_MESSAGES = 5
"""The last ones alone: a page is no archive."""
_SHORT = 12
"""Characters of a name under an icon, before phones cut it off."""


def show(parts: Parts, call: Call) -> Response:
    """The page."""
    page = opened(parts, call)
    agent = request.headers.get("User-Agent", "")
    return answer(
        parts,
        page,
        "personal.html",
        switch=True,
        messages=parts.pages.pushed.of(page.tournament, page.link.recipients, page.language, _MESSAGES),
        schedule=list(blocks(page)),
        standings=[block for _, block in by_stage(page)],
        entries=[block for person in page.persons if (block := entry(page, person))],
        consents=list(_consents(parts, page)),
        families=list(_families(parts, page)),
        offers=list(_offers(parts, page)),
        devices=shown_devices(parts, page),
        app=app_of(agent),
        phone=phone_of(agent),
    )


def back_to_page(parts: Parts, call: Call) -> Response:
    """From the address of a form, which only takes what is sent, to the page."""
    return Response(status=303, headers={**HEADERS, "Location": opened(parts, call).home})


def manifest(parts: Parts, call: Call) -> Response:
    """What a phone goes by that puts the page among its apps."""
    page = opened(parts, call)
    title = page.plan.title.in_language(page.language)
    short = title if len(title) <= _SHORT else f"{title[: _SHORT - 1].rstrip()}…"
    manifest_body = {
        "id": page.path,
        "name": title,
        "short_name": short,
        "lang": page.language,
        "start_url": page.home,
        "scope": page.path,
        "display": "standalone",
        "icons": [
            {"src": "/me/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "/me/icon.png", "sizes": "192x192", "type": "image/png"},
        ],
    }
    return Response(
        msgspec.json.encode(manifest_body), 200, HEADERS, content_type="application/manifest+json"
    )


def _consents(parts: Parts, page: Opened) -> Iterator[tuple[Person, bool, list[ConsentShown]]]:
    """By person where the name may be shown, and whether a code to change it would arrive."""
    for person in page.persons:
        if shown := list(shown_consents(page, person)):
            yield person, parts.pages.codes.reaches(page.link, person.recipient), shown


def _families(parts: Parts, page: Opened) -> Iterator[tuple[FamilyAsked, str]]:
    """Each proposed family unit, and whom to ask where no code would arrive."""
    for person in page.persons:
        reached = parts.pages.codes.reaches(page.link, person.recipient)
        nowhere = "" if reached else CODE_NOWHERE(contact=page.plan.contact).text(page.language)
        for asked in families_asked(page, person):
            yield asked, nowhere


def _offers(parts: Parts, page: Opened) -> Iterator[tuple[str, list[Offer], str]]:
    """By name what each may do, or whom to ask where no code would arrive."""
    read = organizer_reads(parts.links, page.tournament)
    for person in page.persons:
        if parts.pages.codes.reaches(page.link, person.recipient):
            yield person.name, list(offers(page, person, read=read)), ""
        else:
            yield person.name, [], CODE_NOWHERE(contact=page.plan.contact).text(page.language)
