"""Which endings decide a game: one rule, whether counts or scores were written down.

An ending that a ruleset leaves open takes a ruling; after one that does not end the game, play goes on. Where
play goes on unless both are level, a game in which everyone has the same count and as many tiles is drawn.
"""

from services.rules.citing import Cited
from services.rules.game import ENDING_UNKNOWN, ENDINGS, GAME_NOT_OVER, RULING_REQUIRED
from services.rules.ruleset import UNSPECIFIED, Ruleset, Setting
from shared.catalogue import Word
from shared.problems import quoted

PLAY_ON = "play_on"
PLAY_ON_UNLESS_LEVEL = "play_on_unless_level"


def setting_of(ruleset: Ruleset, ended_by: str) -> Setting[str]:
    """What the ruleset makes of an ending.

    Raises:
        Problem: ending-unknown.
    """
    if ended_by not in ENDINGS:
        raise ENDING_UNKNOWN(ended_by=quoted(ended_by), known=[*ENDINGS]).at(field="ended_by")
    setting: Setting[str] = getattr(ruleset.endings, ended_by)
    return setting


def check_decided(ruleset: Ruleset, ended_by: str, *, level: bool = True) -> Setting[str]:
    """What the ruleset makes of an ending; refuses one after which it does not say who has won.

    Args:
        level: whether everyone has the same count and as many tiles; taken as so while it is not known.

    Raises:
        Problem: ending-unknown, ruling-required, game-not-over.
    """
    ending = setting_of(ruleset, ended_by)
    plays_on = ending.value == PLAY_ON or (ending.value == PLAY_ON_UNLESS_LEVEL and not level)
    if plays_on or ending.value == UNSPECIFIED:
        refused = GAME_NOT_OVER if plays_on else RULING_REQUIRED
        cite = Cited(ending.cite)
        problem = refused(ruleset=ruleset.title, ended_by=Word("ending", ended_by), cite=cite)
        raise problem.at(field="ended_by")
    return ending


def is_decided(ruleset: Ruleset, ended_by: str) -> bool:
    """Whether the ruleset ever says who has won a game that ended so."""
    return setting_of(ruleset, ended_by).value not in (UNSPECIFIED, PLAY_ON)
