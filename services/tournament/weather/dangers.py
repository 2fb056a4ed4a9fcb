"""Since when a warning that stops play is in force, and whether it still is, as the Observatory said last."""

from collections.abc import Mapping
from datetime import datetime

from services.tournament.state import State
from services.tournament.weather.policy import (
    CYCLONE_SUSPENDS,
    LOWERED,
    RAIN_SUSPENDS,
    Proposal,
    Spell,
    spells,
)
from services.tournament.weather.suspension import LONGEST_WARNING

_CODES: Mapping[str, tuple[str, ...]] = {
    "black_rainstorm": RAIN_SUSPENDS,
    "signal_8_or_above": CYCLONE_SUSPENDS,
}


def is_in_force(state: State, grounds: str) -> bool:
    """Whether the Observatory has a warning of these grounds in force; False where that is not known."""
    return any(spell.until is None for spell in _known(state, grounds))


def has_ended(state: State, grounds: str, since: datetime) -> bool:
    """Whether the Observatory took back its last warning of these grounds after `since`."""
    ends = [spell.until for spell in _known(state, grounds)]
    return bool(ends) and ends[-1] is not None and ends[-1] >= since


def in_force_since(state: State, proposal: Proposal, now: datetime) -> datetime | None:
    """When the warnings of a proposal came into force, as the Observatory dated it."""
    known = spells(state.signals.values())
    found = [spell for spell in known if spell.begin <= now and set(spell.codes) & set(proposal.codes)]
    return found[-1].begin if found and now - found[-1].begin <= LONGEST_WARNING else None


def _known(state: State, grounds: str) -> list[Spell]:
    codes = _CODES.get(grounds, ())
    return spells(
        warning
        for warning in state.signals.values()
        if warning.code in codes or LOWERED.get(warning.code) == codes
    )
