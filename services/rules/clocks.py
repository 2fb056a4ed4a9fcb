"""Clocks: a bank with a delay given back, and a limit for each turn.

Pure models of what a clock shows; times are exact, in milliseconds. Bronstein: after a move the time it took
is given back, at most the delay, so that the clock never grows. Nothing is given back to a bank that is used
up: whoever uses all that remains has lost, also within the delay (MSO format, as read).
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from services.rules.citing import Cited
from services.rules.ruleset import UNSPECIFIED, Ruleset
from shared.problems import ProblemType

MOVE_TIME_WRONG = ProblemType("move-time-wrong", 422)
CLOCK_NOT_STATED = ProblemType("clock-not-stated", 422)
TURN_LIMIT_UNKNOWN = ProblemType("turn-limit-unknown", 422)
SECOND = 1000
MINUTE = 60 * SECOND
Fate = Literal["in_time", "out_of_time"]


class Shown(msgspec.Struct, frozen=True):
    """A clock after a move: milliseconds left in the bank or of the turn, and whether it was in time."""

    remaining: int
    fate: Fate


class Bronstein(msgspec.Struct, frozen=True):
    """A bank of time with a delay, both in milliseconds."""

    bank: int
    delay: int

    def after(self, remaining: int, used: int) -> Shown:
        """What the clock shows after a move.

        Raises:
            Problem: move-time-wrong.
        """
        _check(used)
        if used >= remaining:
            return Shown(0, "out_of_time")
        return Shown(remaining - used + min(used, self.delay), "in_time")


class TurnLimit(msgspec.Struct, frozen=True):
    """So many milliseconds for each turn. To end exactly with it is in time."""

    limit: int

    def after(self, used: int) -> Shown:
        """How a turn ended.

        Raises:
            Problem: move-time-wrong.
        """
        _check(used)
        late = used > self.limit
        return Shown(0 if late else self.limit - used, "out_of_time" if late else "in_time")


def clock_of(ruleset: Ruleset, turn_seconds: int | None = None) -> Bronstein | TurnLimit:
    """The clock of a ruleset.

    Args:
        turn_seconds: which of several turn limits; the only one, or the shortest, if not given.

    Raises:
        Problem: clock-not-stated, turn-limit-unknown.
    """
    kind = ruleset.clock.kind
    if kind.value == UNSPECIFIED:
        raise CLOCK_NOT_STATED(ruleset=ruleset.title, cite=Cited(kind.cite))
    return KINDS[kind.value](ruleset, turn_seconds)


def _bronstein(ruleset: Ruleset, turn_seconds: int | None) -> Bronstein:
    if turn_seconds is not None:
        raise TURN_LIMIT_UNKNOWN(ruleset=ruleset.title, seconds=turn_seconds, known="-")
    return Bronstein(_seconds(ruleset, "bank_seconds") * SECOND, _seconds(ruleset, "delay_seconds") * SECOND)


def _per_turn(ruleset: Ruleset, turn_seconds: int | None) -> TurnLimit:
    known = ruleset.clock.turn_seconds.value
    if known == UNSPECIFIED:
        raise CLOCK_NOT_STATED(ruleset=ruleset.title, cite=Cited(ruleset.clock.turn_seconds.cite))
    chosen = min(known) if turn_seconds is None else turn_seconds
    if chosen not in known:
        raise TURN_LIMIT_UNKNOWN(ruleset=ruleset.title, seconds=chosen, known=[*map(str, known)])
    return TurnLimit(chosen * SECOND)


KINDS: dict[str, Callable[[Ruleset, int | None], Bronstein | TurnLimit]] = {
    "bronstein": _bronstein,
    "per_turn": _per_turn,
}


def _seconds(ruleset: Ruleset, name: Literal["bank_seconds", "delay_seconds"]) -> int:
    axis = ruleset.clock.bank_seconds if name == "bank_seconds" else ruleset.clock.delay_seconds
    if axis.value == UNSPECIFIED:
        raise CLOCK_NOT_STATED(ruleset=ruleset.title, cite=Cited(axis.cite))
    return axis.value


def _check(used: int) -> None:
    if used < 0:
        raise MOVE_TIME_WRONG(milliseconds=used)
