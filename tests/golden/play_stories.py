"""Stories of sessions in play: at tables, in rounds, and at tables that anyone opens."""

from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.play.conflicts import SettleSheetConflict, SubmitSheet
from services.tournament.play.figures import SeatResult
from services.tournament.play.incidents import DetermineFirstPlayer, NoteIncident
from services.tournament.play.open_tables import CloseTable
from services.tournament.play.results import CorrectGame, RecordGameResult
from services.tournament.play.signatures import CloseSignature, RecordMissingSignature, SignaturesRebound
from services.tournament.play.timing import (
    CallTime,
    EndSession,
    ReopenSession,
    UndoSessionStart,
    UndoTimeCall,
)
from services.tournament.seating.presence import UndoCheckIn
from services.tournament.seating.seats import ExchangeSeats, UndoSeatDraw
from tests.golden.dispute_stories import SHEET
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_3, counted, counts, scored, sheet_game
from tests.unit.tournament.given_formats import (
    ONLINE,
    ROUND_ROBIN,
    SWISS,
    arrive,
    draw_round,
    entered,
    left,
    open_table,
    round_id,
    ruled,
    seats_at,
    sheet_at,
    start_round,
    won,
)
from tests.unit.tournament.specs import S1, Tournament, arrived, draw, numbers, sign, start


def at_the_table() -> Tournament:
    tournament = draw(arrived(8))
    first, second = (tournament.state.sessions[S1].tables[table][0] for table in (1, 2))
    tournament.given(ExchangeSeats(session=S1, first=first, second=second, reason="near the aisle"))
    tournament.given(UndoSeatDraw(session=S1, reason="the seed was not read out"))
    tournament.given(UndoCheckIn(entrant="0008", reason="the brother came"))
    start(draw(tournament)).given(UndoSessionStart(session=S1, reason="tiles were short"))
    start(tournament)
    seats = tournament.sheet().seats
    draws = dict(zip(seats, (2, 4, 1, 3), strict=True))
    charged = (
        SeatResult(seat="A", rack=()),
        SeatResult(seat="B", rack=("R7", "J", "K13")),
        SeatResult(seat="C", count=45, tiles=9, charge="could_not_meld", more_charges=("knocked_down",)),
        SeatResult(seat="D", count=12, tiles=2),
    )
    tournament.given(
        DetermineFirstPlayer(sheet=SHEET, game=1, draws=draws),
        NoteIncident(sheet=SHEET, game=1, kind="break_permitted", entrant=seats[2]),
        RecordGameResult(sheet=SHEET, game=1, seats=charged),
        CallTime(session=S1),
        UndoTimeCall(session=S1, reason="ten minutes early"),
        counted(*EXAMPLE_3, game=2),
        counted(*EXAMPLE_1, game=3),
    )
    sign(tournament, SHEET, seats[2], medium="paper")
    tournament.given(
        RecordMissingSignature(sheet=SHEET, entrant=seats[2], kind="refused", reason="will not say"),
        CloseSignature(sheet=SHEET, entrant=seats[2], reason="figures checked with the table"),
        CorrectGame(
            sheet=SHEET,
            game=3,
            ended_by="time",
            seats=counts((5, 1), (10, 1), (20, 4), (15, 3)),
            reason="p. 2",
        ),
        by="chief_referee",
    )
    written = scored(("15", 1, 1), ("-5", 0, 1), ("-10", 0, 3))
    other = scored(("15", 1, 1), ("-4", 0, 1), ("-11", 0, 3))
    for third in (written, other):
        games = (sheet_game(1, written), sheet_game(2, written), sheet_game(3, third))
        tournament.given(SubmitSheet(sheet=f"{S1}/2", games=games))
    tournament.given(
        SettleSheetConflict(sheet=f"{S1}/2", conflict=1, take="second", reason="the carbon copy")
    )
    tournament.given(EndSession(session=S1), ReopenSession(session=S1, reason="table 2 still plays"))
    # As earlier logs have it: today a correction voids what was signed on paper too.
    return tournament.given(SignaturesRebound(SHEET, seats[:1]))


