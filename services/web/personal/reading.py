"""Showing the page: when and where, results, entry; and what it takes to have it among a phone's apps."""

import re
from collections.abc import Collection, Iterable
from datetime import date
from typing import Literal

import msgspec
from flask import Response, request

from services.desk.calendars import calendar
from services.desk.site.programme import Programme, programme
from services.desk.views import SessionsAnswer
from services.personal.after_the_cut import goes_on_to
from services.personal.person import Person
from services.personal.schedule import appearances, how_to_come
from services.personal.standings import by_stage
from services.personal.stopped import suspended
from services.tournament.people.numbers import known_number
from services.web.assets import asset
from services.web.parts import Parts
from services.web.personal.devices import shown_devices
from services.web.personal.members import members
from services.web.personal.personal_session import HEADERS, Opened, answer, opened
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


App = Literal["wechat", "line", "instagram", "facebook", "telegram"]
Phone = Literal["iphone", "android", "other"]

_APPS: tuple[tuple[App, re.Pattern[str]], ...] = (
    ("wechat", re.compile(r"MicroMessenger/")),
    ("line", re.compile(r"\bLine/[0-9]")),
    ("instagram", re.compile(r"\bInstagram\b")),
    ("facebook", re.compile(r"\bFB(AN|AV|_IAB)\b|\[FB")),
    ("telegram", re.compile(r"\bTelegram")),
)
"""In this order: Instagram's browser names Facebook's engine, too."""
_LONGEST = 500


def app_of(user_agent: str) -> App | None:
    """The app in whose own browser the page was opened; None for a real browser, or one that does not say."""
    seen = user_agent[:_LONGEST]
    return next((name for name, pattern in _APPS if pattern.search(seen)), None)


def phone_of(user_agent: str) -> Phone:
    """The kind of phone; a newer iPad says that it is a Mac, which the page finds out by script."""
    seen = user_agent[:_LONGEST]
    if re.search(r"\b(iPhone|iPad|iPod)\b", seen):
        return "iphone"
    return "android" if "Android" in seen else "other"


def weather_of(page: Opened) -> Programme:
    """The programme with what is decided, or being decided, of the days that concern anyone of a page.

    That a session of somebody's is suspended, or keeps them in the hall although it has a new date, is said
    with what they are to do, so it does not stand here too.
    """
    shown = programme(page.desk, page.tournament)
    persons = [person for person in page.persons if not person.principal.left]
    days = {day for person in persons for day in _days(page, person)}
    stopped = {day for person in persons for day in _stopped(page, person)}
    return msgspec.structs.replace(
        shown,
        suspended=tuple(off for off in shown.suspended if off.day in days - stopped and not off.moved),
        undecided=tuple(waiting for waiting in shown.undecided if waiting.day in days),
        warned=tuple(warned for warned in shown.warned if warned.day in days),
        watched=tuple(watched for watched in shown.watched if watched.day in days),
        ahead=tuple(day for day in shown.ahead if day in days),
    )


def in_doubt(shown: Programme) -> Collection[date]:
    """The days of which nobody knows yet whether they are played."""
    return {waiting.day for waiting in shown.undecided} | {watched.day for watched in shown.watched}


def _days(page: Opened, person: Person) -> Iterable[date]:
    """The days on which somebody is to play, waits to play, or may play in the stage they go on to."""
    rows = [each.row for each in appearances(page, person, page.plan) if not each.is_over]
    following = goes_on_to(page, person)
    if following is not None:
        answer: SessionsAnswer = page.ask(person, "sessions")
        rows += [view.session for view in answer.rows if view.session.stage == following]
    return [date.fromisoformat(row.day) for row in rows if row.day is not None]


def _stopped(page: Opened, person: Person) -> Iterable[date]:
    """The days of the suspended sessions in which somebody plays or waits to play."""
    for each, _ in suspended(page, person, page.plan):
        if each.row.day is not None:
            yield date.fromisoformat(each.row.day)
