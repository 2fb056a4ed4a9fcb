"""The tie across the cut: a few tables of the last session end so that two entrants tie for the last place.

When their third game ends everything else of the preliminary stage is settled, so it is known who would be
just above and just below the cut. Two of the aimed, who lost the first game with one tile left and won the
second, win the third by just so much, and with just so many tiles, that both end with the same three figures
between those two. Where no whole score lies between, another of the aimed ends above them all, and the gap
to hit is the one a place higher.
"""

from collections.abc import Iterator, Sequence

import msgspec

from services.demo.chance import Dice
from services.demo.director import Director
from services.demo.games import Finished, Hand, Player, won_by
from services.demo.scripts import Outcome
from services.tournament.kernel.ids import TableId
from services.tournament.standings.cut import source_of
from services.tournament.standings.standing import Standing, standings

SIXTHS = 6
TABLES = (1, 2, 3, 4, 5)
"""Two tables that tie, and three that raise the gap where that is needed."""

_WON = 2
_NEVER = 10_000
"""A score nobody reaches, in sixths."""

_TILES = (3, 4, 2, 5, 6, 7, 1, 8, 9, 10)
"""What an aimed entrant may have left in all, the likelier first; one tile is of the first game."""


class Aim(msgspec.Struct, frozen=True):
    """How an aimed entrant wins the third game: what it brings, and with how many tiles left."""

    pot: int
    tiles: int


class Tie:
    """The aim at the cut, taken once for the aimed tables of `session`."""

    def __init__(self, session: str) -> None:
        self._session = session
        self._aims: dict[int, Aim] | None = None

    def outcomes(self) -> dict[tuple[int, int], Outcome]:
        """How the games of the aimed tables end; the entrant aimed at sits on seat A."""
        found: dict[tuple[int, int], Outcome] = {}
        for number in TABLES:
            found[number, 1] = _lost_by_a_tile
            found[number, 2] = _won_by_half
            found[number, 3] = self._third(number)
        return found

    def _third(self, number: int) -> Outcome:
        def outcome(director: Director, players: Sequence[Player], dice: Dice) -> Finished:
            if self._aims is None:
                self._aims = self._taken(director)
            aim = self._aims.get(number)
            if aim is None:
                # Not needed, so far below the cut: lost with half a rack.
                return won_by(players, players[2].entrant, dice, [Hand(players[0].entrant, 78, 9)])
            return _won(players, aim, dice)

        return outcome

    def _taken(self, director: Director) -> dict[int, Aim]:
        table = standings(director.state, "preliminary")
        places = _places(director)
        first, other, *raisers = TABLES
        before = {number: self._score(director, number) for number in TABLES}
        for shift in range(len(raisers) + 1):
            if not 1 < places - shift <= len(table):
                continue
            above, below = table[places - 2 - shift], table[places - 1 - shift]
            for score, tiles in _between(above, below):
                pots = score - before[first], score - before[other]
                if all(15 <= pot <= 240 for pot in pots):
                    aims = {first: Aim(pots[0], tiles - 1), other: Aim(pots[1], tiles - 1)}
                    return aims | {number: Aim(200 + number, 0) for number in raisers[:shift]}
        return {}

    def _score(self, director: Director, number: int) -> int:
        sheet = director.sheet(str(TableId(self._session, number)))
        return sheet.total(sheet.seats[0]).sixths // SIXTHS


def _lost_by_a_tile(director: Director, players: Sequence[Player], dice: Dice) -> Finished:
    """Seat B goes out while seat A holds one last tile."""
    return won_by(players, players[1].entrant, dice, [Hand(players[0].entrant, dice.between(4, 12), 1)])


def _places(director: Director) -> int:
    """How many go on to the final."""
    return source_of(director.state, "final").places or 0


def _won_by_half(director: Director, players: Sequence[Player], dice: Dice) -> Finished:
    """Seat A wins about half of what the cut, as it looks so far, asks for."""
    table = standings(director.state, "preliminary")
    near = table[min(_places(director), len(table)) - 1]
    return _won(players, Aim(max(24, near.sixths // SIXTHS // 2 + dice.between(-6, 6)), 0), dice)


def _won(players: Sequence[Player], aim: Aim, dice: Dice) -> Finished:
    """Seat A wins just `aim`: by going out, or with the lowest rack when time is called."""
    low = aim.tiles * dice.between(2, 6)
    hands = [Hand(players[0].entrant, low, aim.tiles)]
    left = aim.pot
    for waiting, player in enumerate(reversed(players[1:])):
        more = len(players) - 2 - waiting
        part = left if not more else max(1, left // (more + 1) + dice.between(-2, 2))
        left -= part
        hands.insert(1, Hand(player.entrant, low + part, max(1, min(14, (low + part) // 6))))
    return Finished("time" if aim.tiles else "cleared", tuple(hands))


def _between(above: Standing, below: Standing) -> Iterator[tuple[int, int]]:
    """Whole scores and tiles, with two games won, that rank from `above` down to `below`, both included."""
    if not below.games_won <= _WON <= above.games_won:
        return
    highest = above.sixths if above.games_won == _WON else _NEVER
    lowest = below.sixths if below.games_won == _WON else -_NEVER
    middle = (max(lowest, -_NEVER // 8) + min(highest, _NEVER // 8)) // 2
    scores = range(-(-lowest // SIXTHS), highest // SIXTHS + 1)
    for score in sorted(scores, key=lambda other: abs(other * SIXTHS - middle)):
        for tiles in _TILES:
            if score * SIXTHS == highest and tiles < above.tiles:
                continue
            if score * SIXTHS == lowest and tiles > below.tiles:
                continue
            yield score, tiles
