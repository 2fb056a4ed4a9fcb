"""Telegram's HTML: which tags there are, what a text reads as, and what is refused."""

import html
import re
from typing import Any

from infra.telegram_simulator.refusals import BAD_REQUEST, Refused

_KINDS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "code": "code", "pre": "pre",
    "a": "text_link", "tg-spoiler": "spoiler", "blockquote": "blockquote",
}  # fmt: skip
_ENTITIES = frozenset({"lt", "gt", "amp", "quot"})
_PART = re.compile(r"<(?P<end>/?)(?P<tag>[^<>]*)>|&(?P<name>[a-zA-Z]+|#[0-9]+|#x[0-9a-fA-F]+);|(?P<open><)")
_HREF = re.compile(r'href\s*=\s*"([^"]*)"')


def plain(text: str) -> tuple[str, list[dict[str, Any]]]:
    """What a text with tags reads as, and its entities in UTF-16 places.

    Raises:
        Refused: a tag that there is not, or that is not closed.
    """
    read: list[str] = []
    opened: list[tuple[str, int, str]] = []
    entities: list[dict[str, Any]] = []
    at = place = 0
    for part in _PART.finditer(text):
        before = text[at : part.start()]
        at = part.end()
        read.append(before)
        place += _length(before)
        if part["name"] is not None:
            sign = html.unescape(part[0]) if _known(part["name"]) else part[0]
            read.append(sign)
            place += _length(sign)
        elif part["open"] is not None:
            raise _unparsed(text, part.start(), "Unclosed start tag")
        elif part["end"]:
            if not opened or opened[-1][0] != part["tag"].strip().lower():
                raise _unparsed(text, part.start(), f'Unmatched end tag, found "</{part["tag"]}>"')
            tag, start, link = opened.pop()
            if place > start:
                entity = {"type": _KINDS[tag], "offset": start, "length": place - start}
                entities.append({**entity, "url": link} if link else entity)
        else:
            tag = (part["tag"].split() or [""])[0].lower()
            if tag not in _KINDS:
                raise _unparsed(text, part.start(), f'Unsupported start tag "{tag}"')
            href = _HREF.search(part["tag"])
            opened.append((tag, place, html.unescape(href[1]) if href and tag == "a" else ""))
    if opened:
        raise _unparsed(text, len(text), f'Can\'t find end tag corresponding to start tag "{opened[-1][0]}"')
    read.append(text[at:])
    return "".join(read), sorted(entities, key=lambda other: other["offset"])


def _known(name: str) -> bool:
    return name.startswith("#") or name in _ENTITIES


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _unparsed(text: str, place: int, what: str) -> Refused:
    offset = len(text[:place].encode())
    return Refused(BAD_REQUEST, f"Bad Request: can't parse entities: {what} at byte offset {offset}")
