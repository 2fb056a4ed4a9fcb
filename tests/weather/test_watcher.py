"""The watch on a day of play: every kind of answer, silence at the cutoff, restarts and second watchers."""

from datetime import timedelta

import msgspec
import pytest

from services.tournament.seating.presence import CheckIn
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from services.tournament.weather.watching import AnswerWeatherProposal
from services.weather.listed import Fetched
from tests.sampling import mostly_wide
from tests.unit.desk.conftest import ID
from tests.unit.tournament.specs import S1, S2, S3, S4, hong_kong
from tests.weather import answers
from tests.weather.answers import HTML, cyclone, detail, details, fetched, rain
from tests.weather.conftest import DAY, Watch

SIGNAL_8 = fetched(cyclone("TC8NE", "2026-03-27T23:10"))
QUIET = fetched()


def lowered(at: str) -> Fetched:
    return fetched(cyclone("TC3", f"2026-03-28T{at}"))


def cancelled_rain(at: str) -> Fetched:
    return fetched(rain("WRAINB", "2026-03-28T08:20", action="CANCEL", update=f"2026-03-28T{at}"))


def test_a_quiet_day_is_proposed_to_go_ahead_at_the_cutoff_and_not_before(watch: Watch) -> None:
    watch.until("2026-03-28 09:59", QUIET)
    assert watch.events == []
    watch.until("2026-03-28 10:00", QUIET)
    assert watch.outcome == "proceed"
    watch.until("2026-03-28 10:45", QUIET)
    assert watch.events == ["weather-proposed"]


def test_signal_8_at_the_cutoff_is_proposed_to_suspend_the_day(watch: Watch) -> None:
    watch.until("2026-03-28 10:00", SIGNAL_8)
    assert watch.events == ["warnings-reported", "weather-proposed"]
    assert watch.proposal is not None
    assert (watch.outcome, watch.proposal.sessions) == ("suspend", (S1, S2, S3, S4))


def test_lowered_before_the_cutoff_it_goes_ahead(watch: Watch) -> None:
    watch.until("2026-03-28 09:40", SIGNAL_8)
    watch.until("2026-03-28 10:00", lowered("09:55"))
    assert watch.outcome == "proceed"


@pytest.mark.parametrize(
    ("at", "expected"), [("10:00", "proceed"), ("10:01", "suspend"), ("10:05", "suspend")]
)
def test_lowered_or_cancelled_after_the_cutoff_the_day_stays_suspended(
    watch: Watch, at: str, expected: str
) -> None:
    watch.until("2026-03-28 10:00", SIGNAL_8)
    watch.until("2026-03-28 10:30", lowered(at))
    assert watch.outcome == expected


@pytest.mark.parametrize(
    ("at", "expected"), [("09:59", "proceed"), ("10:00", "proceed"), ("10:05", "suspend")]
)
def test_a_cancelled_entry_still_listed_ended_when_it_was_cancelled(
    watch: Watch, at: str, expected: str
) -> None:
    watch.until("2026-03-28 09:59", fetched(rain("WRAINB", "2026-03-28T08:20")))
    watch.until("2026-03-28 10:20", cancelled_rain(at))
    assert watch.outcome == expected


def test_a_cancelled_entry_is_enough_for_a_watcher_that_saw_nothing_before(watch: Watch) -> None:
    watch.counter.at("2026-03-28 10:10")
    watch.until("2026-03-28 10:11", cancelled_rain("10:05"))
    assert watch.outcome == "suspend"


def test_the_code_cancel_ends_signal_8(watch: Watch) -> None:
    watch.until("2026-03-28 09:50", SIGNAL_8)
    watch.until("2026-03-28 10:10", fetched(cyclone("CANCEL", "2026-03-28T09:58", action="CANCEL")))
    assert watch.outcome == "proceed"


def test_a_warning_that_merely_vanishes_at_the_cutoff_still_counts(watch: Watch) -> None:
    watch.until("2026-03-28 09:59:30", SIGNAL_8)
    watch.until("2026-03-28 10:00", QUIET)
    assert watch.outcome == "suspend"


def test_a_vanished_warning_ends_after_several_fresh_polls_in_a_row(watch: Watch) -> None:
    watch.until("2026-03-28 09:40", SIGNAL_8)
    watch.until("2026-03-28 09:41:30", QUIET)
    watch.until("2026-03-28 09:42", None)
    watch.until("2026-03-28 09:43:30", QUIET)
    signal = next(iter(watch.state.signals.values()))
    assert signal.until is None, "a poll that failed in between begins the row anew"
    watch.until("2026-03-28 09:45", QUIET)
    signal = next(iter(watch.state.signals.values()))
    assert signal.until == hong_kong("2026-03-28 09:42:30")


def test_a_warning_that_is_listed_again_is_in_force_again(watch: Watch) -> None:
    watch.until("2026-03-28 09:35", SIGNAL_8)
    watch.until("2026-03-28 09:45", QUIET)
    watch.until("2026-03-28 10:00", SIGNAL_8)
    assert watch.outcome == "suspend"


SILENT = [None, fetched(HTML), fetched({}, HTML), fetched({}, status=503)]


