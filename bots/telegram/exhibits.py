"""Evidence in a few words: what the engine said, whose it was, and whether the ruling said otherwise."""

from collections.abc import Sequence

from bots.telegram.talk import Key, Talk, clipped
from services.desk.docket_views import EvidenceView
from services.rules.citing import Cited
from services.tournament.definition.texts import Text
from services.tournament.docket.judgement import Judged, JudgedRack, JudgedTurn, charge_proposed
from shared.catalogue import Word

_LONGEST = 165
_PAGE = 420


def listed(talk: Talk, evidence: Sequence[EvidenceView]) -> list[str]:
    """Each exhibit in a line or two, the oldest first."""
    return [_line(talk, number, evidence_view) for number, evidence_view in enumerate(evidence, 1)]


def newest(lines: Sequence[str], room: int) -> list[str]:
    """As many of the newest lines as there is room for; the newest in any case."""
    shown: list[str] = []
    for line in reversed(lines):
        if shown and sum(map(len, shown)) + len(shown) + len(line) > room:
            break
        shown.insert(0, line)
    return shown


def pages(lines: Sequence[str]) -> list[str]:
    """The lines in messages of their own, none cut off."""
    left, found = list(lines), list[str]()
    while left:
        page = newest(left, _PAGE)
        found.insert(0, "\n".join(page))
        del left[-len(page) :]
    return found


def charges_proposed(talk: Talk, evidence: Sequence[EvidenceView]) -> list[list[Key]]:
    """A button to rule each charge that follows from a rack, each once, the newest first."""
    keys = {}
    for evidence_view in reversed(evidence):
        charge = charge_proposed(evidence_view.judged)
        if charge is not None:
            whose = (
                {"entrant": evidence_view.judged.entrant} if evidence_view.judged.entrant is not None else {}
            )
            words = Word("charge", charge).in_language(talk.language)
            label = talk.text("ruling_proposed", whose=" ".join([*whose.values(), words]))
            keys[label] = Key(label, "ruling.effect", {"effect": "charge", "charge": charge, **whose})
    return [[key] for key in keys.values()]


def verdict(talk: Talk, judged: Judged) -> str:
    """What the engine said, with its reasons or the sets that it found."""
    if isinstance(judged, JudgedTurn):
        reasons = [
            talk.text(
                "evidence_reason",
                text=Text(reason.text, reason.text_zh).in_language(talk.language),
                clause=Cited(reason.clause),
            )
            for reason in judged.reasons
        ]
        answer = Word("verdict", judged.verdict).in_language(talk.language)
        return talk.text("verdict_turn", answer=answer, reasons="\n".join(reasons))
    return _of_rack(talk, judged)


def _line(talk: Talk, number: int, evidence: EvidenceView) -> str:
    kind = talk.text("evidence_turn" if isinstance(evidence.judged, JudgedTurn) else "evidence_rack")
    verdict_line = verdict(talk, evidence.judged).partition("\n")[0]
    line = talk.text(
        "evidence_line",
        number=number,
        kind=f"{kind} {evidence.judged.entrant or ''}".rstrip(),
        said=verdict_line,
    )
    otherwise = f" {talk.text('ruled_otherwise')}" if evidence.ruled_otherwise else ""
    return clipped(line, _LONGEST - len(otherwise)) + otherwise


def _of_rack(talk: Talk, judged: JudgedRack) -> str:
    sentences = [
        talk.text(
            "verdict_rack",
            answer=Word("verdict", judged.verdict).in_language(talk.language),
            best=judged.best,
        )
    ]
    charge = charge_proposed(judged)
    if charge is not None:
        words = Word("charge", charge).in_language(talk.language)
        sentences.append(talk.text("charge_proposed", charge=words, points=judged.charge))
    sentences += [" | ".join("-".join(tiles) for tiles in judged.sets)]
    return (" " if talk.language == "en" else "").join(sentences).rstrip()
