"""The language of an answer: `lang=` in the address, else what the browser prefers, else English."""

from functools import lru_cache

from flask import Request

from shared.i18n import Language
from shared.language_choice import choose_language

_LONGEST = 200


def spoken(request: Request) -> Language:
    """The language to answer in."""
    chosen = request.args.get("lang") if request.query_string else None
    accepted = request.headers.get("Accept-Language")
    if chosen is None and accepted is None:
        return _choose("", "")
    return _choose((chosen or "")[:_LONGEST], (accepted or "")[:_LONGEST])


def preferred(accept_language: str | None) -> Language:
    """The language that an Accept-Language header asks for."""
    return _choose("", (accept_language or "")[:_LONGEST])


@lru_cache(maxsize=512)
def _choose(chosen: str, accepted: str) -> Language:
    return choose_language(chosen, accepted)
