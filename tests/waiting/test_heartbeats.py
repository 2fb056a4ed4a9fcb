"""Signs of life: what hangs shows, who is dead is missed, and organizers are told once."""

import threading
from datetime import timedelta
from time import monotonic, sleep

import pytest

from services.delivery.alarms import QUIET_AFTER, TRIED_AGAIN_AFTER, Alarms
from services.scheduler.scheduler import Scheduler, Tick
from shared.clock import ManualClock
from shared.database import Database
from shared.heartbeat import Beat, Beats, Pulse, alive
from shared.problems import Problem
from tests.unit.tournament.specs import hong_kong

SECOND = timedelta(seconds=1)


class House:
    """Processes on one database, with a clock set by hand; what they told organizers."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clock = ManualClock(hong_kong("2026-03-28 12:00"))
        self.beats = Beats(database)
        self.codes: list[str] = []
        self.reached = True
        self.elapsed = 0.0

    def pulse(self, kind: str = "worker") -> Pulse:
        return Pulse(self.beats, self.clock, kind, elapsed=lambda: self.elapsed)

    def alarms(self) -> Alarms:
        def tell(problem: Problem) -> bool:
            self.codes.append(problem.code)
            return self.reached

        return Alarms(self.database, self.clock, tell)

    def later(self, by: timedelta) -> None:
        self.clock.advance(by)
        self.elapsed += by.total_seconds()

    def worker(self) -> Beat:
        return self.beats.read("worker")[0]


@pytest.fixture
def house(database: Database) -> House:
    return House(database)


def beat(pulse: Pulse) -> None:
    assert pulse._write(None)


def looked(*watching: Alarms) -> list[str]:
    """What is told when every process looks twice, as they do ten seconds apart."""
    return [name for _ in range(2) for alarms in watching for name in alarms.look()]


def test_a_sign_of_life_says_what_was_done_last_and_how_it_went(house: House) -> None:
    pulse = house.pulse()
    with pulse.during("reminders", within=40, every=20):
        beat(pulse)
        assert [(activity.name, activity.running) for activity in house.worker().doing] == [
            ("reminders", True)
        ]
    with pytest.raises(ValueError, match="x"), pulse.during("weather", within=40, every=10):
        raise ValueError("x")
    pulse.ended("sending", 30)
    pulse.dropped("sending")
    house.later(3 * SECOND)
    beat(pulse)
    found = {
        activity.name: (activity.running, activity.went_well, activity.since)
        for activity in house.worker().doing
    }
    assert found == {"reminders": (False, True, 3.0), "weather": (False, False, 3.0)}
    assert alive(house.worker(), house.clock.now())
    assert not house.worker().stuck


def test_a_tick_that_hangs_shows_while_signs_of_life_go_on(house: House) -> None:
    """It hangs in a real thread; the pulse beats beside it."""
    release, began = threading.Event(), threading.Event()

    def hang() -> None:
        began.set()
        release.wait(60)

    pulse = Pulse(house.beats, house.clock, "worker", every=0.02)
    scheduler = Scheduler(lambda: True, pulse)
    scheduler.add(Tick("hanging", SECOND, hang, within=timedelta(milliseconds=50)))
    scheduler.add(Tick("working", SECOND, lambda: None))
    beat(pulse)
    pulse.start()
    scheduler.start()
    try:
        assert began.wait(30)
        deadline = monotonic() + 30
        while not (stuck := house.worker().stuck) and monotonic() < deadline:
            sleep(0.02)
        assert [(activity.name, activity.running) for activity in stuck] == [("hanging", True)]
    finally:
        release.set()
        scheduler.close()
        pulse.close()
    assert house.worker().ended_at is not None
    assert not alive(house.worker(), house.clock.now())


def test_of_all_that_notice_one_tells_and_only_once(house: House) -> None:
    beat(house.pulse())
    watching = [house.alarms() for _ in range(3)]
    assert looked(*watching) == []
    house.later(31 * SECOND)
    assert looked(*watching) == ["worker-gone"]
    house.later(timedelta(hours=3))
    assert looked(*watching) == []
    assert house.codes == ["worker-gone"]


def test_what_reached_nobody_is_tried_again_by_whoever_lives(house: House) -> None:
    beat(house.pulse())
    first, second = house.alarms(), house.alarms()
    house.later(31 * SECOND)
    house.reached = False
    assert looked(first) == []
    assert looked(second) == []
    assert house.codes == ["worker-gone"]
    house.later(TRIED_AGAIN_AFTER + SECOND)
    house.reached = True
    assert looked(second) == ["worker-gone"]
    assert looked(first) == []


def test_dying_again_and_again_is_told_once_and_after_a_while_anew(house: House) -> None:
    alarms = house.alarms()
    for _ in range(3):
        pulse = house.pulse()
        beat(pulse)
        looked(alarms)
        house.later(31 * SECOND)
        looked(alarms)
    assert house.codes == ["worker-gone"]
    pulse = house.pulse()
    beat(pulse)
    looked(alarms)
    house.later(QUIET_AFTER + SECOND)
    beat(pulse)
    looked(alarms)
    house.later(31 * SECOND)
    looked(alarms)
    assert house.codes == ["worker-gone"] * 2


def test_a_living_worker_that_stands_still_is_told_by_name(house: House) -> None:
    pulse, alarms = house.pulse(), house.alarms()
    pulse.began("weather", within=40)
    house.later(41 * SECOND)
    beat(pulse)
    assert looked(alarms) == ["worker-stuck"]
    pulse.ended("weather", within=50)
    beat(pulse)
    assert looked(alarms) == []
    assert house.codes == ["worker-stuck"]


def test_where_no_worker_ever_ran_or_one_ended_just_now_nobody_is_told(house: House) -> None:
    alarms = house.alarms()
    beat(house.pulse("web"))
    assert looked(alarms) == []
    pulse = house.pulse()
    pulse.start()
    pulse.close()
    assert looked(alarms) == []
    house.later(timedelta(minutes=6))
    assert looked(alarms) == ["worker-gone"]


def test_a_machine_that_rested_or_whose_clock_was_set_alarms_nobody(house: House) -> None:
    worker, other, alarms = house.pulse(), house.pulse("web"), house.alarms()
    worker.ended("sending", 30)
    for leap in (timedelta(hours=9), -timedelta(hours=9)):
        beat(worker)
        beat(other)
        house.clock.advance(leap)
        beat(other)
        alarms.look()
        beat(worker)
        alarms.look()
    assert house.codes == []


def test_the_last_of_a_kind_is_remembered_and_others_forgotten_after_a_day(house: House) -> None:
    for _ in range(3):
        beat(house.pulse())
        house.later(timedelta(hours=13))
    beat(house.pulse("web"))
    assert [beat.kind for beat in house.beats.read()] == ["web", "worker", "worker"]
    assert house.beats.read("worker")[0].beat_at == house.clock.now() - timedelta(hours=13)


def test_who_could_not_say_that_it_lives_judges_nobody(house: House) -> None:
    """While the database is locked nobody's sign of life can be written."""
    looks: list[int] = []
    failing = Beats(house.database)
    pulse = Pulse(failing, house.clock, "web", every=0.01, after_beat=lambda: looks.append(1))

    def locked(beat: Beat) -> None:
        raise OSError

    failing.write = locked  # type: ignore[method-assign]
    pulse.start()
    sleep(0.2)
    assert looks == []
    del failing.write
    deadline = monotonic() + 30
    while not looks and monotonic() < deadline:
        sleep(0.01)
    assert looks
    pulse.close()
