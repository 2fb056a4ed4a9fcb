"""Whether a warning that stopped play is known to be in force still, by what the Observatory said last."""

from collections.abc import Mapping

from services.tournament.state import State
from services.tournament.weather.policy import CYCLONE_SUSPENDS, LOWERED, RAIN_SUSPENDS, spells

_CODES: Mapping[str, tuple[str, ...]] = {
    "black_rainstorm": RAIN_SUSPENDS,
    "signal_8_or_above": CYCLONE_SUSPENDS,
}


def is_in_force(state: State, grounds: str) -> bool:
    """Whether the Observatory has a warning of these grounds in force; False where that is not known."""
    codes = _CODES.get(grounds, ())
    known = spells(
        warning
        for warning in state.signals.values()
        if warning.code in codes or LOWERED.get(warning.code) == codes
    )
    return any(spell.until is None for spell in known)
