"""Evidence in a few words: what the engine said, whose it was, and whether the ruling said otherwise."""

from collections.abc import Mapping, Sequence

from services.desk.docket_views import EvidenceView
from services.personal.reader import Speaker
from services.personal.texts import clipped
from services.rules.citing import Cited
from services.tournament.definition.texts import Text
from services.tournament.docket.judgement import Judged, JudgedRack, JudgedTurn, charge_proposed
from shared.catalogue import Word

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
