"""What happens to score sheets: the same one twice, a different one, no signature, a session all on paper."""

from collections.abc import Callable, Sequence

from services.demo.agenda import Activity
from services.demo.director import Director
from services.demo.games import Player, as_recorded, play_game, possible
from services.demo.tables import sign_sheet
from services.rules.exact import from_sixths, parse_score, score_text
from services.rules.ruleset import Ruleset
from services.rules.self_recorded import RecordedSeat, check_self_recorded
from services.tournament.lookups import active_seats
from services.tournament.play.conflicts import SettleSheetConflict, SheetGame, SubmitSheet
from services.tournament.play.figures import SeatResult
from services.tournament.play.paper import ImportResults, ResultRow
from services.tournament.play.scores import Game
from services.tournament.play.signatures import CloseSignature, RecordMissingSignature
from services.tournament.seating.draws import draw_tables
from services.tournament.seating.sessions import SEATS


def sent_twice(director: Director, sheet: str) -> Activity:
    """The same sheet handed in again is the same sheet: nothing happens."""
    games = tuple(written(game) for game in director.sheet(sheet).games if game is not None)
    answer = director.referee(sheet, SubmitSheet(sheet=sheet, games=games))
    assert not answer.events, "one sheet, however often it is handed in"
    yield director.after(1)


def second_sheet(take: str) -> Callable[[Director, str], Activity]:
    """A second sheet that differs in one cell; the referee settles it, taking the "first" or the "second"."""

    def tale(director: Director, sheet: str) -> Activity:
        games = [game for game in director.sheet(sheet).games if game is not None]
        rules = director.state.rules_in(director.sheet(sheet).stage)
        entrant = next(
            figure.entrant
            for figure in games[-1].figures
            if figure.sixths < 0 and can_be(rules, written(games[-1], figure.entrant))
        )
        other = tuple(written(game, entrant if game is games[-1] else None) for game in games)
        director.referee(sheet, SubmitSheet(sheet=sheet, games=other))
        yield director.after(4)
        number = len(director.sheet(sheet).conflicts)
        reason = "The stub in the participant's hand agrees with it."
        command = SettleSheetConflict(
            sheet=sheet, conflict=number, take="second" if take == "second" else "first", reason=reason
        )
        director.referee(sheet, command)

    return tale


def refuses_to_sign(director: Director, sheet: str) -> Activity:
    """Someone will not sign; the others do, and the Chief Referee closes the case with a reason."""
    entrant = active_seats(director.state, director.sheet(sheet))[0]
    reason = "Says the third game should not count, and gives no grounds."
    director.referee(
        sheet, RecordMissingSignature(sheet=sheet, entrant=entrant, kind="refused", reason=reason)
    )
    yield from sign_sheet(director, sheet, director.dice(f"refused {sheet}"))
    yield director.after(6)
    closing = "Heard; no dispute was raised in time. The figures are those of the table."
    director.chief(CloseSignature(sheet=sheet, entrant=entrant, reason=closing))


def gone_home(director: Director, sheet: str) -> Activity:
    """Someone left with all games played and nothing signed."""
    entrant = active_seats(director.state, director.sheet(sheet))[-1]
    director.referee(sheet, RecordMissingSignature(sheet=sheet, entrant=entrant, kind="absent"))
    yield director.after(15)
    closing = "已致電，參賽者口頭確認分數。"
    director.chief(CloseSignature(sheet=sheet, entrant=entrant, reason=closing))


def session_from_paper(director: Director, session: str) -> Activity:
    """The network at the venue was down: seats, games and signatures are on paper, typed up afterwards."""
    director.scene(
        "paper", day=director.day_of(director.session(session)), number=director.session(session).number
    )
    dice = director.dice(f"paper {session}")
    plan = director.state.stage_plan(director.session(session).stage).table
    came = [number for number in sorted(director.session(session).entrants) if not dice.chance(2)]
    entrants = director.state.entrants
    families = {number: entrants[number].group or "" for number in came}
    tables = draw_tables(came, families, f"drawn by hand {session}", plan.most, plan.fewest)
    rows: list[ResultRow] = []
    for number, seats in enumerate(tables, 1):
        players = [Player(entrant, director.people[entrant].strength) for entrant in seats]
        for game in (1, 2, 3):
            rules = director.state.rules
            finished = possible(rules, play_game(players, dice, in_time=game < 3 or dice.chance(60)))
            columns = as_recorded(finished, rules)
            for letter, column in zip(SEATS, columns, strict=False):
                row = ResultRow(
                    session,
                    number,
                    game,
                    letter,
                    entrant_no=column.entrant or "",
                    game_won=column.game_won or 0,
                    score=column.score or "",
                    tiles=column.tiles or 0,
                    line=len(rows) + 2,
                )
                rows.append(row)
    director.organizer(ImportResults(rows=tuple(rows)))
    yield director.after(20)
    again = director.organizer(ImportResults(rows=tuple(rows)))
    assert not again.events, "the same file twice changes nothing"


def written(game: Game, with_slip_for: str | None = None) -> SheetGame:
    """A recorded game as it would be written down again, with one tile more for someone if asked."""
    seats: Sequence[SeatResult] = tuple(
        SeatResult(
            entrant=figure.entrant,
            score=score_text(from_sixths(figure.sixths)),
            game_won=figure.game_won,
            tiles=figure.tiles + (figure.entrant == with_slip_for),
        )
        for figure in game.figures
    )
    return SheetGame(game.number, tuple(seats))


def can_be(rules: Ruleset, game: SheetGame) -> bool:
    """Whether a self-recorded game is one that tiles can have made."""
    columns = [
        RecordedSeat(seat.entrant or "", parse_score(seat.score or "0"), seat.game_won or 0, seat.tiles or 0)
        for seat in game.seats
    ]
    return not check_self_recorded(rules, columns).problems
