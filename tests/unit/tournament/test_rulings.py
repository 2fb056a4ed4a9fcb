"""Rulings: final, never edited; every effect, at the table and beyond it."""

import pytest

from services.tournament.counterfactual.replay import Changes
from services.tournament.docket.breaches import VerbalWarningGiven
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import (
    AmendGame,
    ChargeSeat,
    Disqualify,
    Effect,
    NoEffect,
    ReplayGame,
    VoidGame,
    Warn,
)
from services.tournament.docket.leaving import DisqualifyEntrant, EntrantDisqualified, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.docket.rulings import GameRuled, MakeRuling, RulingMade
from services.tournament.play.figures import SeatResult
from services.tournament.play.forfeits import GamesForfeited
from services.tournament.play.remarks import remarks
from services.tournament.play.results import RecordGameResult
from services.tournament.play.signatures import SheetClosed, SignaturesVoided, SignSheet
from services.tournament.standings.standing import standings
from shared.catalogue import Listed, say
from tests.cases import cases
from tests.unit.tournament.cases import SHEET, disputed, game, interrupted, rule, seat, sixths
from tests.unit.tournament.figures import (
    EXAMPLE_1,
    EXAMPLE_2,
    EXAMPLE_3,
    counted,
    counts,
    scored,
    self_recorded,
)
from tests.unit.tournament.given_formats import MSO, seats_at, sheet_at, won
from tests.unit.tournament.given_formats import in_play as playing
from tests.unit.tournament.specs import Tournament, closed_sheet, in_play, sign


def test_a_ruling_cites_a_rule_and_its_words_are_in_the_vault() -> None:
    outcome = disputed().when(rule(NoEffect()), by="chief_referee")
    made = outcome.then(RulingMade).only(RulingMade)
    assert (made.ruling, made.dispute, made.cites, made.effects) == (
        "R-0001",
        "D-0001",
        "HK rules 2.1",
        (NoEffect(),),
    )
    assert outcome.entries[0].personal == {
        "case-2": {"finding": "As the referee saw it.", "reason": "So the rules."}
    }
    assert outcome.entries[0].caused_by == outcome._before.disputes["D-0001"].seq


@pytest.mark.parametrize("cites", ["HK rules 9.9", "MSO scoring", "common sense"])
def test_a_ruling_rests_on_a_rule_that_is_there(cites: str) -> None:
    refused = disputed().when(rule(NoEffect(), cites=cites)).refused("clause-unknown", cites)
    assert "such as one of these: HK " in refused.problem.text("en")
    assert "例如：香港" in refused.problem.text("zh")


@pytest.mark.parametrize("cites", ["2.1", "規則 2.1", "HK Rules 2.1"])
def test_a_rule_is_on_record_as_its_document_is_cited(cites: str) -> None:
    outcome = disputed().when(rule(NoEffect(), cites=cites))
    assert outcome.only(RulingMade).cites == "HK rules 2.1"


def test_a_ruling_of_an_older_log_keeps_what_it_cites() -> None:
    made = RulingMade("R-0001", "D-0001", "HK rules 9.9", (NoEffect(),), "case-9")
    tournament = disputed().given(made)
    assert tournament.told_again(Changes()).state.rulings["R-0001"].cites == "HK rules 9.9"


@pytest.mark.parametrize("field", ["finding", "cites", "reason"])
def test_a_ruling_is_whole(field: str) -> None:
    disputed().when(rule(NoEffect(), **{field: " "})).refused("invalid-input")


def test_a_ruling_names_an_effect_none_included() -> None:
    empty = MakeRuling(dispute="D-0001", finding="f", cites="c", reason="r", effects=())
    disputed().when(empty).refused("invalid-input")


def test_the_results_can_stand() -> None:
    tournament = disputed()
    before = tournament.sheet().games
    tournament.given(rule(NoEffect()))
    assert tournament.sheet().games == before
    assert tournament.state.disputes["D-0001"].status == "ruled"


