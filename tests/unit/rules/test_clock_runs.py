"""A clock run from moves: what it shows, who oversteps, and which readings cannot be."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.clock_runs import ClockInput, Move, check_reading, run_clock
from services.rules.ruleset import load
from shared.bound_checks import check
from shared.problems import Problem
from tests.refusing import refusing

HK, MSO, ONLINE, BSG = (load(id) for id in ("hk-2026", "mso-2019", "rummikub-online", "bsg-2015"))
BANK = 600_000


def moves(*given: tuple[str, int], turn_seconds: int | None = None) -> ClockInput:
    return ClockInput(tuple(Move(milliseconds, seat) for seat, milliseconds in given), turn_seconds)


def test_each_has_a_bank_and_gets_back_at_most_the_delay() -> None:
    answer = run_clock(MSO, moves(("A", 20_000), ("B", 5_000), ("A", 10_000)))
    assert [move.remaining for move in answer.moves] == [BANK - 10_000, BANK, BANK - 10_000]
    assert [(seat.seat, seat.remaining, seat.overstepped) for seat in answer.seats] == [
        ("A", BANK - 10_000, 0),
        ("B", BANK, 0),
    ]
    assert answer.lost_by is None


def test_a_bank_is_lost_at_exactly_what_remains() -> None:
    kept = run_clock(MSO, moves(("A", BANK - 1)))
    assert (kept.lost_by, kept.moves[0].remaining) == (None, 1 + 10_000)
    lost = run_clock(MSO, moves(("A", BANK)))
    assert (lost.lost_by, lost.moves[0].fate, lost.seats[0].overstepped) == ("A", "out_of_time", 1)


def test_nothing_comes_after_the_move_that_loses() -> None:
    with refusing("time-ran-out-before") as refused:
        run_clock(MSO, moves(("A", BANK), ("B", 1)))
    assert refused.value.where == {"move": 2}


def test_a_turn_may_be_used_to_its_end_and_overstepping_costs_tiles() -> None:
    answer = run_clock(HK, moves(("A", 60_000), ("A", 60_001), ("A", 70_000), ("B", 1)))
    assert [move.fate for move in answer.moves] == ["in_time", "out_of_time", "out_of_time", "in_time"]
    assert [(seat.overstepped, seat.tiles_due) for seat in answer.seats] == [(2, 2), (0, 0)]
    assert answer.lost_by is None


def test_an_online_room_has_the_limit_its_owner_chose() -> None:
    assert run_clock(ONLINE, moves(("A", 45_000), turn_seconds=45)).moves[0].fate == "in_time"
    late = run_clock(ONLINE, moves(("A", 45_001), turn_seconds=45))
    assert late.seats[0].tiles_due == 3
    with refusing("turn-limit-unknown"):
        run_clock(ONLINE, moves(("A", 1), turn_seconds=50))


@pytest.mark.parametrize(
    ("ruleset", "given", "code"),
    [
        (BSG, moves(("A", 1)), "clock-not-stated"),
        (HK, moves(("A", -1)), "move-time-wrong"),
        (HK, moves((" ", 1)), "seat-unnamed"),
    ],
)
def test_a_run_that_cannot_be_is_refused(ruleset: object, given: ClockInput, code: str) -> None:
    with refusing(code) as refused:
        run_clock(ruleset, given)  # type: ignore[arg-type]
    assert refused.value.text("zh")


@given(st.lists(st.tuples(st.sampled_from("AB"), st.integers(0, 40_000)), max_size=30))
def test_what_a_clock_shows_is_a_reading_that_can_be(given: list[tuple[str, int]]) -> None:
    for ruleset in (MSO, HK):
        lasted = 0
        for used in range(len(given) + 1):
            with suppress(Problem):
                run_clock(ruleset, moves(*given[:used]))
                lasted = used
        answer = run_clock(ruleset, moves(*given[:lasted]))
        for seat in answer.seats:
            lost = seat.seat == answer.lost_by if ruleset is MSO else None
            left = seat.remaining
            check_reading(ruleset, seat.seat, left, seat.overstepped, seat.tiles_due, lost=lost)


def test_a_run_has_at_most_ten_thousand_moves() -> None:
    longest = moves(*[("A", 1)] * 10_000)
    check(longest)
    with refusing("beyond-limit"):
        check(msgspec.structs.replace(longest, moves=(*longest.moves, Move(1))))
