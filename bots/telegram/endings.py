"""How a game ended, asked for where new scores contradict what stands: a button for each ending."""

from collections.abc import Iterator
from contextlib import contextmanager

from bots.telegram.steps import Script
from bots.telegram.talk import Key, Talk
from services.officials.figures import ending_named
from services.officials.sheets import endings_left
from services.officials.tables import problem_said
from services.rules.ruleset import Ruleset
from services.tournament.play.endings import ENDING_NEEDED
from shared.problems import Problem


@contextmanager
def asking_for_ending(
    talk: Talk, script: Script, rules: Ruleset, figures: str, action: str, *, ruled: bool = False
) -> Iterator[None]:
    """Where the figures need an ending, ask for it instead of refusing them; the step stays where it is.

    Args:
        figures: as they were typed; each button gives them again with its ending.
        action: what the buttons do.
        ruled: as in `endings_left`.
    """
    try:
        yield
    except Problem as problem:
        if problem.code != ENDING_NEEDED.code:
            raise
        endings = [
            (ending, ending_named(ending, talk.language)) for ending in endings_left(rules, ruled=ruled)
        ]
        rows = [[Key(name, action, {"figures": f"{figures}, {ending}"})] for ending, name in endings]
        script.say(talk, problem_said(talk, problem), rows)
