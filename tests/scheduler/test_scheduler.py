"""The scheduler: ticks come again after a failure, never beside themselves, and only to the owner."""

import threading
from datetime import timedelta

import pytest

from services.scheduler.scheduler import Scheduler, Tick

SHORT = timedelta(milliseconds=20)
PATIENCE = 20


def test_a_tick_comes_at_once_and_again_also_after_it_failed() -> None:
    came = threading.Semaphore(0)

    def run() -> None:
        came.release()
        raise RuntimeError("the network is down")

    scheduler = Scheduler(lambda: True)
    scheduler.add(Tick("watch", SHORT, run))
    scheduler.start()
    try:
        assert all(came.acquire(timeout=PATIENCE) for _ in range(3))
    finally:
        scheduler.close()


def test_a_tick_that_still_runs_is_not_begun_again_and_closing_waits_for_it() -> None:
    running, most, go_on = [0], [0], threading.Event()
    others = threading.Semaphore(0)

    def slow() -> None:
        running[0] += 1
        most[0] = max(most[0], running[0])
        go_on.wait(PATIENCE)
        running[0] -= 1

    scheduler = Scheduler(lambda: True)
    scheduler.add(Tick("slow", SHORT, slow))
    scheduler.add(Tick("quick", SHORT, others.release))
    scheduler.start()
    assert all(others.acquire(timeout=PATIENCE) for _ in range(5)), "one tick holds up no other"
    go_on.set()
    scheduler.close()
    assert (most[0], running[0]) == (1, 0)


def test_only_the_owner_runs_what_is_owned() -> None:
    ran: list[str] = []
    owned = Tick("watch", SHORT, lambda: ran.append("watch"))
    free = Tick("beat", SHORT, lambda: ran.append("beat"), owned=False)
    scheduler = Scheduler(lambda: False)
    assert not scheduler.run(owned)
    assert scheduler.run(free)
    assert Scheduler(lambda: True).run(owned)
    assert ran == ["beat", "watch"]


def test_a_lease_that_cannot_be_asked_for_is_not_held() -> None:
    def lost() -> bool:
        raise OSError("the database restarts")

    assert not Scheduler(lost).run(Tick("watch", SHORT, lambda: pytest.fail("it ran")))


def test_ticks_are_registered_once_and_before_the_start() -> None:
    scheduler = Scheduler(lambda: True)
    scheduler.add(Tick("watch", SHORT, lambda: None))
    with pytest.raises(ValueError, match="two ticks"):
        scheduler.add(Tick("watch", SHORT, lambda: None))
    scheduler.start()
    with pytest.raises(RuntimeError):
        scheduler.add(Tick("late", SHORT, lambda: None))
    scheduler.close()
