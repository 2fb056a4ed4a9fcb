"""Conduct: two verbal warnings at most, then an investigation; leaving, disqualification (HK conduct)."""

from services.tournament.docket.breaches import GiveWarning, ReportBreach, VerbalWarningGiven
from services.tournament.docket.disputes import DisputeRaised, RaiseDispute, ReportGameNotBegun
from services.tournament.docket.effects import Disqualify, NoEffect, VoidGame
from services.tournament.docket.leaving import (
    DisqualifyEntrant,
    EntrantDisqualified,
    EntrantWithdrew,
    WithdrawEntrant,
)
from services.tournament.docket.reinstating import EntrantReinstated, ReinstateEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.play.timing import CallTime
from services.tournament.publication.awards import MakeAwards
from services.tournament.publication.publishing import PublishResults
from services.tournament.seating.presence import CheckIn, UndoCheckIn
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.qualification import ConcludeQualification, UndoQualification
from services.tournament.standings.standing import standings
from services.tournament.weather.suspension import SuspendDay
from tests.cases import cases
from tests.unit.tournament.cases import game, seat
from tests.unit.tournament.figures import EXAMPLE_1, counted
from tests.unit.tournament.specs import (
    S1,
    Tournament,
    arrived,
    closed_sheet,
    drawn,
    in_play,
    record,
    recorded,
    registered,
    sign,
    start,
)
from tests.unit.tournament.stages import final_over, placed, preliminary, qualified

SHEET = f"{S1}/1"


def warned(tournament: Tournament, entrant: str, times: int = 2) -> Tournament:
    return tournament.given(*(GiveWarning(entrant=entrant, breach="talking") for _ in range(times)))


def ruling(*effects: object, dispute: str = "D-0001", **fields: object) -> MakeRuling:
    given: dict[str, object] = {"finding": "f", "cites": "HK code of conduct 9", "reason": "r", **fields}
    return MakeRuling(dispute=dispute, effects=effects or (NoEffect(),), **given)  # type: ignore[arg-type]


def test_a_warning_is_counted_and_what_for_is_in_the_vault() -> None:
    outcome = in_play(4).when(GiveWarning(entrant="0001", breach="coaching"))
    outcome.then(VerbalWarningGiven("0001", 1, None, "case-1"))
    assert outcome.entries[0].personal == {"case-1": {"breach": "coaching"}}
    in_play(4).when(GiveWarning(entrant="0001", breach="")).refused("invalid-input", "breach")


def test_two_warnings_are_the_most_there_are() -> None:
    tournament = warned(in_play(4), "0001")
    refused = tournament.when(GiveWarning(entrant="0001", breach="again")).refused("warnings-used-up", "2")
    assert refused.problem.kind.rule == "HK code of conduct 9"


def test_a_further_breach_is_reported_only_after_both_warnings() -> None:
    tournament = warned(in_play(4), "0001", 1)
    report = ReportBreach(entrant="0001", description="talked again")
    assert tournament.when(report).refused("warnings-first", "1 of 2").problem.kind.rule
    raised = warned(tournament, "0001", 1).when(report).only(DisputeRaised)
    assert (raised.kind, raised.entrants, raised.sheet) == ("breach", ("0001",), SHEET)
    tournament.when(ReportBreach(entrant="0001", description=" ")).refused("invalid-input")


def test_after_the_investigation_the_chief_referee_may_disqualify_or_not() -> None:
    tournament = warned(in_play(4), "0001").given(ReportBreach(entrant="0001", description="again"))
    tournament.given(ruling(NoEffect()), ReportBreach(entrant="0001", description="and again"))
    outcome = tournament.when(ruling(Disqualify("0001"), dispute="D-0002"))
    assert outcome.only(EntrantDisqualified).grounds == "ruling"


def test_a_breach_before_any_sheet_lies_on_a_table_names_none() -> None:
    tournament = warned(arrived(4), "0001")
    assert (
        tournament.when(ReportBreach(entrant="0001", description="again")).only(DisputeRaised).sheet is None
    )


def test_an_aid_to_play_found_disqualifies_at_once() -> None:
    tournament = in_play(4)
    outcome = tournament.when(DisqualifyEntrant(entrant="0001", reason="a crib sheet under the rack"))
    outcome.then(EntrantDisqualified("0001", "preliminary", "aid_found", "case-1", None), DisputeRaised)
    assert outcome.entries[0].personal == {"case-1": {"reason": "a crib sheet under the rack"}}
    tournament.when(DisqualifyEntrant(entrant="0001", reason="again")).refused("out-of-competition")
    tournament.when(GiveWarning(entrant="0001", breach="x")).refused("out-of-competition", "disqualified")
    tournament.when(DisqualifyEntrant(entrant="0002", reason="")).refused("invalid-input")


