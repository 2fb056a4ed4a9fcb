"""Finding a line, and all lines in the order in which people look for a name.

Names in Latin letters go by the alphabet, whatever accents they bear. Names in Chinese characters go by the
code points of Unicode, which for all common characters is the order of the Kangxi dictionary: by radical,
then by strokes.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

import msgspec

from services.desk.views import StandingView
from shared.finding import holds, sought, spelled
from shared.i18n import Language

_FIRST_IDEOGRAPH = "\u3400"


class Group(msgspec.Struct, frozen=True):
    """Lines whose names begin alike; `label` is the letter or surname, "" for those without a name here."""

    label: str
    rows: tuple[StandingView, ...]


OtherNames = Mapping[str, str]
"""By entrant number the name in the other language, of those whose names may be shown and differ there."""
NO_OTHER_NAMES: OtherNames = {}


def other_language(language: Language) -> Language:
    """The language whose names are looked through beside those on the page."""
    return "en" if language == "zh" else "zh"


def found(
    rows: Iterable[StandingView], wanted: str, others: OtherNames = NO_OTHER_NAMES
) -> list[StandingView]:
    """The lines in whose number, names or team every word stands (`shared.finding`)."""
    words = sought(wanted)
    return [row for row in rows if holds(row.entrant_no, _texts(row, others), words)]


def _texts(row: StandingView, others: OtherNames) -> tuple[str, ...]:
    return (row.name or "", row.team or "", others.get(row.entrant_no, ""))


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
    text = spelled(name)
    return name >= _FIRST_IDEOGRAPH, text[:1].upper(), text
