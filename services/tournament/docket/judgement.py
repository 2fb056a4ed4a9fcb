"""A turn or a rack as judged once by the engine: input, verdict and witness together, as evidence keeps them.

What the engine said stands in the event with its version; a replay reads it and never judges again. A ruling
may say otherwise, and that it does can be seen.
"""

from collections.abc import Iterable, Sequence

import msgspec

from services.rules.adjudication.reasons import Reason
from services.rules.adjudication.turn import TurnInput
from services.rules.adjudication.verdict import Verdict, adjudicate
from services.rules.melding.possibility import CHARGED_FOR, Possibility, RackInput, could_meld
from services.rules.ruleset import Ruleset

ENGINE = "tileledger-rules/1"
"""What judged; the number is raised with every change of what a verdict can be."""


class JudgedTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="turn"):
    """A turn with its verdict and the reasons; `entrant` took it, if that was said."""

    entrant: str | None
    turn: TurnInput
    verdict: Verdict
    reasons: tuple[Reason, ...]


class JudgedRack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="rack"):
    """A rack with whether it could have melded, the best total, sets that reach it, and the charge."""

    entrant: str | None
    rack: RackInput
    verdict: Possibility
    best: int
    sets: tuple[tuple[str, ...], ...]
    charge: int | None


Judged = JudgedTurn | JudgedRack


def judge_turn(ruleset: Ruleset, entrant: str | None, turn: TurnInput) -> JudgedTurn:
    """Judge a turn now.

    Raises:
        Problem: tile-unknown, tiles-too-many-alike, too-hard.
    """
    found = adjudicate(ruleset, turn)
    return JudgedTurn(entrant, turn, found.verdict, found.reasons)


def judge_rack(ruleset: Ruleset, entrant: str | None, rack: RackInput) -> JudgedRack:
    """Judge a rack now.

    Raises:
        Problem: tile-unknown, tiles-too-many-alike, last-drawn-not-on-rack, too-hard.
    """
    found = could_meld(ruleset, rack)
    return JudgedRack(entrant, rack, found.verdict, found.best, found.sets, found.charge)


_CHANGES_A_GAME = frozenset(("amend_game", "void_game", "replay_game", "charge"))


def charge_proposed(judged: Judged) -> str | None:
    """The name of the charge that follows from a rack; None for a turn, or where none follows."""
    if isinstance(judged, JudgedTurn) or judged.charge is None:
        return None
    return CHARGED_FOR.get(judged.verdict)


def ruled_otherwise(
    judged: Judged, effects: Iterable[str], charges: Sequence[tuple[str, str]]
) -> bool | None:
    """Whether a ruling says otherwise than the engine did; None where the two cannot be held together.

    Args:
        effects: kinds of the ruling's effects.
        charges: entrants that it charges, with the charge.
    """
    if isinstance(judged, JudgedRack):
        proposed = CHARGED_FOR.get(judged.verdict)
        unmelded = [
            name
            for entrant, name in charges
            if name in CHARGED_FOR.values() and judged.entrant in (None, entrant)
        ]
        return None if proposed is None or not unmelded else proposed not in unmelded
    if judged.verdict == "ruling_required":
        return None
    changed = not _CHANGES_A_GAME.isdisjoint(effects)
    return changed == (judged.verdict == "legal")
