"""Organizers are reminded of the people that a tournament long over still keeps: once, while it does."""

import pytest

from services.desk.forgetting import forget
from services.scheduler.retention import Retention
from services.tournament.definition.founding import DefineTournament
from services.tournament.state import State
from shared.clock import ManualClock
from shared.database import Database
from shared.vault import Vault
from tests.unit.desk.conftest import ID, Counter, principal
from tests.unit.tournament.specs import definition, hk_rules, hong_kong, registration


@pytest.fixture
def counter(sqlite_database: Database, vault: Vault) -> Counter:
    counter = Counter(sqlite_database, vault, ManualClock(hong_kong("2026-03-01 12:00")))
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    counter.submit(registration("0001"))
    return counter


def types(counter: Counter) -> list[str]:
    return [recorded.type for recorded in counter.desk.log.read(ID, 0, 100)]


def test_it_is_given_once_when_the_days_are_over(counter: Counter) -> None:
    retention = Retention(counter.desk, counter.desk.log, counter.clock, 60)
    for moment, given in (("2026-06-11 09:59", 0), ("2026-06-11 10:00", 1), ("2026-08-01 10:00", 1)):
        counter.at(moment)
        retention.tick()
        assert types(counter).count("retention-due") == given, moment
    Retention(counter.desk, counter.desk.log, counter.clock, 60).tick()
    assert types(counter).count("retention-due") == 1, "nor by another process"
    (notice,) = [other for other in counter.desk.notices.read(ID) if other.kind == "retention-due"]
    assert notice.audience == "role:organizer"


def test_nobody_is_reminded_where_nobody_is_left(counter: Counter) -> None:
    forget(counter.desk, f"{ID}:0001", principal())
    counter.at("2026-08-01 10:00")
    Retention(counter.desk, counter.desk.log, counter.clock, 60).tick()
    assert "retention-due" not in types(counter)


def test_only_what_changed_is_looked_at_and_one_that_fails_hinders_none(counter: Counter) -> None:
    looked: list[str] = []

    class Desk:
        def state(self, tournament_id: str) -> State:
            looked.append(tournament_id)
            if len(looked) == 1:
                raise RuntimeError("an event nobody knows")
            return counter.desk.state(tournament_id)

        submit = counter.desk.submit

    retention = Retention(Desk(), counter.desk.log, counter.clock, 60)
    for _ in range(3):
        retention.tick()
    assert looked == [ID, ID], "once more after it failed, and then no more"
