"""Scores that participants wrote down are checked by their shape: every legal game passes, slips are told."""

from fractions import Fraction

from hypothesis import given

from services.rules.game import GameInput
from services.rules.ruleset import load
from services.rules.scoring import score_game
from services.rules.self_recorded import RecordedSeat, check_self_recorded
from tests.cases import cases
from tests.unit.rules.test_scoring import hk_games

HK = load("hk-2026")
Row = tuple[Fraction | int, int, int]


def recorded(*rows: Row) -> list[RecordedSeat]:
    """Rows of (score, game_won, tiles) at seats A, B, C and D."""
    seats = zip("ABCD", rows, strict=False)
    return [RecordedSeat(seat, Fraction(score), won, tiles) for seat, (score, won, tiles) in seats]


def problems(*rows: Row) -> list[tuple[str, str | None]]:
    found = check_self_recorded(HK, recorded(*rows))
    assert all(problem.text("en") and problem.text("zh") for problem in found)
    return [(problem.code, problem.where.get("seat")) for problem in found]


@cases(
    "what, rows",
    [
        ("HK rules 3, Example 1", [(30, 1, 1), (-5, 0, 1), (-10, 0, 3), (-15, 0, 4)]),
        ("HK rules 3, Example 2", [(11, 0, 3), (11, 1, 1), (-12, 0, 2), (-10, 0, 4)]),
        ("HK rules 3, Example 3", [(11, 1, 1), (11, 1, 1), (-12, 0, 2), (-10, 0, 4)]),
        ("equal counts all round", [(0, 0, 3), (0, 1, 1), (0, 1, 1)]),
        ("a charge that costs more than the tiles", [(205, 1, 0), (-200, 0, 1), (-5, 0, 1)]),
        ("a charge where no tiles explain the score", [(109, 1, 0), (-9, 0, 2), (-100, 0, 2)]),
        ("5, 10 and a joker", [(30, 1, 1), (-5, 0, 1), (-25, 0, 1)]),
    ],
)
def test_a_sheet_that_can_be_stands(what: str, rows: list[Row]) -> None:
    assert problems(*rows) == []


