"""The watch on answers that cannot be read as a whole: danger counts at once, and nothing goes ahead."""

from datetime import timedelta

import pytest

from services.weather.listed import Fetched
from tests.sampling import mostly_wide
from tests.unit.tournament.specs import S1, S3, S4, hong_kong
from tests.weather.answers import HTML, cyclone, detail, details, fetched, page, rain
from tests.weather.conftest import Watch

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
