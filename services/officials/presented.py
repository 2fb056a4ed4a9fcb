"""A turn or a rack as drafted for evidence: the command it comes to, its verdict, and its tiles in words."""

from collections.abc import Mapping

import msgspec

from services.officials.reader import Reader
from services.officials.tiles import table_typed
from services.personal.person import Person
from services.rules.adjudication.turn import TurnInput, read_turn
from services.rules.melding.possibility import RackInput
from services.rules.sets import ListedSet
from services.tournament.docket.evidence import EvidencePresented, PresentEvidence
from services.tournament.docket.judgement import Judged

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
