"""Showing the page: when and where, results, entry; and what it takes to have it among a phone's apps."""

import msgspec
from flask import Response, request

from services.desk.calendars import calendar
from services.personal.schedule import how_to_come
from services.personal.standings import by_stage
from services.tournament.people.numbers import known_number
from services.web.assets import asset
from services.web.parts import Parts
from services.web.personal.browsers import app_of, phone_of
from services.web.personal.devices import shown_devices
from services.web.personal.members import members
from services.web.personal.personal_session import HEADERS, answer, opened
from services.web.personal.weather import in_doubt, weather_of
from services.web.routes import Call
from services.web.site.times import Times
from shared.plain_text import narrow
from shared.problems import not_found, quoted

_MESSAGES = 20
"""The last ones alone: a page is no archive."""
_SHORT = 12
"""Characters of a name under an icon, before phones cut it off."""


def show(parts: Parts, call: Call) -> Response:
    """The page."""
    page = opened(parts, call)
    weather = weather_of(page)
    agent = request.headers.get("User-Agent", "")
    return answer(
        parts,
        page,
        "personal.html",
        switch=True,
        members=list(members(parts, page, in_doubt(weather))),
        programme=weather,
        when=Times(page.plan.zone, page.language),
        messages=parts.pages.received.of(page.tournament, page.link.recipients, page.language, _MESSAGES),
        how_to_come=how_to_come(page, page.persons, page.plan),
        standings=[block for _, block in by_stage(page)],
        devices=shown_devices(parts, page),
        app=app_of(agent),
        phone=phone_of(agent),
    )


def back_to_page(parts: Parts, call: Call) -> Response:
    """From the address of a form, which only takes what is sent, to the page."""
    return Response(status=303, headers={**HEADERS, "Location": opened(parts, call).home})


def calendar_of_entrant(parts: Parts, call: Call) -> Response:
    """The sessions of one of those the page stands for, for the calendar of a phone.

    Raises:
        Problem: personal-link-invalid; not-found, for anyone else and for who gave their place back.
    """
    page = opened(parts, call)
    asked = call.path["number"].removesuffix(".ics")
    playing = {person.number: person for person in page.persons if not person.principal.left}
    number = known_number(playing, narrow(asked))
    if number is None:
        raise not_found("entrant", quoted(asked))
    body = calendar(parts.desk, page.tournament, entrant=number, language=page.language)
    headers = {**HEADERS, "Content-Disposition": f'inline; filename="{page.tournament}-{number}.ics"'}
    return Response(body, 200, headers, content_type="text/calendar; charset=utf-8")


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
            {"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {"src": "/me/icon.png", "sizes": "192x192", "type": "image/png"},
        ],
    }
    return Response(
        msgspec.json.encode(manifest_body), 200, HEADERS, content_type="application/manifest+json"
    )