def test_a_ruling_is_final() -> None:
    tournament = disputed().given(rule(NoEffect()))
    tournament.when(rule(VoidGame(1))).refused("dispute-not-open", "ruled")
    tournament.when(rule(NoEffect(), dispute="D-0009")).refused("not-found")


def test_a_game_is_amended() -> None:
    tournament = disputed()
    outcome = tournament.when(rule(AmendGame(1, counts(*EXAMPLE_2), "time")))
    ruled = outcome.only(GameRuled)
    assert (ruled.status, ruled.ended_by, ruled.ruling) == ("amended", "time", "R-0001")
    assert sixths(tournament) == [66, 66, -72, -60]
    assert game(tournament).ruling == "R-0001"
    assert game(tournament).source == "ruling"


def test_figures_that_cannot_be_right_are_refused_from_the_chief_referee_too() -> None:
    wrong = AmendGame(1, scored(("10", 1, 0), ("-5", 0, 1), ("-5", 0, 1), ("-5", 0, 1)), "time")
    disputed().when(rule(wrong)).refused("scores-not-zero-sum")
    disputed().when(rule(AmendGame(4, counts(*EXAMPLE_2), "time"))).refused("not-found")


def test_a_voided_game_is_completed_with_nothing_for_anyone() -> None:
    tournament = disputed().given(rule(VoidGame(1)))
    assert game(tournament).status == "voided"
    assert sixths(tournament) == [0, 0, 0, 0]
    total = tournament.sheet().totals[0]
    assert (total.games, total.games_won, total.sixths) == (3, 1, 132)


@pytest.mark.parametrize("gone", [1, 2])
def test_a_game_that_too_few_are_left_to_play_is_not_to_be_replayed(gone: int) -> None:
    tournament = playing(MSO, 4)
    sheet, out = sheet_at(tournament).sheet, seats_at(tournament)[:gone]
    tournament.given(*(WithdrawEntrant(entrant=number, grounds="health") for number in out))
    tournament.given(RaiseDispute(sheet=sheet, game=1, statement="They were here."))
    replay = rule(ReplayGame(1), cites="MSO scoring")
    tournament.when(replay, by="chief_referee").refused("too-few-to-replay", f"(out: {', '.join(out)})")
    tournament.given(*(ReinstateEntrant(entrant=number, reason="at the bar") for number in out))
    tournament.when(replay, by="chief_referee").then(RulingMade, GameRuled)
    tournament.given(won(tournament, seats_at(tournament)[0], 12))


@pytest.mark.parametrize("first", [ReplayGame(1), None])
def test_who_is_put_out_after_a_game_is_to_be_replayed_forfeits_it_and_not_the_other_way_round(
    first: ReplayGame | None,
) -> None:
    tournament = playing(MSO, 4)
    stays, leaver = seats_at(tournament)
    tournament.given(won(tournament, stays, 12))
    tournament.given(RaiseDispute(sheet=sheet_at(tournament).sheet, game=1, statement="They peeked."))
    effects = (ReplayGame(1), Disqualify(leaver)) if first else (Disqualify(leaver), ReplayGame(1))
    outcome = tournament.when(rule(*effects, cites="MSO scoring"), by="chief_referee")
    if first:
        assert GamesForfeited(sheet_at(tournament).sheet, leaver, stays, (1,)) in outcome.events
    else:
        outcome.refused("too-few-to-replay")


def test_a_replayed_game_is_open_again() -> None:
    tournament = disputed().given(rule(ReplayGame(1)))
    assert tournament.sheet().games[0] is None
    tournament.when(SignSheet(sheet=SHEET, entrant="0001", medium="paper")).refused("not-ready-to-sign")
    tournament.given(counted(*EXAMPLE_3))
    assert sixths(tournament) == [66, 66, -72, -60]
    assert game(tournament).ruling is None