def test_leaving_in_a_game_leaves_that_game_to_a_ruling_and_finished_games_stand() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    leaver = seat(tournament, "B")
    outcome = tournament.when(WithdrawEntrant(entrant=leaver, grounds="health", reason="dizzy"))
    outcome.then(EntrantWithdrew(leaver, "preliminary", "health", "case-1"), DisputeRaised)
    raised = outcome.only(DisputeRaised)
    assert (raised.kind, raised.game, raised.leaver) == ("game_interrupted", 2, leaver)
    assert outcome.entries[1].caused_by == outcome._before.seq + 1
    assert tournament.sheet().totals[1].games == 1


def test_leaving_between_games_interrupts_none() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    leaver = seat(tournament, "B")
    tournament.when(WithdrawEntrant(entrant=leaver, grounds="left", game_in_progress=False)).then(
        EntrantWithdrew(leaver, "preliminary", "left", None)
    )
    for number in (2, 3):
        tournament.given(counted((5, 1), None, (10, 1), (15, 3), game=number))
    assert sign(tournament).sheet().closed_seq is not None
    ranked = [standing.entrant_no for standing in standings(tournament.state, "preliminary")]
    assert leaver not in ranked
    assert len(ranked) == 3


def test_who_completed_all_games_is_no_withdrawal() -> None:
    tournament = recorded(4)
    tournament.when(WithdrawEntrant(entrant="0001", grounds="left")).refused("all-games-played")


def test_before_the_draw_a_place_is_given_back_not_left() -> None:
    registered(4).when(WithdrawEntrant(entrant="0001", grounds="own_wish")).refused(
        "not-yet-seated", "scheduled"
    )


def test_who_leaves_before_the_start_is_missing_at_the_table() -> None:
    tournament = drawn(4).given(WithdrawEntrant(entrant="0001", grounds="health"))
    start(tournament)
    three = [seat for seat in tournament.sheet().seats if seat != "0001"]
    refused = tournament.when(counted(*EXAMPLE_1)).refused("seats-do-not-match")
    assert refused.problem.params["expected"] == three


def test_two_who_leave_in_turn_leave_two_games_to_rulings() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    first, second = seat(tournament, "A"), seat(tournament, "B")
    tournament.given(WithdrawEntrant(entrant=first, grounds="health"))
    outcome = tournament.when(WithdrawEntrant(entrant=second, grounds="left"))
    assert outcome.only(DisputeRaised).game == 3


def test_a_mistaken_withdrawal_is_taken_back_with_the_ruling_it_asked_for() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    leaver = seat(tournament, "B")
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="left"))
    tournament.when(ReinstateEntrant(entrant=leaver, reason="only gone for water")).then(
        EntrantReinstated(leaver, "preliminary", "case-1")
    )
    assert tournament.sheet().games[1] is None
    assert tournament.state.disputes["D-0001"].status == "moot"
    tournament.given(counted(*EXAMPLE_1, game=2))
    tournament.when(ReinstateEntrant(entrant=leaver, reason="again")).refused("not-out")


def test_taking_one_back_leaves_what_others_left_open() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    first, second = seat(tournament, "A"), seat(tournament, "B")
    tournament.given(WithdrawEntrant(entrant=first, grounds="health"))
    tournament.given(WithdrawEntrant(entrant=second, grounds="left"))
    tournament.given(ReinstateEntrant(entrant=second, reason="only gone for water"))
    games = tournament.sheet().games
    assert games[1] is not None
    assert games[1].status == "awaiting_ruling"
    assert games[2] is None
    assert tournament.sheet().open_disputes == ("D-0001",)


def test_taking_one_back_leaves_a_game_that_never_began_to_its_ruling() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    leaver = seat(tournament, "A")
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="health"), CallTime(session=S1))
    tournament.given(ReportGameNotBegun(sheet=SHEET, game=3), ReinstateEntrant(entrant=leaver, reason="back"))
    assert game(tournament, 3).status == "awaiting_ruling"
    assert tournament.sheet().open_disputes == ("D-0002",)


def test_nobody_is_reinstated_after_the_table_played_on_without() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    leaver = seat(tournament, "B")
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="left", game_in_progress=False))
    tournament.given(counted((5, 1), None, (10, 1), (15, 3), game=2))
    tournament.when(ReinstateEntrant(entrant=leaver, reason="back")).refused(
        "something-rests-on-it", "game 2"
    )


def test_nobody_is_reinstated_after_a_game_was_voided_without() -> None:
    tournament = in_play(3).given(counted(*EXAMPLE_1[:3]))
    for entrant in tournament.sheet().seats:
        tournament.given(WithdrawEntrant(entrant=entrant, grounds="left"))
    for number in (1, 2):
        tournament.given(ruling(VoidGame(number + 1), dispute=f"D-000{number}"))
    last = seat(tournament, "C")
    tournament.when(ReinstateEntrant(entrant=last, reason="back")).refused("something-rests-on-it", "game 2")


def test_a_disqualification_by_ruling_ends_only_with_that_ruling() -> None:
    tournament = recorded(4).given(RaiseDispute(sheet=SHEET, statement="look"), ruling(Disqualify("0001")))
    reinstate = ReinstateEntrant(entrant="0001", reason="a mistake")
    tournament.when(reinstate).refused("something-rests-on-it", "R-0001")
    tournament.given(ruling(NoEffect(), supersedes="R-0001"))
    tournament.when(reinstate).refused("not-out")


