"""A night of play over each change of the clocks: what is open, due, judged and told, and when."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.desk.moments import time_meant
from services.desk.site.programme import programme_at
from services.notices.audiences import ORGANIZER
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.quiet import quiet_until
from services.scheduler.reminders import windows
from services.tournament.definition.checking import faults_of, remarks_on
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.weather.policy import Warning, decide_weather
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from services.tournament.weather.watching import weather_day
from shared.i18n import LANGUAGES
from shared.typed_times import moment_typed
from tests.cases import cases
from tests.unit.tournament.definition.plans import FINAL, GROUPS, SCHOOL_DAY
from tests.unit.tournament.definition.variants import RULES
from tests.unit.tournament.given_formats import founded_by
from tests.unit.tournament.specs import Tournament

HOUR = timedelta(hours=1)


class Night(msgspec.Struct, frozen=True):
    """A night on which clocks change, hours of a session as planned, and the moments that they are in UTC."""

    zone: str
    day: date
    registration: str
    start: str
    end: str
    opens: str
    starts: str
    ends: str
    remarks: tuple[str, ...]

    def utc(self, which: str) -> datetime:
        return datetime.fromisoformat(f"{getattr(self, which)}+00:00")

    @property
    def plan(self) -> Competition:
        hours: dict[str, Any] = {
            name: time.fromisoformat(getattr(self, name)) for name in ("registration", "start", "end")
        }
        night = SessionPlan("night", self.day, seating=hours["registration"], **hours)
        stage = replace(GROUPS, sessions=(night,))
        later = replace(FINAL, sessions=(replace(FINAL.sessions[0], day=self.day + timedelta(days=9)),))
        return replace(SCHOOL_DAY, zone=self.zone, stages=(stage, later))


def night(planned: str, in_utc: str, *remarks: str) -> Night:
    """Zone, day, and the hours planned; the moments of 2026 at which they are."""
    zone, day, registration, start, end = planned.split()
    opens, starts, ends = (f"2026-{moment}" for moment in in_utc.split())
    return Night(zone, date.fromisoformat(day), registration, start, end, opens, starts, ends, remarks)


SPRING = "stage.0.sessions.0.start part-clocks-go-forward"
AUTUMN = "stage.0.sessions.0.start part-clocks-go-back"
ACROSS = "stage.0.sessions.0.end part-clocks-change-during-play"
NIGHTS = [
    night("Europe/London 2026-03-29 00:30 01:30 03:30", "03-29T00:30 03-29T01:30 03-29T02:30", SPRING),
    night("Europe/London 2026-10-25 00:30 01:30 03:30", "10-24T23:30 10-25T00:30 10-25T03:30", AUTUMN),
    night("America/New_York 2026-03-08 01:30 02:30 04:30", "03-08T06:30 03-08T07:30 03-08T08:30", SPRING),
    night("America/New_York 2026-11-01 00:30 01:30 03:30", "11-01T04:30 11-01T05:30 11-01T08:30", AUTUMN),
    night("America/New_York 2026-03-08 12:00 12:45 13:45", "03-08T16:00 03-08T16:45 03-08T17:45"),
    night("Europe/London 2026-10-25 03:00 04:00 05:00", "10-25T03:00 10-25T04:00 10-25T05:00"),
    night("Europe/London 2026-03-29 00:15 00:30 03:00", "03-29T00:15 03-29T00:30 03-29T02:00", ACROSS),
    night("America/New_York 2026-11-01 00:15 00:30 03:00", "11-01T04:15 11-01T04:30 11-01T08:00", ACROSS),
    night("Asia/Hong_Kong 2026-03-29 01:30 02:30 03:30", "03-28T17:30 03-28T18:30 03-28T19:30"),
]
nights = pytest.mark.parametrize("night", NIGHTS, ids=lambda night: f"{night.zone} {night.day} {night.start}")


def founded(night: Night) -> Tournament:
    tournament = founded_by(night.plan)
    tournament.now = night.utc("opens") - timedelta(days=3)
    return tournament


@nights
def test_a_session_opens_starts_and_ends_at_moments_that_pass(night: Night) -> None:
    state = founded(night).state
    session = state.sessions["night"]
    assert state.opens_at(session) == night.utc("opens")
    assert state.starts_at(session) == night.utc("starts")
    assert state.plan.ends(night.day, session.plan) == night.utc("ends")
    assert state.plan.lasts(night.day, session.plan) == night.utc("ends") - night.utc("starts")


@nights
def test_the_cutoff_is_two_hours_before_by_any_clock(night: Night) -> None:
    tournament = founded(night)
    day, cutoff = weather_day(tournament.state, night.day), night.utc("opens") - 2 * HOUR
    assert day.cutoff == cutoff
    assert day.cutoff.astimezone(day.zone).replace(tzinfo=None) == day.cutoff.replace(tzinfo=None)
    for until, expected in ((cutoff, "proceed"), (cutoff + timedelta(seconds=1), "suspend")):
        assert decide_weather(day, [Warning("TC8NE", cutoff - HOUR, until)]).outcome == expected
    late = night.utc("ends") - timedelta(seconds=1)
    assert decide_weather(day, [Warning("WRAINB", late)]).outcome == "suspend_remaining"
    assert decide_weather(day, [Warning("WRAINB", night.utc("ends"))]).outcome == "proceed"


@nights
def test_it_is_reminded_an_hour_before_check_in_opens(night: Night) -> None:
    state = founded(night).state
    found = dict(windows(state, state.sessions["night"]))
    assert found["morning"][1] == night.utc("opens") - HOUR, "from when the reminder of the opening is due"
    night_over = quiet_until(night.utc("starts"), weather_day(state, night.day).zone)
    assert night_over is None or timedelta(0) < night_over - night.utc("starts") < 10 * HOUR


@nights
def test_what_is_left_of_play_is_what_passes(night: Night) -> None:
    tournament = founded(night)
    session = tournament.state.sessions["night"]
    late = night.utc("starts") + timedelta(minutes=7)
    playing = replace(session, status="playing", started_at=late)
    state = tournament.state.with_session(playing)
    due = night.utc("ends") + timedelta(minutes=7)
    assert state.is_due_at(playing) == due
    (shown,) = [row for row in programme_at(state, late).sessions if row.session == "night"]
    assert shown.ends == due


@nights
def test_a_check_says_which_hours_are_not_there_or_there_twice(night: Night) -> None:
    assert list(faults_of(night.plan, RULES)) == []
    found = list(remarks_on(night.plan, RULES))
    assert (
        tuple(f"{'.'.join(map(str, finding.path))} {finding.phrase.key}" for finding in found)
        == night.remarks
    )
    starts = night.utc("starts").astimezone(weather_day(founded(night).state, night.day).zone)
    for finding in found:
        for language in LANGUAGES:
            text = finding.phrase.in_language(language)
            minutes = (night.utc("ends") - night.utc("starts")) // timedelta(minutes=1)
            taken = {"part-clocks-go-forward": f"{starts:%H:%M}", "part-clocks-go-back": str(starts.tzname())}
            assert taken.get(finding.phrase.key, str(minutes)) in text


@nights
def test_a_new_date_takes_the_hours_as_they_are_that_day(night: Night) -> None:
    before = night.day - timedelta(days=2)
    plan = night.plan
    session = replace(plan.stages[0].sessions[0], day=before)
    plan = replace(plan, stages=(replace(plan.stages[0], sessions=(session,)), plan.stages[1]))
    tournament = founded_by(plan)
    tournament.now = night.utc("opens") - timedelta(days=4)
    tournament.given(SuspendDay(day=before, grounds="black_rainstorm"))
    tournament.given(RescheduleSessions(day=before, new_day=night.day))
    state = tournament.state
    assert state.starts_at(state.sessions["night"]) == night.utc("starts")
    notice = Notice(1, "seats", "role:organizer", "seats", {}, "N-1", "k", 1)
    starts = night.utc("starts").astimezone(weather_day(state, night.day).zone)
    said = Look(state, notice, ORGANIZER, "en").time(session.start, night.day)
    assert said is not None
    assert said.startswith(f"{starts.hour % 12 or 12}:{starts.minute:02} ")


@pytest.mark.parametrize(
    ("end", "expected"),
    [("03:15", ["stage.0.sessions.0.end"]), ("03:30", ["stage.0.sessions.0.end"]), ("03:45", [])],
)
def test_hours_that_are_in_order_on_paper_alone_are_refused(end: str, expected: list[str]) -> None:
    night = replace(NIGHTS[2], end=end)
    assert [".".join(map(str, finding.path)) for finding in faults_of(night.plan, RULES)] == expected
    assert [finding.path for finding in faults_of(replace(night.plan, zone="Nowhere/At_All"), RULES)] == [
        ("zone",)
    ]


@cases(
    "text, zone, meant",
    [
        ("2026-11-01T01:30", "America/New_York", "2026-11-01T05:30"),
        ("2026-11-01T01:30-05:00", "America/New_York", "2026-11-01T06:30"),
        ("2026-03-08T02:30", "America/New_York", "2026-03-08T07:30"),
        ("2026-03-08 02:30", "America/New_York", "2026-03-08T07:30:59.999999"),
        ("2026-10-25T01:30:09.5", "Europe/London", "2026-10-25T00:30:09.5"),
        ("2026-03-29T01:30", "Europe/London", "2026-03-29T01:30"),
    ],
)
def test_a_moment_looked_back_to_is_the_first_unless_it_names_its_offset(
    text: str, zone: str, meant: str
) -> None:
    now = datetime(2026, 11, 28, tzinfo=UTC)
    assert time_meant(text, zone, now) == datetime.fromisoformat(meant).replace(tzinfo=UTC)


@cases(
    "now, typed, ahead, meant",
    [
        ("05:45", "1:30", False, "05:30"),
        ("05:45", "1:30", True, "06:30"),
        ("06:10", "1:30", False, "05:30"),
        ("06:45", "1:50", True, "06:50"),
        ("06:45", "1:50", False, "05:50"),
        ("06:45", "2026-11-01 1:50", True, "06:50"),
        ("06:45", "3:00", True, "08:00"),
    ],
)
def test_an_hour_typed_in_a_chat_is_the_next_or_the_last_one(
    now: str, typed: str, ahead: bool, meant: str
) -> None:
    def utc(hour: str) -> datetime:
        return datetime.fromisoformat(f"2026-11-01T{hour}+00:00")

    zone = weather_day(founded(NIGHTS[3]).state, NIGHTS[3].day).zone
    assert moment_typed(typed, utc(now), zone, ahead=ahead) == utc(meant)
