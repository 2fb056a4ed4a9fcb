"""English and Hong Kong Chinese: the right one is chosen, and dates read naturally in both."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from shared.i18n import day_shown, moment_shown, time_shown
from shared.language_choice import choose_language
from tests.cases import cases

HONG_KONG = ZoneInfo("Asia/Hong_Kong")


@cases(
    "header, language",
    [
        ("zh-HK,zh;q=0.9,en;q=0.8", "zh"),
        ("en-GB,en;q=0.9,zh;q=0.8", "en"),
        ("fr, zh-TW;q=0.8, en;q=0.5", "zh"),
        ("en;q=0.2, zh-Hant-HK;q=0.9", "zh"),
        ("yue-HK", "zh"),
        ("zh;q=0, en;q=0.1", "en"),
        ("*", "en"),
        ("", "en"),
        ("\x00;;;q=,,zh-HK", "zh"),
        (",".join(["xx"] * 10_000), "en"),
    ],
)
def test_the_best_language_of_a_browser_is_taken(header: str, language: str) -> None:
    assert choose_language(None, header) == language


def test_a_chosen_language_wins_over_the_browsers() -> None:
    assert choose_language("zh-HK", "en") == "zh"
    assert choose_language("klingon", "zh") == "zh"


def test_dates_and_times_read_in_the_tournaments_zone() -> None:
    moment = datetime(2026, 3, 28, 4, 45, tzinfo=UTC)
    assert day_shown(date(2026, 3, 28), "en") == "Saturday, 28 March 2026"
    assert day_shown(date(2026, 3, 28), "zh") == "2026年3月28日星期六"
    assert time_shown(moment, HONG_KONG, "en") == "12:45 pm"
    assert time_shown(time(12, 45), HONG_KONG, "zh") == "中午12:45"
    assert moment_shown(moment, HONG_KONG, "en") == "28 March 2026, 12:45 pm"
    assert moment_shown(moment, HONG_KONG, "zh") == "2026年3月28日中午12:45"
