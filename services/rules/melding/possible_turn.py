"""Was there a turn to play? With an empty pool a possible move is compulsory (MSO clarifications).

Answered where jokers and sets may be moved freely; elsewhere how a joker travelled decides, and that the
tiles alone do not tell.
"""

from collections import Counter
from collections.abc import Iterable

import msgspec

from services.rules.adjudication.jokers import FREE
from services.rules.citing import Cited
from services.rules.lengths import TileNames
from services.rules.melding.effort import Effort
from services.rules.melding.prospects import HIGHEST, Counts
from services.rules.melding.search import Task, lay
from services.rules.melding.witness import Sets, sets_of
from services.rules.ruleset import UNSPECIFIED, Ruleset
from services.rules.sets import ListedSets, read_table
from services.rules.tiles import COLOURS, JOKER, Tile, check_one_set, parse_rack
from shared.problems import ProblemType

_NO_LOSS = (0,) * (HIGHEST + 1)


class BestTurn(msgspec.Struct, frozen=True):
    """The turn that takes most off the rack.

    Attributes:
        laid: tiles of the rack that go to the table; none if there is no legal turn.
        value: what they count on the rack.
        sets: the whole table afterwards.
    """

    laid: tuple[Tile, ...]
    value: int
    sets: Sets


def best_turn(
    table: Iterable[Tile], rack: Iterable[Tile], joker_value: int, effort: Effort | None = None
) -> BestTurn | None:
    """The turn after the initial meld that takes the highest value off the rack, every table tile staying.

    Args:
        joker_value: what a joker counts on a rack.

    Returns:
        None if the table's tiles cannot be laid as sets at all.
    """
    lying, held = Counter(table), Counter(rack)
    task = Task(
        _counted(lying),
        _counted(lying + held),
        jokers=lying[JOKER] + held[JOKER],
        jokers_must=lying[JOKER],
        joker_lost=_NO_LOSS,
        joker_unlaid=joker_value,
    )
    found = lay(task, effort)
    if found is None:
        return None
    sets = sets_of(task, found)
    laid = Counter(tile for set_tiles in sets for tile in set_tiles) - lying
    value = sum(joker_value if tile.is_joker else tile.number for tile in laid.elements())
    return BestTurn(tuple(sorted(laid.elements())), value, sets)


def _counted(tiles: Counter[Tile]) -> Counts:
    """Natural tiles by number and colour."""
    counts = [[0] * len(COLOURS) for _ in range(HIGHEST + 3)]
    for tile, times in tiles.items():
        if not tile.is_joker:
            counts[tile.number][COLOURS.index(tile.colour)] += times
    return counts


BEST_TURN_NOT_FREE = ProblemType("best-turn-not-free", 422)
TABLE_NO_SETS = ProblemType("table-no-sets", 422)


class PositionInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table and rack of a player who has melded."""

    table: ListedSets
    rack: TileNames


class PossibleTurn(msgspec.Struct, frozen=True):
    """The turn that takes most off the rack.

    Attributes:
        laid: tiles that go to the table; none if no turn is possible.
        value: what they count on a rack.
        table_after: the whole table then, jokers listed at their places.
    """

    possible: bool
    laid: tuple[str, ...]
    value: int
    table_after: tuple[tuple[str, ...], ...]


def possible_turn(ruleset: Ruleset, position: PositionInput, effort: Effort | None = None) -> PossibleTurn:
    """The best turn from a position, after the initial meld.

    Args:
        effort: how long to search; as long as for one request, if not said.

    Raises:
        Problem: best-turn-not-free, table-no-sets, tile-unknown, tiles-too-many-alike, too-hard.
    """
    for axis, free in (
        (ruleset.jokers.retrieval, ruleset.jokers.retrieval.value == FREE),
        (ruleset.sets.manipulation, ruleset.sets.manipulation.value != UNSPECIFIED),
    ):
        if not free:
            raise BEST_TURN_NOT_FREE(ruleset=ruleset.title, cite=Cited(axis.cite))
    rack = parse_rack(position.rack, field="rack")
    table = [tile for table_set in read_table(position.table, "table") for tile in table_set.tiles]
    check_one_set([*table, *rack])
    best = best_turn(table, rack, ruleset.jokers.rack_value.value, effort or Effort())
    if best is None:
        raise TABLE_NO_SETS().at(field="table")
    after = tuple(tuple(map(str, tiles)) for tiles in best.sets)
    return PossibleTurn(bool(best.laid), tuple(map(str, best.laid)), best.value, after)
