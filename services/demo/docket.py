"""Disputes and rulings at the tables: one tale for each effect a ruling can have, and what may follow it."""

from datetime import timedelta

from services.demo.agenda import Activity
from services.demo.director import Director, data_of
from services.demo.games import fitting_tiles
from services.demo.tables import sign_sheet
from services.rules.game import ENDINGS, EndedBy
from services.rules.melding.possibility import RackInput
from services.rules.ruleset import Ruleset
from services.tournament.docket.disputes import RaiseDispute, ReportGameNotBegun, WithdrawDispute
from services.tournament.docket.effects import (
    AmendGame,
    ChargeSeat,
    Effect,
    NoEffect,
    ReplayGame,
    VoidGame,
    Warn,
)
from services.tournament.docket.evidence import PresentEvidence
from services.tournament.docket.rulings import MakeRuling
from services.tournament.lookups import active_seats
from services.tournament.play.figures import SeatResult
from services.tournament.play.incidents import CallChiefReferee
from services.tournament.play.results import CorrectGame
from services.tournament.play.scores import Figure, Game


def no_effect(director: Director, sheet: str) -> Activity:
    """Complaint about a turn that took too long; the timer says otherwise."""
    entrant = _seat(director, sheet, 1)
    director.referee(sheet, CallChiefReferee(sheet=sheet))
    dispute = _raise(director, sheet, entrant, 1, "對手用超過一分鐘先出牌，應該罰一隻牌。")
    yield director.after(4)
    finding = "計時器顯示 52 秒。"
    rule(director, dispute, finding, "HK rules 2.3", "Within the limit; the game stands.", NoEffect())


def given_up(director: Director, sheet: str) -> Activity:
    """A complaint that its owner takes back."""
    entrant = _seat(director, sheet, 2)
    statement = "I think my last tile was counted twice."
    dispute = _raise(director, sheet, entrant, 1, statement)
    yield director.after(3)
    command = WithdrawDispute(dispute=dispute, reason="Counted again together: it was right.")
    director.participant(entrant, command)


def recount(director: Director, sheet: str) -> Activity:
    """A rack was counted wrongly; the ruling amends the game."""
    game = _last_game(director, sheet)
    loser = _loser(game)
    entrant = _winner(game)
    statement = f"Seat {loser.entrant} still held a joker; 30 was left out of the count."
    dispute = _raise(director, sheet, entrant, game.number, statement)
    yield director.after(5)
    rules = director.state.rules_in(director.sheet(sheet).stage)
    seats = _seats(rules, game, loser.entrant, (loser.count or 0) + 30, max(loser.tiles, 1) + 1)
    amend = AmendGame(game.number, seats, _ending(game))
    finding = "Rack laid open: a joker lay face down under the rack's edge."
    rule(director, dispute, finding, "HK rules 3", "A joker on the rack counts 30.", amend)


def tiles_mixed(director: Director, sheet: str) -> Activity:
    """A game that nobody can reconstruct: it counts as played, with nothing for anyone."""
    game = _last_game(director, sheet)
    entrant = _seat(director, sheet, 0)
    statement = "有人收牌收得太快，大家嘅牌都混埋咗，計唔返。"
    dispute = _raise(director, sheet, entrant, game.number, statement)
    yield director.after(6)
    finding = "Racks were mixed into the pool before the count was finished."
    rule(director, dispute, finding, "HK rules 3", "No count can be established.", VoidGame(game.number))


def wrong_tiles(director: Director, sheet: str) -> Activity:
    """Three red sevens on one table: the game is played again with a fresh set."""
    game = _last_game(director, sheet)
    dispute = _raise(director, sheet, _seat(director, sheet, 3), game.number, "There were three red sevens.")
    yield director.after(4)
    finding = "107 tiles on the table; one red 7 belongs to the set next door."
    rule(director, dispute, finding, "HK rules 1", "The set was not complete.", ReplayGame(game.number))


def could_have_melded(director: Director, sheet: str) -> Activity:
    """Someone held her first meld back; the ruling charges 200."""
    game = _last_game(director, sheet)
    loser = _loser(game)
    statement = "佢手上有 R10 B10 K10，一直唔肯出。"
    dispute = _raise(director, sheet, _winner(game), game.number, statement)
    rack = RackInput(
        ("R10", "B10", "K10", "R2", "B5", "K7", "O3", "O9", "R13", "K1", "B12", "O6", "K4", "R6")
    )
    director.referee(sheet, PresentEvidence(dispute=dispute, entrant=loser.entrant, rack=rack))
    yield director.after(5)
    charge = ChargeSeat(game.number, loser.entrant, "could_have_melded")
    finding = "The rack holds a group of three tens; nothing was ever melded."
    rule(director, dispute, finding, "HK rules 3", "Chose not to meld though it was possible.", charge)


def noisy(director: Director, sheet: str) -> Activity:
    """Talking across tables; the ruling warns."""
    entrant, talker = _seat(director, sheet, 0), _seat(director, sheet, 1)
    statement = "He keeps calling the numbers to his friend at the next table."
    dispute = _raise(director, sheet, entrant, None, statement)
    yield director.after(4)
    finding = "Two neighbours confirm it."
    rule(director, dispute, finding, "HK code of conduct 1", "Conversation that interferes.", Warn(talker))


