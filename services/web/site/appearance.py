"""Files of a tournament: the colour of its pages as a style sheet, its logo, and the guide to the timer.

The addresses of the first two name what they lead to, so that whoever has it does not ask for it again.
"""

import re
from collections.abc import Iterator
from functools import partial
from urllib.parse import quote

import msgspec
from flask import Response

from services.desk.appearance import banner, logo, timer_guide
from services.tournament.definition.attachments import PLAIN, Attachment
from services.tournament.definition.plan import Competition
from services.web.etags import Answer
from services.web.files import FOREVER
from services.web.parts import Parts
from services.web.reads import read_of_content
from services.web.routes import Action, Call, Route
from shared.i18n import Language

_LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Opened by itself, a logo is a document in which nothing runs, loads or is sent."""
_HEX = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")
_LINEAR_UNTIL, _GAMMA = 0.04045, 2.4
_WEIGHTS = (0.2126, 0.7152, 0.0722)


class ContentParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the address says that it leads to: the begin of a digest, or a colour without its sign."""

    of: str = ""


def appearance_routes(parts: Parts) -> Iterator[Route]:
    """The style sheet of a banner, and the logo."""
    yield Route(
        name="banner",
        path="/t/{tournament}/banner.css",
        access=Action("tournament"),
        handle=partial(_banner, parts),
        parameters=ContentParameters,
    )
    yield Route(
        name="logo",
        path="/t/{tournament}/logo",
        access=Action("tournament"),
        handle=partial(_logo, parts),
        parameters=ContentParameters,
    )


def banner_address(tournament: str, plan: Competition) -> str | None:
    """Where the style sheet with the colour of a tournament is; None for one without."""
    return None if plan.banner is None else f"/t/{tournament}/banner.css?of={plan.banner[1:].lower()}"


def logo_address(tournament: str, plan: Competition, language: Language) -> str | None:
    """Where the logo of a tournament is in a language; None for one without."""
    file = None if plan.logo_file is None else plan.logo_file.in_language(language)
    return None if file is None else f"/t/{tournament}/logo?of={_named(file)}&lang={language}"


def on_colour(colour: str) -> str:
    """What is written on a colour: black or white, whichever stands out more; at least 4.58 to 1."""
    return max(("#ffffff", "#000000"), key=lambda other: contrast(colour, other))


def contrast(colour: str, other: str) -> float:
    """How much two colours stand out from each other, from 1 to 21 (WCAG 2.2, contrast ratio)."""
    brighter, darker = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance, from 0 to 1 (WCAG 2.2)."""
    found = _HEX.fullmatch(colour)
    if found is None:
        raise ValueError(f"{colour} is no colour")
    shares = (int(part, 16) / 255 for part in found.groups())
    linear = (
        share / 12.92 if share <= _LINEAR_UNTIL else ((share + 0.055) / 1.055) ** _GAMMA for share in shares
    )
    return sum(weight * share for weight, share in zip(_WEIGHTS, linear, strict=True))


def _banner(parts: Parts, call: Call) -> Response:
    colour = banner(parts.desk, call.tournament)
    sheet = f":root {{ --banner: {colour}; --on-banner: {on_colour(colour)}; }}\n"
    answer = Answer(sheet.encode(), (("Content-Type", "text/css; charset=utf-8"),))
    return _named_content(call, answer, colour[1:].lower())


def _logo(parts: Parts, call: Call) -> Response:
    file, content = logo(parts.desk, call.tournament, call.language)
    answer = Answer(content, (("Content-Type", file.media_type), ("Content-Security-Policy", _LOGO_POLICY)))
    return _named_content(call, answer, _named(file))


def _named_content(call: Call, answer: Answer, name: str) -> Response:
    """What an address leads to; kept for good where the address names it."""
    response = read_of_content(call, answer)
    if call.parameters.of == name and call.anonymous:
        response.headers["Cache-Control"] = FOREVER
    return response


def _named(file: Attachment) -> str:
    return file.sha256[:12]


_POLICY = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""Nothing in it runs or is loaded; browsers show a picture or a text with a style of their own."""


def guide_routes(parts: Parts) -> Iterator[Route]:
    """The guide to the timer."""
    yield Route(
        name="timer-guide",
        path="/t/{tournament}/timer-guide",
        access=Action("tournament"),
        handle=partial(_guide, parts),
    )


def _guide(parts: Parts, call: Call) -> Response:
    guide = timer_guide(parts.desk, call.tournament, call.language)
    charset = "; charset=utf-8" if guide.of.media_type == PLAIN else ""
    headers = (
        ("Content-Type", guide.of.media_type + charset),
        ("Content-Disposition", f"inline; filename*=UTF-8''{quote(guide.name)}"),
        ("Content-Security-Policy", _POLICY),
    )
    return read_of_content(call, Answer(guide.content, headers))
