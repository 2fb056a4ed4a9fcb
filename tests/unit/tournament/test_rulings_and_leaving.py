"""Rulings where somebody leaves or is put out, a game is interrupted, or the session was voided."""

from collections.abc import Callable

import pytest

from services.tournament.docket.breaches import GiveWarning, ReportBreach
from services.tournament.docket.disputes import DisputeRaised, RaiseDispute, ReportGameNotBegun
from services.tournament.docket.effects import AmendGame, Disqualify, Effect, NoEffect, ReplayGame, VoidGame
from services.tournament.docket.leaving import EntrantDisqualified
from services.tournament.docket.rulings import GameRestored, RulingMade
from services.tournament.lookups import active_seats
from services.tournament.play.figures import SeatResult
from services.tournament.play.timing import CallTime
from services.tournament.standings.finalists import PlaceFinalists
from services.tournament.standings.qualification import ConcludeQualification
from services.tournament.standings.reserves import QualifierWithdrew, ReserveMovedUp
from services.tournament.standings.standing import standings
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from tests.cases import cases
from tests.unit.tournament.cases import SHEET, disputed, game, interrupted, rule, seat, sixths
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_2, counted, counts
from tests.unit.tournament.specs import (
    S1,
    Tournament,
    arrived,
    check_in,
    draw,
    in_play,
    recorded,
    sign,
    start,
)
from tests.unit.tournament.stages import preliminary


def test_an_interrupted_game_is_amended_with_or_without_whoever_left() -> None:
    tournament = interrupted()
    three = AmendGame(2, counts((5, 1), (10, 1), (15, 3)), "time")
    tournament.given(rule(three))
    assert sixths(tournament, 2) == [90, -30, -60]
    tournament = interrupted()
    seats = tuple(
        SeatResult(entrant=seat, count=count, tiles=tiles)
        for seat, (count, tiles) in zip(tournament.sheet().seats, EXAMPLE_1, strict=True)
    )
    tournament.given(rule(AmendGame(2, seats, "time")))
    assert sixths(tournament, 2) == [180, -30, -60, -90]


def test_an_interrupted_game_can_be_ordered_to_be_played_by_the_rest() -> None:
    tournament = interrupted().given(rule(ReplayGame(2)), counted((5, 1), (10, 1), (15, 3), game=2))
    assert sixths(tournament, 2) == [90, -30, -60]
    tournament.given(counted((9, 1), (10, 1), (15, 3), game=3))
    assert sign(tournament).sheet().closed_seq is not None
    table = standings(tournament.state, "preliminary")
    assert len(table) == 3


def in_game_2() -> Tournament:
    """Game 1 recorded, and a dispute on game 2, which is in progress."""
    return disputed(in_play(4).given(counted(*EXAMPLE_1)), 2)


@cases("table", [interrupted, in_game_2])
@cases("replay_first", [True, False])
def test_who_is_put_out_by_a_ruling_does_not_interrupt_the_game_it_has_played_again(
    table: Callable[[], Tournament], replay_first: bool
) -> None:
    tournament = table()
    out = active_seats(tournament.state, tournament.sheet())[-1]
    effects = (ReplayGame(2), Disqualify(out)) if replay_first else (Disqualify(out), ReplayGame(2))
    assert not tournament.when(rule(*effects)).all(DisputeRaised)
    staying = active_seats(tournament.state, tournament.sheet())
    left = ((5, 1), (10, 1), (15, 3))[: len(staying)]
    tournament.given(counted(*left, game=2))
    assert game(tournament, 2).status == "recorded"


@pytest.mark.parametrize("effect", [VoidGame(2), AmendGame(2, counts(*EXAMPLE_2), "time")])
def test_who_is_put_out_by_a_ruling_on_the_game_in_progress_interrupts_no_game_after_it(
    effect: Effect,
) -> None:
    tournament = in_game_2()
    tournament.given(rule(effect, Disqualify(seat(tournament, "C"))))
    assert tournament.sheet().games[2] is None
    assert not tournament.sheet().open_disputes