def seated_otherwise() -> Tournament:
    """Two changed seats before the draw was taken back, of whom one has no seat by the next."""
    tournament = draw(arrived(8))
    first, second = (tournament.state.sessions[S1].tables[table][0] for table in (1, 2))
    tournament.given(ExchangeSeats(session=S1, first=first, second=second, reason="near the aisle"))
    tournament.given(UndoSeatDraw(session=S1, reason="somebody came late"))
    return draw(tournament.given(UndoCheckIn(entrant=first, reason="the brother came")))


def exchanged_in_a_round() -> Tournament:
    """Two of two tables of a round changed seats."""
    tournament = arrive(entered(SWISS, 4).at("2027-03-06 13:40"), *numbers(4)).at("2027-03-06 13:56")
    draw_round(tournament, seed="one")
    first, second = (seats_at(tournament, table)[0] for table in (1, 2))
    return tournament.given(ExchangeSeats(session=round_id(tournament), first=first, second=second))


def in_rounds() -> Tournament:
    """A Swiss round with a bye, drawn again; of its games one is corrected, one ruled, one forfeited."""
    tournament = arrive(entered(SWISS, 8).at("2027-03-06 13:40"), *numbers(7)).at("2027-03-06 13:56")
    draw_round(tournament, seed="one").given(UndoSeatDraw(session=round_id(tournament), reason="too soon"))
    start_round(draw_round(tournament, seed="read out on stage"))
    first, second, third = (seats_at(tournament, table) for table in (1, 2, 3))
    lost = SeatResult(entrant=first[1], rack=("R7", "J", "K13"))
    out_of_time = SeatResult(
        entrant=first[0], count=120, tiles=14, charge="could_have_melded", forfeited=True
    )
    blocked = tuple(left(20 + place, 3, number) for place, number in enumerate(second))
    sheet, disputed = sheet_at(tournament).sheet, sheet_at(tournament, 2).sheet
    tournament.given(
        RecordGameResult(sheet=sheet, game=1, ended_by="forfeit", seats=(out_of_time, lost)),
        RaiseDispute(sheet=disputed, game=1, statement="Neither of us can move."),
        WithdrawEntrant(entrant=third[0], grounds="health"),
    )
    return tournament.given(
        CorrectGame(
            sheet=sheet,
            game=1,
            seats=(SeatResult(entrant=first[0], rack=()), lost),
            reason="the flag had not fallen",
        ),
        ruled(AmendGame(1, blocked, winners=second[:1])),
        by="chief_referee",
    )


def back_in_a_pair() -> Tournament:
    """A pair with a referee, of whom one leaves and is back, in the round and once it is over."""
    tournament = arrive(entered(SWISS, 4, signatures="required", games=3), *numbers(4))
    start_round(draw_round(tournament.at("2027-03-06 13:56")))
    stays, leaver = seats_at(tournament)
    gone = WithdrawEntrant(entrant=leaver, grounds="health")
    back = ReinstateEntrant(entrant=leaver, reason="Only gone for water.")
    tournament.given(won(tournament, stays, 7), gone, back, gone)
    return tournament.given(EndSession(session=round_id(tournament)), back)


def a_start_taken_back() -> Tournament:
    """A round that began too early, in which one of a pair had left."""
    tournament = arrive(entered(SWISS, 4, signatures="required"), *numbers(4))
    start_round(draw_round(tournament.at("2027-03-06 13:56")))
    tournament.given(WithdrawEntrant(entrant=seats_at(tournament)[1], grounds="health"))
    return tournament.given(UndoSessionStart(session=round_id(tournament), reason="Too early."))


def everyone_once() -> Tournament:
    """A round robin of three, which needs fewer rounds than were planned."""
    tournament = arrive(entered(ROUND_ROBIN, 3).at("2027-03-06 09:40"), *numbers(3))
    return draw_round(tournament.at("2027-03-06 09:56"))


def at_open_tables() -> Tournament:
    """A table of three with a turn limit, what its game makes of their ratings, and its end."""
    tournament = open_table(entered(ONLINE, 3), "0002", "0001", "0003", turn_seconds=60)
    tournament.given(won(tournament, "0002", 27), CloseTable(sheet=sheet_at(tournament).sheet))
    return tournament.given(EndSession(session=round_id(tournament)))
