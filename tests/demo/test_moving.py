"""The demo moved to these days: whatever the hour, sessions lie around now."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import product
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from services.demo.days import SESSION_MINUTES, Calendar, calendar_of, moved_to
from services.demo.definitions import demo_definition
from services.rules.ruleset import load
from services.scheduler.reminders import OPENING_BEFORE
from services.tournament.definition.checking import faults_of
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.templates import template_names
from services.tournament.state import State
from tests.cases import cases
from tests.demo.conftest import play_in, small
from tests.profiles import wide
from tests.sampling import mostly_wide
from tests.unit.tournament.given_formats import ALL
from tests.unit.tournament.test_sessions_without_day import without_days

HONG_KONG = demo_definition()
HOURS = range(24) if wide() else range(0, 24, 5)
MOMENTS = [*product(range(0, 24, 5), (0, 31, 59))] if wide() else [(0, 59), (10, 0), (15, 31)]
"""Hours and minutes: before midnight of one zone and after that of another, on the hour and past the half."""


@cases("hour", HOURS)
@cases("minute", [0, 29, 30, 59])
def test_one_session_just_ended_one_is_played_for_two_hours_and_of_one_people_are_soon_reminded(
    hour: int, minute: int
) -> None:
    now = datetime(2026, 11, 21, hour, minute, 17, tzinfo=UTC)
    moved = moved_to(HONG_KONG, now)
    assert not list(faults_of(moved, {"hk-2026": load("hk-2026")}))
    last = moved.days("preliminary")[-1]
    today = [plan for plan in moved.sessions if plan.day == last]
    assert [plan.id for plan in today] == [f"{last.isoformat()}/{number}" for number in (1, 2, 3, 4)]
    _, ended, played, next_one = today
    assert timedelta(minutes=2) <= now - moved.ends(last, ended) < timedelta(minutes=3)
    assert played.start is not None
    assert moved.moment(last, played.start) <= now < moved.ends(last, played) - timedelta(hours=2)
    reminded = moved.opens(last, next_one) - OPENING_BEFORE
    assert now < reminded <= now + timedelta(minutes=3)
    zone = ZoneInfo(moved.zone)
    hours = [
        moment.astimezone(zone).time() for moment in (moved.opens(last, today[0]), moved.ends(last, next_one))
    ]
    assert time(10) < hours[0] < hours[1] < time(19), "nothing of it lies in the night"


def test_in_the_afternoon_of_hong_kong_it_stays_there() -> None:
    now = HONG_KONG.moment(date(2026, 11, 21), time(14, 30))
    assert moved_to(HONG_KONG, now).zone == "Asia/Hong_Kong"
    assert moved_to(HONG_KONG, now + timedelta(hours=5)).zone == "Etc/GMT-3"


def test_all_days_are_as_far_apart_as_they_were_and_the_title_says_what_it_is() -> None:
    moved = moved_to(HONG_KONG, datetime(2026, 11, 21, 3, tzinfo=UTC))
    both = zip(moved.sessions, HONG_KONG.sessions, strict=True)
    apart = {new.day - old.day for new, old in both if new.day is not None and old.day is not None}
    assert moved.results_published_on is not None
    assert HONG_KONG.results_published_on is not None
    assert apart == {moved.results_published_on - HONG_KONG.results_published_on}
    assert moved.title.en.endswith("(demo)")
    assert moved.title.zh.endswith("（示範）")


def test_played_up_to_now_nothing_lies_ahead_and_games_are_under_way(tmp_path: Path) -> None:
    now = datetime(2026, 11, 21, 3, 10, tzinfo=UTC)
    played = play_in(tmp_path, moved_to(small(), now), until="mid", at=now)
    state = played.demo.desk.state("hk-2026")
    status = {
        session.number: session.status for session in state.sessions.values() if session.day == now.date()
    }
    assert status == {1: "ended", 2: "time_called", 3: "playing", 4: "scheduled"}
    assert played.demo.clock.now() == now
    assert all(signal.until is not None for signal in state.signals.values()), "the sky is clear again"
    played.close()


NOWS = (datetime(2026, 11, 21, 3, 10, tzinfo=UTC), datetime(2026, 7, 1, 17, 58, tzinfo=UTC))
OTHERS = [name for name in (*ALL, *template_names()) if name != "hk-2026"]


@cases("name", OTHERS)
@cases("hour, minute", MOMENTS)
def test_of_any_other_format_one_session_in_its_middle_is_played_now(
    name: str, hour: int, minute: int
) -> None:
    now, plan = datetime(2026, 11, 21, hour, minute, 17, tzinfo=UTC), demo_definition(name)
    moved = moved_to(plan, now)
    assert not list(faults_of(moved, {name: load(name) for name in plan.rulesets}))
    assert [session.day is None for session in moved.sessions] == [
        session.day is None for session in plan.sessions
    ]
    assert [hours_of(session) for session in moved.sessions] == [
        hours_of(session) for session in plan.sessions
    ]
    assert any(
        session.day is not None
        and moved.opens(session.day, session) <= now < moved.ends(session.day, session)
        for session in moved.sessions
    )
    assert any(session.day == moved.local_day(now) for session in moved.sessions)
    assert not any(
        f"{session.day}" in new.id for session, new in zip(plan.sessions, moved.sessions, strict=True)
    )


def hours_of(plan: SessionPlan) -> tuple[bool, ...]:
    return tuple(hour is None for hour in (plan.registration, plan.seating, plan.start, plan.end))


def each_at_one_moment() -> Iterator[Any]:
    """Every third format at one of the moments by turns; the others as well in `make test-all`."""
    for place, name in enumerate(OTHERS):
        for at, now in enumerate(NOWS):
            soon = place % 3 == 0 and at == place // 3 % len(NOWS)
            marks = () if soon else pytest.mark.wide
            yield pytest.param(name, now, marks=marks, id=f"{name} {now:%H:%M}")


@pytest.mark.parametrize(("name", "now"), [*each_at_one_moment()])
def test_any_other_format_is_played_up_to_now_in_the_midst_of_a_session(
    name: str, now: datetime, tmp_path: Path
) -> None:
    under_way(tmp_path, demo_definition(name), now)


@pytest.mark.parametrize(
    "name", mostly_wide(["mso-2019", "school-day", "knock-out", "league"], ["knock-out"])
)
def test_a_plan_without_days_stays_without_and_is_played_up_to_now(name: str, tmp_path: Path) -> None:
    state = under_way(tmp_path, without_days(name), NOWS[0])
    assert {session.day for session in state.sessions.values()} == {None}


def under_way(folder: Path, plan: Competition, now: datetime) -> State:
    calendar, moved = calendar_of(plan, now), moved_to(plan, now)
    played = play_in(folder, moved, until="mid", at=now, calendar=calendar)
    state = played.demo.desk.state(moved.id)
    assert {session.status for session in state.sessions.values()} & {"playing", "time_called"}
    assert played.demo.clock.now() == now
    played.close()
    return state


def test_a_thousand_rounds_without_hours_follow_on_one_another() -> None:
    stage, *later = HONG_KONG.stages
    day = date(2026, 11, 21)
    rounds = tuple(SessionPlan(f"r-{number}", day=day) for number in range(1, 2001))
    long_one = msgspec.structs.replace(
        HONG_KONG, stages=(msgspec.structs.replace(stage, sessions=rounds), *later)
    )
    calendar = Calendar(long_one)
    first, last = calendar.begins(rounds[0]), calendar.begins(rounds[-1])
    assert last - first == 1999 * timedelta(minutes=SESSION_MINUTES)
