"""Buttons under notices whose time is over when they are pressed, or when the notice would go out."""

from datetime import timedelta

import pytest

from services.access.principal import Principal
from services.notices.overtaken import asks_no_more, overtaken
from services.tournament.people.parent_calls import CallParent
from shared.catalogue import say
from tests.api.conftest import ID
from tests.bots.conftest import Office
from tests.bots.test_families import asked
from tests.bots.test_questions import notices
from tests.bots.test_suspending import DAY, notice, organizer, suspended
from tests.wording import fixed


@pytest.mark.parametrize("kind", ["word-due", "weather-danger"])
def test_a_word_about_what_is_over_is_not_asked_for(office: Office, kind: str) -> None:
    phone = organizer(office)
    suspended(phone)
    office.house.clock.advance(timedelta(minutes=105))
    now = office.house.clock.now().isoformat()
    signals = [{"code": "WRAINB", "begin": now}]
    office.house.done("report-warnings", {"fetched_at": now, "body": "22" * 32, "signals": signals})
    office.house.done("remind-of-next-word", {"day": DAY})
    office.deliver(phone, notice(office, kind), "organizer:organizer")
    office.house.done("reschedule-sessions", {"day": DAY, "new_day": "2027-03-09"})
    office.house.clock.advance(timedelta(days=2))
    said = phone.press(say("bot-action-further-word", "en"))
    assert fixed("bot-storm-moved") in said
    assert fixed("bot-storm-words-en") not in said
    phone.press(say("bot-storm-begin", "en"))
    phone.wait_for(say("bot-storm-day", "en"))


def test_nobody_is_asked_to_press_that_somebody_is_with_a_child_once_that_is_said(office: Office) -> None:
    office.phone("organizer:organizer")
    family = office.phone("entrant:0001", "entrant:0002")
    called = Principal("test", "chief_referee", "CHIEF", ID)
    office.desk.submit(ID, CallParent(entrant="0001", grounds="distressed"), called)
    family.say("who is with her?")
    office.house.client("participant", "0001", ID).command("answer-parent-call", {"call": "P-0001"})
    office.house.done("escalate-parent-call", {"call": "P-0001"})
    kinds = {"parent-called", "parent-heard", "parent-not-reached"}
    told = [each for each in office.desk.notices.read(ID) if each.kind in kinds]
    assert {each.kind for each in told} == kinds
    (wrote,) = notices(office, "parent-wrote")
    assert not any(
        overtaken(office.state, each) or asks_no_more(office.state, each) for each in (*told, wrote)
    )
    office.house.done("answer-parent-call", {"call": "P-0001"})
    assert all(overtaken(office.state, each) for each in told)
    assert (overtaken(office.state, wrote), asks_no_more(office.state, wrote)) == (False, True)


def test_nobody_is_asked_to_be_a_family_unit_once_that_is_answered(office: Office) -> None:
    asking = asked(office)
    assert not overtaken(office.state, asking)
    phone = office.phone("entrant:0008")
    office.deliver(phone, asking, "entrant:0008")
    pair = {"child": "0008", "parent": "0001"}
    office.house.client("participant", "0008", ID).command("agree-to-family-unit", pair)
    assert overtaken(office.state, asking)
    assert say("part-unit-not-asked", "en") in phone.press("bot-action-confirm")
