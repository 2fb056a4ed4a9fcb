"""Who was invited is reminded once: five days later, or the day before play; never once it has begun."""

import pytest

from services.scheduler.duties import INVITED, OnDuty
from services.scheduler.reminders import invitation_due
from services.tournament.definition.founding import DefineTournament
from services.tournament.people.inviting import InvitePeople
from shared.clock import ManualClock
from shared.database import Database
from shared.vault import Vault
from tests.unit.desk.conftest import ID, Counter
from tests.unit.tournament.specs import definition, hk_rules, hong_kong, registration


@pytest.fixture
def counter(sqlite_database: Database, vault: Vault) -> Counter:
    counter = Counter(sqlite_database, vault, ManualClock(hong_kong("2026-03-01 12:00")))
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    counter.submit(registration("0001"))
    return counter


def given(counter: Counter) -> int:
    return [recorded.type for recorded in counter.desk.log.read(ID, 0, 100)].count("people-invited-again")


def test_the_reminder_is_given_once_some_days_later(counter: Counter) -> None:
    tick = OnDuty(INVITED, counter.desk, counter.clock, lambda: [ID]).tick
    tick()
    assert given(counter) == 0, "nobody was invited"
    counter.submit(InvitePeople())
    for moment, times in (("2026-03-06 09:59", 0), ("2026-03-06 10:00", 1), ("2026-03-20 10:00", 1)):
        counter.at(moment)
        tick()
        assert given(counter) == times, moment
    notices = [notice for notice in counter.desk.notices.read(ID) if notice.kind == "invitation-reminder"]
    assert [notice.audience for notice in notices] == ["everyone", "referees"]


@pytest.mark.parametrize(
    ("invited", "now", "due"),
    [
        ("2026-03-25 12:00", "2026-03-27 09:59", False),
        ("2026-03-25 12:00", "2026-03-27 10:00", True),
        ("2026-03-25 12:00", "2026-03-28 00:00", False),
        ("2026-03-27 12:00", "2026-03-27 23:00", False),
    ],
)
def test_where_play_begins_sooner_it_is_the_day_before(
    counter: Counter, invited: str, now: str, due: bool
) -> None:
    counter.at(invited)
    counter.submit(InvitePeople())
    assert invitation_due(counter.desk.state(ID), hong_kong(now)) is due


def test_one_tournament_that_fails_hinders_none(counter: Counter) -> None:
    counter.submit(InvitePeople())
    counter.at("2026-03-06 10:00")
    OnDuty(INVITED, counter.desk, counter.clock, lambda: ["nowhere", ID]).tick()
    assert given(counter) == 1
