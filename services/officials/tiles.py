"""Tiles as a referee types them: `R10 B10 K10 J`, a table `R1 R2 R3 | B4 J B6`, an empty one `-`."""

import re
import unicodedata

from services.rules.sets import Kind, ListedSet, NamedSet
from services.rules.tiles import parse_rack, parse_tile
from shared.problems import ProblemType

TILES_UNREADABLE = ProblemType("tiles-unreadable", 422)
EMPTY = "-"
_KINDS: dict[str, Kind] = {"RUN": "run", "GROUP": "group", "順子": "run", "群組": "group"}


def tile_typed(text: str) -> str:
    """One tile, as tiles are named everywhere.

    Raises:
        Problem: tile-unknown.
    """
    return str(parse_tile(_plain(text).strip()))


def rack_typed(text: str) -> tuple[str, ...]:
    """A rack.

    Raises:
        Problem: tile-unknown, tiles-too-many-alike, tiles-unreadable.
    """
    rack = tuple(map(tile_typed, _words(text)))
    if not rack:
        raise TILES_UNREADABLE()
    parse_rack(rack)
    return rack


def table_typed(text: str) -> tuple[ListedSet, ...]:
    """The sets on a table, each with its kind where that was written before it: `run J J R10`.

    Raises:
        Problem: tile-unknown, tiles-unreadable.
    """
    if _plain(text).strip() in (EMPTY, "–", "—"):
        return ()
    listed: list[ListedSet] = []
    for part in re.split(r"[|;\n]", _plain(text)):
        words = _words(part)
        kind = _KINDS.get(words[0].rstrip(":")) if words else None
        tiles = tuple(map(tile_typed, words[kind is not None :]))
        if tiles:
            listed.append(tiles if kind is None else NamedSet(kind, tiles))
    if not listed:
        raise TILES_UNREADABLE()
    return tuple(listed)


def table_shown(table: tuple[ListedSet, ...]) -> str:
    """A table as it is read back, which can be typed again."""
    return " | ".join(_set_shown(table_set) for table_set in table) or EMPTY


def _set_shown(listed_set: ListedSet) -> str:
    if isinstance(listed_set, NamedSet):
        return f"{listed_set.kind} {' '.join(listed_set.tiles)}"
    return " ".join(listed_set)


def _plain(text: str) -> str:
    """In capitals and without the wide letters that a Chinese keyboard writes."""
    return unicodedata.normalize("NFKC", text).upper()


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,、]+", _plain(text)) if word]
