"""What the Observatory's answers say, and which of them say nothing."""

from datetime import datetime
from zoneinfo import ZoneInfo

from services.weather.listed import Fetched, Listed, Page
from services.weather.reading import MOST_BYTES, read
from tests.cases import cases
from tests.weather import answers
from tests.weather.answers import cyclone, detail, details, fetched, page, rain

ZONE = ZoneInfo("Asia/Hong_Kong")


def hk(moment: str) -> datetime:
    return datetime.fromisoformat(moment).replace(tzinfo=ZONE)


NOW = hk("2026-09-16 12:00")


def whole(answer: Fetched) -> tuple[Listed, ...]:
    """What is listed in answers that can be read as a whole."""
    found = read(answer, NOW)
    assert found.unread == ""
    return found.listed


@cases("quiet", [fetched(), fetched({}, details()), fetched({}, []), answers.HOT])
def test_a_quiet_day_lists_nothing(quiet: Fetched) -> None:
    assert whole(quiet) == ()


@cases(
    "answer, expected",
    [
        (answers.TAPAH, (Listed("WTCSGNL", "TC8SE", hk("2025-09-07 21:20")),)),
        (answers.BLACK_RAIN, (Listed("WRAIN", "WRAINB", hk("2026-06-18 15:40")),)),
        (
            answers.MIXED,
            (
                Listed("WTCSGNL", "TC8NE", hk("2026-09-16 09:40")),
                Listed("WRAIN", "WRAINB", hk("2026-09-16 11:45")),
            ),
        ),
        (
            answers.CANCELLED_RAIN_AND_SIGNAL_3,
            (
                Listed("WTCSGNL", "TC3", hk("2026-06-18 09:40")),
                Listed("WRAIN", "WRAINB", hk("2026-06-18 08:20"), hk("2026-06-18 10:05")),
            ),
        ),
        (answers.CANCEL_CODE, (Listed("WTCSGNL", None, None, hk("2026-07-27 16:00")),)),
        (
            answers.SIGNAL_8_EXPECTED,
            (
                Listed("WTCSGNL", "TC3", hk("2020-09-24 11:15")),
                Listed("WRAIN", "WRAINR", hk("2020-09-24 11:15")),
                Listed("WTCPRE8", "WTCPRE8", hk("2020-09-24 14:10"), dated=False),
            ),
        ),
    ],
)
def test_each_kind_of_answer_is_read(answer: Fetched, expected: tuple[Listed, ...]) -> None:
    assert whole(answer) == expected


def test_an_entry_cancelled_without_an_update_ended_when_it_was_issued() -> None:
    found = whole(fetched(rain("WRAINB", "2026-06-18T10:05", action="CANCEL")))
    assert found == (Listed("WRAIN", "WRAINB", None, hk("2026-06-18 10:05")),)


def test_what_only_the_words_tell_counts_too() -> None:
    assert Listed("WTCSGNL", "TC8NE", hk("2021-10-13 15:45"), dated=False) in whole(
        fetched({}, answers.KOMPASU_INFO)
    )


def test_newer_words_of_danger_beat_an_older_summary_and_older_ones_do_not() -> None:
    words = details(detail("WTCSGNL", "TC8NE", "2026-09-16T09:40"))
    assert whole(fetched(cyclone("TC3", "2026-09-16T05:00"), words))[0].code == "TC8NE"
    assert whole(fetched(cyclone("TC3", "2026-09-16T10:00"), words))[0].code == "TC3"
    ended = fetched(cyclone("CANCEL", "2026-09-16T10:00", action="CANCEL"), words)
    assert whole(ended)[0].until == hk("2026-09-16 10:00")


GOOD = cyclone("TC8NE", "2026-09-16T09:40")


@cases(
    "bad",
    [
        answers.HTML,
        page(b"<html><body>Service unavailable</body></html>"),
        page(b""),
        page(b"null"),
        page([]),
        page("no warnings"),
        page({"error": {"code": 500}}),
        page({"message": "quota exceeded"}),
        page({"WTCSGNL": "TC8NE"}),
        page({"WTCSGNL": None}),
        page({"WTCSGNL": {}}),
        page({"WTS": {}}),
        page({"WFROST": None}),
        page({"WTCSGNL": {"code": "TC8NE", "actionCode": "ISSUE"}}),
        page(cyclone("TC8", "2026-09-16T09:40")),
        page(cyclone("WRAINB", "2026-09-16T09:40")),
        page({"WTCSGNL": {"code": 8, "actionCode": "ISSUE", "issueTime": "2026-09-16T09:40:00+08:00"}}),
        page({"WTCSGNL": {"code": "TC3", "actionCode": "ISSUE", "issueTime": "2026-09-16T09:40:00"}}),
        page({"WTCSGNL": {"code": "TC3", "actionCode": "ISSUE", "issueTime": "this morning"}}),
        page({}, status=500),
        page({}, status=304),
        page({}, content_type=""),
        page({}, content_type="text/json"),
        page(b"{" + b" " * MOST_BYTES + b"}"),
        page(b'{"WHOT": {"code": "\xff"}}'),
    ],
)
def test_what_is_no_summary_is_not_whole_and_never_no_warnings(bad: Page) -> None:
    assert read(fetched(bad), NOW).unread.startswith("warnsum: ")


@cases("cut", range(len(page(GOOD).content)))
def test_an_answer_that_breaks_off_anywhere_is_unreadable(cut: int) -> None:
    found = read(fetched(page(page(GOOD).content[:cut])), NOW)
    assert found.unread
    assert found.listed == ()


@cases(
    "bad",
    [
        answers.HTML,
        page([{}]),
        page({"details": {}}),
        page({"details": None}),
        page({"details": ["WTCPRE8"]}),
        page({"error": "no such data type"}),
        page({"details": [{"contents": ["…"]}]}),
        page(details(detail("WTCSGNL", "TC12", "2026-09-16T09:40"))),
        page(details(detail("ERROR", None, None))),
        page(details(detail("WTCSGNL", None, "2026-09-16T09:40"))),
        page(details(detail("WTCSGNL", "TC3", None), detail("WTCSGNL", "CANCEL", None))),
        page({}, status=404),
    ],
)
def test_words_that_cannot_be_read_are_not_whole(bad: Page) -> None:
    assert read(fetched({}, bad), NOW).unread.startswith("warningInfo: ")


def test_words_without_a_time_count_from_when_they_were_fetched() -> None:
    assert whole(fetched({}, details(detail("WTCPRE8", None, None)))) == (
        Listed("WTCPRE8", "WTCPRE8", NOW, dated=False),
    )
