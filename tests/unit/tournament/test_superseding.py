"""Rulings that supersede earlier ones: what the first changed comes back, unless another rests on it."""

from services.tournament.docket.breaches import GiveWarning
from services.tournament.docket.disputes import DisputeRaised
from services.tournament.docket.effects import (
    AmendGame,
    ChargeSeat,
    Disqualify,
    NoEffect,
    ReplayGame,
    VoidGame,
    Warn,
)
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.docket.reinstating import EntrantReinstated
from services.tournament.docket.rulings import GameRestored, RulingMade, RulingSuperseded
from services.tournament.play.signatures import SignSheet
from services.tournament.standings.standing import standings
from tests.unit.tournament.cases import SHEET, disputed, game, interrupted, rule, seat, sixths
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_2, EXAMPLE_3, counted, counts
from tests.unit.tournament.specs import in_play, sign


def test_a_later_ruling_on_new_grounds_restores_what_the_first_changed() -> None:
    tournament = disputed()
    before = tournament.sheet().games
    tournament.given(rule(VoidGame(1)))
    outcome = tournament.when(rule(NoEffect(), supersedes="R-0001"), by="organizer")
    outcome.then(RulingMade, RulingSuperseded("R-0001", "R-0002"), GameRestored(SHEET, 1, "R-0001"))
    assert tournament.sheet().games == before
    assert tournament.state.rulings["R-0001"].superseded_by == "R-0002"
    assert tournament.state.rulings["R-0002"].supersedes == "R-0001"


def test_a_later_ruling_replaces_what_the_first_did() -> None:
    tournament = disputed().given(rule(VoidGame(1), VoidGame(2)))
    tournament.given(rule(AmendGame(1, counts(*EXAMPLE_2), "time"), supersedes="R-0001"))
    assert sixths(tournament) == [66, 66, -72, -60]
    assert game(tournament, 2).status == "recorded"
    tournament.given(rule(NoEffect(), supersedes="R-0002"))
    assert sixths(tournament) == [180, -30, -60, -90]


def test_only_the_last_ruling_is_superseded_and_only_on_its_dispute() -> None:
    tournament = disputed().given(rule(VoidGame(1)), rule(NoEffect(), supersedes="R-0001"))
    tournament.when(rule(NoEffect(), supersedes="R-0001")).refused("superseded-already", "R-0002")
    tournament.when(rule(NoEffect(), supersedes="R-0009")).refused("not-found")
    disputed(tournament)
    tournament.when(rule(NoEffect(), dispute="D-0002", supersedes="R-0002")).refused("wrong-dispute")


def test_a_superseded_ruling_takes_its_game_back_only_while_no_other_ruling_is_on_it() -> None:
    tournament = disputed().given(rule(AmendGame(1, counts(*EXAMPLE_2), "time")))
    disputed(tournament).given(rule(ChargeSeat(1, seat(tournament, "A"), "knocked_down"), dispute="D-0002"))
    tournament.when(rule(NoEffect(), supersedes="R-0001")).refused("something-rests-on-it", "R-0002")
    tournament.given(rule(NoEffect(), dispute="D-0002", supersedes="R-0002"))
    assert sixths(tournament) == [66, 66, -72, -60]
    tournament.given(rule(NoEffect(), supersedes="R-0001"))
    assert sixths(tournament) == [180, -30, -60, -90]


def test_superseding_the_order_to_replay_brings_the_first_result_back() -> None:
    tournament = disputed().given(rule(ReplayGame(1)), counted(*EXAMPLE_3))
    tournament.given(rule(NoEffect(), supersedes="R-0001"))
    assert sixths(tournament) == [180, -30, -60, -90]


def test_a_superseded_ruling_on_an_unplayed_game_opens_the_sheet_again() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1), counted(*EXAMPLE_2, game=2))
    disputed(tournament).given(rule(VoidGame(3)))
    sign(tournament)
    assert tournament.sheet().closed_seq is not None
    tournament.given(rule(NoEffect(), supersedes="R-0001"))
    assert tournament.sheet().games[2] is None
    assert tournament.sheet().closed_seq is None


def test_a_superseding_ruling_must_settle_the_game_again() -> None:
    tournament = interrupted().given(rule(VoidGame(2)))
    tournament.when(rule(NoEffect(), supersedes="R-0001")).refused("game-left-open")
    tournament.given(rule(AmendGame(2, counts((5, 1), (10, 1), (15, 3)), "time"), supersedes="R-0001"))
    assert sixths(tournament, 2) == [90, -30, -60]


def test_a_superseding_ruling_leaves_no_game_without_a_result_on_another_case_either() -> None:
    tournament = interrupted()
    disputed(tournament, 2).given(rule(VoidGame(2), dispute="D-0002"), rule(NoEffect()))
    tournament.when(rule(NoEffect(), dispute="D-0002", supersedes="R-0001")).refused(
        "game-left-open", "game 2"
    )


def test_a_complaint_beside_it_does_not_let_a_case_leave_its_game_open() -> None:
    disputed(interrupted(), 2).when(rule(NoEffect())).refused("game-left-open")


def test_a_superseded_warning_is_taken_off() -> None:
    tournament = disputed()
    first = seat(tournament, "A")
    tournament.given(GiveWarning(entrant=first, breach="noise"), rule(Warn(first)))
    assert len(tournament.entrant(first).warnings) == 2
    tournament.given(rule(NoEffect(), supersedes="R-0001"))
    assert [warning.ruling for warning in tournament.entrant(first).warnings] == [None]


def test_a_superseded_disqualification_reinstates() -> None:
    tournament = disputed()
    first = seat(tournament, "A")
    tournament.given(rule(Disqualify(first)))
    assert sign(tournament).sheet().closed_seq is not None
    outcome = tournament.when(rule(NoEffect(), supersedes="R-0001"))
    assert outcome.all(EntrantReinstated) == [EntrantReinstated(first, "preliminary", None)]
    assert tournament.entrant(first).out_of("preliminary") is None
    assert standings(tournament.state, "preliminary")[0].entrant_no == first
    assert tournament.sheet().closed_seq is None  # she has not signed yet
    tournament.given(SignSheet(sheet=SHEET, entrant=first, medium="paper"))
    assert tournament.sheet().closed_seq is not None


def test_a_disqualification_on_other_grounds_outlives_the_ruling() -> None:
    tournament = disputed()
    first = seat(tournament, "A")
    tournament.given(rule(VoidGame(1)), DisqualifyEntrant(entrant=first, reason="a phone"))
    tournament.given(rule(NoEffect(), supersedes="R-0001"))
    assert tournament.entrant(first).out_of("preliminary") == "disqualified"


def test_a_superseding_ruling_can_disqualify_someone_else_instead() -> None:
    tournament = disputed()
    first, second = seat(tournament, "A"), seat(tournament, "B")
    tournament.given(rule(Disqualify(first)), rule(Disqualify(second), supersedes="R-0001"))
    assert tournament.entrant(first).out_of("preliminary") is None
    assert tournament.entrant(second).out_of("preliminary") == "disqualified"


def test_a_disqualification_in_play_that_is_superseded_frees_the_game_it_interrupted() -> None:
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    disputed(tournament)
    first = seat(tournament, "A")
    outcome = tournament.when(rule(Disqualify(first)))
    assert outcome.only(DisputeRaised).leaver == first
    assert game(tournament, 2).status == "awaiting_ruling"
    tournament.given(rule(NoEffect(), supersedes="R-0001"))
    assert tournament.sheet().games[1] is None
    assert tournament.state.disputes["D-0002"].status == "moot"
