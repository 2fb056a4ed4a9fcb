"""The watch on answers that cannot be read as a whole: danger counts at once, and nothing goes ahead."""

from datetime import timedelta
from typing import Any

import pytest

from services.tournament.weather.suspension import SuspendDay
from services.weather.listed import Fetched
from tests.sampling import mostly_wide
from tests.unit.desk.conftest import ID
from tests.unit.tournament.specs import S1, S3, S4, hong_kong
from tests.weather.answers import HTML, cyclone, detail, details, fetched, page, rain
from tests.weather.conftest import DAY, Watch

SIGNAL_8 = cyclone("TC8NE", "2026-03-28T09:10")
ODD = page(b"Service Unavailable", status=503, content_type="text/plain")
IN_PART = [
    fetched(SIGNAL_8, ODD),
    fetched(
        SIGNAL_8, {"details": [{"warningStatementCode": "WTS", "updateTime": "2026-03-28T09:00:00+08:00"}]}
    ),
    fetched({**SIGNAL_8, "WTS": None}),
    fetched({**SIGNAL_8, "stray": {}}),
    fetched(ODD, details(detail("WTCSGNL", "TC8NE", "2026-03-28T09:10"))),
    fetched({"WTCSGNL": {"code": "TC8NE", "actionCode": "ISSUE", "issueTime": None}}),
]
ODD_ALONE = [fetched({}, ODD), fetched({"WTS": None}), fetched(cyclone("TC3", "2026-03-28T09:40"), HTML)]
QUIET = fetched()


def open_signals(watch: Watch) -> list[str]:
    return [signal.code for signal in watch.state.signals.values() if signal.until is None]


@pytest.mark.parametrize("answer", mostly_wide(IN_PART, IN_PART[::2]))
def test_a_danger_that_is_read_counts_whatever_else_cannot_be(watch: Watch, answer: Fetched) -> None:
    watch.until("2026-03-28 10:00", answer)
    assert watch.outcome == "suspend"
    assert watch.events == ["warnings-reported", "observatory-silent", "weather-proposed"]
    assert watch.proposal is not None
    assert (watch.proposal.codes, watch.proposal.in_part, watch.proposal.fetched_at) == (
        ("TC8NE",),
        True,
        None,
    )
    last = watch.polls.last(watch.clock.now())
    assert last is not None
    assert last.outcome == "partial"


@pytest.mark.parametrize("answer", IN_PART[:1])
def test_it_counts_beside_a_whole_answer_of_a_moment_ago(watch: Watch, answer: Fetched) -> None:
    watch.until("2026-03-28 09:59:30", QUIET)
    watch.until("2026-03-28 10:00", answer)
    assert watch.events == ["warnings-reported", "weather-proposed"]
    assert watch.proposal is not None
    assert (watch.outcome, watch.proposal.in_part) == ("suspend", True)
    assert watch.proposal.fetched_at == hong_kong("2026-03-28 09:59:30")
    watch.until("2026-03-28 10:01", fetched(SIGNAL_8))
    assert watch.events == ["warnings-reported", "weather-proposed"], "read as a whole it says the same"


@pytest.mark.parametrize("odd", mostly_wide(ODD_ALONE, ODD_ALONE[:1]))
def test_a_known_danger_is_not_over_because_an_odd_answer_leaves_it_out(watch: Watch, odd: Fetched) -> None:
    watch.until("2026-03-28 09:40", fetched(SIGNAL_8))
    watch.until("2026-03-28 09:49", odd)
    assert open_signals(watch) == ["TC8NE"]
    watch.until("2026-03-28 10:30", odd)
    assert open_signals(watch) == ["TC8NE"]
    assert watch.outcome == "unknown"


@pytest.mark.parametrize("odd", mostly_wide(ODD_ALONE, ODD_ALONE[1:2]))
def test_without_a_danger_it_is_unknown_and_never_goes_ahead(watch: Watch, odd: Fetched) -> None:
    watch.watcher = watch.another(automatic=True)
    watch.until("2026-03-28 10:30", odd)
    assert watch.events == ["observatory-silent", "weather-proposed", *["weather-proposal-escalated"] * 3]
    assert watch.outcome == "unknown"


def test_a_danger_stays_certain_when_nothing_is_read_any_more(watch: Watch) -> None:
    watch.until("2026-03-28 10:02", IN_PART[0])
    watch.until("2026-03-28 10:40", None)
    assert watch.outcome == "suspend"
    watch.until("2026-03-28 10:50", fetched(cyclone("CANCEL", "2026-03-28T10:45", action="CANCEL")))
    assert open_signals(watch) == []
    assert watch.outcome == "suspend", "it was in force at the cutoff"


def test_an_end_that_is_read_in_part_ends_nothing_until_the_answers_are_whole(watch: Watch) -> None:
    lowered = cyclone("TC3", "2026-03-28T09:50")
    watch.until("2026-03-28 09:40", fetched(SIGNAL_8))
    watch.until("2026-03-28 09:59", fetched(lowered, ODD))
    assert open_signals(watch) == ["TC8NE"]
    watch.until("2026-03-28 10:00", fetched(lowered))
    assert (open_signals(watch), watch.outcome) == (["TC3"], "proceed")


def test_a_higher_signal_and_one_of_another_kind_are_read_in_part_too(watch: Watch) -> None:
    watch.until("2026-03-28 09:40", fetched(SIGNAL_8))
    watch.until("2026-03-28 09:45", fetched({**cyclone("TC9", "2026-03-28T09:44"), "WTS": None}))
    assert open_signals(watch) == ["TC9"]
    watch.until("2026-03-28 09:50", fetched({**rain("WRAINB", "2026-03-28T09:48"), "WTS": None}))
    assert sorted(open_signals(watch)) == ["TC9", "WRAINB"]


