"""What a referee should look at once more in a game that ended: rare endings, figures far from what is usual.

An oddity refuses nothing: everything here can have happened.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from math import isqrt

from services.rules.contradictions import Held
from services.rules.game import Note, remark
from services.rules.ruleset import Ruleset
from services.rules.tiles import COLOURS, COPIES, NUMBERS
from shared.catalogue import Phrase

FAR = 4
"""Standard deviations of the count of so many tiles drawn at random."""
_VALUES: list[int] = [*NUMBERS] * (len(COLOURS) * COPIES)
_WHOLE, _TOTAL = len(_VALUES), sum(_VALUES)
_SPREAD = _WHOLE * sum(value * value for value in _VALUES) - _TOTAL * _TOTAL


def odd_ending(ruleset: Ruleset, ended_by: str) -> Iterator[Note]:
    """The remark on an ending that seldom comes about.

    HK rules 3 and Pressman call it rare that the pool runs out first. Where play goes on with an empty pool
    until nobody can move, the game is blocked in the end; where it ends with the pool, nobody is blocked.
    """
    if ended_by not in ("pool_exhausted", "blocked"):
        return
    ends_with_pool = ruleset.endings.pool_empty.value == "game_ends"
    plays_on = ruleset.endings.pool_empty.value.startswith("play_on")
    why = "nobody-cleared"
    if ended_by == "blocked" and ends_with_pool:
        why = "ends-with-pool"
    if ended_by == "pool_exhausted" and plays_on:
        why = "plays-on"
    yield remark("rare-ending", why=Phrase(f"part-ending-{why}"))


def odd_figures(ruleset: Ruleset, held: Sequence[Held], unmelded: Sequence[bool]) -> Iterator[Note]:
    """Remarks on racks far from what is usual.

    Args:
        unmelded: for each seat, whether it is charged for not having melded.
    """
    hand = ruleset.deal.hand.value
    for seat, charged in zip(held, unmelded, strict=True):
        if charged and seat.tiles < hand:
            yield remark("few-tiles-unmelded", at=seat.seat, seat=seat.seat, tiles=seat.tiles, hand=hand)
        if seat.tiles > 2 * hand:
            yield remark("many-tiles", at=seat.seat, seat=seat.seat, tiles=seat.tiles)
        if seat.count is not None and far_from_usual(ruleset, seat.tiles, seat.count):
            yield remark("unusual-count", at=seat.seat, seat=seat.seat, tiles=seat.tiles, count=seat.count)


def far_from_usual(ruleset: Ruleset, tiles: int, count: int) -> bool:
    """Whether so many tiles drawn at random hardly ever come to this count, a joker among them or none."""
    least, most, least_beside, most_beside = _usual(tiles)
    if least <= count <= most:
        return False
    joker = ruleset.jokers.rack_value.value
    return not tiles or not least_beside <= count - joker <= most_beside


@cache
def _usual(tiles: int) -> tuple[int, int, int, int]:
    """The least and the most that so many numbered tiles usually count, and so many but one; exact.

    Nothing is usual of more tiles than there are.
    """
    return (*_range(tiles), *_range(max(0, tiles - 1)))


def _range(tiles: int) -> tuple[int, int]:
    if tiles > _WHOLE:
        return 1, 0
    # Within while (count − mean)² <= FAR² · variance; both sides times whole² · (whole − 1).
    usual = FAR * FAR * tiles * (_WHOLE - tiles) * _SPREAD
    reach = isqrt(usual // (_WHOLE - 1))  # of count · whole around tiles · total
    return -((reach - tiles * _TOTAL) // _WHOLE), (tiles * _TOTAL + reach) // _WHOLE
