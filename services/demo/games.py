"""Games as the demo plays them, and the sheets they are written on.

Who wins follows strength and luck, the rest are tiles left on racks. They are drawn from one set of 106, so
counts are those of real racks.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import count

import msgspec
from msgspec import UNSET

from services.demo.agenda import Activity
from services.demo.chance import Dice
from services.demo.director import Director, NotInTheScript
from services.rules.exact import figure_shown
from services.rules.game import EndedBy, GameInput, SeatInput, SeatScored
from services.rules.ruleset import Ruleset
from services.rules.scoring import score_game
from services.rules.tiles import parse_rack, rack_value
from services.tournament.play.conflicts import SheetGame
from services.tournament.play.figures import SeatResult, results_of
from services.tournament.play.paper import ResultRow
from services.tournament.play.scores import Game
from services.tournament.play.sheets import can_be_signed, complete, figures_digest, unsigned
from services.tournament.seating.draws import draw_tables
from services.tournament.seating.sessions import SEATS, Session
from services.tournament.standings.cut import source_of
from services.tournament.standings.standing import standings
from shared.problems import Problem

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


def sign_sheet(director: Director, sheet_id: str, dice: Dice) -> Activity:
    """Everyone who still has to signs: on the paper, or on the referee's device."""
    while True:
        sheet = director.sheet(sheet_id)
        waiting = [number for number in unsigned(director.state, sheet) if number not in sheet.signatures]
        if not waiting or not can_be_signed(sheet):
            return
        signs = {"sheet": sheet_id, "entrant": waiting[0]}
        if dice.chance(60):
            director.act(director.referee(sheet_id), "sign-sheet", **signs, medium="paper")
        else:
            shown = figures_digest(sheet, waiting[0])
            director.act(waiting[0], "sign-sheet", **signs, medium="device", digest=shown)
        yield director.clock.now() + timedelta(seconds=dice.between(10, 35))


def written(game: Game, seats: Sequence[str]) -> SheetGame:
    """A recorded game as it would be written down for these seats."""
    columns = (
        SeatResult(entrant=seat, score=figure.score, game_won=figure.game_won, tiles=figure.tiles)
        for seat, figure in zip(seats, game.figures, strict=True)
    )
    return SheetGame(game.number, tuple(columns))


def tying(director: Director, session: Session, seats: Sequence[str]) -> tuple[SheetGame, ...]:
    """Games of a table that is over: when all that are not yet over play just these, some tie across the cut.

    Raises:
        NotInTheScript: no table's games do that.
    """
    state = director.state
    left = sum(not complete(sheet) for sheet in state.sheets.values() if sheet.session == session.plan.id)
    places = source_of(state, "final").places or 0
    ranked = [
        (-standing.totals.games_won, -standing.totals.score_sixths, standing.totals.tiles)
        for standing in standings(state, "preliminary")
    ]
    for _, sheet in sorted(state.sheets.items()):
        games = [game for game in sheet.games if game is not None and len(game.figures) == len(seats)]
        feet = [(-foot.games_won, -foot.sixths, foot.tiles) for foot in sheet.totals]
        again = sorted([*ranked, *feet * left])
        if len(games) != len(sheet.games) or len(again) <= places or again[places - 1] != again[places]:
            continue
        found = tuple(written(game, seats) for game in games)
        if all(_can_be(state.rules_in(sheet.stage), game, seats) for game in found):
            return found
    raise NotInTheScript("no table has games that make a tie at the cut")


def _can_be(rules: Ruleset, game: SheetGame, seats: Sequence[str]) -> bool:
    """Whether a self-recorded game is one that tiles can have made."""
    try:
        return bool(results_of(rules, seats, seats, UNSET, game.seats))
    except Problem:
        return False


def results_on_paper(director: Director, session: Session) -> tuple[ResultRow, ...]:
    """A session with seats drawn by hand: the network at the venue was down."""
    id, dice = session.plan.id, director.dice(f"paper {session.plan.id}")
    state, table = director.state, director.state.stage_plan(session.stage).table
    came = [number for number in sorted(session.entrants) if not dice.chance(2)]
    groups = {number: state.entrants[number].group or "" for number in came}
    rows: list[ResultRow] = []
    lines = count(2)
    for number, seats in enumerate(draw_tables(came, groups, f"by hand {id}", table.most, table.fewest), 1):
        players, rules = {seat: director.strength(seat) for seat in seats}, state.rules_in(session.stage)
        for game in (1, 2, 3):
            figures, at = scored(play_game(rules, players, dice, in_time=game < 3), rules), (id, number, game)
            rows += [
                ResultRow(*at, letter, seat.seat, seat.game_won, figure_shown(seat.score), seat.tiles, line)
                for letter, seat, line in zip(SEATS, figures, lines, strict=False)
            ]
    return tuple(rows)
