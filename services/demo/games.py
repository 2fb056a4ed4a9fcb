"""Games as the demo plays them: who wins follows strength and luck, the rest are tiles left on racks.

Tiles are drawn from one set of 106, so counts are those of real racks.
"""

from collections.abc import Mapping, Sequence

import msgspec

from services.demo.chance import Dice
from services.rules.exact import figure_shown
from services.rules.game import EndedBy, GameInput, SeatInput, SeatScored
from services.rules.ruleset import Ruleset
from services.rules.scoring import score_game
from services.rules.tiles import parse_rack, rack_value
from services.tournament.play.figures import SeatResult

TILES = (*(f"{colour}{number}" for _ in "12" for colour in "RBKO" for number in range(1, 14)), "J", "J")
_LEFT = (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 9)
"""How many tiles who did not win has left, each as likely as the others."""
_CHARGES = ("could_not_meld", "could_not_meld", "could_have_melded")


class Hand(msgspec.Struct, frozen=True):
    """What is left in front of a player; who `forfeited` has lost, whatever that is."""

    entrant: str
    rack: tuple[str, ...]
    charge: str | None = None
    forfeited: bool = False

    def count(self, rules: Ruleset) -> int:
        """What the rack counts."""
        return rack_value(parse_rack(self.rack), rules.jokers.rack_value.value)


class Finished(msgspec.Struct, frozen=True):
    """A game that ended."""

    ended_by: EndedBy
    hands: tuple[Hand, ...]


def deal(players: Sequence[str], dice: Dice, tiles: list[str] | None = None) -> list[Hand]:
    """What is left on racks that nobody has cleared; drawn from `tiles`, by default a whole set."""
    tiles = dice.shuffle(TILES) if tiles is None else tiles
    return [Hand(number, tuple(tiles.pop() for _ in range(dice.pick(_LEFT)))) for number in players]


def play_game(rules: Ruleset, players: Mapping[str, int], dice: Dice, *, in_time: bool = True) -> Finished:
    """One game, hands in the order of the players.

    Args:
        players: how often each wins against the others, by number; 0 is never.
        in_time: whether it could be played to its end; else time is called and the lowest count wins. Where
            the rules leave such endings open, someone clears the rack.
    """
    winner = dice.weighted([*players], [*players.values()])
    tiles = dice.shuffle(TILES)
    racks = {hand.entrant: hand.rack for hand in deal([*players], dice, tiles)}
    endings = rules.endings.time, rules.endings.pool_exhausted
    settled = bool(rules.scoring.charges) and all(ending.value == "lowest_count" for ending in endings)
    if not settled or (in_time and not dice.chance(5)):
        hands = {number: Hand(number, rack if number != winner else ()) for number, rack in racks.items()}
        unlucky = dice.pick([*players])
        if settled and unlucky != winner and dice.chance(4):
            # Someone has not melded, and has more than the first fourteen tiles.
            rack = tuple(tiles.pop() for _ in range(dice.between(14, 17)))
            hands[unlucky] = Hand(unlucky, rack, dice.pick(_CHARGES))
        return Finished("cleared", tuple(hands.values()))
    lowest = min(racks, key=lambda number: (Hand(number, racks[number]).count(rules), len(racks[number])))
    # The lowest rack belongs to the winner: who has it changes racks with them.
    racks[winner], racks[lowest] = racks[lowest], racks[winner]
    ended_by: EndedBy = "pool_exhausted" if in_time else "time"
    return Finished(ended_by, tuple(Hand(number, rack) for number, rack in racks.items()))


def as_counts(game: Finished, rules: Ruleset, *, racks: bool = False) -> tuple[SeatResult, ...]:
    """What the referee writes down: counts and tiles, or with `racks` the tiles themselves."""
    return tuple(
        SeatResult(entrant=hand.entrant, rack=hand.rack)
        if racks and hand.charge is None and not hand.forfeited
        else SeatResult(
            entrant=hand.entrant,
            count=hand.count(rules),
            tiles=len(hand.rack),
            charge=hand.charge,
            forfeited=hand.forfeited,
        )
        for hand in game.hands
    )


def as_recorded(game: Finished, rules: Ruleset, *, short: bool = False) -> tuple[SeatResult, ...]:
    """What the participants write down: score, game won, tiles. `short`: the table has lost someone."""
    return tuple(
        SeatResult(
            entrant=seat.seat, score=figure_shown(seat.score), game_won=seat.game_won, tiles=seat.tiles
        )
        for seat in scored(game, rules, short=short)
    )


def scored(game: Finished, rules: Ruleset, *, short: bool = False) -> tuple[SeatScored, ...]:
    """What the game is worth; `short` as for `as_recorded`."""
    seats = tuple(SeatInput(hand.entrant, hand.rack, charge=hand.charge) for hand in game.hands)
    return score_game(rules, GameInput(game.ended_by, seats, after_withdrawal=short)).seats
