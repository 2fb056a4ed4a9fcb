"""A turn or a rack as drafted for evidence: the command it comes to, its verdict, and its tiles in words.

A referee types tiles as `R10 B10 K10 J`, a table as `R1 R2 R3 | B4 J B6`, an empty one as `-`.
"""

import re
import unicodedata
from collections.abc import Mapping

import msgspec

from services.officials.reader import Reader
from services.personal.person import Person
from services.rules.adjudication.turn import TurnInput, read_turn
from services.rules.melding.possibility import RackInput
from services.rules.sets import Kind, ListedSet, NamedSet
from services.rules.tiles import parse_rack, parse_tile
from services.tournament.docket.evidence import EvidencePresented, PresentEvidence
from services.tournament.docket.judgement import Judged
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


NOT_KNOWN, AS_IT_IS = "not known", "as it is"
"""Of the tile drawn last: nobody knows which it was; the rack is judged as it is."""


def judged(reader: Reader, person: Person, data: Mapping[str, str]) -> Judged:
    """What the engine says of evidence as drafted; nothing is kept.

    Raises:
        Problem: as presenting it would.
    """
    _, decision = reader.desk.foresee(person.tournament_id, evidence_of(data), person.principal)
    (presented,) = (entry.event for entry in decision.entries if isinstance(entry.event, EvidencePresented))
    return presented.judged


def evidence_of(data: Mapping[str, str]) -> PresentEvidence:
    """The evidence as drafted."""
    rack = tuple(data["rack"].split())
    entrant = data["entrant"] or None
    if data["kind"] == "turn":
        tables = table_typed(data["before"]), table_typed(data["after"])
        turn = TurnInput(data["melded"] == "yes", tables[0], rack, tables[1])
        return PresentEvidence(dispute=data["dispute"], entrant=entrant, turn=turn)
    last: str | msgspec.UnsetType | None = data["last"]
    if last in (NOT_KNOWN, AS_IT_IS):
        last = None if last == NOT_KNOWN else msgspec.UNSET
    return PresentEvidence(dispute=data["dispute"], entrant=entrant, rack=RackInput(rack, last))


def check_beginning(before: tuple[ListedSet, ...], rack: tuple[str, ...]) -> None:
    """Refuse at once what one set of tiles cannot give, so that it is asked again and not all of it."""
    read_turn(TurnInput(melded=True, table_before=before, rack_before=rack, table_after=()))


def tiles_read_back(reader: Reader, data: Mapping[str, str]) -> list[str]:
    """The tiles as they were understood, a line for each place where they lie."""
    lines = [reader.text("evidence_told_rack", tiles=data["rack"])]
    if data["kind"] == "turn":
        lines.insert(0, reader.text("evidence_told_before", tiles=data["before"]))
        lines.append(reader.text("evidence_told_after", tiles=data["after"]))
        lines.append(reader.text("evidence_melded" if data["melded"] == "yes" else "evidence_not_melded"))
        return lines
    names = {NOT_KNOWN: "evidence_not_known", AS_IT_IS: "evidence_as_it_is"}
    last = reader.text(names[data["last"]]) if data["last"] in names else data["last"]
    lines.append(reader.text("evidence_told_last", tiles=last))
    return lines
