"""What warnings mean for a day of play (HK special arrangement under severe weather)."""

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.tournament.definition.reading import read_tournament
from services.tournament.definition.templates import template
from services.tournament.weather.day_hours import day_of_play
from services.tournament.weather.policy import LOWERED, SUSPENDS, Day, Known, Verdict, Warning, decide_weather
from shared.catalogue import say
from tests.cases import cases
from tests.refusing import refusing
from tests.unit.tournament.specs import hk_definition, hong_kong

DAY = date(2026, 3, 28)
ALL = (1, 2, 3, 4)


def of(day: date = DAY) -> Day:
    return day_of_play(hk_definition(), day, like=DAY)


def warning(code: str, begin: str, until: str | None = None, day: str = "2026-03-28") -> Warning:
    """A warning of the day: "10:20"; other days in full."""

    def moment(text: str) -> datetime:
        return hong_kong(text if "-" in text else f"{day} {text}")

    return Warning(code, moment(begin), None if until is None else moment(until))


def hindsight(*warnings: Warning) -> tuple[str, tuple[int, ...]]:
    verdict = decide_weather(of(), warnings)
    assert verdict.because
    return verdict.outcome, tuple(session.number for session in verdict.sessions)


def live(now: str, fetched_at: str | None, *warnings: Warning, danger: str | None = None) -> str:
    """The outcome, with when the answers were last read as a whole, and a danger in part of them."""
    seen, read = (None if at is None else hong_kong(f"2026-03-28 {at}") for at in (fetched_at, danger))
    known = Known(hong_kong(f"2026-03-28 {now}"), seen, danger_read_at=read)
    verdict = decide_weather(of(), warnings, known)
    assert all(text.en and text.zh for text in verdict.because)
    return verdict.outcome


def test_no_warning_play_goes_ahead() -> None:
    assert hindsight() == ("proceed", ())
    assert of().cutoff == hong_kong("2026-03-28 10:00")


@cases("code", SUSPENDS)
def test_a_signal_in_force_at_the_cutoff_suspends_the_day(code: str) -> None:
    assert hindsight(warning(code, "05:00", "10:00:01")) == ("suspend", ALL)


@cases("code", LOWERED)
def test_lower_signals_do_not(code: str) -> None:
    assert hindsight(warning(code, "05:00", "20:00")) == ("proceed", ())


@cases(
    "code, begin, until, sessions",
    [
        ("TC8NE", "01:10", "10:00", ()),  # cancelled at ten sharp
        ("TC8NE", "11:00", "11:00", ()),  # an empty time is no time
        # From the beginning of registration on, only what ends later is suspended.
        ("WRAINB", "12:00", "12:30", ALL),
        ("WRAINB", "13:44", "14:00", ALL),
        ("WRAINB", "13:45", "14:00", (2, 3, 4)),
        ("WRAINB", "17:15", None, (4,)),
        ("WRAINB", "18:59:59", None, (4,)),
        ("WRAINB", "19:00", None, ()),
    ],
)
def test_from_registration_on_only_what_ends_later_is_suspended(
    code: str, begin: str, until: str | None, sessions: tuple[int, ...]
) -> None:
    outcome = "suspend_remaining" if sessions else "proceed"
    assert hindsight(warning(code, begin, until)) == (outcome, sessions)


def test_a_spell_that_ended_before_the_cutoff_does_not_count_for_a_later_one() -> None:
    early, late = warning("TC8NE", "02:00", "09:59"), warning("TC8SE", "16:00", "18:00")
    assert hindsight(early, late) == ("suspend_remaining", (3, 4))


SPELL = (warning("TC8NE", "05:00"), warning("TC9", "07:00"), warning("TC8SE", "09:00"))


@cases(
    "warnings, outcome",
    [
        # First in force between the cutoff and the beginning of registration.
        ([warning("WRAINB", "10:00", "11:59:59.5")], "suspend"),
        ([warning("WRAINB", "11:59:59", "11:59:59.5")], "suspend"),
        ([warning("TC8SW", "2026-03-27 22:00")], "suspend"),  # without an end it is still in force
        # A change inside the dangerous range is one spell.
        ([*SPELL, warning("TC3", "10:20")], "suspend"),
        ([*SPELL, warning("TC3", "09:40")], "proceed"),
        ([warning("TC3", "09:40"), *reversed(SPELL)], "proceed"),
        # The same signal listed twice ends as late as it can.
        ([warning("WRAINB", "06:20"), warning("WRAINB", "06:25", "09:50")], "suspend"),
        ([warning("TC8NE", "01:00"), warning("TC9", "03:00", "09:20")], "proceed"),
        # A lower signal ends only an open one of its kind.
        ([warning("WRAINB", "08:00"), warning("TC3", "09:00")], "suspend"),
        ([warning("WRAINB", "08:00"), warning("WRAINR", "09:00")], "proceed"),
        ([warning("TC8NE", "08:00"), warning("WRAINA", "09:00")], "suspend"),
        ([warning("TC8NE", "08:00", "11:00"), warning("TC3", "09:00")], "suspend"),
        # Of two at once the later end counts.
        ([warning("TC8NE", "05:00", "09:00"), warning("WRAINB", "08:00", "10:30")], "suspend"),
        ([warning("TC8NE", "05:00", "09:00"), warning("TC8NE", "05:00", "09:30")], "proceed"),
    ],
)
def test_what_several_warnings_come_to(warnings: list[Warning], outcome: str) -> None:
    assert hindsight(*warnings) == (outcome, ALL if outcome == "suspend" else ())


