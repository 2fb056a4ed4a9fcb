"""What no game can have ended with: racks that contradict its ending, and counts that no tiles make."""

from collections.abc import Sequence

import msgspec

from services.rules.game import (
    COUNT_IMPOSSIBLE,
    COUNTS_IMPOSSIBLE_TOGETHER,
    NOBODY_CLEARED,
    SOMEBODY_CLEARED,
    TILES_MORE_THAN_THERE_ARE,
)
from services.rules.ruleset import Ruleset
from services.rules.supply import Rack, ranges_shown, supply_of
from services.rules.tiles import TILES_IN_ALL, Tile
from shared.catalogue import Word

NOBODY_IS_DONE = ("time", "pool_exhausted", "blocked")
"""Endings that only come about while everyone holds tiles."""


class Held(msgspec.Struct, frozen=True):
    """What a seat held when the game ended.

    Attributes:
        count: what the tiles count, before any charge; None if not known.
        rack: the tiles themselves, if known.
    """

    seat: str
    tiles: int
    count: int | None = None
    rack: tuple[Tile, ...] | None = None


def check_number(held: Sequence[Held]) -> None:
    """Refuse more tiles than there are in a game.

    Raises:
        Problem: tiles-more-than-there-are.
    """
    together = sum(seat.tiles for seat in held)
    if together > TILES_IN_ALL:
        raise TILES_MORE_THAN_THERE_ARE(tiles=together, all=TILES_IN_ALL).at(field="tiles")


def check_ending(ended_by: str, held: Sequence[Held]) -> None:
    """Refuse racks that contradict how the game ended; nobody clears a rack that another has cleared.

    Raises:
        Problem: nobody-cleared, somebody-cleared.
    """
    cleared = [seat.seat for seat in held if seat.tiles == 0]
    if len(cleared) > 1 or (ended_by == "cleared" and not cleared):
        raise NOBODY_CLEARED(cleared=len(cleared)).at(field="tiles")
    if cleared and ended_by in NOBODY_IS_DONE:
        raise SOMEBODY_CLEARED(seat=cleared[0], ended_by=Word("ending", ended_by)).at(
            seat=cleared[0], field="ended_by"
        )


def check_counts(ruleset: Ruleset, held: Sequence[Held]) -> None:
    """Refuse counts that no tiles make under the ruleset, for one rack or for all of them from one set.

    Raises:
        Problem: count-impossible, counts-impossible-together.
    """
    supply = supply_of(ruleset)
    counted: list[Rack] = []
    laid_open: list[Tile] = []
    for seat in held:
        if seat.rack is not None:
            laid_open.extend(seat.rack)
        elif seat.count is not None:
            counted.append((seat.tiles, seat.count))
    if supply.without(laid_open).can_make_all(counted):
        return
    for seat in held:
        count = seat.count
        if seat.rack is None and count is not None and not supply.can_make(seat.tiles, count):
            possible = ranges_shown(supply.counts(seat.tiles))
            raise COUNT_IMPOSSIBLE(seat=seat.seat, tiles=seat.tiles, count=count, possible=possible).at(
                seat=seat.seat, field="count"
            )
    raise COUNTS_IMPOSSIBLE_TOGETHER(seats=[seat.seat for seat in held]).at(field="count")
