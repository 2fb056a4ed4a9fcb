"""The tie across the cut: three tables of the last session end so that two entrants tie for the last place.

Everything else of the preliminary stage is settled when their third game ends, so it is known who would be
just above and just below the cut. Two of the aimed, who have won two games, lose the third by just so much
that both end with the same three figures, between those two. Where no whole score lies between, the third
of the aimed ends above them all, and the gap to hit is the one a place higher.
"""

from collections.abc import Iterator, Sequence

import msgspec

from services.demo.chance import Dice
from services.demo.director import Director
from services.demo.games import Finished, Hand, Player, won_by
from services.demo.scripts import Outcome
from services.tournament.standing import Standing, standings
from services.tournament.state import Sheet, table_id

SIXTHS = 6
_WON_BEFORE = 2
_MOST_PER_TILE = 13
_TILES = (8, 9, 7, 10, 6, 11, 5, 12, 4, 13, 3, 14, 2, 1)
"""What may be left on an aimed rack, the likelier first."""

_NEVER = 10_000
"""A score nobody reaches, in sixths."""


class Aim(msgspec.Struct, frozen=True):
    """What an aimed entrant has left after the third game."""

    count: int
    tiles: int


_SLIGHT, _HEAVY = Aim(3, 1), Aim(150, 13)


class Tie:
    """The aim at the cut, taken once for the three tables of `session`.

    Args:
        tables: the numbers of the three tables.
    """

    def __init__(self, session: str, tables: tuple[int, int, int]) -> None:
        self._session = session
        self._tables = tables
        self._aims: dict[int, Aim] | None = None

    def outcomes(self) -> dict[tuple[int, int], Outcome]:
        """How the three games of the three tables end; nothing else of the session is touched."""
        found: dict[tuple[int, int], Outcome] = {}
        for number in self._tables:
            found[number, 1] = found[number, 2] = _won_high
            found[number, 3] = self._third(number)
        return found

    def _third(self, number: int) -> Outcome:
        def outcome(director: Director, players: Sequence[Player], dice: Dice) -> Finished:
            if self._aims is None:
                self._aims = self._taken(director)
            aim = self._aims.get(number)
            aimed = players[0].entrant
            hands = [Hand(aimed, aim.count, aim.tiles)] if aim is not None else []
            return won_by(players, players[1].entrant, dice, hands)

        return outcome

    def _taken(self, director: Director) -> dict[int, Aim]:
        state = director.state
        places = director.definition.cut.places
        table = standings(state, "preliminary")
        sheets = [state.sheets[table_id(self._session, number)] for number in self._tables]
        before = [_sixths(sheet) // SIXTHS for sheet in sheets]
        first, second, third = self._tables
        for shift in (0, 1):
            if not 1 < places - shift <= len(table):
                continue
            above, below = table[places - 2 - shift], table[places - 1 - shift]
            for score, tiles in _between(above, below, min(before[:2])):
                one, other = before[0] - score, before[1] - score
                if _possible(one, tiles) and _possible(other, tiles):
                    aims = {first: Aim(one, tiles), second: Aim(other, tiles)}
                    # The third of the aimed is far above when needed there, else far below.
                    return {**aims, third: _SLIGHT if shift else _HEAVY}
        return {}


def _won_high(director: Director, players: Sequence[Player], dice: Dice) -> Finished:
    """Seat A clears the rack, and with two such games comes out well above the cut as it looks so far."""
    table = standings(director.state, "preliminary")
    near = table[min(director.definition.cut.places, len(table)) - 1]
    aimed = max(60, near.sixths // SIXTHS + 70) // 2
    hands = []
    for player in players[1:]:
        count = aimed // (len(players) - 1) + dice.between(-4, 8)
        hands.append(Hand(player.entrant, count, max(1, count // 6)))
    return won_by(players, players[0].entrant, dice, hands)


def _sixths(sheet: Sheet) -> int:
    return sheet.total(sheet.seats[0]).sixths


def _between(above: Standing, below: Standing, most: int) -> Iterator[tuple[int, int]]:
    """Whole scores and tiles, with two games won, that rank from `above` down to `below`, both included."""
    if not below.games_won <= _WON_BEFORE <= above.games_won:
        return
    highest = above.sixths if above.games_won == _WON_BEFORE else _NEVER
    lowest = below.sixths if below.games_won == _WON_BEFORE else -_NEVER
    top = min(highest // SIXTHS, most - 1)
    for score in range(top, max(-(-lowest // SIXTHS), top - 200) - 1, -1):
        for tiles in _TILES:
            if score * SIXTHS == highest and tiles < above.tiles:
                continue
            if score * SIXTHS == lowest and tiles > below.tiles:
                continue
            yield score, tiles


def _possible(count: int, tiles: int) -> bool:
    """Whether a rack of so many tiles, without jokers, can be worth that much."""
    return tiles <= count <= _MOST_PER_TILE * tiles