@cases(
    "what, rows, expected",
    [
        (
            "two top scores are equal shares",
            [(12, 1, 1), (10, 0, 3), (-22, 0, 4)],
            ["scores-unequal-shares B"],
        ),
        (
            "nobody is left with nothing when someone wins points",
            [(12, 1, 1), (0, 0, 3), (-12, 0, 4)],
            ["score-impossible B"],
        ),
        (
            "points lost are whole",
            [(5, 1, 1), (Fraction(-5, 2), 0, 3), (Fraction(-5, 2), 0, 4)],
            ["score-impossible B", "score-impossible C"],
        ),
        (
            "the sharer with more tiles has not won",
            [(11, 1, 3), (11, 1, 1), (-12, 0, 2), (-10, 0, 4)],
            ["game-won-wrong A"],
        ),
        (
            "nobody won and a loser won",
            [(15, 0, 1), (-5, 1, 1), (-10, 0, 3)],
            ["game-won-wrong A", "game-won-wrong B"],
        ),
        (
            "cells out of range come before anything is added up",
            [(15, 2, 1), (-5, 0, 107), (-9, 0, -1)],
            ["game-won-not-a-flag A", "seat-out-of-range B", "seat-out-of-range C"],
        ),
        ("an empty rack is alone at the top", [(11, 1, 0), (11, 0, 1), (-22, 0, 4)], ["score-impossible B"]),
        ("an empty rack does not lose", [(-5, 0, 0), (15, 1, 1), (-10, 0, 4)], ["score-impossible A"]),
        ("no charge is that much", [(110, 1, 0), (-9, 0, 2), (-101, 0, 2)], ["score-impossible C"]),
        ("two empty racks end no game", [(0, 1, 0), (0, 1, 0), (0, 0, 3)], ["nobody-cleared None"]),
        # Where nobody cleared, some lowest count must fit all the tiles.
        ("three tiles count 3 at least", [(5, 1, 2), (-5, 0, 1), (0, 0, 3)], ["score-impossible C"]),
        ("one tile counts 30 at most", [(46, 1, 1), (-20, 0, 1), (-26, 0, 1)], ["score-impossible C"]),
        # Two tiles count 61 above the lowest count of at least 1, and no charge is that small.
        ("two tiles count 60 at most", [(66, 1, 1), (-5, 0, 1), (-61, 0, 2)], ["score-impossible C"]),
        (
            "there are two jokers",
            [(90, 1, 0), (-30, 0, 1), (-30, 0, 1), (-30, 0, 1)],
            ["counts-impossible-together None"],
        ),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_at_the_seat(
    what: str, rows: list[Row], expected: list[str]
) -> None:
    assert [f"{code} {seat}" for code, seat in problems(*rows)] == expected


@given(hk_games())
def test_every_legal_game_stands_with_any_charges(played: GameInput) -> None:
    score = score_game(HK, played)
    sheet = [RecordedSeat(seat.seat, Fraction(seat.score), seat.game_won, seat.tiles) for seat in score.seats]
    assert check_self_recorded(HK, sheet) == []


def test_scores_that_do_not_sum_to_zero_are_refused_with_the_sum() -> None:
    sheet = check_self_recorded(HK, recorded((30, 1, 1), (-5, 0, 1), (-10, 0, 3), (-14, 0, 4)))
    assert [problem.code for problem in sheet] == ["scores-not-zero-sum"]
    assert "sum to 1" in sheet[0].text("en")
    assert "Add them up" in sheet[0].text("en")


def test_scores_without_signs_are_asked_for_theirs() -> None:
    (refused,) = check_self_recorded(HK, recorded((39, 1, 0), (12, 0, 3), (7, 0, 2), (20, 0, 5)))
    assert "sum to 78" in refused.text("en")
    assert "Write the signs" in refused.text("en")
    assert "正負號" in refused.text("zh")


def test_no_rack_and_no_charge_cost_that_much() -> None:
    assert problems((5000, 1, 0), (-5000, 0, 3), (0, 0, 3))[0] == ("score-impossible", "B")


def test_seats_are_counted_and_named_once() -> None:
    assert problems((5, 1, 1), (-5, 0, 1)) == [("seats-wrong-number", None)]
    twice = [RecordedSeat("A", Fraction(0), 1, 1)] * 3
    assert [problem.code for problem in check_self_recorded(HK, twice)] == ["seat-twice"]
    two = recorded((5, 1, 1), (-5, 0, 1))
    assert check_self_recorded(HK, two, after_withdrawal=True) == []


@cases("score, tiles", [(-4, 5), (-70, 2), (-27, 2), (-14, 1), (-61, 2)])
def test_where_a_rack_was_cleared_the_score_is_the_count_and_must_be_one(score: int, tiles: int) -> None:
    assert problems((9 - score, 1, 0), (-9, 0, 2), (score, 0, tiles)) == [("score-impossible", "C")]


@cases(
    "rows, ended_by, code",
    [
        ([(30, 1, 1), (-5, 0, 1), (-25, 0, 4)], "cleared", "nobody-cleared"),
        ([(14, 1, 0), (-5, 0, 1), (-9, 0, 4)], "time", "somebody-cleared"),
        ([(14, 1, 0), (-5, 0, 1), (-9, 0, 4)], "pool_exhausted", "somebody-cleared"),
        ([(14, 1, 50), (-5, 0, 50), (-9, 0, 50)], "time", "tiles-more-than-there-are"),
    ],
)
def test_the_ending_said_must_fit_the_tiles(rows: list[Row], ended_by: str, code: str) -> None:
    found = check_self_recorded(HK, recorded(*rows), ended_by)
    assert [problem.code for problem in found] == [code]


def test_of_a_forfeit_the_winners_count_is_not_known() -> None:
    mso = load("mso-2019")
    lost = recorded((12, 1, 9), (-12, 0, 2))
    assert check_self_recorded(mso, lost, "forfeit") == []
    impossible = recorded((4, 1, 9), (-4, 0, 5))
    found = check_self_recorded(mso, impossible, "forfeit")
    assert [problem.code for problem in found] == ["score-impossible"]


def test_what_was_recorded_once_is_not_judged_by_its_tiles_again() -> None:
    sheet = recorded((79, 1, 0), (-9, 0, 2), (-70, 0, 2))
    assert check_self_recorded(HK, sheet)
    assert check_self_recorded(HK, sheet, strict=False) == []
