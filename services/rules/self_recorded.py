"""Scores that participants recorded themselves: which sheets can be right.

A sheet holds score, game won and tiles, but neither counts nor charges. Still, every legal game leaves a
shape that can be checked: the scores sum to zero; all positive scores are equal, being the parts of one
pot; the others are whole numbers below zero, unless everyone scores 0 on equal counts; and exactly those
of the top scorers with the fewest tiles have won. And since everyone is as far above the lowest count as
the score says, some lowest count must fit the tiles of all. A charged seat may have any number of tiles.
"""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from services.rules.charges import counts_with_charges
from services.rules.contradictions import NOBODY_IS_DONE, Held, check_ending, check_number
from services.rules.endings import check_decided
from services.rules.exact import score_shown
from services.rules.game import (
    COUNTS_IMPOSSIBLE_TOGETHER,
    FORFEITER_WRONG,
    check_seat_names,
    check_seat_number,
    check_tiles,
)
from services.rules.ruleset import Ruleset
from services.rules.supply import Supply, ranges_shown, supply_of
from services.rules.tiles import highest_value
from shared.catalogue import Phrase
from shared.problems import Problem, ProblemType

SCORES_NOT_ZERO_SUM = ProblemType("scores-not-zero-sum", 422, rule="HK rules 3")
SCORES_UNEQUAL_SHARES = ProblemType("scores-unequal-shares", 422, rule="HK rules 3, Example 2")
SCORE_ABOVE_COUNT = ProblemType("score-impossible", 422, rule="HK rules 3")
GAME_WON_NOT_A_FLAG = ProblemType("game-won-not-a-flag", 422, rule="HK score sheet")
GAME_WON_WRONG = ProblemType("game-won-wrong", 422, rule="HK rules 3, Examples 2 and 3")
FORFEIT = "forfeit"
UNKNOWN = "unknown"
"""How a game ended that came in as scores alone."""


class RecordedSeat(msgspec.Struct, frozen=True):
    """One row of a sheet for one game, as the participants wrote it."""

    seat: str
    score: Fraction
    game_won: int
    tiles: int


def check_self_recorded(
    ruleset: Ruleset,
    seats: Sequence[RecordedSeat],
    ended_by: str = UNKNOWN,
    *,
    after_withdrawal: bool = False,
    strict: bool = True,
) -> Sequence[Problem]:
    """What is wrong with one game as its participants recorded it, each with its seat; nothing is raised.

    Scores that cannot stand are told first and alone: who won follows from them.

    Args:
        ended_by: how the game ended, if that is known.
        strict: look also for what no tiles come to; not for what was recorded once, under other rules.
    """
    try:
        check_seat_number(ruleset, len(seats), after_withdrawal=after_withdrawal)
        check_seat_names(tuple(seat.seat for seat in seats))
    except Problem as problem:
        return [problem]
    problems = _wrong_cells(seats)
    unruled = undecided(ruleset, seats, ended_by) if strict and not problems else None
    problems = [unruled] if unruled is not None else problems
    problems = problems or _wrong_scores(ruleset, seats) or _wrong_winners(ruleset, seats, ended_by)
    if strict and not problems:
        problems = _impossible(ruleset, seats, ended_by)
    return problems


def _wrong_cells(seats: Sequence[RecordedSeat]) -> list[Problem]:
    problems = []
    for seat in seats:
        if seat.game_won not in (0, 1):
            problems.append(
                GAME_WON_NOT_A_FLAG(seat=seat.seat, game_won=seat.game_won).at(
                    seat=seat.seat, field="game_won"
                )
            )
        try:
            check_tiles(seat.seat, seat.tiles)
        except Problem as problem:
            problems.append(problem)
    return problems


def undecided(ruleset: Ruleset, seats: Sequence[RecordedSeat], ended_by: str) -> Problem | None:
    """Why the ruleset does not say who has won after this ending, as with counts; None where it does."""
    if ended_by == UNKNOWN:
        return None
    level = len({(seat.score, seat.tiles) for seat in seats}) == 1
    try:
        check_decided(ruleset, ended_by, level=level)
    except Problem as problem:
        return problem
    return None


def _wrong_scores(ruleset: Ruleset, seats: Sequence[RecordedSeat]) -> list[Problem]:
    total = sum((seat.score for seat in seats), Fraction(0))
    if total:
        # As some write a sheet: what each has lost, and what the winner has gained, all without a sign.
        signs = min(seat.score for seat in seats) >= 0
        return [SCORES_NOT_ZERO_SUM(sum=score_shown(total), signs=signs).at(field="score")]
    top = max(seat.score for seat in seats)
    problems = []
    for seat in seats:
        at = {"seat": seat.seat, "field": "score"}
        shown = score_shown(seat.score)
        if 0 < seat.score < top:
            problems.append(SCORES_UNEQUAL_SHARES(seat=seat.seat, score=shown, top=score_shown(top)).at(**at))
        elif seat.score == 0 and top > 0:
            # Whoever has the lowest count takes part in the pot; whoever has more scores below 0.
            why = Phrase("part-score-nobody-at-0")
            problems.append(SCORE_ABOVE_COUNT(seat=seat.seat, score=shown, why=why).at(**at))
        elif seat.score < 0 and seat.score.denominator != 1:
            why = Phrase("part-score-lost-whole")
            problems.append(SCORE_ABOVE_COUNT(seat=seat.seat, score=shown, why=why).at(**at))
        elif -seat.score > (most := _highest_count(ruleset, seat.tiles)):
            why = Phrase("part-score-at-most", {"tiles": seat.tiles, "most": most})
            problems.append(SCORE_ABOVE_COUNT(seat=seat.seat, score=shown, why=why).at(**at))
    return problems