@pytest.mark.parametrize("silent", mostly_wide(SILENT, SILENT[:2]))
def test_ten_minutes_of_silence_at_the_cutoff_are_unknown_and_never_go_ahead(
    watch: Watch, silent: Fetched | None
) -> None:
    watch.until("2026-03-28 09:49:30", QUIET)
    watch.until("2026-03-28 10:00", silent)
    assert watch.events == ["observatory-silent", "weather-proposed"]
    assert watch.outcome == "unknown"
    watch.until("2026-03-28 11:00", silent)
    assert "play-goes-ahead" not in watch.events
    assert watch.outcome == "unknown"
    watch.until("2026-03-28 11:01", QUIET)
    assert watch.outcome == "proceed"
    assert watch.state.silent_since is None


def test_a_short_gap_is_no_silence(watch: Watch) -> None:
    watch.until("2026-03-28 09:52", QUIET)
    watch.until("2026-03-28 10:01", None)
    watch.until("2026-03-28 10:05", QUIET)
    assert watch.events == ["weather-proposed"]
    assert watch.outcome == "proceed"


def test_silence_over_signal_8_leaves_what_is_certain(watch: Watch) -> None:
    watch.until("2026-03-28 10:02", SIGNAL_8)
    watch.until("2026-03-28 10:40", None)
    assert watch.outcome == "suspend"


def test_without_any_answer_at_all_it_is_unknown(watch: Watch) -> None:
    watch.until("2026-03-28 10:00", None)
    assert watch.outcome == "unknown"
    assert watch.state.silent_since is not None


def test_black_rain_in_the_afternoon_suspends_what_is_left(watch: Watch) -> None:
    watch.counter.at("2026-03-28 15:30")
    watch.until("2026-03-28 15:45", QUIET)
    watch.until("2026-03-28 15:46", fetched(rain("WRAINB", "2026-03-28T15:45")))
    assert watch.proposal is not None
    assert (watch.outcome, watch.proposal.sessions) == ("suspend_remaining", (S3, S4))


def test_signal_8_expected_is_announced_once_for_the_day(watch: Watch) -> None:
    expected = fetched({}, details(detail("WTCPRE8", None, "2026-03-28T09:31")))
    watch.until("2026-03-28 09:40", expected)
    assert watch.events == ["warnings-reported", "weather-watch-announced"]
    again = fetched({}, details(detail("WTCPRE8", None, "2026-03-28T09:45")))
    watch.until("2026-03-28 09:59", again)
    assert watch.events == ["warnings-reported", "weather-watch-announced"]


@pytest.mark.parametrize("second", ["restart", "beside"])
def test_a_restart_or_a_second_watcher_changes_nothing(watch: Watch, second: str) -> None:
    other = watch.another()
    for step in range(180):
        moment = hong_kong("2026-03-28 09:30") + timedelta(seconds=30 * step)
        watch.clock.set(moment)
        watch.answer = SIGNAL_8 if step < 70 else lowered("10:05")
        if second == "restart":
            watch.another().tick()
        else:
            watch.watcher.tick()
            other.tick()
    assert watch.events == [
        "warnings-reported",
        "weather-proposed",
        "warnings-reported",
        "weather-proposal-escalated",
        "weather-proposal-escalated",
        "weather-proposal-escalated",
    ]


def test_an_unanswered_proposal_escalates_until_it_is_answered(watch: Watch) -> None:
    watch.until("2026-03-28 10:04:30", SIGNAL_8)
    assert watch.proposal is not None
    assert watch.proposal.escalated == 0
    watch.until("2026-03-28 10:05", SIGNAL_8)
    assert watch.proposal.escalated == 1
    watch.counter.submit(AnswerWeatherProposal(proposal="W-0001", answer="refuse"))
    watch.until("2026-03-28 11:00", SIGNAL_8)
    assert watch.proposal.escalated == 1


def test_a_suspended_day_is_watched_to_its_end_and_nothing_is_proposed_for_it(watch: Watch) -> None:
    watch.until("2026-03-28 10:01", SIGNAL_8)
    watch.counter.submit(AnswerWeatherProposal(proposal="W-0001", answer="confirm"))
    seq = watch.state.seq
    black = fetched(rain("WRAINB", "2026-03-28T10:20"), details(detail("WTCPRE8", None, "2026-03-28T10:20")))
    watch.until("2026-03-28 10:25", black)
    for _ in range(2):
        watch.watcher = watch.another()
        watch.until("2026-03-28 10:40", black)
    assert {event.type for event in watch.desk.events(ID, after=seq, limit=9)} == {"warnings-reported"}
    told = [notice for notice in watch.desk.notices.read(ID) if notice.seq > seq]
    assert [(notice.template, notice.parameters["codes"]) for notice in told] == [
        *[("weather-danger", "WRAINB")] * 2,
        *[("weather-danger-over", "TC8NE")] * 2,
    ], "the signal is not listed any more"
    watch.until("2026-03-28 10:42", SIGNAL_8)
    back = [notice for notice in watch.desk.notices.read(ID) if notice.seq > told[-1].seq]
    assert [(notice.template, notice.parameters["codes"]) for notice in back][:2] == [
        ("weather-danger", "TC8NE")
    ] * 2
    watch.counter.at("2026-03-29 00:01")
    seq = watch.state.seq
    watch.until("2026-03-29 01:00", None)
    assert watch.state.seq == seq


