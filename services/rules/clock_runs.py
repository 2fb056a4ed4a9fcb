"""A clock run from a list of moves, and what a clock may have shown when a game ended."""

from typing import Annotated

import msgspec

from services.rules.citing import Cited
from services.rules.clocks import CLOCK_NOT_STATED, Bronstein, Fate, clock_of
from services.rules.game import LONGEST_SEAT, SEAT_UNNAMED
from services.rules.lengths import SeatName
from services.rules.ruleset import UNSPECIFIED, Ruleset
from shared.bounds import many
from shared.catalogue import Phrase
from shared.problems import ProblemType

MOST_MOVES = 10_000
MOST_OVERSTEPPED = 1_000

TIME_RAN_OUT_BEFORE = ProblemType("time-ran-out-before", 422)
CLOCK_READING_WRONG = ProblemType("clock-reading-wrong", 422)


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One move: whose, and how long it took in milliseconds."""

    milliseconds: int
    seat: SeatName = "A"


class ClockInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moves in the order played; `turn_seconds` where the ruleset has several limits."""

    moves: Annotated[tuple[Move, ...], many(MOST_MOVES)]
    turn_seconds: int | None = None


class MoveShown(msgspec.Struct, frozen=True):
    """The clock after a move: milliseconds left in the bank or of the turn, and whether it was in time."""

    seat: str
    milliseconds: int
    remaining: int
    fate: Fate


class SeatShown(msgspec.Struct, frozen=True):
    """A seat after its last move; `tiles_due` is null where the ruleset states no penalty."""

    seat: str
    remaining: int
    overstepped: int
    tiles_due: int | None


class ClockAnswer(msgspec.Struct, frozen=True):
    """What the clock showed; `lost_by` is the seat whose time ran out where that loses the game."""

    kind: str
    moves: tuple[MoveShown, ...]
    seats: tuple[SeatShown, ...]
    lost_by: str | None


def run_clock(ruleset: Ruleset, given: ClockInput) -> ClockAnswer:
    """Run the ruleset's clock over the moves; a bank for each seat, or the limit anew for each turn.

    Raises:
        Problem: clock-not-stated, turn-limit-unknown, move-time-wrong, time-ran-out-before, seat-unnamed.
    """
    clock = clock_of(ruleset, given.turn_seconds)
    left: dict[str, int] = {}
    over: dict[str, int] = {}
    lost_by: str | None = None
    shown = []
    for number, move in enumerate(given.moves, 1):
        if not move.seat.strip() or len(move.seat) > LONGEST_SEAT or not move.seat.isprintable():
            raise SEAT_UNNAMED(longest=LONGEST_SEAT).at(move=number, field="seat")
        if lost_by is not None:
            raise TIME_RAN_OUT_BEFORE(move=number, seat=lost_by).at(move=number)
        if isinstance(clock, Bronstein):
            after = clock.after(left.get(move.seat, clock.bank), move.milliseconds)
        else:
            after = clock.after(move.milliseconds)
        late = after.fate == "out_of_time"
        left[move.seat] = after.remaining
        over[move.seat] = over.get(move.seat, 0) + late
        lost_by = move.seat if late and isinstance(clock, Bronstein) else None
        shown.append(MoveShown(move.seat, move.milliseconds, after.remaining, after.fate))
    seats = tuple(SeatShown(seat, left[seat], over[seat], tiles_due(ruleset, over[seat])) for seat in left)
    return ClockAnswer(ruleset.clock.kind.value, tuple(shown), seats, lost_by)


def tiles_due(ruleset: Ruleset, overstepped: int) -> int | None:
    """The penalty tiles for so many turns that were not finished in time; None where none are stated."""
    penalty = ruleset.overtime.penalty_tiles.value
    return None if isinstance(penalty, str) else penalty * overstepped


def check_reading(
    ruleset: Ruleset,
    seat: str,
    time_left: int | None,
    overstepped: int,
    due: int | None,
    *,
    lost: bool | None,
) -> None:
    """Refuse what the clock of a seat cannot have shown when the game ended.

    Args:
        time_left: milliseconds in the bank, or of the turn in which the game ended.
        overstepped: in how many turns the time ran out.
        due: tiles due for that.
        lost: whether the seat forfeited the game; None if that is not known.

    Raises:
        Problem: clock-not-stated, clock-reading-wrong.
    """
    clock = ruleset.clock
    if clock.kind.value == UNSPECIFIED:
        raise CLOCK_NOT_STATED(ruleset=ruleset.title, cite=Cited(clock.kind.cite)).at(
            seat=seat, field="clock"
        )
    bank = isinstance(clock.bank_seconds.value, int)
    seconds = clock.bank_seconds.value if bank else max(_limits(ruleset), default=0)
    assert isinstance(seconds, int), "a clock has a bank or a limit"
    wrong: Phrase | None = None
    if time_left is not None and not 0 <= time_left <= seconds * 1000:
        wrong = Phrase("part-clock-left-of", {"left": time_left, "seconds": seconds})
    elif not 0 <= overstepped <= (1 if bank else MOST_OVERSTEPPED):
        wrong = Phrase("part-clock-overstepped", {"times": overstepped})
    elif bank and lost is False and (overstepped or time_left == 0):
        wrong = Phrase("part-clock-not-forfeited")
    elif bank and overstepped and time_left:
        wrong = Phrase("part-clock-out-and-left", {"left": time_left})
    elif due is not None and (due < 0 or tiles_due(ruleset, overstepped) not in (None, due)):
        stated = tiles_due(ruleset, overstepped)
        wrong = Phrase("part-clock-tiles-due", {"due": due, "stated": stated})
    if wrong is not None:
        raise CLOCK_READING_WRONG(seat=seat, why=wrong).at(seat=seat, field="clock")


def _limits(ruleset: Ruleset) -> tuple[int, ...]:
    limits = ruleset.clock.turn_seconds.value
    return () if isinstance(limits, str) else limits
