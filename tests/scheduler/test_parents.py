"""The tick that asks the organizer to ring up, when nobody answered a call for a parent."""

from datetime import timedelta

import pytest

from services.scheduler.duties import PARENT_CALLS, OnDuty
from services.tournament.definition.founding import DefineTournament
from services.tournament.people.parent_calls import AnswerParentCall, CallParent
from shared.clock import ManualClock
from shared.database import Database
from shared.vault import Vault
from tests.unit.desk.conftest import ID, Counter
from tests.unit.tournament.specs import definition, hk_rules, hong_kong, registration


@pytest.fixture
def counter(sqlite_database: Database, vault: Vault) -> Counter:
    counter = Counter(sqlite_database, vault, ManualClock(hong_kong("2026-03-28 11:00")))
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    for number in ("0001", "0002"):
        counter.submit(registration(number))
        counter.submit(CallParent(entrant=number, grounds="unwell"))
    return counter


def test_after_three_minutes_without_an_answer_the_organizer_is_asked_once(counter: Counter) -> None:
    counter.submit(AnswerParentCall(call="P-0002"))
    calls = OnDuty(PARENT_CALLS, counter.desk, counter.clock, lambda: (ID,))
    for seconds, asked in ((179, 0), (1, 1), (60, 1)):
        counter.clock.advance(timedelta(seconds=seconds))
        calls.tick()
        notices = [notice for notice in counter.desk.notices.read(ID) if notice.kind == "parent-not-reached"]
        assert len(notices) == asked
    OnDuty(PARENT_CALLS, counter.desk, counter.clock, lambda: (ID,)).tick()
    assert not counter.desk.state(ID).parent_calls["P-0002"].escalated


def test_one_tournament_that_fails_does_not_hinder_the_others(counter: Counter) -> None:
    counter.clock.advance(timedelta(minutes=4))
    OnDuty(PARENT_CALLS, counter.desk, counter.clock, lambda: ("no-such-one", ID)).tick()
    assert all(call.escalated for call in counter.desk.state(ID).parent_calls.values())
