"""The words a ruleset's axes may hold: for what the software does itself, the names registered for it.

Other axes are for people to act on (who begins, what a late player draws); for them the words are those of
the rule documents that ship. An axis may be left unspecified where something asks for a ruling then; the rest
must be decided.
"""

from collections.abc import Iterable, Mapping

from services.rules.adjudication.initial import BEFORE_INITIAL_MELD, CONTACTS, JOKER_COUNTS
from services.rules.adjudication.jokers import HAND_JOKERS, MANIPULATIONS, RETRIEVALS, REUSES, SETS_WITH_JOKER
from services.rules.adjudication.verdict import PERMISSIONS
from services.rules.charges import CHARGE_MODES, REPLACE, TWO_CHARGES
from services.rules.clocks import KINDS
from services.rules.endings import PLAY_ON
from services.rules.ranking import KEYS
from services.rules.ruleset import UNSPECIFIED
from services.rules.scoring import OUTCOMES, SHARINGS, TIE_BREAK_SCORES, WINNERS

_ENDING = {PLAY_ON, *OUTCOMES}

REGISTERED: Mapping[str, frozenset[str]] = {
    axis: frozenset(words)
    for axis, words in {
        "initial_meld.table_in_same_turn": CONTACTS,
        "initial_meld.joker_counts": JOKER_COUNTS,
        "jokers.two_in_a_set": PERMISSIONS,
        "jokers.may_repeat_a_tile": PERMISSIONS,
        "jokers.before_initial_meld": BEFORE_INITIAL_MELD,
        "jokers.retrieval": RETRIEVALS,
        "jokers.reuse": REUSES,
        "jokers.sets_with_joker": SETS_WITH_JOKER,
        "jokers.from_hand": HAND_JOKERS,
        "sets.manipulation": MANIPULATIONS,
        "sets.ambiguous": ("as_named_else_higher",),
        "sets.rack_tile": ("anywhere",),
        "clock.kind": KINDS,
        "seats.drawn_tiles": ("any", "one_to_players"),
        "endings.cleared": _ENDING,
        "endings.time": _ENDING,
        "endings.pool_exhausted": _ENDING,
        "endings.blocked": _ENDING,
        "endings.forfeit": _ENDING,
        "scoring.sharing": SHARINGS,
        "scoring.winners": WINNERS,
        "scoring.charge_mode": {REPLACE, *CHARGE_MODES},
        "scoring.two_charges": TWO_CHARGES,
        "scoring.tie_break_score": TIE_BREAK_SCORES,
        "scoring.rounding": ("none",),
        "ranking.keys": KEYS,
        "ranking.round_keys": KEYS,
    }.items()
}
"""By axis: the words that the software knows what to do with."""

DECIDED = frozenset(
    (
        "deal.hand",
        "seats.least",
        "seats.most",
        "initial_meld.points",
        "initial_meld.from_rack_only",
        "initial_meld.joker_counts",
        "jokers.rack_value",
        "jokers.reuse",
        "sets.ambiguous",
        "sets.rack_tile",
        "endings.cleared",
        "scoring.sharing",
        "scoring.winners",
        "scoring.tie_break_score",
        "scoring.rounding",
        "ranking.keys",
    )
)
"""Axes without which nothing can be judged, scored or ranked: they may not be left unspecified."""


def words_of(axis: str, shipped: Iterable[str]) -> tuple[str, ...]:
    """The words an axis may hold, in order; `shipped` are those that the rule documents use for it."""
    known = set(REGISTERED.get(axis) or shipped)
    if axis in DECIDED:
        known.discard(UNSPECIFIED)
    else:
        known.add(UNSPECIFIED)
    return tuple(sorted(known))