def test_who_is_held_in_the_hall_is_kept_from_what_comes_though_the_day_is_moved(watch: Watch) -> None:
    watch.counter.at("2026-03-28 12:10")
    watch.counter.submit(
        CheckIn(entrant="0001"),
        SuspendDay(day=DAY, grounds="black_rainstorm"),
        RescheduleSessions(day=DAY, new_day=DAY.replace(day=30)),
    )
    watch.until("2026-03-28 12:30", SIGNAL_8)
    assert [notice.kind for notice in watch.desk.notices.read(ID)][-2:] == ["weather-danger"] * 2
    assert watch.proposal is None


def test_set_to_automatic_it_suspends_by_itself(watch: Watch) -> None:
    watch.watcher = watch.another(automatic=True)
    watch.until("2026-03-28 10:00", SIGNAL_8)
    assert watch.events[-3:] == ["weather-proposed", "weather-proposal-answered", "sessions-suspended"]
    assert watch.state.sessions[S1].status == "suspended"


def test_even_automatic_it_never_answers_what_is_unknown_nor_what_follows_it(watch: Watch) -> None:
    watch.watcher = watch.another(automatic=True)
    watch.until("2026-03-28 10:01", None)
    assert watch.outcome == "unknown"
    watch.until("2026-03-28 10:30", QUIET)
    assert watch.outcome == "proceed"
    assert "weather-proposal-answered" not in watch.events


def test_automatic_says_that_doubtful_play_goes_ahead_and_says_nothing_of_a_quiet_day(watch: Watch) -> None:
    watch.watcher = watch.another(automatic=True)
    watch.until("2026-03-28 09:40", fetched({}, details(detail("WTCPRE8", None, "2026-03-28T09:31"))))
    watch.until("2026-03-28 10:00", QUIET)
    assert watch.events[-2:] == ["weather-proposal-answered", "play-goes-ahead"]
    watch.counter.at("2026-04-06 09:55")
    watch.until("2026-04-06 10:30", QUIET)
    assert watch.events[-1] == "weather-proposed"


def test_it_asks_more_often_near_the_cutoff_and_seldom_when_nothing_is_played(watch: Watch) -> None:
    def fetches(begin: str, end: str) -> int:
        watch.counter.at(begin)
        before = watch.fetches
        watch.until(end, QUIET)
        return watch.fetches - before

    assert fetches("2026-02-01 08:00", "2026-02-01 09:00") == 6
    assert fetches("2026-03-28 08:00", "2026-03-28 08:10") == 10
    assert fetches("2026-03-28 09:30", "2026-03-28 09:40") == 20


def test_a_clock_that_was_put_back_stops_no_polling(watch: Watch) -> None:
    watch.until("2026-03-28 09:50", QUIET)
    before = watch.fetches
    watch.counter.at("2026-03-28 09:00")
    watch.until("2026-03-28 09:05", QUIET)
    assert watch.fetches - before == 10
    watch.until("2026-03-28 09:20", None)
    assert watch.state.silent_since is not None, "polls from before do not hide that nothing answers now"


def test_polls_are_kept_with_their_digest_and_bodies_only_where_they_changed(watch: Watch) -> None:
    watch.until("2026-03-28 09:40", SIGNAL_8)
    watch.until("2026-03-28 09:41", fetched(HTML))
    watch.until("2026-03-28 09:42", None)
    recent = watch.polls.recent(watch.clock.now(), 100)
    assert len(recent) == 24
    assert [poll.outcome for poll in recent[:5]] == ["unreachable"] * 2 + ["unreadable"] * 2 + ["good"]
    digests = {poll.digest for poll in recent} - {None}
    assert len(digests) == 2
    good = watch.polls.last_good(watch.clock.now())
    assert good is not None
    assert good.digest is not None
    assert watch.polls.bodies(good.digest) == (SIGNAL_8.warnsum.content, b"{}")
    reported = watch.desk.events(watch.desk.log.tournaments()[0], after=watch.start)[0]
    assert msgspec.json.decode(reported.data)["body"] == good.digest


def test_a_fault_in_one_tournament_stops_no_other(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    tournaments = watch.watcher._tournaments
    watch.until("2026-03-28 09:58", SIGNAL_8)
    monkeypatch.setattr(watch.watcher, "_tournaments", lambda: ["nowhere", *tournaments()])
    watch.until("2026-03-28 10:00", SIGNAL_8)
    assert watch.outcome == "suspend"


@pytest.mark.parametrize("answer", [answers.TAPAH, answers.BLACK_RAIN, answers.MIXED, answers.HOT])
def test_no_kind_of_answer_upsets_the_watch(watch: Watch, answer: Fetched) -> None:
    watch.until("2026-03-28 09:31", answer)
    last = watch.polls.last(watch.clock.now())
    assert last is not None
    assert last.outcome == "good"
