"""What is no game that can be scored: no winner by the rules, or figures that cannot be."""

from typing import Any

import msgspec
import pytest

from services.rules.game import EndedBy, GameInput, SeatInput
from services.rules.ruleset import Ruleset, load
from services.rules.scoring import score_game
from tests.cases import cases
from tests.refusing import refusing
from tests.unit.rules.test_scoring import HK, MSO, game, refused, scores, seats


@cases(
    "ruleset, ended_by, code",
    [
        (MSO, "blocked", "ruling-required"),
        (MSO, "pool_exhausted", "game-not-over"),
        (HK, "forfeit", "ruling-required"),
    ],
)
def test_an_ending_that_decides_nothing_is_refused(ruleset: Ruleset, ended_by: EndedBy, code: str) -> None:
    played = game((5, 1), (10, 1), (15, 2), ended_by=ended_by)
    played = GameInput(ended_by, played.seats[: ruleset.seats.most.value])
    assert refused(ruleset, played) == code


@cases("ruleset, players", [(HK, 2), (HK, 5), (HK, 0), (MSO, 1), (MSO, 3), (load("pressman-2006"), 5)])
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


def test_an_unknown_charge_and_those_that_are_known_are_named_in_words() -> None:
    charged = {"count": 5, "tiles": 1, "charge": "knocked_down"}
    with refusing("charge-unknown") as refusal:
        score_game(MSO, seats({"rack": ()}, charged, ended_by="cleared"))
    for language, unknown, known in (
        ("en", "no charge knocked down tiles", "could not meld"),
        ("zh", "沒有推倒牌這項罰分", "未能首次出牌"),
    ):
        text = refusal.value.text(language)
        assert unknown in text
        assert known in text
        assert "_" not in text


OTHERS = ({"count": 9, "tiles": 2}, {"count": 5, "tiles": 1})


@cases(
    "row, code",
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


@cases("row", [{"rack": ()}, {"count": 5, "tiles": 1, "melded": True}])
@cases("language", ["en", "zh"])
def test_a_charge_that_cannot_be_is_named_in_words(row: dict[str, Any], language: str) -> None:
    game = GameInput("time", seats({**row, "charge": "could_not_meld"}, *OTHERS).seats)
    with refusing("seat-contradictory") as refusal:
        score_game(HK, game)
    assert "_" not in refusal.value.text(language)


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


def test_two_empty_racks_of_a_forfeited_game_are_refused_with_what_holds_of_it() -> None:
    forfeited = seats(
        {"count": 0, "tiles": 0, "forfeited": True}, {"count": 0, "tiles": 0}, ended_by="forfeit"
    )
    with refusing("nobody-cleared") as refusal:
        score_game(MSO, forfeited)
    assert "最多只有一個座位剩 0 隻牌" in refusal.value.text("zh")


@pytest.mark.parametrize("ended_by", ["time", "pool_exhausted", "blocked"])
def test_where_everyone_was_stopped_nobody_has_an_empty_rack(ended_by: EndedBy) -> None:
    assert refused(HK, game((5, 1), (0, 0), (15, 2), ended_by=ended_by)) == "somebody-cleared"
    assert refused(HK, game((0, 0), (0, 0), (15, 2), ended_by=ended_by)) == "nobody-cleared"
    assert refused(HK, seats({"rack": ()}, {"rack": ("R7",)}, {"rack": ("R8",)}, ended_by=ended_by)) == (
        "somebody-cleared"
    )


@cases("count, tiles", [(4, 5), (70, 2), (27, 2), (14, 1), (29, 1), (61, 2), (1, 2)])
def test_a_count_that_its_tiles_cannot_make_is_refused(count: int, tiles: int) -> None:
    assert refused(HK, game((count, tiles), (9, 2), (5, 1))) == "count-impossible"


def test_the_refusal_says_what_so_many_tiles_can_count() -> None:
    with refusing("count-impossible") as refusal:
        score_game(HK, game((70, 2), (9, 2), (5, 1)))
    assert refusal.value.where == {"seat": "A", "field": "count"}
    assert "2–26, 31–43, 60" in refusal.value.text("en")
    assert "2–26、31–43、60" in refusal.value.text("zh")


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


@cases(
    "rows",
    [
        [(60, 2), (60, 2), (5, 1)],
        [(30, 1), (30, 1), (30, 1)],
        [(31, 2), (31, 2), (31, 2)],
        [(5, 5), (6, 5), (11, 2)],
    ],
)
def test_racks_that_one_set_of_tiles_does_not_have_are_refused(rows: list[tuple[int, int]]) -> None:
    assert refused(HK, game(*rows)) == "counts-impossible-together"


def test_what_lies_on_one_rack_is_on_no_other() -> None:
    jokers = {"rack": ("J", "J")}
    assert refused(HK, seats(jokers, {"count": 30, "tiles": 1}, {"count": 5, "tiles": 1})) == (
        "counts-impossible-together"
    )
    assert scores(score_game(HK, seats(jokers, {"count": 13, "tiles": 1}, {"count": 5, "tiles": 1})))
