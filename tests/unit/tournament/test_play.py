"""Phases of a session: start, time called, end, and what can be taken back until something rests on it."""

from services.tournament.docket.disputes import RaiseDispute, ReportGameNotBegun, WithdrawDispute
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.play.incidents import DetermineFirstPlayer
from services.tournament.play.timing import (
    CallTime,
    EndSession,
    ReopenSession,
    SessionEnded,
    SessionReopened,
    SessionStarted,
    SessionStartUndone,
    StartSession,
    TimeCalled,
    TimeCallUndone,
    UndoSessionStart,
    UndoTimeCall,
)
from services.tournament.publication.awards import MakeAwards
from services.tournament.publication.publishing import PublishResults
from services.tournament.seating.seats import DrawSeats
from services.tournament.standings.qualification import ConcludeQualification, UndoQualification
from tests.unit.tournament.figures import EXAMPLE_1, counted
from tests.unit.tournament.specs import (
    F1,
    S1,
    arrived,
    drawn,
    in_play,
    start,
)
from tests.unit.tournament.stages import final_over, preliminary

SHEET = f"{S1}/1"


def test_play_starts_with_an_empty_sheet_on_every_table() -> None:
    tournament = drawn(7)
    tournament.when(StartSession(session=S1)).then(SessionStarted(S1))
    assert sorted(tournament.state.sheets) == [f"{S1}/1", f"{S1}/2"]
    assert tournament.sheet().games == (None, None, None)
    assert tournament.state.sessions[S1].started_at == tournament.now


def test_a_session_without_seats_or_referees_does_not_start() -> None:
    tournament = arrived(4).at("2026-03-28 12:30")
    tournament.when(StartSession(session=S1)).refused("wrong-phase", "scheduled")
    tournament.given(DrawSeats(session=S1))
    tournament.when(StartSession(session=S1)).refused("tables-without-referee", "Tables 1")
    tournament.when(StartSession(session="2026-03-28/7")).refused("not-found")


def test_a_start_is_undone_until_something_is_recorded() -> None:
    tournament = in_play(8)
    tournament.when(UndoSessionStart(session=S1, reason="the tiles were short")).then(
        SessionStartUndone(S1, "case-1")
    )
    assert tournament.state.sessions[S1].status == "drawn"
    assert not tournament.state.sheets
    start(tournament).given(counted(*EXAMPLE_1))
    tournament.when(UndoSessionStart(session=S1, reason="again")).refused("something-rests-on-it", "table 1")


def test_a_start_stays_once_a_first_player_or_a_dispute_or_a_withdrawal_rests_on_it() -> None:
    undo = UndoSessionStart(session=S1, reason="oops")
    tournament = in_play(4)
    draws = dict(zip(tournament.sheet().seats, (1, 2, 3, 4), strict=True))
    tournament.given(DetermineFirstPlayer(sheet=SHEET, game=1, draws=draws))
    tournament.when(undo).refused("something-rests-on-it")
    tournament = in_play(4).given(RaiseDispute(sheet=SHEET, entrant="0001", statement="noise"))
    tournament.when(undo).refused("something-rests-on-it")
    tournament = in_play(4).given(WithdrawEntrant(entrant="0001", grounds="health"))
    tournament.when(undo).refused("something-rests-on-it")


def test_a_dispute_given_up_holds_nothing() -> None:
    tournament = in_play(4).given(RaiseDispute(sheet=SHEET, entrant="0001", statement="noise"))
    tournament.given(WithdrawDispute(dispute="D-0001"))
    tournament.when(UndoSessionStart(session=S1, reason="too soon")).then(SessionStartUndone)


def test_time_is_called_once_and_only_in_play() -> None:
    tournament = in_play(4)
    tournament.when(CallTime(session=S1)).then(TimeCalled(S1))
    tournament.when(CallTime(session=S1)).refused("wrong-phase", "past the call of time")
    tournament.when(UndoTimeCall(session=S1, reason="ten minutes early")).then(TimeCallUndone(S1, "case-1"))
    assert tournament.state.sessions[S1].status == "playing"
    tournament.when(UndoTimeCall(session=S1, reason="again")).refused("wrong-phase")


def test_a_time_call_stays_once_a_game_ended_with_it() -> None:
    undo = UndoTimeCall(session=S1, reason="early")
    tournament = in_play(4).given(CallTime(session=S1), counted(*EXAMPLE_1, ended_by="time"))
    tournament.when(undo).refused("something-rests-on-it", "game 1")
    tournament = in_play(4).given(CallTime(session=S1), ReportGameNotBegun(sheet=SHEET, game=3))
    tournament.when(undo).refused("something-rests-on-it", "game 3")
    cleared = counted((0, 0), (4, 1), (5, 2), (6, 1), ended_by="cleared")
    in_play(4).given(cleared, CallTime(session=S1)).when(undo).then(TimeCallUndone)


def test_a_session_ends_from_play_or_after_time_and_reopens() -> None:
    tournament = in_play(4)
    tournament.when(EndSession(session=S1)).then(SessionEnded(S1))
    assert tournament.state.sessions[S1].ended_at == tournament.now
    tournament.when(EndSession(session=S1)).refused("wrong-phase", "ended")
    tournament.when(ReopenSession(session=S1, reason="table 2 still plays")).then(
        SessionReopened(S1, "case-1")
    )
    assert tournament.state.sessions[S1].status == "time_called"
    assert tournament.state.sessions[S1].ended_at is None
    tournament.when(EndSession(session=S1)).then(SessionEnded)
    drawn(4).when(EndSession(session=S1)).refused("wrong-phase")


def test_a_preliminary_session_stays_closed_once_the_cut_rests_on_it() -> None:
    tournament = preliminary(cut=4)
    tournament.given(ConcludeQualification())
    tournament.when(ReopenSession(session=S1, reason="late sheet")).refused(
        "something-rests-on-it", "the cut"
    )
    tournament.given(UndoQualification(reason="late sheet"))
    tournament.when(ReopenSession(session=S1, reason="late sheet")).then(SessionReopened)


def test_a_session_stays_closed_once_its_results_are_published() -> None:
    tournament = preliminary(cut=4).given(PublishResults(stage="preliminary"))
    tournament.when(ReopenSession(session=S1, reason="late")).refused("something-rests-on-it", "version 1")


def test_a_session_of_the_final_stays_closed_once_the_awards_are_made() -> None:
    tournament = final_over()
    tournament.given(MakeAwards())
    tournament.when(ReopenSession(session=F1, reason="late")).refused("something-rests-on-it", "the awards")
