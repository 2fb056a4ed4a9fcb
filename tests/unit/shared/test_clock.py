"""Moments and microseconds."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.clock import ManualClock, SystemClock, from_micros, to_micros


@given(st.datetimes(timezones=st.just(UTC)))
def test_microseconds_and_moments_are_the_same_thing(moment: datetime) -> None:
    assert from_micros(to_micros(moment)) == moment


@given(st.integers(-62_135_596_800_000_000, 253_402_300_799_999_999))
def test_no_microsecond_is_lost(micros: int) -> None:
    assert to_micros(from_micros(micros)) == micros


def test_the_zone_of_a_moment_does_not_matter() -> None:
    hong_kong = timezone(timedelta(hours=8))
    assert to_micros(datetime(1970, 1, 1, 8, 0, 0, 1, tzinfo=hong_kong)) == 1


def test_a_moment_without_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        to_micros(datetime(2026, 3, 28, 12))  # noqa: DTZ001
    with pytest.raises(ValueError, match="no time zone"):
        ManualClock(datetime(2026, 3, 28, 12))  # noqa: DTZ001


def test_a_manual_clock_moves_only_when_told() -> None:
    clock = ManualClock(datetime(2026, 3, 28, 12, tzinfo=UTC))
    assert clock.now() == clock.now()
    clock.advance(timedelta(minutes=90))
    assert clock.now() == datetime(2026, 3, 28, 13, 30, tzinfo=UTC)
    clock.set(datetime(2026, 3, 28, 9, tzinfo=timezone(timedelta(hours=8))))
    assert clock.now() == datetime(2026, 3, 28, 1, tzinfo=UTC)
    assert clock.now().tzinfo is UTC


def test_the_machine_clock_tells_utc() -> None:
    assert SystemClock().now().tzinfo is UTC
