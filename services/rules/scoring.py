"""Scoring one game: counts become scores that sum to zero, and winners.

Everyone pays into a pot what they hold above the lowest count of the table. Whoever has that lowest count
shares the pot, in equal parts if there are several, and of these the fewest tiles win. When someone clears
their rack the lowest count is simply 0 (HK rules 3, Examples 1 to 3). What differs between rulesets are
strategies, named in the ruleset's data and registered here.
"""

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction

import msgspec

from services.rules.charges import charged_count, unmelded_notes
from services.rules.contradictions import Held, check_counts, check_ending, check_number
from services.rules.endings import PLAY_ON_UNLESS_LEVEL, check_decided
from services.rules.exact import score_text
from services.rules.game import (
    FORFEITER_WRONG,
    SEAT_CONTRADICTORY,
    SEAT_INCOMPLETE,
    SEAT_OUT_OF_RANGE,
    GameInput,
    Note,
    ScoreAnswer,
    SeatInput,
    SeatScored,
    check_seat_names,
    check_seat_number,
    check_tiles,
)
from services.rules.ruleset import Ruleset
from services.rules.tiles import TILES_IN_ALL, Tile, check_one_set, highest_value, parse_rack, rack_value
from shared.catalogue import Phrase, Word
from shared.problems import Problem


class Counted(msgspec.Struct, frozen=True):
    """A seat with its count after charges."""

    seat: str
    count: int
    tiles: int
    forfeited: bool


class Outcome(msgspec.Struct, frozen=True):
    """Scores and winners by seat, in the order of the seats counted."""

    scores: tuple[Fraction | int, ...]
    won: tuple[bool, ...]


OutcomeStrategy = Callable[[Ruleset, Sequence[Counted]], Outcome]
WinnersStrategy = Callable[[Sequence[Counted]], frozenset[str]]
TieBreakStrategy = Callable[[int, bool], Fraction | None]


def score_game(ruleset: Ruleset, game: GameInput, *, strict: bool = True) -> ScoreAnswer:
    """Score one game.

    Args:
        strict: refuse also what can be scored but cannot have been, such as 2 tiles that count 70. Not for
            what was recorded once and is scored anew: other rules count the same tiles otherwise.

    Raises:
        Problem: the input is wrong (seats, tiles, charges, ending), or the ruleset names no winner for such
            an ending: ruling-required.
    """
    ending = check_decided(ruleset, game.ended_by)
    check_seat_number(ruleset, len(game.seats), after_withdrawal=game.after_withdrawal)
    held, counted = _counted(ruleset, game.seats)
    check_number(held)
    if strict or game.ended_by == "cleared":
        check_ending(game.ended_by, held)
    check_forfeiter(game.ended_by, sum(seat.forfeited for seat in counted))
    if strict:
        check_counts(ruleset, held)

    outcome = OUTCOMES[ending.value](ruleset, counted)
    check_decided(ruleset, game.ended_by, level=all(outcome.won))
    return _scored(ruleset, counted, outcome, unmelded_notes(ruleset, game.seats, outcome.won))


def score_as_ruled(
    ruleset: Ruleset, seats: Sequence[SeatInput], winners: Collection[str], *, strict: bool = True
) -> ScoreAnswer:
    """Score a game whose winners a ruling names: everyone else pays their count to them, in equal parts.

    Without a winner nobody scores. For endings after which the ruleset names no winner. `strict` is as in
    `score_game`; how such a game ended contradicts nothing.

    Raises:
        Problem: the input is wrong (seats, tiles, charges).
    """
    held, counted = _counted(ruleset, seats)
    if strict:
        check_number(held)
        check_counts(ruleset, held)
    outcome = Outcome((0,) * len(counted), (False,) * len(counted))
    if winners:
        losing = [msgspec.structs.replace(seat, forfeited=seat.seat not in winners) for seat in counted]
        outcome = forfeiter_loses(ruleset, losing)
    return _scored(ruleset, counted, outcome)


def _scored(
    ruleset: Ruleset, counted: Sequence[Counted], outcome: Outcome, notes: tuple[Note, ...] = ()
) -> ScoreAnswer:
    seats = []
    for seat, score, won in zip(counted, outcome.scores, outcome.won, strict=True):
        kept = tie_break_score(ruleset, seat.count, won=won)
        tie_break = None if kept is None else score_text(kept)
        seats.append(SeatScored(seat.seat, seat.count, seat.tiles, score_text(score), int(won), tie_break))
    return ScoreAnswer(tuple(seats), _sum_to_zero(outcome.scores), notes)


def tie_break_score(ruleset: Ruleset, count: int, *, won: bool) -> Fraction | None:
    """The score kept apart for tie-breaks; None where the ruleset keeps none."""
    return TIE_BREAK_SCORES[ruleset.scoring.tie_break_score.value](count, won)


def _sum_to_zero(scores: Sequence[Fraction | int]) -> bool:
    """Whether exact scores sum to zero; whole numbers, the common case, are added as such."""
    whole: int = 0
    parts: Fraction | int = 0
    for score in scores:
        if score.denominator == 1:
            whole += score.numerator
        else:
            parts += score
    return whole + parts == 0


