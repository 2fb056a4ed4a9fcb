"""One game is scored as the rule documents print it."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.game import EndedBy, GameInput, ScoreAnswer, SeatInput
from services.rules.ruleset import Ruleset, load
from services.rules.scoring import Counted, forfeiter_loses, score_game
from services.rules.supply import supply_of
from shared.problems import Problem
from tests.cases import cases

HK, MSO = load("hk-2026"), load("mso-2019")


def game(*counts: tuple[int, int], ended_by: EndedBy = "time") -> GameInput:
    """A game of (count, tiles) at seats A, B, C and D."""
    seats = zip("ABCD", counts, strict=False)
    return GameInput(ended_by, tuple(SeatInput(seat, count=c, tiles=t) for seat, (c, t) in seats))


def seats(*rows: dict[str, Any], ended_by: EndedBy = "time") -> GameInput:
    """A game of seats A, B, C and D with further fields."""
    return GameInput(ended_by, tuple(SeatInput(seat, **row) for seat, row in zip("ABCD", rows, strict=False)))


def scores(result: ScoreAnswer) -> list[Fraction]:
    return [Fraction(seat.score) for seat in result.seats]


def won(result: ScoreAnswer) -> list[int]:
    return [seat.game_won for seat in result.seats]


def refused(ruleset: Ruleset, played: GameInput) -> str:
    with pytest.raises(Problem) as problem:
        score_game(ruleset, played)
    problem.value.text("zh")
    return problem.value.code


SHARED_BY_TWO, SHARED_BY_THREE = Fraction(23, 2), Fraction(10, 3)


@cases(
    "counts, expected, winners",
    [
        # HK rules 3, Examples 1 to 3
        ([(5, 1), (10, 1), (15, 3), (20, 4)], [30, -5, -10, -15], [1, 0, 0, 0]),
        ([(8, 3), (8, 1), (20, 2), (18, 4)], [11, 11, -12, -10], [0, 1, 0, 0]),
        ([(8, 1), (8, 1), (20, 2), (18, 4)], [11, 11, -12, -10], [1, 1, 0, 0]),
        ([(8, 3), (8, 1), (20, 2), (19, 4)], [SHARED_BY_TWO, SHARED_BY_TWO, -12, -11], [0, 1, 0, 0]),
        ([(8, 3), (8, 1), (8, 2), (18, 4)], [*[SHARED_BY_THREE] * 3, -10], [0, 1, 0, 0]),
        ([(8, 3), (8, 1), (8, 1), (8, 4)], [0, 0, 0, 0], [0, 1, 1, 0]),
    ],
)
def test_the_lowest_count_wins_the_differences_and_of_equals_the_fewest_tiles_the_game(
    counts: list[tuple[int, int]], expected: list[Fraction], winners: list[int]
) -> None:
    result = score_game(HK, game(*counts))
    assert (scores(result), won(result)) == (expected, winners)
    assert (result.zero_sum, result.notes) == (True, ())


def test_a_cleared_rack_wins_what_the_others_hold() -> None:
    result = score_game(
        HK, seats({"rack": ()}, {"rack": ("R7", "J")}, {"rack": ("K13",)}, ended_by="cleared")
    )
    assert scores(result) == [50, -37, -13]
    assert [seat.tiles for seat in result.seats] == [0, 2, 1]


@pytest.mark.parametrize(
    "round_scores", [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47)], ids=["1", "2", "3"]
)
def test_pressmans_printed_score_table_balances(round_scores: tuple[int, ...]) -> None:
    counts = [max(0, -score) for score in round_scores]
    result = score_game(
        load("pressman-2006"), game(*[(count, min(count, 3)) for count in counts], ended_by="cleared")
    )
    assert scores(result) == list(round_scores)
    assert result.zero_sum


def test_pressmans_printed_totals_follow() -> None:
    table = [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47)]
    assert [sum(column) for column in zip(*table, strict=True)] == [-14, -29, 4, 39]


def test_mso_scores_the_losers_count_and_keeps_the_tie_break_score_apart() -> None:
    result = score_game(MSO, seats({"rack": ()}, {"rack": ("R7", "J")}, ended_by="cleared"))
    assert scores(result) == [57, -57]
    assert [seat.tie_break_score for seat in result.seats] == ["0", "-57"]
    assert result.zero_sum


def test_an_mso_forfeit_is_lost_whatever_the_counts() -> None:
    result = score_game(
        MSO,
        seats({"count": 12, "tiles": 2, "forfeited": True}, {"count": 90, "tiles": 12}, ended_by="forfeit"),
    )
    assert scores(result) == [-12, 12]
    assert won(result) == [0, 1]
    assert [seat.tie_break_score for seat in result.seats] == ["-12", "0"]


def test_what_a_forfeit_costs_is_shared_by_all_who_stayed() -> None:
    outcome = forfeiter_loses(
        MSO, [Counted("A", 12, 2, True), Counted("B", 90, 12, False), Counted("C", 7, 1, False)]
    )
    assert outcome.scores == (Fraction(-12), Fraction(6), Fraction(6))
    assert outcome.won == (False, True, True)


def test_other_rulesets_have_no_tie_break_score() -> None:
    assert score_game(HK, game((5, 1), (10, 1), (15, 3))).seats[0].tie_break_score is None


@pytest.mark.parametrize(
    ("charge", "points"), [("could_not_meld", 100), ("could_have_melded", 200), ("knocked_down", 200)]
)
def test_a_charge_replaces_the_count_and_leaves_the_tiles(charge: str, points: int) -> None:
    result = score_game(
        HK,
        seats(
            {"rack": ()},
            {"count": 60, "tiles": 14, "charge": charge},
            {"count": 5, "tiles": 1},
            ended_by="cleared",
        ),
    )
    assert scores(result) == [points + 5, -points, -5]
    assert (result.seats[1].count, result.seats[1].tiles) == (points, 14)


def with_charge_mode(mode: str) -> Ruleset:
    changed = msgspec.structs.replace(HK.scoring.charge_mode, value=mode)
    return msgspec.structs.replace(HK, scoring=msgspec.structs.replace(HK.scoring, charge_mode=changed))


@cases("mode, count, scored", [("replace", 130, 100), ("add", 130, 230), ("max", 130, 130), ("max", 60, 100)])
def test_how_a_charge_counts_is_a_setting(mode: str, count: int, scored: int) -> None:
    charged = {"count": count, "tiles": 14, "charge": "could_not_meld"}
    played = seats({"rack": ()}, charged, {"count": 5, "tiles": 1}, ended_by="cleared")
    result = score_game(with_charge_mode(mode), played)
    assert result.seats[1].count == scored
    assert result.zero_sum


def test_a_knocked_down_rack_needs_no_count() -> None:
    down = {"tiles": 6, "charge": "knocked_down"}
    result = score_game(HK, seats(down, {"count": 9, "tiles": 2}, {"count": 5, "tiles": 1}))
    assert [seat.count for seat in result.seats] == [200, 9, 5]
    assert refused(
        with_charge_mode("add"), seats(down, {"count": 9, "tiles": 2}, {"count": 5, "tiles": 1})
    ) == ("seat-incomplete")


def test_of_two_charges_the_larger_counts() -> None:
    both = {"tiles": 14, "charge": "could_not_meld", "more_charges": ("knocked_down",)}
    result = score_game(HK, seats(both, {"count": 9, "tiles": 2}, {"count": 5, "tiles": 1}))
    assert result.seats[0].count == 200


def test_the_referee_is_warned_when_an_unmelded_player_wins() -> None:
    charged = {"count": 200, "tiles": 20}
    unmelded = {"count": 60, "tiles": 14, "charge": "could_not_meld"}
    result = score_game(HK, seats(unmelded, charged, {"count": 110, "tiles": 13}))
    assert won(result) == [1, 0, 0]
    assert [(note.code, note.seat) for note in result.notes] == [("unmelded-winner", "A")]


def test_the_referee_is_told_of_an_unmelded_player_without_a_charge() -> None:
    result = score_game(
        HK,
        seats(
            {"count": 60, "tiles": 14, "melded": False}, {"count": 5, "tiles": 1}, {"count": 6, "tiles": 1}
        ),
    )
    assert [note.code for note in result.notes] == ["unmelded-not-charged"]


def test_what_was_recorded_once_can_be_scored_anew_as_it_stands() -> None:
    impossible = game((70, 2), (4, 5), (0, 0))
    assert scores(score_game(HK, impossible, strict=False)) == [-70, -4, 74]


@pytest.mark.parametrize("forfeited", [(False, False), (True, True)])
def test_who_forfeited_must_be_given(forfeited: tuple[bool, bool]) -> None:
    rows = [{"count": 5, "tiles": 1, "forfeited": mark} for mark in forfeited]
    assert refused(MSO, seats(*rows, ended_by="forfeit")) == "forfeiter-wrong"


@st.composite
def hk_games(draw: st.DrawFn) -> GameInput:
    """Racks dealt from one set of tiles."""
    supply = supply_of(HK)
    bag = [number for number, copies in enumerate(supply.copies, 1) for _ in range(copies)]
    bag += [supply.joker_value] * supply.jokers
    draw(st.randoms(use_true_random=False)).shuffle(bag)
    rows = []
    for seat in "ABCD"[: draw(st.integers(3, 4))]:
        # Few tiles for some, so that several often have as many points.
        rack = [bag.pop() for _ in range(draw(st.integers(1, 2) | st.integers(1, 26)))]
        tiles, count = len(rack), sum(rack)
        charge = draw(
            st.sampled_from((None, None, None, "could_not_meld", "could_have_melded", "knocked_down"))
        )
        rows.append(SeatInput(seat, count=count, tiles=tiles, charge=charge))
    return GameInput("time", tuple(rows))


@given(hk_games())
def test_the_scores_of_any_game_sum_to_zero_and_the_best_share(played: GameInput) -> None:
    result = score_game(HK, played)
    assert result.zero_sum
    assert sum(scores(result)) == 0
    lowest = min(seat.count for seat in result.seats)
    for seat, score in zip(result.seats, scores(result), strict=True):
        assert (score >= 0) == (seat.count == lowest)
        assert not seat.game_won or seat.count == lowest
        assert (score * 6).denominator == 1
    assert sum(won(result)) >= 1


@given(hk_games(), st.permutations(range(4)))
def test_the_order_of_the_seats_changes_no_score(played: GameInput, order: list[int]) -> None:
    turned = tuple(played.seats[i] for i in order if i < len(played.seats))
    before = {seat.seat: seat for seat in score_game(HK, played).seats}
    after = {seat.seat: seat for seat in score_game(HK, GameInput("time", turned)).seats}
    assert before == after