@pytest.mark.parametrize(
    ("day", "begin", "until", "code", "decision"),
    [
        ("2024-11-14", "2024-11-13 23:10", "2024-11-14 10:20", "TC8NE", "suspend"),
        ("2022-08-25", "2022-08-24 19:25", "2022-08-25 09:20", "TC8NE", "proceed"),
        ("2025-08-05", "2025-08-05 05:50", "2025-08-05 17:05", "WRAINB", "suspend"),
    ],
)
def test_real_days(day: str, begin: str, until: str, code: str, decision: str) -> None:
    verdict = decide_weather(of(date.fromisoformat(day)), [warning(code, begin, until)])
    assert verdict.outcome == decision


IN_FORCE, OVER = warning("TC8NE", "01:10"), warning("TC8NE", "01:10", "10:00")
LATER, TO_END = warning("WRAINB", "11:00", "12:00"), warning("TC8NE", "01:10", "10:20")


@cases(
    "now, fetched_at, warnings, expected",
    [
        # Before the cutoff it is pending, whatever is in force.
        ("09:59:59", "09:59", [warning("TC10", "01:00")], "pending"),
        ("09:59:59", None, [], "pending"),
        # At the cutoff fresh data decide.
        ("10:00", "10:00", [], "proceed"),
        ("10:00", "09:50", [], "proceed"),
        ("10:00", "09:50", [IN_FORCE], "suspend"),
        ("10:00", "10:00", [OVER], "proceed"),
        # Old or no data never mean that play goes ahead.
        ("10:00", "09:49:59", [], "unknown"),
        ("10:00", None, [], "unknown"),
        ("10:00", "09:49", [IN_FORCE], "unknown"),
        ("11:30", "11:19", [], "unknown"),
        # What old data show for certain stands.
        ("11:30", "10:01", [IN_FORCE], "suspend"),
        ("16:00", "12:31", [warning("WRAINB", "12:30")], "suspend_remaining"),
        # The future is not known.
        ("10:30", "10:30", [LATER], "proceed"),
        ("11:00", "11:00", [LATER], "suspend"),
        ("10:10", "10:10", [TO_END], "suspend"),
    ],
)
def test_while_the_day_goes_on_fresh_data_decide_and_old_data_only_what_is_certain(
    now: str, fetched_at: str | None, warnings: list[Warning], expected: str
) -> None:
    assert live(now, fetched_at, *warnings) == expected


def test_old_data_are_said_to_be_as_many_minutes_old_as_they_are() -> None:
    known = Known(hong_kong("2026-03-28 12:00"), hong_kong("2026-03-28 09:59:01"))
    (because,) = decide_weather(of(), (), known).because
    assert "is 120 minutes old" in because.en
    assert "120 分鐘前" in because.zh


@cases(
    "now, fetched_at, danger, expected",
    [
        ("10:00", None, "10:00", "suspend"),
        ("10:00", "09:20", "09:50", "suspend"),
        ("10:00", "09:58", "10:00", "suspend"),
        ("10:00", "09:58", "09:49", "suspend"),
        ("11:30", "09:20", "10:01", "suspend"),
        ("11:30", "09:20", "09:59", "unknown"),
        ("10:00", "09:20", None, "unknown"),
    ],
)
def test_a_danger_read_in_part_of_the_answers_counts_as_long_as_it_is_fresh_or_certain(
    now: str, fetched_at: str | None, danger: str | None, expected: str
) -> None:
    assert live(now, fetched_at, warning("TC8NE", "09:10"), danger=danger) == expected


def test_what_is_read_in_part_never_means_that_play_goes_ahead() -> None:
    over = warning("TC8NE", "01:00", "09:00")
    assert live("10:00", "09:20", over, danger="10:00") == "unknown"
    assert live("10:00", "09:58", over, danger="10:00") == "proceed", "a moment ago all was read"
    assert live("22:00", None, warning("WRAINB", "21:50"), danger="22:00") == "unknown"


def test_a_day_without_play_has_no_decision() -> None:
    with refusing("no-play-that-day"):
        day_of_play(hk_definition(), date(2026, 3, 29))
    with refusing("no-play-that-day"):
        day_of_play(hk_definition(), DAY, like=date(2026, 3, 29))


def test_other_days_have_other_hours() -> None:
    final = day_of_play(hk_definition(), date(2026, 4, 12))
    assert final.cutoff == hong_kong("2026-04-12 11:00")
    assert [session.number for session in final.sessions] == [1, 2]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (warning("TC8", "01:00"), "warning-unknown"),
        (warning("", "01:00"), "warning-unknown"),
        (warning("TC8NE", "11:00", "10:00"), "warning-wrong"),
    ],
)
def test_a_warning_that_cannot_be_is_refused(wrong: Warning, code: str) -> None:
    with refusing(code):
        decide_weather(of(), [wrong])


