"""Clocks, to the millisecond."""

from collections.abc import Iterable

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from services.rules.clocks import MINUTE, SECOND, Bronstein, Shown, TurnLimit, clock_of
from services.rules.ruleset import load
from tests.refusing import refusing

MOVES = [1 * MINUTE, 5 * MINUTE, 4 * MINUTE, 10 * SECOND, 20 * SECOND, 30 * SECOND, 90 * SECOND]
moves = st.lists(st.integers(min_value=0, max_value=20 * MINUTE))


def minutes(text: str) -> int:
    whole, _, seconds = text.partition(":")
    return int(whole) * MINUTE + int(seconds) * SECOND


def one_after_the_other(clock: Bronstein, taken: Iterable[int]) -> list[Shown]:
    """What a clock shows after each move, up to the one that loses."""
    shown: list[Shown] = []
    for used in taken:
        shown.append(clock.after(shown[-1].remaining if shown else clock.bank, used))
        if shown[-1].fate == "out_of_time":
            break
    return shown


def test_a_bronstein_clock_worked_out_by_hand() -> None:
    shown = one_after_the_other(Bronstein(10 * MINUTE, 30 * SECOND), MOVES)
    left = ["9:30", "5:00", "1:30", "1:30", "1:30", "1:30"]
    assert [other.remaining for other in shown[:-1]] == [minutes(clock_left) for clock_left in left]
    assert {other.fate for other in shown[:-1]} == {"in_time"}
    assert (shown[-1].remaining, shown[-1].fate) == (0, "out_of_time")  # all of 1:30 used is used up


def test_the_last_millisecond_saves() -> None:
    clock = Bronstein(10 * MINUTE, 10 * SECOND)
    saved = clock.after(5 * SECOND, 5 * SECOND - 1)
    assert (saved.remaining, saved.fate) == (5 * SECOND, "in_time")
    assert clock.after(5 * SECOND, 5 * SECOND).fate == "out_of_time"


@given(moves)
def test_the_bank_never_grows(taken: list[int]) -> None:
    clock = Bronstein(10 * MINUTE, 10 * SECOND)
    before = clock.bank
    shown = one_after_the_other(clock, taken)
    for clock_shown, used in zip(shown, taken, strict=False):
        assert clock_shown.remaining <= before
        assert clock_shown.fate == "out_of_time" or clock_shown.remaining == before - max(
            0, used - clock.delay
        )
        before = clock_shown.remaining


def test_a_turn_limit_may_be_used_to_its_end() -> None:
    ends = [TurnLimit(60 * SECOND).after(used) for used in (0, 59_999, 60_000, 60_001, 1)]
    assert [shown.fate for shown in ends] == ["in_time", "in_time", "in_time", "out_of_time", "in_time"]
    assert [shown.remaining for shown in ends] == [60_000, 1, 0, 0, 59_999]


def test_every_ruleset_has_its_clock_or_says_that_none_is_stated() -> None:
    assert clock_of(load("hk-2026")) == TurnLimit(60 * SECOND)
    assert clock_of(load("mso-2019")) == Bronstein(10 * MINUTE, 10 * SECOND)
    assert clock_of(load("pressman-2006")) == TurnLimit(2 * MINUTE)
    assert clock_of(load("pressman-2006-tournament")) == TurnLimit(1 * MINUTE)
    assert clock_of(load("rummikub-online"), 90) == TurnLimit(90 * SECOND)
    for id, seconds, code in (
        ("bsg-2015", None, "clock-not-stated"),
        ("rummikub-online", 20, "turn-limit-unknown"),
        ("mso-2019", 60, "turn-limit-unknown"),
    ):
        with refusing(code):
            clock_of(load(id), seconds)


def test_a_clock_that_half_a_ruleset_states_is_not_stated() -> None:
    mso = load("mso-2019")
    silent = msgspec.structs.replace(mso.clock.delay_seconds, value="unspecified", basis="silent")
    half = msgspec.structs.replace(mso, clock=msgspec.structs.replace(mso.clock, delay_seconds=silent))
    with refusing("clock-not-stated"):
        clock_of(half)


def test_time_does_not_run_backwards() -> None:
    with refusing("move-time-wrong"):
        TurnLimit(SECOND).after(-1)