def test_a_reinstated_entrant_who_had_signed_leaves_the_sheet_closed() -> None:
    tournament = closed_sheet(4).given(DisqualifyEntrant(entrant="0001", reason="a phone"))
    closed = tournament.state.sheets[SHEET].closed_seq
    outcome = tournament.when(ReinstateEntrant(entrant="0001", reason="it was the referee's phone"))
    outcome.then(EntrantReinstated)
    assert tournament.state.sheets[SHEET].closed_seq == closed is not None


def test_reinstating_is_over_once_the_cut_the_awards_or_published_results_rest_on_it() -> None:
    tournament = preliminary(cut=4).given(DisqualifyEntrant(entrant="0001", reason="a phone"))
    back = ReinstateEntrant(entrant="0001", reason="not hers")
    tournament.given(ConcludeQualification())
    tournament.when(back).refused("something-rests-on-it", "the cut")
    tournament.given(UndoQualification(reason="one is missing"), PublishResults(stage="preliminary"))
    tournament.when(back).refused("something-rests-on-it", "published")
    tournament = final_over().given(DisqualifyEntrant(entrant="0001", reason="a phone"), MakeAwards())
    tournament.when(back).refused("something-rests-on-it", "the awards")


def test_out_in_the_final_stays_ranked_in_the_preliminary() -> None:
    tournament = final_over().given(DisqualifyEntrant(entrant="0001", reason="a phone"))
    assert "0001" not in [standing.entrant_no for standing in standings(tournament.state, "final")]
    assert standings(tournament.state, "preliminary")[0].entrant_no == "0001"
    tournament.given(ReinstateEntrant(entrant="0001", reason="not hers"))
    assert "0001" in [standing.entrant_no for standing in standings(tournament.state, "final")]


def test_a_qualifier_disqualified_before_the_final_is_replaced() -> None:
    tournament = preliminary(cut=4).given(ConcludeQualification())
    tournament.given(DisqualifyEntrant(entrant="0002", reason="a phone, found on the film"))
    assert "0002" not in tournament.state.cut_into("final").qualified
    assert len(tournament.state.cut_into("final").qualified) == 4
    tournament.given(PlaceFinalists())
    assert tournament.entrant("0002").at("final") is None


def test_a_finalist_disqualified_before_the_final_begins_is_out_of_everything() -> None:
    tournament = placed(qualified()).given(DisqualifyEntrant(entrant="0002", reason="a phone, on the film"))
    assert tournament.entrant("0002").out_of("preliminary") == "disqualified"
    assert tournament.entrant("0002").at("final") is None
    assert "0002" not in [standing.entrant_no for standing in standings(tournament.state, "preliminary")]
    assert len(tournament.state.cut_into("final").qualified) == 8


def test_who_was_put_out_on_the_day_of_the_final_keeps_the_cut_from_being_undone() -> None:
    tournament = placed(qualified())
    session_id = tournament.entrant("0002").participations[-1].latest.session
    tournament.now = tournament.state.opens_at(tournament.state.sessions[session_id]) or tournament.now
    tournament.given(CheckIn(entrant="0002"))
    tournament.given(DisqualifyEntrant(entrant="0002", reason="a phone"))
    tournament.given(UndoCheckIn(entrant="0002", reason="sent home"))
    tournament.when(WithdrawQualifier(entrant="0002")).refused("out-of-competition")
    undo = UndoQualification(reason="x")
    tournament.when(undo).refused("something-rests-on-it", "0002 is disqualified")
    tournament.given(ReinstateEntrant(entrant="0002", reason="not hers"), undo)


def test_out_of_a_session_that_starts_again_stays_out_without_a_seat() -> None:
    tournament = in_play(8).given(WithdrawEntrant(entrant="0001", grounds="health"))
    tournament.given(SuspendDay(day=tournament.state.sessions[S1].known_day, grounds="signal_8_or_above"))
    entrant = tournament.entrant("0001")
    attendance = entrant.first
    assert (entrant.out_of("preliminary"), attendance.table, attendance.presence) == (
        "withdrawn",
        None,
        "expected",
    )
    tournament.when(ReinstateEntrant(entrant="0001", reason="well again")).then(EntrantReinstated)


@cases(
    "command",
    [
        GiveWarning(entrant="0099", breach="x"),
        ReportBreach(entrant="0099", description="x"),
        WithdrawEntrant(entrant="0099", grounds="left"),
        DisqualifyEntrant(entrant="0099", reason="x"),
        ReinstateEntrant(entrant="0099", reason="x"),
    ],
)
def test_conduct_is_about_someone_registered(command: GiveWarning) -> None:
    in_play(4).when(command).refused("not-found", "0099")


def test_a_sheet_without_whoever_left_closes_when_the_rest_has_signed() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    leaver = seat(tournament, "D")
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="left"), ruling(VoidGame(2)))
    tournament.given(counted((5, 1), (10, 1), (15, 3), game=3))
    assert sign(tournament).sheet().closed_seq is not None
    assert record(in_play(3)).sheet().totals[0].games == 3
