"""How fast a sender goes, by seconds that pass only when someone sleeps."""

import asyncio
from itertools import pairwise

import pytest

from services.delivery.pacing import ANSWER, Pace
from tests.delivery.given import HandTimer


def times(pace: Pace, timer: HandTimer, *asked: tuple[str, int]) -> list[tuple[float, str]]:
    """When each got its turn, in the order of their turns."""
    got: list[tuple[float, str]] = []

    async def take_turn(address: str, lane: int) -> None:
        await pace.turn(address, lane)
        got.append((round(timer.now(), 3), address))

    async def all_of_them() -> None:
        await asyncio.gather(*(take_turn(*turn) for turn in asked))

    asyncio.run(all_of_them())
    return got


class Late(HandTimer):
    """Wakes up 30 ms later than it was told to, as a busy process does."""

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds + 0.03)


@pytest.mark.parametrize("timer", [HandTimer(), Late()])
def test_no_second_sees_more_than_the_rate_and_two_and_nothing_is_lost(timer: HandTimer) -> None:
    got = [at for at, _ in times(Pace(28, 1, timer), timer, *((f"c{n}", 3) for n in range(200)))]
    assert max(sum(begin <= at < begin + 1 for at in got) for begin in got) <= 30
    assert got[-1] <= 200 / 28


def test_after_a_rest_there_is_no_burst() -> None:
    timer = HandTimer()
    pace = Pace(28, 1, timer)
    times(pace, timer, ("a", 0))
    asyncio.run(timer.sleep(60))
    got = [at for at, _ in times(pace, timer, *((f"c{n}", 3) for n in range(5)))]
    assert all(later - earlier > 0.03 for earlier, later in pairwise(got))


def test_one_address_waits_its_second_and_hinders_nobody() -> None:
    timer = HandTimer()
    got = times(Pace(28, 1, timer), timer, ("a", 0), ("a", 0), ("a", 0), ("b", 3))
    assert [address for _, address in got] == ["a", "b", "a", "a"]
    assert got[2][0] >= 1
    assert got[3][0] >= 2


def test_the_urgent_lane_goes_first_and_an_answer_before_all() -> None:
    timer = HandTimer()
    asked = [*((f"result-{n}", 3) for n in range(100)), ("safety", 0), ("answer", ANSWER)]
    got = [address for _, address in times(Pace(28, 1, timer), timer, *asked)]
    assert got[:2] == ["answer", "safety"]


def test_a_pause_holds_for_all_and_a_shorter_one_does_not_end_it() -> None:
    timer = HandTimer()
    pace = Pace(28, 1, timer)
    pace.pause(10)
    pace.pause(3)
    assert times(pace, timer, ("a", 0))[0][0] == 10
    assert (pace.paused(), pace.cooling("a"), pace.cooling("b")) == (0, 1, 0)


def test_addresses_that_are_free_again_are_forgotten_once_there_are_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("services.delivery.pacing._MANY", 10)
    timer = HandTimer()
    pace = Pace(1000, 1, timer)
    times(pace, timer, *((f"c{n}", 3) for n in range(11)))
    assert all(0 < pace.cooling(f"c{n}") <= 1 for n in range(11))
    asyncio.run(timer.sleep(5))
    times(pace, timer, ("one more", 3))
    assert set(pace._free) == {"one more"}
