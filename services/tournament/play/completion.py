"""When a table has played all it plays, by how long the stage lets it play.

"games": after so many games. "target": once someone's total has reached the target, or when time is called;
the table closes as it stands. "any": at any time. A table that too few are left to play at is complete,
whatever it was to play.
"""

from collections.abc import Callable, Mapping

import msgspec

from services.rules.exact import SIXTHS
from shared.problems import ProblemType

LENGTH_UNKNOWN = ProblemType("length-unknown", 422)
FEWEST_TO_PLAY = 2


class Length(msgspec.Struct, frozen=True):
    """How long a table plays.

    Attributes:
        word: games, target or any.
        figure: how many games, or how many points; 0 for any.
    """

    word: str
    figure: int = 0


class SoFar(msgspec.Struct, frozen=True):
    """What a table has come to.

    Attributes:
        games: how many it has played.
        totals: of everyone who sat there, in sixths of a point.
        staying: how many are still there to play.
        time_called: whether play has been called off.
    """

    games: int = 0
    totals: tuple[int, ...] = ()
    staying: int = 4
    time_called: bool = False


def length_of(games: int | None, target: int | None) -> Length:
    """The length for what a tournament file gives: a number of games, a target, or neither."""
    if games is not None:
        return Length("games", games)
    return Length("any") if target is None else Length("target", target)


def is_complete(length: Length, so_far: SoFar) -> bool:
    """Whether the table has played all it plays."""
    return so_far.staying < FEWEST_TO_PLAY or _rule(length).complete(length.figure, so_far)


def may_begin(length: Length, so_far: SoFar) -> bool:
    """Whether the table may begin another game."""
    return so_far.staying >= FEWEST_TO_PLAY and _rule(length).goes_on(length.figure, so_far)


Test = Callable[[int, SoFar], bool]


class Rule(msgspec.Struct, frozen=True):
    """When a table is complete, and when it may begin another game."""

    complete: Test
    goes_on: Test


def _reached(target: int, so_far: SoFar) -> bool:
    return max(so_far.totals, default=0) >= target * SIXTHS


LENGTHS: Mapping[str, Rule] = {
    # A game that has not begun when time is called takes a ruling; until then it is still to be played.
    "games": Rule(
        complete=lambda games, so_far: so_far.games >= games,
        goes_on=lambda games, so_far: so_far.games < games,
    ),
    "target": Rule(
        complete=lambda target, so_far: so_far.time_called or _reached(target, so_far),
        goes_on=lambda target, so_far: not so_far.time_called and not _reached(target, so_far),
    ),
    "any": Rule(
        complete=lambda figure, so_far: True,
        goes_on=lambda figure, so_far: not so_far.time_called,
    ),
}


def _rule(length: Length) -> Rule:
    if length.word not in LENGTHS:
        raise LENGTH_UNKNOWN(word=length.word, known=sorted(LENGTHS))
    return LENGTHS[length.word]