def lowest_count_wins(ruleset: Ruleset, counted: Sequence[Counted]) -> Outcome:
    """The sharers of the lowest count share what the others are above it (HK rules 3, Examples 1 to 3)."""
    lowest = min([seat.count for seat in counted])
    sharers = [seat for seat in counted if seat.count == lowest]
    pot = sum([seat.count - lowest for seat in counted])
    part = SHARINGS[ruleset.scoring.sharing.value](pot, len(sharers))
    winners = WINNERS[ruleset.scoring.winners.value](sharers)
    return Outcome(
        tuple([part if seat.count == lowest else lowest - seat.count for seat in counted]),
        tuple([seat.seat in winners for seat in counted]),
    )


def forfeiter_loses(ruleset: Ruleset, counted: Sequence[Counted]) -> Outcome:
    """The opponent wins what the forfeiter's rack counts (MSO clarifications, out of time)."""
    loss = sum(seat.count for seat in counted if seat.forfeited)
    winners = sum(not seat.forfeited for seat in counted)
    part = SHARINGS[ruleset.scoring.sharing.value](loss, winners)
    return Outcome(
        tuple(-seat.count if seat.forfeited else part for seat in counted),
        tuple(not seat.forfeited for seat in counted),
    )


def equal_parts(pot: int, sharers: int) -> Fraction | int:
    """What each of them gets, exactly."""
    return pot if sharers == 1 else Fraction(pot, sharers)


def sharers_with_fewest_tiles(sharers: Sequence[Counted]) -> frozenset[str]:
    """HK rules 3: of equal counts the fewer tiles win, and equal tiles win together (Examples 2 and 3)."""
    fewest = min(seat.tiles for seat in sharers)
    return frozenset(seat.seat for seat in sharers if seat.tiles == fewest)


OUTCOMES: dict[str, OutcomeStrategy] = {
    "lowest_count": lowest_count_wins,
    "forfeiter_loses": forfeiter_loses,
    PLAY_ON_UNLESS_LEVEL: lowest_count_wins,
}
SHARINGS: dict[str, Callable[[int, int], Fraction | int]] = {"equal_parts": equal_parts}
WINNERS: dict[str, WinnersStrategy] = {"sharers_with_fewest_tiles": sharers_with_fewest_tiles}
TIE_BREAK_SCORES: dict[str, TieBreakStrategy] = {
    "none": lambda count, won: None,
    # MSO clarifications: kept apart from the game's score, and not zero-sum.
    "winner_nothing_loser_minus_count": lambda count, won: Fraction(0 if won else -count),
}


def _held(ruleset: Ruleset, seat: SeatInput, rack: tuple[Tile, ...] | None) -> Held:
    """What the seat was left with, before any charge."""
    tiles, count = seat.tiles, seat.count
    joker_value = ruleset.jokers.rack_value.value
    if rack is not None:
        value = rack_value(rack, joker_value)
        if tiles not in (None, len(rack)):
            raise _contradictory(
                seat, Phrase("part-scoring-tiles-rack", {"tiles": tiles, "count": len(rack)})
            )
        if count not in (None, value):
            raise _contradictory(seat, Phrase("part-scoring-count-rack", {"count": count, "value": value}))
        tiles, count = len(rack), value
    if tiles is None:
        raise SEAT_INCOMPLETE(seat=seat.seat, missing=Word("figure", "tiles")).at(
            seat=seat.seat, field="tiles"
        )
    check_tiles(seat.seat, tiles)
    most = highest_value(TILES_IN_ALL, joker_value)
    if count is not None and not 0 <= count <= most:
        raise SEAT_OUT_OF_RANGE(seat=seat.seat, what=Word("figure", "count"), value=count, most=most).at(
            seat=seat.seat, field="count"
        )
    if count is not None and (count == 0) != (tiles == 0) and (count or joker_value):
        raise _contradictory(seat, Phrase("part-scoring-tiles-count", {"tiles": tiles, "count": count}))
    return Held(seat.seat, tiles, count, rack)


def _counted(ruleset: Ruleset, seats: Sequence[SeatInput]) -> tuple[list[Held], list[Counted]]:
    """What each seat was left with, and what it counts with charges."""
    check_seat_names([seat.seat for seat in seats])
    racks = [
        None if seat.rack is None else parse_rack(seat.rack, seat=seat.seat, field="rack") for seat in seats
    ]
    try:
        check_one_set([tile for rack in racks if rack for tile in rack])
    except Problem as problem:
        raise problem.at(field="rack") from None
    held = [_held(ruleset, seat, rack) for seat, rack in zip(seats, racks, strict=True)]
    return held, [
        Counted(seat.seat, charged_count(ruleset, seat, left.count, left.tiles), left.tiles, seat.forfeited)
        for seat, left in zip(seats, held, strict=True)
    ]


def _contradictory(seat: SeatInput, why: Phrase) -> Problem:
    return SEAT_CONTRADICTORY(seat=seat.seat, why=why).at(seat=seat.seat)


def check_forfeiter(ended_by: str, forfeited: int) -> None:
    """Refuse a forfeit of nobody or of several, and a forfeiter after any other ending: forfeiter-wrong."""
    if forfeited != (ended_by == "forfeit"):
        raise FORFEITER_WRONG(seats=forfeited).at(field="forfeited")