def test_a_charge_is_worked_in_and_the_game_scored_anew() -> None:
    tournament = disputed()
    outcome = tournament.when(rule(ChargeSeat(1, seat(tournament, "A"), "knocked_down")))
    ruled = outcome.only(GameRuled)
    assert [result.score for result in ruled.results] == ["-190", "205", "-5", "-10"]
    assert [result.count for result in ruled.results] == [200, 10, 15, 20]
    assert ruled.results[0].own_count == 5
    assert [result.game_won for result in ruled.results] == [0, 1, 0, 0]


@cases(
    "charges, letter, charge, expected",
    [
        # A second charge on a seat counts only if it is the larger.
        (("could_have_melded",), "B", "could_not_meld", [1410, -1200, -90, -120]),
        # A charge on one seat leaves the charges of others.
        (("could_not_meld", "knocked_down"), "D", "knocked_down", [2490, -1200, -90, -1200]),
    ],
)
def test_a_charge_by_ruling_comes_to_the_charges_there_are(
    charges: tuple[str, ...], letter: str, charge: str, expected: list[int]
) -> None:
    seats = (
        SeatResult(seat="A", count=0, tiles=0),
        SeatResult(seat="B", count=40, tiles=9, charge=charges[0], more_charges=charges[1:]),
        *counts(None, None, (15, 3), (20, 4)),
    )
    tournament = in_play(4).given(RecordGameResult(sheet=SHEET, game=1, seats=seats))
    disputed(tournament).given(rule(ChargeSeat(1, seat(tournament, letter), charge)))
    assert sixths(tournament) == expected


def test_a_charge_needs_counts_and_someone_who_played() -> None:
    tournament = in_play(8).given(
        self_recorded(("11", 0, 3), ("11", 1, 1), ("-12", 0, 2), ("-10", 0, 4)), counted(*EXAMPLE_1, game=2)
    )
    disputed(tournament)
    first, elsewhere = seat(tournament, "A"), tournament.sheet(2).seats[0]
    for number, scores_alone in ((1, True), (3, False)):
        why = say("problem-counts-unknown", "en", game=number, scores_alone=scores_alone)
        tournament.when(rule(ChargeSeat(number, first, "knocked_down"))).refused("counts-unknown", why)
    tournament.when(rule(ChargeSeat(2, elsewhere, "knocked_down"))).refused("invalid-input")
    tournament.when(rule(ChargeSeat(2, first, "rudeness"))).refused("charge-unknown")


def test_a_warning_by_ruling_counts_among_the_two() -> None:
    tournament = disputed()
    warn = Warn(seat(tournament, "A"))
    assert tournament.when(rule(warn)).only(VerbalWarningGiven).ruling == "R-0001"
    disputed(tournament).given(rule(warn, dispute="D-0002"))
    disputed(tournament).when(rule(warn, dispute="D-0003")).refused("warnings-used-up")


def test_a_disqualification_leaves_the_opponents_results() -> None:
    tournament = disputed()
    first = seat(tournament, "A")
    outcome = tournament.when(rule(Disqualify(first)))
    assert outcome.only(EntrantDisqualified) == EntrantDisqualified(
        first, "preliminary", "ruling", None, "R-0001"
    )
    table = standings(tournament.state, "preliminary")
    assert [standing.entrant_no for standing in table] == [seat(tournament, letter) for letter in "BCD"]
    assert sixths(tournament) == [180, -30, -60, -90]


def test_one_ruling_can_do_several_things() -> None:
    tournament = disputed()
    first, second = seat(tournament, "A"), seat(tournament, "B")
    outcome = tournament.when(
        rule(ChargeSeat(1, first, "knocked_down"), ChargeSeat(1, second, "knocked_down"), Warn(first))
    )
    outcome.then(RulingMade, GameRuled, GameRuled, VerbalWarningGiven)
    assert [figure.count for figure in game(tournament).figures] == [200, 200, 15, 20]
    assert tournament.state.rulings["R-0001"].effects == ("charge", "charge", "warning")


