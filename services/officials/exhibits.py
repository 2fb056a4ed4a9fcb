"""Evidence in words: what the engine said, whose it was, whether the ruling said otherwise; and as drafted.

A referee types tiles as `R10 B10 K10 J`, a table as `R1 R2 R3 | B4 J B6`, an empty one as `-`.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence

import msgspec

from services.desk.docket_views import EvidenceView
from services.officials.reader import Reader
from services.personal.person import Person
from services.personal.reader import Speaker
from services.personal.texts import clipped
from services.rules.adjudication.turn import TurnInput, read_turn
from services.rules.citing import Cited
from services.rules.melding.possibility import RackInput
from services.rules.sets import Kind, ListedSet, NamedSet
from services.rules.tiles import parse_rack, parse_tile
from services.tournament.definition.texts import Text
from services.tournament.docket.evidence import EvidencePresented, PresentEvidence
from services.tournament.docket.judgement import Judged, JudgedRack, JudgedTurn, charge_proposed
from shared.catalogue import Word
from shared.problems import ProblemType

_LONGEST = 165


def listed(reader: Speaker, evidence: Sequence[EvidenceView]) -> list[str]:
    """Each exhibit in a line or two, the oldest first."""
    return [
        exhibit_shown(reader, number, exhibit.judged, otherwise=exhibit.ruled_otherwise is True)
        for number, exhibit in enumerate(evidence, 1)
    ]


def exhibit_shown(reader: Speaker, number: int, judged: Judged, *, otherwise: bool = False) -> str:
    """An exhibit of a case: its number, whose it is and what the engine said.

    Args:
        otherwise: whether the ruling that stands says otherwise.
    """
    kind = reader.text("evidence_turn" if isinstance(judged, JudgedTurn) else "evidence_rack")
    line = reader.text(
        "evidence_line",
        number=number,
        kind=f"{kind} {judged.entrant or ''}".rstrip(),
        said=verdict(reader, judged).partition("\n")[0],
    )
    ruled = f" {reader.text('ruled_otherwise')}" if otherwise else ""
    return clipped(line, _LONGEST - len(ruled)) + ruled


def newest(lines: Sequence[str], room: int) -> list[str]:
    """As many of the newest lines as there is room for; the newest in any case."""
    shown: list[str] = []
    for line in reversed(lines):
        if shown and sum(map(len, shown)) + len(shown) + len(line) > room:
            break
        shown.insert(0, line)
    return shown


def charges_proposed(reader: Speaker, evidence: Sequence[EvidenceView]) -> Mapping[str, Mapping[str, str]]:
    """What follows from racks, each charge once, the newest first: what it is called, and its ruling."""
    proposed = {}
    for evidence_view in reversed(evidence):
        charge = charge_proposed(evidence_view.judged)
        if charge is not None:
            entrant = evidence_view.judged.entrant
            whose = {"entrant": entrant} if entrant is not None else {}
            words = Word("charge", charge).in_language(reader.language)
            label = reader.text("ruling_proposed", whose=" ".join([*whose.values(), words]))
            proposed[label] = {"effect": "charge", "charge": charge, **whose}
    return proposed


def verdict(reader: Speaker, judged: Judged) -> str:
    """What the engine said, with its reasons or the sets that it found."""
    if isinstance(judged, JudgedTurn):
        reasons = [
            reader.text(
                "evidence_reason",
                text=Text(reason.text, reason.text_zh).in_language(reader.language),
                clause=Cited(reason.clause),
            )
            for reason in judged.reasons
        ]
        answer = Word("verdict", judged.verdict).in_language(reader.language)
        return reader.text("verdict_turn", answer=answer, reasons="\n".join(reasons))
    return _of_rack(reader, judged)


def _of_rack(reader: Speaker, judged: JudgedRack) -> str:
    sentences = [
        reader.text(
            # What all tiles reach together says nothing of the rack without the one drawn last.
            "verdict_rack" if judged.rack.last_drawn is not None else "verdict_rack_unknown",
            answer=Word("verdict", judged.verdict).in_language(reader.language),
            verdict=judged.verdict,
            best=judged.best,
        )
    ]
    charge = charge_proposed(judged)
    if charge is not None:
        words = Word("charge", charge).in_language(reader.language)
        sentences.append(reader.text("charge_proposed", charge=words, points=judged.charge))
    sentences += [" | ".join("-".join(tiles) for tiles in judged.sets)]
    return (" " if reader.language == "en" else "").join(sentences).rstrip()


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
