"""One game is scored as the rule documents print it."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.ruleset import Ruleset, load
from services.rules.scoring import (
    Counted,
    EndedBy,
    GameInput,
    GameScore,
    SeatInput,
    forfeiter_loses,
    score_game,
)
from services.rules.supply import supply_of
from shared.problems import Problem

HK, MSO = load("hk-2026"), load("mso-2019")


def game(*counts: tuple[int, int], ended_by: EndedBy = "time") -> GameInput:
    """A game of (count, tiles) at seats A, B, C and D."""
    seats = zip("ABCD", counts, strict=False)
    return GameInput(ended_by, tuple(SeatInput(seat, count=c, tiles=t) for seat, (c, t) in seats))


def seats(*rows: dict[str, Any], ended_by: EndedBy = "time") -> GameInput:
    """A game of seats A, B, C and D with further fields."""
    return GameInput(ended_by, tuple(SeatInput(seat, **row) for seat, row in zip("ABCD", rows, strict=False)))


def scores(result: GameScore) -> list[Fraction]:
    return [seat.score for seat in result.seats]


def won(result: GameScore) -> list[int]:
    return [seat.game_won for seat in result.seats]


def refused(ruleset: Ruleset, played: GameInput) -> str:
    with pytest.raises(Problem) as problem:
        score_game(ruleset, played)
    problem.value.text("zh")
    return problem.value.code


def test_hk_example_1_the_lowest_count_wins_the_differences() -> None:
    result = score_game(HK, game((5, 1), (10, 1), (15, 3), (20, 4)))
    assert scores(result) == [30, -5, -10, -15]
    assert won(result) == [1, 0, 0, 0]
    assert result.zero_sum
    assert result.notes == ()


def test_hk_example_2_two_share_the_pot_and_the_fewer_tiles_win() -> None:
    result = score_game(HK, game((8, 3), (8, 1), (20, 2), (18, 4)))
    assert scores(result) == [11, 11, -12, -10]
    assert won(result) == [0, 1, 0, 0]


def test_hk_example_3_equal_tiles_win_together() -> None:
    result = score_game(HK, game((8, 1), (8, 1), (20, 2), (18, 4)))
    assert scores(result) == [11, 11, -12, -10]
    assert won(result) == [1, 1, 0, 0]


def test_a_shared_odd_pot_gives_halves() -> None:
    result = score_game(HK, game((8, 3), (8, 1), (20, 2), (19, 4)))
    assert scores(result) == [Fraction(23, 2), Fraction(23, 2), -12, -11]
    assert result.zero_sum


def test_three_sharers_get_thirds() -> None:
    result = score_game(HK, game((8, 3), (8, 1), (8, 2), (18, 4)))
    assert scores(result) == [Fraction(10, 3)] * 3 + [Fraction(-10)]
    assert won(result) == [0, 1, 0, 0]


def test_equal_counts_all_round_score_nothing_and_the_fewest_tiles_win() -> None:
    result = score_game(HK, game((8, 3), (8, 1), (8, 1), (8, 4)))
    assert scores(result) == [0, 0, 0, 0]
    assert won(result) == [0, 1, 1, 0]


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
    assert [seat.tie_break_score for seat in result.seats] == [0, -57]
    assert result.zero_sum


def test_an_mso_forfeit_is_lost_whatever_the_counts() -> None:
    result = score_game(
        MSO,
        seats({"count": 12, "tiles": 2, "forfeited": True}, {"count": 90, "tiles": 12}, ended_by="forfeit"),
    )
    assert scores(result) == [-12, 12]
    assert won(result) == [0, 1]
    assert [seat.tie_break_score for seat in result.seats] == [-12, 0]


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


@pytest.mark.parametrize(
    ("mode", "count", "scored"),
    [("replace", 130, 100), ("add", 130, 230), ("max", 130, 130), ("max", 60, 100)],
)
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


def test_a_blocked_mso_game_needs_a_ruling() -> None:
    assert refused(MSO, game((5, 1), (10, 1), ended_by="blocked")) == "ruling-required"


def test_an_mso_game_does_not_end_with_the_pool() -> None:
    assert refused(MSO, game((5, 1), (10, 1), ended_by="pool_exhausted")) == "game-not-over"


def test_a_game_someone_forfeited_at_hk_needs_a_ruling() -> None:
    assert refused(HK, game((5, 1), (10, 1), (15, 2), ended_by="forfeit")) == "ruling-required"


@pytest.mark.parametrize(
    ("ruleset", "players"), [(HK, 2), (HK, 5), (HK, 0), (MSO, 1), (MSO, 3), (load("pressman-2006"), 5)]
)
def test_a_wrong_number_of_seats_is_refused(ruleset: Ruleset, players: int) -> None:
    rows = tuple(SeatInput(f"S{n}", count=5 + n, tiles=1) for n in range(players))
    assert refused(ruleset, GameInput("time" if ruleset is HK else "cleared", rows)) == "seats-wrong-number"


def test_a_table_that_lost_a_player_goes_on_with_two() -> None:
    played = msgspec.structs.replace(game((5, 1), (10, 1)), after_withdrawal=True)
    assert scores(score_game(HK, played)) == [5, -5]


@pytest.mark.parametrize(
    ("ruleset", "charge"), [(HK, "late"), (MSO, "knocked_down"), (load("pressman-2006"), "could_not_meld")]
)
def test_an_unknown_charge_is_refused(ruleset: Ruleset, charge: str) -> None:
    rows = seats(
        {"rack": ()}, {"count": 5, "tiles": 1, "charge": charge}, {"count": 5, "tiles": 1}, ended_by="cleared"
    )
    played = GameInput("cleared", rows.seats[: ruleset.seats.most.value])
    assert refused(ruleset, played) == "charge-unknown"


OTHERS = ({"count": 9, "tiles": 2}, {"count": 5, "tiles": 1})


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({}, "seat-incomplete"),
        ({"count": 5}, "seat-incomplete"),
        ({"tiles": 5}, "seat-incomplete"),
        ({"count": 5, "tiles": 0}, "seat-contradictory"),
        ({"count": 0, "tiles": 1}, "seat-contradictory"),
        ({"rack": ("R7",), "tiles": 2}, "seat-contradictory"),
        ({"rack": ("R7",), "count": 8}, "seat-contradictory"),
        ({"rack": (), "charge": "could_not_meld"}, "seat-contradictory"),
        ({"count": 5, "tiles": 1, "melded": True, "charge": "could_not_meld"}, "seat-contradictory"),
        ({"count": -5, "tiles": 1}, "seat-out-of-range"),
        ({"count": 5, "tiles": -1}, "seat-out-of-range"),
        ({"count": 5, "tiles": 107}, "seat-out-of-range"),
        ({"count": 10**30, "tiles": 1}, "seat-out-of-range"),
        ({"rack": ("R7", "R7", "R7")}, "tiles-too-many-alike"),
        ({"rack": ("Z7",)}, "tile-unknown"),
        ({"count": 500, "tiles": 104}, "tiles-more-than-there-are"),
        ({"count": 5, "tiles": 1, "forfeited": True}, "forfeiter-wrong"),
    ],
)
def test_a_seat_that_cannot_be_is_refused(row: dict[str, Any], code: str) -> None:
    assert refused(HK, seats(row, *OTHERS)) == code


def test_racks_of_one_game_come_from_one_set_of_tiles() -> None:
    rows = ({"rack": ("R7", "R7")}, {"rack": ("R7",)}, {"rack": ("K1",)})
    assert refused(HK, seats(*rows)) == "tiles-too-many-alike"


def test_a_seat_is_there_once_and_has_a_name() -> None:
    twice = GameInput("time", tuple(SeatInput(seat, count=5, tiles=1) for seat in "ABA"))
    assert refused(HK, twice) == "seat-twice"
    for name in ("", "  ", "A" * 41, "\ud800", "A\n"):
        unnamed = GameInput("time", tuple(SeatInput(seat, count=5, tiles=1) for seat in ("A", "B", name)))
        assert refused(HK, unnamed) == "seat-unnamed"


def test_a_cleared_game_has_exactly_one_empty_rack() -> None:
    assert refused(HK, game((5, 1), (10, 1), (15, 2), ended_by="cleared")) == "nobody-cleared"
    assert refused(HK, game((0, 0), (0, 0), (15, 2), ended_by="cleared")) == "nobody-cleared"


@pytest.mark.parametrize("ended_by", ["time", "pool_exhausted", "blocked"])
def test_where_everyone_was_stopped_nobody_has_an_empty_rack(ended_by: EndedBy) -> None:
    assert refused(HK, game((5, 1), (0, 0), (15, 2), ended_by=ended_by)) == "somebody-cleared"
    assert refused(HK, game((0, 0), (0, 0), (15, 2), ended_by=ended_by)) == "nobody-cleared"
    assert refused(HK, seats({"rack": ()}, {"rack": ("R7",)}, {"rack": ("R8",)}, ended_by=ended_by)) == (
        "somebody-cleared"
    )


@pytest.mark.parametrize(("count", "tiles"), [(4, 5), (70, 2), (27, 2), (14, 1), (29, 1), (61, 2), (1, 2)])
def test_a_count_that_its_tiles_cannot_make_is_refused(count: int, tiles: int) -> None:
    assert refused(HK, game((count, tiles), (9, 2), (5, 1))) == "count-impossible"


def test_the_refusal_says_what_so_many_tiles_can_count() -> None:
    with pytest.raises(Problem) as refusal:
        score_game(HK, game((70, 2), (9, 2), (5, 1)))
    assert refusal.value.where == {"seat": "A", "field": "count"}
    assert "2–26, 31–43, 60" in refusal.value.text("en")
    assert "2–26, 31–43, 60" in refusal.value.text("zh")


def test_what_a_joker_counts_is_the_rulesets() -> None:
    ended = seats({"rack": ()}, {"count": 63, "tiles": 2}, ended_by="cleared")
    assert score_game(MSO, ended).seats[1].count == 63
    pressman = load("pressman-2006")
    assert refused(pressman, ended) == "count-impossible"
    joker = seats({"rack": ()}, {"count": 30, "tiles": 1}, ended_by="cleared")
    assert score_game(pressman, joker).seats[1].count == 30
    assert refused(MSO, joker) == "count-impossible"


def test_the_count_beside_a_charge_is_one_of_its_tiles_too() -> None:
    charged = {"count": 400, "tiles": 14, "charge": "could_not_meld"}
    assert refused(HK, seats(charged, *OTHERS)) == "count-impossible"


@pytest.mark.parametrize(
    "rows",
    [
        [(60, 2), (60, 2), (5, 1)],
        [(30, 1), (30, 1), (30, 1)],
        [(31, 2), (31, 2), (31, 2)],
        [(5, 5), (6, 5), (11, 2)],
    ],
    ids=["four jokers", "three jokers", "a joker each", "nine 1s"],
)
def test_racks_that_one_set_of_tiles_does_not_have_are_refused(rows: list[tuple[int, int]]) -> None:
    assert refused(HK, game(*rows)) == "counts-impossible-together"


def test_what_lies_on_one_rack_is_on_no_other() -> None:
    jokers = {"rack": ("J", "J")}
    assert refused(HK, seats(jokers, {"count": 30, "tiles": 1}, {"count": 5, "tiles": 1})) == (
        "counts-impossible-together"
    )
    assert scores(score_game(HK, seats(jokers, {"count": 13, "tiles": 1}, {"count": 5, "tiles": 1})))


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
    for seat in result.seats:
        assert (seat.score >= 0) == (seat.count == lowest)
        assert not seat.game_won or seat.count == lowest
        assert (seat.score * 6).denominator == 1
    assert sum(won(result)) >= 1


@given(hk_games(), st.permutations(range(4)))
def test_the_order_of_the_seats_changes_no_score(played: GameInput, order: list[int]) -> None:
    turned = tuple(played.seats[i] for i in order if i < len(played.seats))
    before = {seat.seat: seat for seat in score_game(HK, played).seats}
    after = {seat.seat: seat for seat in score_game(HK, GameInput("time", turned)).seats}
    assert before == after