def test_nobody_is_disqualified_twice_and_nothing_of_such_a_ruling_follows() -> None:
    tournament = disputed()
    first = seat(tournament, "A")
    tournament.given(DisqualifyEntrant(entrant=first, reason="a phone"))
    tournament.when(rule(VoidGame(1), Disqualify(first))).refused("out-of-competition")
    assert game(tournament).status == "recorded"


def test_signatures_whose_figures_a_ruling_changes_are_void() -> None:
    tournament = closed_sheet(4)
    disputed(tournament)
    amended = AmendGame(1, counts((5, 1), (10, 1), (20, 4), (15, 3)), "time")
    outcome = tournament.when(rule(amended))
    changed = tuple(sorted((seat(tournament, "C"), seat(tournament, "D"))))
    assert outcome.only(SignaturesVoided).entrants == changed
    assert tournament.sheet().closed_seq is None
    assert sign(tournament, SHEET, seat(tournament, "A"), seat(tournament, "B")).sheet().closed_seq


def test_a_ruling_without_effect_closes_the_sheet_again() -> None:
    outcome = disputed(closed_sheet(4)).when(rule(NoEffect()))
    outcome.then(RulingMade, SheetClosed)


# Games that need a ruling


def test_a_game_without_a_result_is_not_left_open_by_a_ruling_on_it() -> None:
    tournament = interrupted()
    tournament.when(rule(NoEffect())).refused("game-left-open", "game 2")
    tournament.when(rule(VoidGame(1))).refused("game-left-open")
    tournament.when(rule(VoidGame(2))).then(RulingMade, GameRuled)
    assert len(game(tournament, 2).figures) == 3


# Rulings beyond the table


def test_rulings_are_numbered_in_order() -> None:
    tournament = disputed().given(rule(NoEffect()), rule(NoEffect(), supersedes="R-0001"))
    assert set(tournament.state.rulings) == {"R-0001", "R-0002"}


def remarked(tournament: Tournament, *effects: Effect) -> list[str]:
    """The remarks on a ruling."""
    outcome = tournament.when(rule(*effects), by="chief_referee")
    return [note.en for note in remarks(tournament.state, outcome.events, tournament.now)]


def unrecorded(game: int, *before: int, replay: bool) -> str:
    """The remark on a ruling on a game without a result, with those missing before it."""
    missing = Listed(before) if before else None
    return say("remark-ruled-unrecorded", "en", game=game, replay=replay, before=missing)


@pytest.mark.parametrize(
    "effect", [ReplayGame(3), VoidGame(3), AmendGame(3, counts((0, 0), (12, 3), (7, 2), (20, 5)))]
)
def test_a_ruling_on_a_game_without_a_result_is_remarked_with_those_missing_before_it(effect: Effect) -> None:
    replay = isinstance(effect, ReplayGame)
    assert unrecorded(3, 1, 2, replay=replay) in remarked(disputed(in_play(4), 3), effect)
    next_one = disputed(in_play(4).given(counted(*EXAMPLE_1)), 3)
    assert unrecorded(3, 2, replay=replay) in remarked(next_one, effect)


def test_a_ruling_on_the_next_game_to_be_recorded_names_none_missing_before_it() -> None:
    tournament = disputed(in_play(4).given(counted(*EXAMPLE_1)), 2)
    assert remarked(tournament, VoidGame(2)) == [unrecorded(2, replay=False)]


@pytest.mark.parametrize("effect", [ReplayGame(2), VoidGame(2)])
def test_a_game_that_was_interrupted_or_recorded_is_ruled_on_without_such_a_remark(effect: Effect) -> None:
    assert remarked(interrupted(), effect) == []
    assert remarked(disputed(game=2), effect) == []
