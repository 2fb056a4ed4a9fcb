"""A moment is understood as the pages print it."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.i18n import LANGUAGES, moment_shown, second_shown
from shared.printed_moments import moment_printed
from tests.cases import cases

HONG_KONG = ZoneInfo("Asia/Hong_Kong")
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2099, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


@cases(
    "text, meant",
    [
        ("4,902", "4902"),
        ("4，902", "4902"),
        (" 4 ", "4"),
        ("Event 4,902", "4902"),
        ("第 4,902 項事件", "4902"),
        ("28 Mar 2026, 13:05:09", "2026-03-28T13:05:09.999999"),
        ("28 Sept 2026 1:05 pm", "2026-09-28T13:05:59.999999"),
        ("28 March 2026, 12:00 midnight", "2026-03-28T00:00:59.999999"),
        ("2026年3月28日 13:05:09", "2026-03-28T13:05:09.999999"),
        ("2026-03-28T14:30:00 08:00", "2026-03-28T14:30:00+08:00"),
        ("2026-03-28 14:30", "2026-03-28 14:30"),
        ("2026-03-28 14:30 UTC", "2026-03-28 14:30+00:00"),
        ("28 March 2026, 1:32 pm, event 4,667", "4667"),
        ("截至2026年3月28日下午1:32，第 4667 項事件", "4667"),
        ("Saturday, 28 March 2026, 1:05 pm", "2026-03-28T13:05:59.999999"),
        ("Friday, 28 March 2026, 1:05 pm", "Friday, 28 March 2026, 1:05 pm"),
        ("2026年3月28日星期五下午1:05", "2026年3月28日星期五下午1:05"),
        ("28/3/2026", "28/3/2026"),
        ("40 Mar 2026, 13:05", "40 Mar 2026, 13:05"),
        ("4,90", "4,90"),
        ("-1", "-1"),
        ("²", "²"),
        ("yesterday", "yesterday"),
    ],
)
def test_a_moment_is_read_as_people_write_it_and_left_where_it_is_unclear(text: str, meant: str) -> None:
    assert moment_printed(text) == meant


@pytest.mark.parametrize("language", LANGUAGES)
@given(MOMENTS)
def test_whatever_is_printed_is_the_end_of_that_second_or_that_minute(
    language: str, moment: datetime
) -> None:
    local = moment.astimezone(HONG_KONG).replace(tzinfo=None)
    to_the_second = moment_printed(second_shown(moment, HONG_KONG, language))
    assert to_the_second == local.replace(microsecond=999_999).isoformat()
    to_the_minute = moment_printed(moment_shown(moment, HONG_KONG, language))
    assert to_the_minute == local.replace(second=59, microsecond=999_999).isoformat()
