"""How a turn may have come about: which joker went where, and which of two like tiles came from the rack.

Tiles that look alike cannot be told apart afterwards. A turn is legal if there is a way in which it can have
been played legally, so every way that matters to the jokers is looked at.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, permutations, product

import msgspec

from services.rules.adjudication.turn import Turn
from services.rules.tiles import JOKER, Tile

_MOST_COMPETING = 8
"""Like tiles in two sets with jokers that are told apart; more only a made-up table has."""

Spot = tuple[int, int]
"""A set's index on the table, and a place in it."""


class Travel(msgspec.Struct, frozen=True):
    """A joker that lay on the table.

    Attributes:
        came, went: where it lay before, and lies after.
        replaced_by: the spot after the turn of the rack tile that took its place; None if it kept its own.
    """

    came: Spot
    went: Spot
    replaced_by: Spot | None


class Explanation(msgspec.Struct, frozen=True, dict=True):
    """One way in which a turn may have been played.

    Attributes:
        travels: one for each joker that lay on the table.
        from_rack: spots after the turn of natural tiles that came from the rack.
        laid: spots after the turn of jokers that came from the rack.
    """

    turn: Turn
    travels: tuple[Travel, ...]
    from_rack: frozenset[Spot]
    laid: frozenset[Spot]

    @cached_property
    def replacing(self) -> frozenset[Spot]:
        """Spots of rack tiles that took a joker's place."""
        return frozenset(travel.replaced_by for travel in self.travels if travel.replaced_by is not None)

    def free_rack_places(self, index: int) -> tuple[int, ...]:
        """Places of the set in which lie rack tiles, jokers included, that replaced no joker."""
        spots = (self.from_rack | self.laid) - self.replacing
        return tuple(sorted(place for set_index, place in spots if set_index == index))

    def as_left(self, index: int) -> Counter[Tile]:
        """The tiles of a set of before, with the tile that took a joker's place instead of it."""
        tiles = Counter(self.turn.before[index].tiles)
        for travel in self.travels:
            if travel.came[0] == index and travel.replaced_by is not None:
                where, place = travel.replaced_by
                tiles[JOKER] -= 1
                tiles[self.turn.after[where].tiles[place]] += 1
        return +tiles

    def kept_in(self, index: int) -> frozenset[int]:
        """The sets of after in which the jokers lie that a set of before kept."""
        return frozenset(
            travel.went[0]
            for travel in self.travels
            if travel.came[0] == index and travel.replaced_by is None
        )


def explanations(turn: Turn) -> Iterator[Explanation]:
    """Every way that differs in what became of jokers. All tiles must be accounted for."""
    came, went = _spots(turn, before=True), _spots(turn, before=False)
    for from_rack in _rack_spots(turn):
        for chosen in permutations(went, len(came)):
            laid = frozenset(went) - frozenset(chosen)
            for replaced_by in product(*(_replacements(turn, spot, from_rack) for spot in came)):
                taken = [spot for spot in replaced_by if spot is not None]
                if len(set(taken)) == len(taken):
                    travels = map(Travel, came, chosen, replaced_by)
                    yield Explanation(turn, tuple(travels), from_rack, laid)


def _spots(turn: Turn, *, before: bool) -> list[Spot]:
    table = turn.before if before else turn.after
    return [
        (index, place)
        for index, table_set in enumerate(table)
        for place, tile in enumerate(table_set.tiles)
        if tile.is_joker
    ]


def _rack_spots(turn: Turn) -> Iterator[frozenset[Spot]]:
    """The ways to say which natural tiles came from the rack, as far as it matters to jokers."""
    spots: dict[Tile, list[Spot]] = defaultdict(list)
    for index, table_set in enumerate(turn.after):
        for place, tile in enumerate(table_set.tiles):
            if tile in turn.placed and not tile.is_joker:
                spots[tile].append((index, place))
    choices: list[Sequence[tuple[Spot, ...]]] = []
    for tile, where in spots.items():
        # A rack tile beside a joker is never worse than one elsewhere, so only places beside jokers compete.
        where.sort(key=lambda spot: not turn.after[spot[0]].jokers)
        ways = list(combinations(where, turn.placed[tile]))
        compete = (
            all(turn.after[index].jokers for index, _ in where)
            and sum(len(choice) > 1 for choice in choices) < _MOST_COMPETING
        )
        choices.append(ways if compete else ways[:1])
    for chosen in product(*choices):
        yield frozenset(spot for group in chosen for spot in group)


def _replacements(turn: Turn, came: Spot, from_rack: frozenset[Spot]) -> list[Spot | None]:
    index, place = came
    stood_for = turn.before[index].standing_for(place)
    fitting = [spot for spot in sorted(from_rack) if turn.after[spot[0]].tiles[spot[1]] in stood_for]
    return [*fitting, None]
