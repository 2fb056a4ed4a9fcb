"""The word promised with a suspension: by when, that the organizer is reminded once, and a further word."""

from datetime import date

import pytest
from msgspec.structs import replace

from services.scheduler.promises import words_due
from services.tournament.definition.plan import Reading
from services.tournament.definition.texts import Text
from services.tournament.weather.further_word import (
    FurtherWordGiven,
    GiveFurtherWord,
    NextWordDue,
    RemindOfNextWord,
)
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SessionsSuspended, SuspendDay
from tests.unit.tournament.given_plans import amending
from tests.unit.tournament.specs import S1, S2, S3, S4, Tournament, hong_kong, registered

DAY = date(2026, 3, 28)
TEN, NOON = "2026-03-28 10:00", hong_kong("2026-03-28 12:00")
WORD = GiveFurtherWord(day=DAY, en="The hall is open.", zh="場地開放。")


def stopped() -> Tournament:
    return registered(4).at(TEN).given(SuspendDay(day=DAY, grounds="black_rainstorm"))


def test_the_next_word_is_promised_within_two_hours_or_as_the_tournament_reads_it() -> None:
    suspend = SuspendDay(day=DAY, grounds="other")
    assert registered(4).at(TEN).when(suspend).one(SessionsSuspended).next_word == NOON
    tournament = registered(4).at(TEN)
    plan = tournament.state.plan
    reading = Reading(45, "the organizer", Text("Within 45 minutes.", "45 分鐘內。"))
    tournament.given(amending(replace(plan, readings={**plan.readings, "next_word_minutes": reading})))
    assert tournament.when(suspend).one(SessionsSuspended).next_word == hong_kong("2026-03-28 10:45")


def test_a_promise_is_made_for_full_five_minutes() -> None:
    suspend = SuspendDay(day=DAY, grounds="other")
    for moment, by in (("10:00:01", "12:05"), ("10:04:59", "12:05"), ("10:05:00", "12:05")):
        tournament = registered(4).at(f"2026-03-28 {moment}")
        assert tournament.when(suspend).one(SessionsSuspended).next_word == hong_kong(f"2026-03-28 {by}")


def test_since_when_a_warning_is_in_force_is_kept_and_cannot_lie_ahead_or_long_ago() -> None:
    suspend = SuspendDay(day=DAY, grounds="black_rainstorm", since=hong_kong("2026-03-28 09:40"))
    tournament = registered(4).at(TEN)
    for moment in ("2026-03-28 10:01", "2026-03-20 10:00"):
        tournament.when(replace(suspend, since=hong_kong(moment))).refused("since-wrong")
    without_zone = hong_kong(TEN).replace(tzinfo=None)
    tournament.when(replace(suspend, since=without_zone)).refused("invalid-input")
    assert tournament.when(suspend).one(SessionsSuspended).since == hong_kong("2026-03-28 09:40")


def test_a_promise_is_due_a_quarter_of_an_hour_before_it_falls_due_and_called_to_mind_once() -> None:
    tournament = stopped()
    assert words_due(tournament.state, hong_kong("2026-03-28 11:44")) == []
    assert words_due(tournament.state, hong_kong("2026-03-28 11:45")) == [DAY]
    assert words_due(tournament.state, hong_kong("2026-03-29 11:45")) == [DAY], "after a late wake-up, too"
    tournament.at("2026-03-28 11:45").when(RemindOfNextWord(day=DAY)).then(
        NextWordDue(DAY, (S1, S2, S3, S4), NOON)
    )
    assert words_due(tournament.state, NOON) == []
    tournament.when(RemindOfNextWord(day=DAY)).refused("no-word-promised")


def test_a_further_word_makes_a_new_promise() -> None:
    tournament = stopped().at("2026-03-28 11:50").given(RemindOfNextWord(day=DAY))
    given = tournament.when(WORD).one(FurtherWordGiven)
    assert (given.sessions, given.next_word) == ((S1, S2, S3, S4), hong_kong("2026-03-28 13:50"))
    assert words_due(tournament.state, hong_kong("2026-03-28 13:34")) == []
    assert words_due(tournament.state, hong_kong("2026-03-28 13:35")) == [DAY]


def test_the_next_word_may_be_promised_for_another_time_that_lies_ahead() -> None:
    tournament = stopped()
    for moment in ("2026-03-28 10:00", "2026-06-28 10:00"):
        tournament.when(replace(WORD, next_word=hong_kong(moment))).refused("next-word-wrong")
    tournament.when(replace(WORD, next_word=NOON.replace(tzinfo=None))).refused("invalid-input")
    later = hong_kong("2026-03-29 09:00")
    assert tournament.when(replace(WORD, next_word=later)).one(FurtherWordGiven).next_word == later


@pytest.mark.parametrize(
    "end", [LiftSuspension(day=DAY, reason="over"), RescheduleSessions(day=DAY, new_day=date(2026, 4, 8))]
)
def test_a_promise_ends_with_the_suspension(end: LiftSuspension | RescheduleSessions) -> None:
    tournament = stopped().given(end)
    assert words_due(tournament.state, hong_kong("2026-03-28 13:00")) == []
    for day in (DAY, date(2026, 4, 8)):
        tournament.when(replace(WORD, day=day)).refused("nothing-suspended")
        tournament.when(RemindOfNextWord(day=day)).refused("no-word-promised")


def test_a_further_word_speaks_every_language_of_the_tournament() -> None:
    stopped().when(replace(WORD, zh="")).refused("invalid-input", "zh")
