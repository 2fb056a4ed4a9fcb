"""Which reminders are due, and that restarts, late wake-ups and second schedulers give none twice."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from immutables import Map
from msgspec.structs import replace

from services.rules.ruleset import load
from services.scheduler.duties import REMINDERS, OnDuty
from services.scheduler.reminders import due, windows
from services.tournament.definition.founding import DefineTournament
from services.tournament.definition.stages import Clock
from services.tournament.definition.texts import Text
from services.tournament.kernel.facts import Command
from services.tournament.publication.reminding import RemindOfSession
from services.tournament.state import State
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from shared.clock import ManualClock
from shared.database import Database
from shared.vault import Vault
from tests.cases import cases
from tests.profiles import examples
from tests.unit.desk.conftest import ID, Counter
from tests.unit.tournament.specs import (
    S1,
    S2,
    Tournament,
    definition,
    founded,
    hk_rules,
    hong_kong,
    registered,
    registration,
)

DAY = date(2026, 3, 28)


def kinds(tournament: Tournament, moment: str) -> list[str]:
    return [due.kind for due in due(tournament.state, hong_kong(moment)) if due.session == S1]


@cases(
    "moment, expected",
    [
        ("2026-03-23 09:59", []),
        ("2026-03-23 10:00", ["timer_guide"]),
        ("2026-03-27 17:59:59", ["timer_guide"]),
        ("2026-03-27 18:00", ["timer_guide", "day_before"]),
        ("2026-03-27 23:59:59", ["timer_guide", "day_before"]),
        ("2026-03-28 00:00", ["timer_guide"]),
        ("2026-03-28 08:00", ["timer_guide", "morning"]),
        ("2026-03-28 10:59:59", ["timer_guide", "morning"]),
        ("2026-03-28 11:00", ["timer_guide", "registration_opens"]),
        ("2026-03-28 12:00", []),
        ("2026-03-29 08:00", []),
    ],
)
def test_each_kind_has_its_time_and_none_comes_for_what_is_past(moment: str, expected: list[str]) -> None:
    assert kinds(registered(4), moment) == expected


def test_what_was_given_is_not_due_again() -> None:
    tournament = registered(4).at("2026-03-27 18:00").given(RemindOfSession(session=S1, kind="day_before"))
    assert kinds(tournament, "2026-03-27 18:01") == ["timer_guide"]


def test_nobody_is_reminded_of_an_empty_or_suspended_session() -> None:
    assert due(founded().state, hong_kong("2026-03-27 18:00")) == ()
    tournament = registered(4)
    assert {due.session for due in due(tournament.state, hong_kong("2026-03-27 18:00"))} == {S1}
    tournament.at("2026-03-27 17:00").given(SuspendDay(day=DAY, grounds="other"))
    assert due(tournament.state, hong_kong("2026-03-27 18:00")) == ()


def test_a_rescheduled_session_is_reminded_of_anew() -> None:
    tournament = registered(4).at("2026-03-27 18:00").given(RemindOfSession(session=S1, kind="day_before"))
    tournament.given(SuspendDay(day=DAY, grounds="other"))
    tournament.given(RescheduleSessions(day=DAY, new_day=date(2026, 3, 30)))
    assert "day_before" in kinds(tournament, "2026-03-29 18:00")
    assert kinds(tournament, "2026-03-28 08:00") == ["timer_guide"]


@cases(
    "ruleset, guide, reminded",
    [
        ("hk-2026", None, True),
        ("pressman-2006", None, True),  # two minutes for each turn
        ("bsg-2015", None, False),  # says nothing of a clock
        ("mso-2019", None, False),  # a bank for each player
        ("rummikub-online", None, False),  # the app keeps one of five limits
        ("bsg-2015", "https://example.org/timer", True),
    ],
)
def test_the_timer_guide_is_for_those_who_play_with_a_timer(
    ruleset: str, guide: str | None, reminded: bool
) -> None:
    tournament = registered(4)
    plan = tournament.state.plan
    stages = (replace(plan.stages[0], ruleset=ruleset), *plan.stages[1:])
    plan = replace(plan, stages=stages, timer_guide=None if guide is None else Text(both=guide))
    rules = Map({ruleset: load(ruleset)})
    state = replace(tournament.state, definition=plan, stage_rules=rules)
    found = [due.kind for due in due(state, hong_kong("2026-03-23 10:00"))]
    assert found == (["timer_guide"] if reminded else [])


def test_a_clock_of_the_tournament_file_counts_before_that_of_the_rules() -> None:
    tournament = registered(4)
    plan = tournament.state.plan
    banked = replace(plan.stages[0], clock=Clock(bank_seconds=600))
    state = replace(tournament.state, definition=replace(plan, stages=(banked, *plan.stages[1:])))
    assert due(state, hong_kong("2026-03-23 10:00")) == ()


MOMENTS = st.lists(
    st.integers(0, 7 * 24 * 60).map(
        lambda minutes: hong_kong("2026-03-22 12:00") + timedelta(minutes=minutes)
    ),
    min_size=1,
    max_size=40,
)


@settings(max_examples=examples(60))
@given(sorted_moments=MOMENTS.map(sorted), schedulers=st.integers(1, 3))
def test_whenever_it_wakes_each_reminder_comes_once_in_its_time_and_none_is_missed_while_awake(
    sorted_moments: Sequence[datetime], schedulers: int
) -> None:
    tournament = registered(4)
    state = tournament.state
    given_at: dict[str, datetime] = {}
    for moment in sorted_moments:
        for _ in range(schedulers):
            for due_reminder in due(tournament.state, moment):
                assert due_reminder.kind not in given_at
                given_at[due_reminder.kind] = moment
                tournament.given(RemindOfSession(session=due_reminder.session, kind=due_reminder.kind))
    for kind, (begin, end) in windows(state, state.sessions[S1]):
        awake = [moment for moment in sorted_moments if begin <= moment < end]
        assert given_at.get(kind) == (awake[0] if awake else None)


@pytest.fixture
def counter(sqlite_database: Database, vault: Vault) -> Counter:
    counter = Counter(sqlite_database, vault, ManualClock(hong_kong("2026-03-01 12:00")))
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    counter.submit(registration("0001"), registration("0002", S2))
    return counter


def reminder(counter: Counter) -> OnDuty:
    return OnDuty(
        REMINDERS, counter.desk, counter.clock, lambda: ["nowhere", *counter.desk.log.tournaments()]
    )


def test_at_the_desk_two_schedulers_and_restarts_give_each_reminder_once(counter: Counter) -> None:
    first, second = reminder(counter), reminder(counter)
    counter.at("2026-03-27 18:00")
    for on_duty in (first, second, reminder(counter)):
        on_duty.tick()
    events = [event.type for event in counter.desk.events(ID, after=3, limit=100)]
    assert events.count("reminder-due") == 4
    counter.at("2026-03-28 08:30")
    first.tick()
    assert len(counter.desk.state(ID).reminders) == 6


def test_a_reminder_that_another_gave_meanwhile_is_let_be(counter: Counter) -> None:
    counter.at("2026-03-27 18:00")
    before = counter.desk.state(ID)
    reminder(counter).tick()

    class Stale:
        def state(self, tournament_id: str) -> State:
            return before

        def submit(self, tournament_id: str, command: Command, principal: object) -> object:
            return counter.submit(command, role="service")

    OnDuty(REMINDERS, Stale(), counter.clock, lambda: [ID]).tick()
    notices = counter.desk.notices.read(ID)
    assert len([notice for notice in notices if notice.kind == "reminder-day-before"]) == 2


@cases(
    "opens, reminded", [((0, 5), False), ((8, 0), False), ((8, 5), True), ((9, 0), True), ((23, 30), False)]
)
def test_of_an_opening_that_nobody_would_hear_of_before_it_the_evening_before_tells(
    opens: tuple[int, int], *, reminded: bool
) -> None:
    state = registered(4).state
    session = state.sessions[S1]
    at = time(*opens)
    early = replace(session, plan=replace(session.plan, registration=at, seating=at, start=at))
    kinds_of = [kind for kind, _ in windows(state.with_session(early), early)]
    assert ("registration_opens" in kinds_of) == reminded
    assert "day_before" in kinds_of
