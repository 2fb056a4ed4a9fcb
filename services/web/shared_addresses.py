"""What is added to the address of a page on its way from one person to another, taken out again."""

import re
from urllib.parse import quote, unquote

_NAME = "(?:fbclid|gclid|dclid|msclkid|igshid|mc_cid|mc_eid|utm_[a-z_]{1,30})"
_ADDED = re.compile(f"(?:^|&){_NAME}(?:=[^&]*)?(?=&|$)")
_LANGUAGE = re.compile(r"((?:^|&)lang=[A-Za-z]+(?:[-_][A-Za-z0-9]+)*)[^&A-Za-z0-9][^&]*$")

_BEHIND = re.compile(r"(?:(?<=[!-.0-~])[^\W\x00-\x7f]|[^\w!-~]|[\"`*<>()\[\]{}|^\\]).*", re.DOTALL)
"""What no address of a page goes on with: another writing within a word, a blank, a bracket, a quote."""
_MARKS = "/.,;:!?'+"
_MOMENT = re.compile(r"(?:^|[&?])(?:as_of|before|here)$")
_OF_MOMENT = re.compile("[0-9A-Za-z年月日號号時时點点分秒午凌早晚星期週周項项事今昨前]")
"""What may belong to a moment: without it the rest would be another moment."""
_AROUND = "_~"
"""What messengers take for slanted or struck out; the secret of a link may end in it."""
_PLAIN = "/:+,;@~"


def query_meant(path: str, query: str) -> str:
    """The query string without what social networks and newsletters add; for programs as it was sent.

    Nor has the language a mark behind it: with one, a page would come in another language and refuse nothing.
    """
    if not query or path.startswith("/api/"):
        return query
    return _LANGUAGE.sub(r"\1", _ADDED.sub("", query)).removeprefix("&")


def address_meant(path: str, query: str) -> str | None:
    """The address of a page without what a sentence puts behind a link; None where nothing was put there.

    It begins with one slash: what begins with two is another site.
    """
    page, _, behind = path.partition("&")
    whole = page
    page = f"/{_without_marks(page).lstrip('/')}"
    name, given, value = query.rpartition("=")
    value = unquote(value)
    meant = _value_meant(name, value) or value
    if (page, meant) == (path, value) or _parts(page) != _parts(whole):
        return None  # a part of the path that is all marks belongs to no sentence around a link
    query = f"{name}{given}{quote(meant, safe=_PLAIN)}" if meant != value else query
    last, equals, further = behind.rpartition("=")
    behind = quote(f"{last}={_value_meant(last, further)}", safe=f"{_PLAIN}=&") if equals else ""
    asked = quote("&".join(filter(None, (behind, query))), safe=f"{_PLAIN}=&%")
    return f"{quote(page)}?{asked}" if asked else quote(page)


def _value_meant(name: str, value: str) -> str:
    """A value without what a sentence puts behind it; a moment of which a part would go stays as it is."""
    plain = _without_marks(value)
    return value if _MOMENT.search(name) and _OF_MOMENT.search(value[len(plain) :]) else plain


def _without_marks(text: str) -> str:
    plain = _BEHIND.sub("", text)
    return plain.rstrip(_MARKS) if plain[-1:] not in _AROUND else plain.rstrip(_AROUND)


def _parts(path: str) -> int:
    return len([part for part in path.split("/") if part])
