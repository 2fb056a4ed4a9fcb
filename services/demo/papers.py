"""Score sheets: signatures, a game written down again, another table's figures, a session on paper."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import count

from msgspec import UNSET

from services.demo.agenda import Activity
from services.demo.chance import Dice
from services.demo.director import Director, NotInTheScript
from services.demo.games import play_game, scored
from services.rules.exact import figure_shown
from services.rules.ruleset import Ruleset
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
    state, table = director.state, director.stage(session).table
    came = [number for number in sorted(session.entrants) if not dice.chance(2)]
    groups = {number: state.entrants[number].group or "" for number in came}
    rows: list[ResultRow] = []
    lines = count(2)
    for number, seats in enumerate(draw_tables(came, groups, f"by hand {id}", table.most, table.fewest), 1):
        players, rules = {seat: director.strength(seat) for seat in seats}, state.rules_in(session.stage)
        for game in (1, 2, 3):
            figures = scored(play_game(rules, players, dice, in_time=game < 3), rules)
            rows += [
                ResultRow(
                    id,
                    number,
                    game,
                    letter,
                    seat.seat,
                    seat.game_won,
                    figure_shown(seat.score),
                    seat.tiles,
                    line,
                )
                for letter, seat, line in zip(SEATS, figures, lines, strict=False)
            ]
    return tuple(rows)
