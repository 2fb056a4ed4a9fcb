"""A suspension and a new date reach whoever is concerned, also without a place in the session."""

from datetime import date

import pytest

from services.notices.audiences import ORGANIZER, recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.tournament.kernel.facts import Command
from services.tournament.publication.publishing import PublishResults
from services.tournament.standings.qualification import ConcludeQualification
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from tests.unit.tournament.given_plans import amending, with_stage
from tests.unit.tournament.specs import S1, Tournament, numbers, registered, registration
from tests.unit.tournament.stages import on_paper, placed, qualified

DAY, FINAL = date(2026, 3, 28), date(2026, 4, 12)


def due(tournament: Tournament, command: Command, actor: str = "") -> list[Notice]:
    """The notices that a command leads to."""
    events = tournament.when(command).events
    first = tournament.state.seq - len(events) + 1
    return notices_due(tournament.state, list(enumerate(events, first)), actor)


def test_who_waits_is_told_of_her_session_alone_and_that_she_still_waits() -> None:
    tournament = registered(4, capacity=4, tables=1).given(registration("0005"))
    (notice,) = (
        other for other in due(tournament, SuspendDay(day=DAY, grounds="other")) if "wait" in other.template
    )
    assert (notice.audience, notice.template, notice.parameters["sessions"]) == (
        f"waiting:{S1}",
        "suspended-waiting",
        S1,
    )


@pytest.mark.parametrize("published", [True, False])
def test_who_is_not_yet_placed_is_told_once_places_are_seen(published: bool) -> None:
    plan = registered(0, cut=8).state.plan
    tournament = registered(16, cut=8).given(
        amending(with_stage(plan, "preliminary", places_seen="published"))
    )
    on_paper(tournament.at("2026-03-28 20:00"), S1, numbers(16), lambda table: 40 - table)
    tournament.given(ConcludeQualification())
    if published:
        tournament.given(PublishResults(stage="preliminary"))
    for command, template in (
        (SuspendDay(day=FINAL, grounds="other"), "suspended-unplaced"),
        (LiftSuspension(day=FINAL, reason="a mistake"), "goes-ahead-unplaced"),
    ):
        templates = [notice.template for notice in due(tournament, command)]
        assert (template in templates) == published
    finalists = recipients(tournament.state, "finalists:final")
    assert len(finalists) == (8 if published else 0)


def test_once_finalists_have_their_sessions_only_reserves_are_told_as_unplaced() -> None:
    tournament = placed(qualified(16, cut=8).given(PublishResults(stage="preliminary")))
    tournament.given(SuspendDay(day=FINAL, grounds="other"))
    notices = due(tournament, RescheduleSessions(day=FINAL, new_day=date(2026, 4, 19)))
    assert {notice.audience for notice in notices} >= {"reserves:final", "public"}
    assert "unplaced:final" not in {notice.audience for notice in notices}
    assert [notice.template for notice in notices].count("rescheduled") == 2


def test_every_notice_of_one_event_is_another() -> None:
    tournament = registered(4, capacity=4, tables=1).given(registration("0005"))
    notices = due(tournament, SuspendDay(day=DAY, grounds="other"))
    assert len({notice.dedupe_key for notice in notices}) == len(notices)
    assert {notice.audience.partition(":")[0] for notice in notices} == {
        "session",
        "officials",
        "several",
        "waiting",
        "public",
    }


@pytest.mark.parametrize(("actor", "hears"), [("chief_referee:CR1", True), ("organizer:o", False)])
def test_the_organizer_hears_of_it_unless_they_did_it(actor: str, hears: bool) -> None:
    tournament = registered(4)
    for command in (
        SuspendDay(day=DAY, grounds="other"),
        LiftSuspension(day=DAY, reason="over"),
        SuspendDay(day=DAY, grounds="other"),
        RescheduleSessions(day=DAY, new_day=date(2026, 4, 1)),
    ):
        read = [recipients(tournament.state, notice.audience) for notice in due(tournament, command, actor)]
        assert any(ORGANIZER in readers for readers in read) == hears


def test_a_place_in_a_suspended_session_is_told_as_one_that_is_suspended() -> None:
    tournament = registered(1).given(SuspendDay(day=DAY, grounds="other"))
    (notice,) = due(tournament, registration("0002"))
    for language, words in (("en", "It is SUSPENDED at present"), ("zh", "該場現已暫停")):
        (reader,) = recipients(tournament.state, notice.audience)
        text = filled(Look(tournament.state, notice, reader, "zh" if language == "zh" else "en"))
        assert words in text
        assert "play starts" not in text