TIMES = st.integers(0, 24 * 12 - 1).map(
    lambda step: hong_kong("2026-03-28 00:00") + timedelta(minutes=5 * step)
)


@st.composite
def closed(draw: st.DrawFn) -> Warning:
    begin = draw(TIMES)
    until = begin + timedelta(minutes=5 * draw(st.integers(0, 200)))
    return Warning(draw(st.sampled_from([*SUSPENDS, *LOWERED, "WTS"])), begin, until)


def judged_step_by_step(warnings: list[Warning]) -> tuple[str, tuple[int, ...]]:
    """The rule read off a clock that goes on five minutes at a time."""
    day = of()
    moment = day.cutoff
    while moment < hong_kong("2026-03-29 23:59"):
        if any(
            warning.code in SUSPENDS and warning.begin <= moment and moment < warning.until
            for warning in warnings
            if warning.until
        ):
            if moment < day.begin:
                return "suspend", ALL
            left = tuple(session.number for session in day.sessions if session.end > moment)
            return ("suspend_remaining", left) if left else ("proceed", ())
        moment += timedelta(minutes=5)
    return "proceed", ()


@given(st.lists(closed(), max_size=5))
def test_hindsight_agrees_with_a_clock(warnings: list[Warning]) -> None:
    assert hindsight(*warnings) == judged_step_by_step(warnings)


@given(st.lists(closed(), max_size=4), TIMES, st.integers(0, 30), st.integers(0, 30))
def test_live_never_says_ahead_where_hindsight_had_already_stopped_play(
    warnings: list[Warning], now: datetime, age: int, since: int
) -> None:
    known = Known(now, now - timedelta(minutes=age), danger_read_at=now - timedelta(minutes=since))
    verdict: Verdict = decide_weather(of(), warnings, known)
    if verdict.outcome == "proceed":
        assert age <= 10
        seen_at = now - timedelta(minutes=min(age, since))
        for warning in warnings:
            ended = (
                warning.until is not None
                and warning.begin < warning.until <= seen_at
                and warning.until > of().cutoff
            )
            assert not (warning.code in SUSPENDS and ended and warning.begin < of().sessions[-1].end)


def test_rounds_that_are_begun_by_command_do_not_make_the_day_begin_at_midnight() -> None:
    plan = read_tournament(template("swiss", "swiss").encode()).whole()
    day = plan.sessions[0].day
    assert day is not None
    hours = day_of_play(plan, day)
    assert [session.session for session in hours.sessions] == ["r1", "r2", "r3", "r4", "r5"]
    assert hours.cutoff == plan.moment(day, time(11, 30)), "two hours before the first round's registration"


def reasons(*warnings: Warning, known: Known | None = None) -> list[str]:
    return [text.en for text in decide_weather(of(), warnings, known).because]


def test_an_end_a_second_after_the_cutoff_is_said_with_its_second() -> None:
    values = {"codes": "TC8NE", "begin": "01:10", "until": "10:00:01", "cutoff": "10:00"}
    assert reasons(warning("TC8NE", "01:10", "10:00:01")) == [say("weather-in-force", "en", **values)]


def test_rain_and_a_cyclone_at_once_are_told_each_by_itself() -> None:
    both = warning("TC8NE", "06:00", "09:40"), warning("WRAINB", "09:00", "11:00")
    assert reasons(*both) == [
        say("weather-in-force", "en", codes="WRAINB", begin="09:00", until="11:00", cutoff="10:00")
    ]
    rain = warning("WRAINB", "09:00")
    assert reasons(warning("TC8NE", "06:00", "09:40"), warning("TC9", "09:40", "10:30"), rain) == [
        say("weather-in-force", "en", codes="TC8NE → TC9", begin="06:00", until="10:30", cutoff="10:00"),
        say("weather-in-force", "en", codes="WRAINB", begin="09:00", until=None, cutoff="10:00"),
    ]


def test_one_session_that_ends_later_is_said_as_one() -> None:
    last = of().sessions[-1].end - timedelta(minutes=1)
    (why,) = decide_weather(of(), (Warning("TC8NE", last),)).because
    at = f"{last.astimezone(of().zone):%H:%M}"
    assert why.en == say("weather-began", "en", code="TC8NE", at=at, sessions="4", many=False)


def test_a_danger_that_was_open_in_old_data_is_named_beside_that_it_is_not_known() -> None:
    known = Known(hong_kong("2026-03-28 11:00"), hong_kong("2026-03-28 09:00"))
    assert reasons(warning("TC8NE", "06:00"), known=known)[1:] == [
        say("weather-open-when-read", "en", code="TC8NE", begin="06:00", read="09:00")
    ]
    assert len(reasons(warning("TC8NE", "06:00", "08:00"), known=known)) == 1