def test_who_is_put_out_by_a_ruling_interrupts_the_game_in_progress_not_an_earlier_one_to_be_replayed() -> (
    None
):
    tournament = disputed(in_play(4).given(counted(*EXAMPLE_1)))
    tournament.given(rule(ReplayGame(1), Disqualify(seat(tournament, "C"))))
    assert tournament.sheet().games[0] is None
    assert game(tournament, 2).status == "awaiting_ruling"


def test_a_game_never_begun_can_be_voided() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1), counted(*EXAMPLE_2, game=2), CallTime(session=S1))
    tournament.given(ReportGameNotBegun(sheet=SHEET, game=3))
    tournament.when(rule(NoEffect())).refused("game-left-open")
    tournament.given(rule(VoidGame(3)))
    assert sign(tournament).sheet().closed_seq is not None


def test_a_ruling_on_a_preliminary_sheet_puts_a_finalist_out_of_the_final_too() -> None:
    tournament = preliminary(cut=4).given(ConcludeQualification(), PlaceFinalists())
    tournament.given(RaiseDispute(sheet=f"{S1}/1", statement="A phone was found later."))
    outcome = tournament.when(rule(Disqualify("0001")))
    assert outcome.only(EntrantDisqualified).stage == "preliminary"
    assert outcome.only(QualifierWithdrew).entrant == "0001"
    assert outcome.only(ReserveMovedUp).replaces == "0001"
    entrant = tournament.entrant("0001")
    assert (entrant.out_of("preliminary"), entrant.at("final")) == ("disqualified", None)
    assert "0001" not in tournament.state.cut_into("final").qualified


def breach(tournament: Tournament, entrant: str) -> Tournament:
    return tournament.given(
        GiveWarning(entrant=entrant, breach="noise"),
        GiveWarning(entrant=entrant, breach="noise again"),
        ReportBreach(entrant=entrant, description="and again"),
    )


def test_a_breach_before_play_is_ruled_without_a_sheet() -> None:
    tournament = breach(arrived(5), "0001")
    tournament.when(rule(VoidGame(1))).refused("no-sheet-in-dispute")
    tournament.when(rule(Disqualify("0001"))).then(RulingMade, EntrantDisqualified)


def restarted(tournament: Tournament) -> Tournament:
    """The day is suspended in play and given a new date, on which the session is drawn and started again."""
    day = tournament.state.sessions[S1].known_day
    tournament.given(SuspendDay(day=day, grounds="black_rainstorm"))
    tournament.given(RescheduleSessions(day=day, new_day=day.replace(month=4, day=8)))
    return start(draw(check_in(tournament, S1)))


def test_a_ruling_on_a_sheet_that_was_voided_touches_no_game_of_the_new_one() -> None:
    tournament = disputed().given(rule(VoidGame(1), Disqualify("0001")))
    restarted(breach(tournament, "0002")).given(counted(*EXAMPLE_1[:3]))
    before = tournament.sheet().games
    outcome = tournament.when(rule(NoEffect(), supersedes="R-0001"))
    assert outcome.all(GameRestored) == []
    assert tournament.sheet().games == before
    assert tournament.entrant("0001").out_of("preliminary") is None
    tournament.when(rule(VoidGame(1), dispute="D-0002")).refused("no-sheet-in-dispute")


def test_a_breach_is_still_ruled_on_after_the_session_was_voided() -> None:
    tournament = breach(recorded(8), "0002")
    day = tournament.state.sessions[S1].known_day
    tournament.given(SuspendDay(day=day, grounds="black_rainstorm"))
    assert tournament.state.disputes["D-0001"].status == "open"
    tournament.when(rule(Disqualify("0002"))).then(RulingMade, EntrantDisqualified)


def test_an_open_dispute_on_a_voided_sheet_is_moot() -> None:
    tournament = disputed()
    day = tournament.state.sessions[S1].known_day
    tournament.given(SuspendDay(day=day, grounds="black_rainstorm"))
    tournament.when(rule(VoidGame(1))).refused("dispute-not-open", "moot")
