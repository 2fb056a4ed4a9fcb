"""Hours by the clocks of zones that put them forward and back."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from shared.i18n import LANGUAGES, moment_shown, second_shown, time_shown
from shared.zones import is_shown_twice, moment_in, moments_in, told_in
from tests.cases import cases

NEW_YORK, LONDON = ZoneInfo("America/New_York"), ZoneInfo("Europe/London")
ZONES = [NEW_YORK, LONDON, *map(ZoneInfo, ("Asia/Hong_Kong", "Australia/Lord_Howe", "Africa/Cairo"))]


@cases(
    "zone, day, at, taken",
    [
        ("America/New_York", "2026-03-08", "01:59", "2026-03-08T01:59:00-05:00"),
        ("America/New_York", "2026-03-08", "02:00", "2026-03-08T03:00:00-04:00"),
        ("America/New_York", "2026-03-08", "02:30", "2026-03-08T03:30:00-04:00"),
        ("America/New_York", "2026-11-01", "01:30", "2026-11-01T01:30:00-04:00"),
        ("America/New_York", "2026-11-01", "02:00", "2026-11-01T02:00:00-05:00"),
        ("Europe/London", "2026-03-29", "01:30", "2026-03-29T02:30:00+01:00"),
        ("Europe/London", "2026-10-25", "01:30", "2026-10-25T01:30:00+01:00"),
        ("Africa/Cairo", "2026-04-24", "00:00", "2026-04-24T01:00:00+03:00"),
        ("America/Nuuk", "2026-03-28", "23:30", "2026-03-29T00:30:00-01:00"),
        ("Asia/Hong_Kong", "2026-03-28", "12:00", "2026-03-28T12:00:00+08:00"),
    ],
)
def test_an_hour_is_taken_as_the_calendar_standard_takes_it(zone: str, day: str, at: str, taken: str) -> None:
    found = moment_in(ZoneInfo(zone), date.fromisoformat(day), time.fromisoformat(at))
    assert found.isoformat() == taken


@given(st.sampled_from(ZONES), st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)))  # noqa: DTZ001
def test_each_moment_is_one_of_those_at_which_its_hour_is_shown(zone: ZoneInfo, at: datetime) -> None:
    moment = at.replace(microsecond=0, tzinfo=UTC)
    local = told_in(zone, moment)
    assert local == moment
    assert moment in moments_in(zone, local.date(), local.time())
    assert is_shown_twice(zone, local) is (len(moments_in(zone, local.date(), local.time())) == 2)
    hour = timedelta(hours=1)
    assert (local - hour).astimezone(UTC) == moment - hour, "moved by the time that passes"


@cases("language", LANGUAGES)
@cases("zone, hour", [(NEW_YORK, 5), (LONDON, 0)])
def test_an_hour_that_is_shown_twice_is_told_apart(language: str, zone: ZoneInfo, hour: int) -> None:
    day = date(2026, 11, 1) if zone is NEW_YORK else date(2026, 10, 25)
    first = datetime.combine(day, time(hour, 30), UTC)
    for say in (time_shown, moment_shown, second_shown):
        texts = [say(first + timedelta(hours=more), zone, language) for more in range(3)]
        assert len(set(texts)) == 3
        assert ["UTC" in text for text in texts] == [True, True, False]