def new_grounds(director: Director, sheet: str) -> Activity:
    """A game is voided; a photograph of the racks turns up, and a later ruling lets the game stand."""
    game = _last_game(director, sheet)
    statement = "The racks were swept together before seat C was counted."
    dispute = _raise(director, sheet, _seat(director, sheet, 2), game.number, statement)
    yield director.after(5)
    finding = "The four counts written down cannot be checked any more."
    first = rule(director, dispute, finding, "HK rules 3", "No proof of the count.", VoidGame(game.number))
    director.plan(director.after(40), _superseded(director, sheet, dispute, first))


def not_begun(director: Director, sheet: str) -> Activity:
    """Time is up before the third game began; it counts as completed with nothing."""
    session = director.session(director.sheet(sheet).session)
    yield director.state.plan.ends(director.day_of(session), session.plan) + timedelta(minutes=1)
    answer = director.referee(sheet, ReportGameNotBegun(sheet=sheet, game=3))
    dispute = data_of(answer, "dispute-raised")["dispute"]
    yield director.after(5)
    finding = "Two long washroom breaks; the tiles were not yet dealt."
    rule(director, dispute, finding, "HK code of conduct 6, 12", "Nobody is at fault.", VoidGame(3))


def pending_until(clock: str) -> "PendingTale":
    """A dispute that is raised at once and ruled at a given time of day."""
    return PendingTale(clock)


class PendingTale:
    """See `pending_until`."""

    def __init__(self, clock: str) -> None:
        self._clock = clock

    def __call__(self, director: Director, sheet: str) -> Activity:
        game = _last_game(director, sheet)
        statement = "對手喺首次出牌嗰一輪已經郁枱面嘅牌組。"
        dispute = _raise(director, sheet, _seat(director, sheet, 2), game.number, statement)
        day = director.day_of(director.session(director.sheet(sheet).session))
        yield director.moment(day, self._clock)
        if director.state.disputes[dispute].status != "open":
            return
        finding = "The first meld came from the rack alone; the set beside it was laid by seat A."
        rule(director, dispute, finding, "HK rules 2.1", "The meld was legitimate.", NoEffect())


def slip_of_the_pen(director: Director, sheet: str) -> Activity:
    """The referee typed a wrong count and corrects it before anyone signs."""
    game = _last_game(director, sheet)
    loser = _loser(game)
    yield director.after(1)
    rules = director.state.rules_in(director.sheet(sheet).stage)
    seats = _seats(rules, game, loser.entrant, (loser.count or 0) + 2, loser.tiles)
    reason = "Typed two points too few."
    command = CorrectGame(sheet=sheet, game=game.number, ended_by=_ending(game), seats=seats, reason=reason)
    director.referee(sheet, command)


def rule(
    director: Director,
    dispute: str,
    finding: str,
    cites: str,
    reason: str,
    *effects: Effect,
    supersedes: str | None = None,
) -> str:
    """Let the Chief Referee rule; returns the ruling's number."""
    command = MakeRuling(
        dispute=dispute, finding=finding, cites=cites, reason=reason, effects=effects, supersedes=supersedes
    )
    number: str = data_of(director.chief(command), "ruling-made")["ruling"]
    return number


def _superseded(director: Director, sheet: str, dispute: str, first: str) -> Activity:
    finding = "A photograph taken for the newsletter shows all four racks; the counts are those written down."
    reason = "New grounds: the game stands as recorded."
    rule(director, dispute, finding, "HK rules 3", reason, NoEffect(), supersedes=first)
    yield director.after(8)
    yield from sign_sheet(director, sheet, director.dice(f"signed again {sheet}"))


def _raise(director: Director, sheet: str, entrant: str, game: int | None, statement: str) -> str:
    command = RaiseDispute(sheet=sheet, entrant=entrant, game=game, statement=statement)
    number: str = data_of(director.participant(entrant, command), "dispute-raised")["dispute"]
    return number


def _seat(director: Director, sheet: str, place: int) -> str:
    active = active_seats(director.state, director.sheet(sheet))
    return active[place % len(active)]


def _last_game(director: Director, sheet: str) -> Game:
    games = [game for game in director.sheet(sheet).games if game is not None and game.figures]
    return games[-1]


def _winner(game: Game) -> str:
    return next(figure.entrant for figure in game.figures if figure.game_won)


def _loser(game: Game) -> Figure:
    """Who has most left without a charge."""
    others = [figure for figure in game.figures if figure.sixths < 0 and figure.charge is None]
    return max(others, key=lambda figure: (-figure.sixths, figure.entrant))


def _ending(game: Game) -> EndedBy:
    return next((known for known in ENDINGS if known == game.ended_by), "time")


def _seats(rules: Ruleset, game: Game, entrant: str, count: int, tiles: int) -> tuple[SeatResult, ...]:
    """The game's counts as they stand, but for one entrant; her tiles are as many as can count so much."""
    return tuple(
        SeatResult(entrant=entrant, count=count, tiles=fitting_tiles(rules, count, tiles))
        if figure.entrant == entrant
        else SeatResult(
            entrant=figure.entrant,
            count=figure.own_count if figure.charge is not None else figure.count,
            tiles=figure.tiles,
            charge=figure.charge,
        )
        for figure in game.figures
    )
