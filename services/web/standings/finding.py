"""Finding a line: by number or words of a name, and all lines in the order in which people look for a name.

Names in Latin letters go by the alphabet, whatever accents they bear. Names in Chinese characters go by the
code points of Unicode, which for all common characters is the order of the Kangxi dictionary: by radical,
then by strokes. `static/standings.js` finds by the same rules.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

import msgspec

from services.desk.views import StandingView
from shared.i18n import Language

_FIRST_IDEOGRAPH = "\u3400"


class Group(msgspec.Struct, frozen=True):
    """Lines whose names begin alike; `label` is the letter or surname, "" for those without a name here."""

    label: str
    rows: tuple[StandingView, ...]


def folded(text: str) -> str:
    """A text as it is compared: without accents, wide forms and capitals."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(character for character in decomposed if not unicodedata.combining(character)).casefold()


OtherNames = Mapping[str, str]
"""By entrant number the name in the other language, of those whose names may be shown and differ there."""
NO_OTHER_NAMES: OtherNames = {}


def other_language(language: Language) -> Language:
    """The language whose names are looked through beside those on the page."""
    return "en" if language == "zh" else "zh"


def found(
    rows: Iterable[StandingView], wanted: str, others: OtherNames = NO_OTHER_NAMES
) -> list[StandingView]:
    """The lines in which every word stands: digits at the head of the number, others in it, names or team."""
    words = folded(wanted).split()
    return [row for row in rows if holds(row.entrant_no, _texts(row, others), words)]


def _texts(row: StandingView, others: OtherNames) -> tuple[str, ...]:
    return (row.name or "", row.team or "", others.get(row.entrant_no, ""))


def holds(number: str, texts: Iterable[str], words: Iterable[str]) -> bool:
    """Whether every word is found: digits at the head of a number, others in it or in one of the texts.

    Args:
        words: folded.
    """
    known = [folded(text) for text in (number, *texts)]
    return all(_begins(known[0], word) if _is_digits(word) else _stands_in(known, word) for word in words)


def _is_digits(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _begins(number: str, word: str) -> bool:
    return number.startswith(word) or number.lstrip("0").startswith(word)


def _stands_in(texts: Iterable[str], word: str) -> bool:
    return any(word in text for text in texts)


def by_name(rows: Sequence[StandingView]) -> list[Group]:
    """The lines in groups, as people look for a name; who has none here comes last, by number."""
    named = sorted(
        ((_order(row.name), row.entrant_no, row) for row in rows if row.name), key=itemgetter(0, 1)
    )
    groups = [
        Group(label, tuple(row for _, _, row in lines))
        for label, lines in groupby(named, key=lambda line: line[0][1])
    ]
    nameless = sorted((row for row in rows if not row.name), key=lambda row: row.entrant_no)
    return [*groups, Group("", tuple(nameless))] if nameless else groups


def _order(name: str) -> tuple[bool, str, str]:
    """Where a name stands: Latin letters first, then by what it begins with, then as a whole."""
    text = folded(name)
    return name >= _FIRST_IDEOGRAPH, text[:1].upper(), text