def _wrong_winners(ruleset: Ruleset, seats: Sequence[RecordedSeat], ended_by: str) -> list[Problem]:
    top = max(seat.score for seat in seats)
    fewest = min(seat.tiles for seat in seats if seat.score == top)
    # Whoever has not forfeited has won, whatever they hold.
    any_tiles = _loses_by_forfeit(ruleset) and ended_by == FORFEIT
    problems = []
    for seat in seats:
        should = int(seat.score == top and (any_tiles or seat.tiles == fewest))
        if seat.game_won != should:
            problem = GAME_WON_WRONG(
                seat=seat.seat, game_won=seat.game_won, should=should, top=score_shown(top), tiles=fewest
            )
            problems.append(problem.at(seat=seat.seat, field="game_won"))
    return problems


def _highest_count(ruleset: Ruleset, tiles: int) -> int:
    """More than this no seat can be above the lowest count, whatever charges mean in this ruleset."""
    rack = highest_value(tiles, ruleset.jokers.rack_value.value)
    return rack + sum(charge.points for charge in ruleset.scoring.charges)


def _impossible(ruleset: Ruleset, seats: Sequence[RecordedSeat], ended_by: str) -> list[Problem]:
    """The ending that contradicts the tiles, or the first seat that no lowest count fits."""
    try:
        held = [Held(seat.seat, seat.tiles) for seat in seats]
        check_number(held)
        check_ending(ended_by, held)
    except Problem as problem:
        return [problem]
    racks = [_Rack.of(ruleset, seat) for seat in sorted(seats, key=lambda seat: seat.tiles)]
    if ended_by in (FORFEIT, UNKNOWN) and _loses_by_forfeit(ruleset):
        problems = _no_forfeit(racks)
        if ended_by == FORFEIT or not problems:
            return problems
    if ended_by == UNKNOWN and all(seat.tiles for seat in seats):
        # However the game ended, it ended somehow.
        open_ones = [undecided(ruleset, seats, ending) for ending in NOBODY_IS_DONE]
        if open_ones[-1] is not None and None not in open_ones:
            return [open_ones[-1]]
    lowest: list[int] = []
    for rack in racks:
        fitting = [m for m in lowest if rack.fits(m)] if rack is not racks[0] else rack.lowest()
        if not fitting:
            return [rack.problem(lowest)]
        lowest = fitting
    if any(_one_set(supply_of(ruleset), racks, m) for m in lowest):
        return []
    return [COUNTS_IMPOSSIBLE_TOGETHER(seats=[seat.seat for seat in seats]).at(field="score")]


def _loses_by_forfeit(ruleset: Ruleset) -> bool:
    return ruleset.endings.forfeit.value == "forfeiter_loses"


def _no_forfeit(racks: Sequence["_Rack"]) -> list[Problem]:
    """Why a game cannot have ended by forfeit: not just one has lost, or their tiles do not count as much."""
    losers = [rack for rack in racks if rack.above]
    if len(losers) != 1:
        return [FORFEITER_WRONG(seats=len(losers)).at(field="score")]
    return [] if losers[0].fits(0) else [losers[0].problem([0])]


class _Rack(msgspec.Struct, frozen=True):
    """What a seat can have been left with: counts of its tiles, and what charges make of them.

    Attributes:
        above: how far its count lies above the lowest of the game.
    """

    seat: RecordedSeat
    above: int
    counts: frozenset[int]
    charged: frozenset[int]

    @classmethod
    def of(cls, ruleset: Ruleset, seat: RecordedSeat) -> "_Rack":
        counts = frozenset(supply_of(ruleset).counts(seat.tiles))
        charged = counts_with_charges(ruleset, seat.tiles, counts)
        return cls(seat, max(0, -int(seat.score)), counts, charged)

    def lowest(self) -> list[int]:
        """The lowest counts of a game that this seat fits."""
        return sorted(count - self.above for count in self.counts | self.charged if count >= self.above)

    def fits(self, lowest: int) -> bool:
        return lowest + self.above in self.counts or lowest + self.above in self.charged

    def problem(self, lowest: Sequence[int]) -> Problem:
        """Why none of these lowest counts, which the seats before fit, fits this seat."""
        possible = ranges_shown(sorted(self.counts | self.charged))
        would = ranges_shown(count + self.above for count in lowest) or [str(self.above)]
        tiles = self.seat.tiles
        return SCORE_ABOVE_COUNT(
            seat=self.seat.seat,
            score=score_shown(self.seat.score),
            why=Phrase(
                "part-self-recorded-rack-would-count-tiles-count",
                {"would": would, "tiles": tiles, "possible": possible},
            ),
        ).at(seat=self.seat.seat, field="score")


def _one_set(supply: Supply, racks: Sequence[_Rack], lowest: int) -> bool:
    """Whether one set of tiles has all the racks at once; of a charged one nothing is known."""
    known = [
        (rack.seat.tiles, lowest + rack.above) for rack in racks if lowest + rack.above not in rack.charged
    ]
    return supply.can_make_all(known)
