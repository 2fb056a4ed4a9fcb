"""Which keys rank: those of the ruleset, a set of tie-breaks by its name, or a list of keys."""

from collections.abc import Sequence

from services.rules.ranking import KEYS
from services.rules.ruleset import Ruleset
from services.rules.swiss.tie_breaks import TIE_BREAK_SETS
from shared.problems import ProblemType

OF_THE_RULESET = "ruleset"

RANKING_UNKNOWN = ProblemType("ranking-unknown", 422)


def keys_named(ranking: str | Sequence[str], ruleset: Ruleset) -> tuple[str, ...]:
    """The names of the ranking keys, the most important first.

    Args:
        ranking: "ruleset", the name of a set of tie-breaks, or a list of keys.

    Raises:
        Problem: ranking-unknown for another word, an unknown key, or no key at all.
    """
    if isinstance(ranking, str):
        if ranking == OF_THE_RULESET:
            return ruleset.ranking.keys.value
        if ranking in TIE_BREAK_SETS:
            return TIE_BREAK_SETS[ranking]
        raise RANKING_UNKNOWN(word=ranking, known=[OF_THE_RULESET, *TIE_BREAK_SETS])
    for key in ranking:
        if key not in KEYS:
            raise RANKING_UNKNOWN(word=key, known=[*KEYS])
    if not ranking:
        raise RANKING_UNKNOWN(word="[]", known=[*KEYS])
    return tuple(ranking)
