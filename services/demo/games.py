"""Games as the demo plays them: who wins follows strength and luck, the rest are tiles left on racks.

Tiles are drawn from one set of 106, so counts are those of real racks.
"""

from collections.abc import Sequence

import msgspec

from services.demo.chance import Dice
from services.rules.exact import score_shown
from services.rules.game import EndedBy, GameInput, SeatInput
from services.rules.ruleset import Ruleset
from services.rules.scoring import score_game
from services.rules.supply import supply_of
from services.rules.tiles import TILES_IN_ALL, parse_rack, rack_value
from services.tournament.play.figures import SeatResult

JOKER = 30
_SET = (*(f"{colour}{number}" for _ in "12" for colour in "RBKO" for number in range(1, 14)), "J", "J")
_LEFT = (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 9)
"""How many tiles who did not win has left, each as likely as the others."""


class Player(msgspec.Struct, frozen=True):
    """Someone at a table; a strength of 0 never wins."""

    entrant: str
    strength: int


class Hand(msgspec.Struct, frozen=True):
    """What is left in front of a player. `count` is the rack's value; a charge comes in its place.

    Who `forfeited` has lost, whatever is left.
    """

    entrant: str
    count: int
    tiles: int
    charge: str | None = None
    rack: tuple[str, ...] | None = None
    forfeited: bool = False


class Finished(msgspec.Struct, frozen=True):
    """A game that ended."""

    ended_by: EndedBy
    hands: tuple[Hand, ...]


def play_game(players: Sequence[Player], dice: Dice, *, in_time: bool = True) -> Finished:
    """One game, hands in the order of the players.

    Args:
        in_time: whether it could be played to its end; else time is called and the lowest count wins.
    """
    winner = dice.weighted(players, [player.strength for player in players])
    rest = dice.shuffle(_SET)
    if in_time and not dice.chance(5):
        hands = [
            Hand(winner.entrant, 0, 0, None, ()) if p is winner else _hand(p, rest, dice) for p in players
        ]
        return Finished("cleared", tuple(_charged(hand, dice) for hand in hands))
    hands = [_hand(player, rest, dice) for player in players]
    hands.sort(key=lambda hand: (hand.count, hand.tiles))
    best = hands[0]
    # The lowest rack belongs to the winner: who has it changes racks with her.
    held = next(hand for hand in hands if hand.entrant == winner.entrant)
    swapped = {winner.entrant: best, best.entrant: held}
    hand_of = {hand.entrant: hand for hand in hands}
    dealt = [_of(player.entrant, swapped.get(player.entrant, hand_of[player.entrant])) for player in players]
    if dice.chance(12):
        dealt = _tied(dealt, winner.entrant, dice)
    return Finished("time" if not in_time else "pool_exhausted", tuple(dealt))


def play_under(rules: Ruleset, players: Sequence[Player], dice: Dice, *, in_time: bool = True) -> Finished:
    """One game as `play_game` has it; where the rules leave other endings open, someone clears the rack."""
    settled = (rules.endings.time, rules.endings.pool_exhausted)
    if rules.scoring.charges and all(ending.value == "lowest_count" for ending in settled):
        return play_game(players, dice, in_time=in_time)
    winner = dice.weighted(players, [player.strength for player in players])
    return won_by(players, winner.entrant, dice)


def shared_pot(players: Sequence[Player], sharers: int, dice: Dice, *, winners: int = 1) -> Finished:
    """A game at whose end the first `sharers` hold the same lowest count, of whom `winners` have won.

    With three sharers the pot does not divide by three, so that thirds appear.
    """
    low = dice.between(8, 14)
    hands = []
    for place, player in enumerate(players):
        if place < sharers:
            hands.append(Hand(player.entrant, low, 2 if place < winners else 4))
        else:
            above = 3 * dice.between(3, 9) + 1 if place == sharers else 3 * dice.between(2, 6)
            hands.append(Hand(player.entrant, low + above, dice.between(3, 6)))
    return Finished("pool_exhausted", tuple(hands))


def won_by(players: Sequence[Player], winner: str, dice: Dice, hands: Sequence[Hand] = ()) -> Finished:
    """A game that `winner` cleared; whoever is in `hands` is left with just that."""
    rest = dice.shuffle(_SET)
    given = {hand.entrant: hand for hand in hands}
    made = []
    for player in players:
        if player.entrant == winner:
            made.append(Hand(winner, 0, 0, None, ()))
        else:
            made.append(given.get(player.entrant) or _hand(player, rest, dice))
    return Finished("cleared", tuple(made))