def test_in_the_afternoon_it_suspends_what_is_left(watch: Watch) -> None:
    watch.counter.at("2026-03-28 15:30")
    watch.until("2026-03-28 15:45", QUIET)
    watch.until("2026-03-28 15:46", fetched(rain("WRAINB", "2026-03-28T15:45"), ODD))
    assert watch.proposal is not None
    assert (watch.outcome, watch.proposal.sessions) == ("suspend_remaining", (S3, S4))


def test_set_to_automatic_it_suspends_by_what_is_read_in_part(watch: Watch) -> None:
    watch.watcher = watch.another(automatic=True)
    watch.until("2026-03-28 10:00", IN_PART[0])
    assert watch.state.sessions[S1].status == "suspended"


def test_that_signal_8_is_expected_is_read_in_part(watch: Watch) -> None:
    watch.until("2026-03-28 09:35", fetched(ODD, details(detail("WTCPRE8", None, "2026-03-28T09:31"))))
    assert watch.events == ["warnings-reported", "weather-watch-announced"]


@pytest.mark.parametrize("answer", mostly_wide(IN_PART, IN_PART[::5]))
def test_told_once_however_often_it_is_read(watch: Watch, answer: Fetched) -> None:
    watch.until("2026-03-28 09:45", answer)
    watch.counter.at("2026-03-28 09:46")
    for _ in range(3):
        watch.clock.advance(timedelta(seconds=30))
        watch.another().tick()
    assert watch.events.count("warnings-reported") == 1


HALF = [
    (lambda summary, details: fetched(summary, ODD), "warnsum"),
    (lambda summary, details: fetched(ODD, details), "warningInfo"),
]
LOWERED_IN_WORDS = details(detail("WTCSGNL", "TC3", "2026-03-28T09:41"))
CANCELLED_IN_WORDS = details(detail("WTCSGNL", "CANCEL", "2026-03-28T09:41"))
LOWER = cyclone("TC3", "2026-03-28T09:41")
CANCEL = cyclone("CANCEL", "2026-03-28T09:41", action="CANCEL")


def doubts_of(watch: Watch) -> list[str]:
    return [signal.doubt.answer for signal in watch.state.signals.values() if signal.doubt is not None]


@pytest.mark.parametrize(("half", "name"), HALF)
@pytest.mark.parametrize("ended", [(LOWER, LOWERED_IN_WORDS), (CANCEL, CANCELLED_IN_WORDS)])
def test_what_one_answer_alone_says_ended_counts_and_is_in_doubt(
    watch: Watch, half: Any, name: str, ended: Any
) -> None:
    watch.until("2026-03-28 09:40", fetched(SIGNAL_8))
    watch.until("2026-03-28 09:45", half(*ended))
    assert (open_signals(watch), doubts_of(watch)) == (["TC8NE"], [name])
    assert watch.events == ["warnings-reported"] * 2, "once, however often it is read"
    doubt = watch.state.signals[f"TC8NE {hong_kong('2026-03-28 09:10').isoformat()}"].doubt
    assert doubt is not None
    assert doubt.whole_at == hong_kong("2026-03-28 09:40")
    watch.until("2026-03-28 10:00", half(*ended))
    assert watch.outcome == "unknown", "nothing goes ahead on half an answer"
    watch.until("2026-03-28 10:01", fetched(*ended))
    assert doubts_of(watch) == []
    assert "TC8NE" not in open_signals(watch)


@pytest.mark.parametrize("again", [fetched(SIGNAL_8), fetched(SIGNAL_8, ODD), IN_PART[4]])
def test_a_doubt_ends_as_the_warning_is_read_in_force_again(watch: Watch, again: Fetched) -> None:
    watch.until("2026-03-28 09:40", fetched(SIGNAL_8))
    watch.until("2026-03-28 09:43", fetched(LOWER, ODD))
    assert doubts_of(watch) == ["warnsum"]
    watch.until("2026-03-28 09:46", again)
    assert (open_signals(watch), doubts_of(watch)) == (["TC8NE"], [])


def test_an_older_answer_and_one_that_leaves_it_out_raise_no_doubt(watch: Watch) -> None:
    watch.until("2026-03-28 09:40", fetched(SIGNAL_8))
    for minute, half in ((43, fetched(cyclone("TC3", "2026-03-28T08:00"), ODD)), (46, fetched({}, ODD))):
        watch.until(f"2026-03-28 09:{minute}", half)
        assert doubts_of(watch) == []


def test_a_danger_read_in_one_half_after_the_other_denied_it_is_not_told_back_and_forth(watch: Watch) -> None:
    watch.until("2026-03-28 09:40", IN_PART[4])
    watch.until("2026-03-28 09:48", fetched(LOWER, ODD))
    assert watch.events.count("warnings-reported") == 2
    assert doubts_of(watch) == ["warnsum"]
    watch.watcher = watch.another()
    watch.until("2026-03-28 10:00", fetched(LOWER, ODD))
    assert watch.events.count("warnings-reported") == 2


def test_a_doubt_is_no_danger_that_came(watch: Watch) -> None:
    watch.until("2026-03-28 10:01", fetched(rain("WRAINB", "2026-03-28T09:30")))
    watch.counter.submit(SuspendDay(day=DAY, grounds="signal_8_or_above"))
    seq = watch.state.seq
    watch.until("2026-03-28 10:03", fetched(rain("WRAINR", "2026-03-28T10:02"), ODD))
    watch.until("2026-03-28 10:06", fetched(rain("WRAINB", "2026-03-28T09:30")))
    assert [event.type for event in watch.desk.events(ID, after=seq, limit=9)] == ["warnings-reported"] * 2
    assert [notice for notice in watch.desk.notices.read(ID) if notice.seq > seq] == []
