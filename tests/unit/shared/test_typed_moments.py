"""A moment looked back to is read as people write it, an hour as the end of its minute."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from shared.typed_times import moment_meant
from tests.cases import cases
from tests.refusing import refusing

ZONE = ZoneInfo("Asia/Hong_Kong")
NOW = datetime(2026, 11, 28, 15, 0, tzinfo=ZONE)
"""A Saturday."""


@cases(
    "meant, texts",
    [
        ("2026-11-28 15:00:00.000000", ("now", "Now", "現在", "而家")),
        ("2026-11-28 00:00:00.000000", ("Nov 28", "November 28", "Nov 28, 2026", "28 Nov", "星期六")),
        ("2026-11-28 14:20:59.999999", ("28/11 14.20", "Nov 28 2:20 pm", "28 November at 2:20 p.m.")),
        ("2026-11-28 14:20:59.999999", ("today at 2:20pm", "今日下午2:20", "星期六下午2:20", "下午2時20分")),
        ("2026-11-28 14:20:30.999999", ("14:20:30", "28/11 2:20:30 pm")),
        ("2026-11-28 14:00:59.999999", ("2pm", "2 p.m.", "下午2點", "14時", "Sat 2pm", "28/11 下午2")),
        ("2026-11-28 12:00:59.999999", ("noon", "正午", "today noon", "28/11 noon")),
        ("2026-11-27 14:20:59.999999", ("昨天下午2:20", "yesterday, 14:20", "尋日 14:20", "27/11 at 14:20")),
        (
            "2026-11-28 13:32:59.999999",
            ("11月28日星期六下午1:32", "2026年11月28日星期六 13:32", "Nov 28 2026 1:32 PM"),
        ),
        (
            "2026-11-28 13:32:59.999999",
            ("Saturday, 28 November 2026, 1:32 pm", "2026-11-28 13:32", "1:32 pm"),
        ),
        ("2026-11-28 11:30:59.999999", ("中午11:30", "上午11:30", "11:30 am")),
        ("2026-11-28 12:00:59.999999", ("12:00 noon", "今日中午12:00")),
        ("2024-03-03 00:00:00.000000", ("3 March 2024", "2024年3月3日星期日", "Mar 3, 2024")),
        ("2026-11-29 00:00:59.999999", ("28/11 24:00", "2026-11-28 24:00 ")),
    ],
)
def test_it_is_read_as_people_write_it(meant: str, texts: tuple[str, ...]) -> None:
    read = {text: moment_meant(text, NOW, ZONE) for text in texts}
    assert read == dict.fromkeys(texts, datetime.fromisoformat(meant).replace(tzinfo=ZONE))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "14",
        "1420",
        "24:01",
        "25:00",
        "28/11 7",
        "13:20 pmm",
        "now then",
        "上午13:32",
        "13:32 am",
        "Friday, 28 November 2026",
        "2026年11月28日星期五 13:32",
        "noon pm",
    ],
)
def test_what_could_be_anything_is_not_guessed(text: str) -> None:
    with refusing("invalid-input"):
        moment_meant(text, NOW, ZONE)


def test_an_hour_to_come_is_of_the_day_before() -> None:
    assert moment_meant("4pm", NOW, ZONE).date() == NOW.date() - timedelta(days=1)
