"""A fast clock goes slower while somebody is asked, and fast again once they have answered."""

import threading
from datetime import UTC, datetime, timedelta
from time import monotonic

from services.demo.agenda import PacedAgenda
from shared.clock import ManualClock

BEGIN = datetime(2026, 3, 28, 2, 0, tzinfo=UTC)
ASKED_UNTIL = BEGIN + timedelta(minutes=4)


def paced() -> PacedAgenda:
    return PacedAgenda(ManualClock(BEGIN), 3600, BEGIN, threading.Event())


def took(agenda: PacedAgenda, until: datetime) -> float:
    began = monotonic()
    assert agenda.wait(until)
    return monotonic() - began


def test_who_is_asked_has_the_seconds_that_are_theirs_at_any_speed() -> None:
    agenda = paced()
    agenda.give_time(ASKED_UNTIL, 1.5, lambda: True)
    assert took(agenda, ASKED_UNTIL) >= 1.4
    assert took(agenda, ASKED_UNTIL + timedelta(minutes=4)) < 1.0


def test_once_they_have_answered_the_clock_goes_on_as_before() -> None:
    agenda = paced()
    begun = monotonic()
    agenda.give_time(ASKED_UNTIL, 60, lambda: monotonic() < begun + 0.5)
    assert took(agenda, ASKED_UNTIL) < 10
