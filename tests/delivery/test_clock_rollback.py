"""A clock that is put back: seen, and neither owners nor messages wait for the hour to come again."""

import threading
from contextlib import closing
from datetime import datetime, timedelta
from time import time
from typing import Any

import pytest

from services.delivery.attempts import Waiting
from services.delivery.channel import Outcome
from services.delivery.clock_rollback import ClockWatch
from services.delivery.deliveries import Deliveries
from services.delivery.lease import Lease
from shared.clock import ManualClock, SystemClock
from shared.database import Database
from tests.delivery.given import NOON, SENT, HandTimer, Office
from tests.unit.tournament.specs import hong_kong

HOUR = timedelta(hours=1)


def test_it_is_told_by_how_much_and_a_clock_kept_right_is_not_put_back() -> None:
    clock, elapsed = ManualClock(NOON), [0.0]
    watch = ClockWatch(clock, lambda: elapsed[0])
    assert watch.put_back() is None
    clock.advance(HOUR)
    elapsed[0] += 60
    assert watch.put_back() is None, "it was put forward"
    elapsed[0] += 61
    clock.advance(timedelta(seconds=60))
    assert watch.put_back() is None, "a second is no matter"
    elapsed[0] += 10
    clock.set(clock.now() - HOUR)
    assert watch.put_back() == HOUR + timedelta(seconds=10)
    assert watch.put_back() is None


def test_a_lease_of_an_hour_to_come_is_taken_once_nobody_renews_it(database: Database) -> None:
    clock, timer = ManualClock(NOON), HandTimer()
    first, second = (Lease(database, clock, name, elapsed=timer.now) for name in ("one", "two"))
    assert first.acquire()
    clock.set(NOON - HOUR)
    assert not second.acquire()
    timer._now += 10
    first.keep()
    timer._now += 10
    assert not second.acquire(), "it was renewed ten seconds ago"
    timer._now += 16
    assert second.acquire()
    assert second.away is not None
    assert abs(second.away) < timedelta(seconds=1), "two looks at a server's clock differ a little"


def test_what_waits_goes_out_that_much_earlier_and_its_reasons_still_hold(office: Office) -> None:
    office.chat("chat", "0001")
    office.chat("other", "0002")
    office.telegram.says = lambda address, message: Outcome("not_sent") if address == "chat" else SENT
    office.notify("results-published", "entrant:0001", stage="preliminary", version="1")
    evening = hong_kong("2026-03-20 18:00")
    office.notify("ruling", "entrant:0002", dispute="D-1", ruling="R-1", cites="3", not_before=evening)
    dispatcher = office.dispatcher()
    office.drain(dispatcher)
    office.telegram.says = lambda address, message: SENT
    office.clock.set(NOON - HOUR)
    office.drain(dispatcher)
    assert office.telegram.to == ["chat"], "tried once"
    dispatcher.attempts.put_back(HOUR)
    office.clock.advance(timedelta(seconds=2))
    office.drain(dispatcher)
    assert office.telegram.to == ["chat", "chat"]
    office.clock.set(evening - timedelta(minutes=30))
    office.drain(dispatcher)
    assert office.telegram.to == ["chat", "chat"], "it is still not before the evening"
    office.clock.set(evening)
    office.drain(dispatcher)
    assert office.telegram.to == ["chat", "chat", "other"]


def test_what_is_put_off_as_the_clock_is_put_back_waits_no_longer_for_that(
    small: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = small.chat("chat", "0001")
    small.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3")
    dispatcher = small.dispatcher()
    dispatcher.lease.acquire()
    dispatcher.fan_out.take_in(dispatcher.lease)
    while dispatcher.fan_out.next_page(dispatcher.lease):
        pass
    start, putting = Deliveries.start, []

    def put_back_meanwhile(deliveries: Deliveries, *given: Any) -> set[str]:
        small.clock.set(NOON - HOUR)
        putting.append(threading.Thread(target=dispatcher.attempts.put_back, args=(HOUR,)))
        putting[-1].start()
        putting[-1].join(0.3)
        return start(deliveries, *given)

    monkeypatch.setattr(Deliveries, "start", put_back_meanwhile)
    waiting = Waiting("telegram", 10, 3, {address: 0}, lambda _: 0.0, 1.0)
    assert dispatcher.attempts.begin(waiting) == []
    putting[0].join(60)
    (put_off,) = small.all()
    assert put_off.due_at <= small.clock.now() + timedelta(seconds=1)


def test_an_owner_that_begins_on_an_earlier_clock_waits_for_nothing(office: Office) -> None:
    office.chat("chat", "0001")
    office.telegram.says = lambda address, message: Outcome("not_sent")
    office.notify("suspended", "entrant:0001", grounds="other")
    office.drain()
    office.telegram.says = lambda address, message: SENT
    office.clock.set(NOON - HOUR)
    next_owner = office.dispatcher("next")
    office.drain(next_owner)
    office.clock.advance(timedelta(seconds=2))
    office.drain(next_owner)
    assert office.statuses() == {"sent": 1}


def test_a_machine_whose_clock_is_ahead_takes_no_lease_that_is_renewed(postgresql_url: str) -> None:
    ahead = timedelta(seconds=20)
    with closing(Database(postgresql_url)) as database:
        healthy = Lease(database, SystemClock(), "one")
        other = Lease(
            database, Ahead(ahead), "two", machine=lambda: time() + ahead.total_seconds(), elapsed=lambda: 0
        )
        assert healthy.acquire()
        assert not other.acquire()
        healthy.keep()
        healthy.release()
        assert other.acquire()
        assert not healthy.acquire()


class Ahead:
    """The clock of a machine that is ahead."""

    def __init__(self, by: timedelta) -> None:
        self._by = by

    def now(self) -> datetime:
        return SystemClock().now() + self._by
