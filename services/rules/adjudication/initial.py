"""The initial meld: enough points, from the rack alone, the table left in peace."""

from collections import Counter
from collections.abc import Callable

from services.rules.adjudication.findings import Finding, breach, silence
from services.rules.adjudication.jokers import judge_jokers, must_have_retrieved
from services.rules.adjudication.turn import Turn
from services.rules.melding.effort import Effort
from services.rules.melding.racks import best_meld
from services.rules.ruleset import UNSPECIFIED, Ruleset

JOKER_COUNTS = frozenset(("as_the_tile_it_stands_for",))
BEFORE_INITIAL_MELD = frozenset(("forbidden", UNSPECIFIED))


def initial_value(turn: Turn) -> int | None:
    """What the new sets count, jokers as what they stand for; None if sets on the table were changed."""
    were = Counter(earlier.form for earlier in turn.before)
    new = 0
    for table_set in turn.after:
        if were[table_set.form]:
            were[table_set.form] -= 1
        else:
            new += table_set.value
    return None if any(were.values()) else new


def judge_initial_meld(ruleset: Ruleset, turn: Turn) -> list[Finding]:
    """What stands against an initial meld. The sets must be legitimate and all tiles accounted for."""
    value = initial_value(turn)
    if value is None:
        return CONTACTS[ruleset.initial_meld.table_in_same_turn.value](ruleset, turn)
    return _too_low(ruleset, value)


def _too_low(ruleset: Ruleset, value: int) -> list[Finding]:
    least = ruleset.initial_meld.points
    if value >= least.value:
        return []
    return [breach("initial_meld_too_low", least.cite, points=value, least=least.value)]


def _forbidden(ruleset: Ruleset, turn: Turn) -> list[Finding]:
    axis = ruleset.initial_meld.table_in_same_turn
    found = [breach("initial_meld_touches_table", axis.cite)]
    jokers = ruleset.jokers.before_initial_meld
    if jokers.value == "forbidden" and _joker_moved(turn):
        found.append(breach("joker_before_initial_meld", jokers.cite))
    return found


def _not_stated(ruleset: Ruleset, turn: Turn) -> list[Finding]:
    """Only what may follow in that turn is not stated: the points must come from the rack in any case."""
    found = _allowed(ruleset, turn)
    axis = ruleset.initial_meld.table_in_same_turn
    return found or [silence("same_turn_not_stated", axis.cite)]


def _allowed(ruleset: Ruleset, turn: Turn) -> list[Finding]:
    from_rack = best_meld(Counter(turn.placed).elements(), Effort()).total
    found = _too_low(ruleset, from_rack)
    jokers = ruleset.jokers.before_initial_meld
    if jokers.value == "forbidden" and must_have_retrieved(turn):
        found.append(breach("joker_before_initial_meld", jokers.cite))
    return found or [joker for joker in judge_jokers(ruleset, turn) if not joker.silent]


CONTACTS: dict[str, Callable[[Ruleset, Turn], list[Finding]]] = {
    "forbidden": _forbidden,
    "allowed": _allowed,
    UNSPECIFIED: _not_stated,
}
"""What follows if sets on the table are changed in the turn of the initial meld."""


def _joker_moved(turn: Turn) -> bool:
    """Whether a set with a joker is no longer there as it was."""
    were = Counter(table_set.form for table_set in turn.before if table_set.jokers)
    return bool(were - Counter(table_set.form for table_set in turn.after))