def possible(rules: Ruleset, game: Finished) -> Finished:
    """The game with racks that one set of tiles can have left: counts stay, tiles fit them.

    Racks laid open are counted as the rules count a joker.
    """
    joker = rules.jokers.rack_value.value
    hands = []
    for hand in game.hands:
        if hand.rack is not None and hand.charge is None:
            hands.append(msgspec.structs.replace(hand, count=rack_value(parse_rack(hand.rack), joker)))
        else:
            fitting = fitting_tiles(rules, hand.count, hand.tiles)
            hands.append(msgspec.structs.replace(hand, tiles=fitting))
    for more in range(12):
        if _from_one_set(rules, hands):
            break
        # Counted, not laid open, and a tile more here and there.
        hand = hands[more % len(hands)]
        tiles = fitting_tiles(rules, hand.count, hand.tiles + 1) if hand.tiles else 0
        hands[more % len(hands)] = msgspec.structs.replace(hand, rack=hand.rack and None, tiles=tiles)
    return msgspec.structs.replace(game, hands=tuple(hands))


def fitting_tiles(rules: Ruleset, count: int, tiles: int) -> int:
    """How many tiles can come to the count: `tiles`, or the nearest number to it, rather more than fewer."""
    numbers = sorted(range(TILES_IN_ALL + 1), key=lambda tiles_left: (abs(tiles_left - tiles), -tiles_left))
    return next(number for number in numbers if supply_of(rules).can_make(number, count))


def _from_one_set(rules: Ruleset, hands: Sequence[Hand]) -> bool:
    laid_open = [tile for hand in hands if hand.rack for tile in parse_rack(hand.rack)]
    counted = [(hand.tiles, hand.count) for hand in hands if hand.rack is None]
    return supply_of(rules).without(laid_open).can_make_all(counted)


def as_counts(game: Finished, *, racks: bool = False) -> tuple[SeatResult, ...]:
    """What the referee writes down: counts and tiles, or with `racks` the tiles themselves where known."""
    return tuple(
        SeatResult(entrant=hand.entrant, rack=hand.rack)
        if racks and hand.rack is not None and hand.charge is None
        else SeatResult(
            entrant=hand.entrant,
            count=hand.count,
            tiles=hand.tiles,
            charge=hand.charge,
            forfeited=hand.forfeited,
        )
        for hand in game.hands
    )


def as_recorded(game: Finished, rules: Ruleset, *, short: bool = False) -> tuple[SeatResult, ...]:
    """What the participants write down: score, game won, tiles. `short`: the table has lost someone."""
    seats = tuple(
        SeatInput(hand.entrant, count=hand.count, tiles=hand.tiles, charge=hand.charge) for hand in game.hands
    )
    scored = score_game(rules, GameInput(game.ended_by, seats, after_withdrawal=short))
    return tuple(
        SeatResult(entrant=seat.seat, score=score_shown(seat.score), game_won=seat.game_won, tiles=seat.tiles)
        for seat in scored.seats
    )


def _hand(player: Player, rest: list[str], dice: Dice) -> Hand:
    rack = tuple(rest.pop() for _ in range(dice.pick(_LEFT)))
    return Hand(player.entrant, sum(map(_value, rack)), len(rack), None, rack)


def _value(tile: str) -> int:
    return JOKER if tile == "J" else int(tile[1:])


def _of(entrant: str, hand: Hand) -> Hand:
    return msgspec.structs.replace(hand, entrant=entrant)


def _charged(hand: Hand, dice: Dice) -> Hand:
    """Now and then someone has not melded when the game ends, and has more than the first fourteen tiles."""
    if not hand.tiles or not dice.chance(2):
        return hand
    charge = "could_not_meld" if dice.chance(70) else "could_have_melded"
    tiles = dice.between(14, 17)
    return Hand(hand.entrant, 6 * tiles + dice.below(20), tiles, charge)


def _tied(hands: list[Hand], winner: str, dice: Dice) -> list[Hand]:
    """Someone holds the same count as the winner, with as many tiles or more."""
    best = next(hand for hand in hands if hand.entrant == winner)
    other = dice.pick([hand for hand in hands if hand.entrant != winner])
    more = dice.below(2) if best.count > best.tiles else 0
    equal = Hand(other.entrant, best.count, best.tiles + more)
    return [equal if hand is other else hand for hand in hands]
