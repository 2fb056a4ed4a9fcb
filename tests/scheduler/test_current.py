"""Which tournaments a tick looks at."""

from collections.abc import Mapping
from functools import partial

import msgspec
import pytest

from services.projections.listing import Listing, listing_of
from services.scheduler.current import CurrentTournaments
from services.tournament.definition.founding import DefineTournament
from services.tournament.state import State
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from shared.clock import ManualClock
from shared.database import Database
from shared.vault import Vault
from tests.unit.desk.conftest import ID, Counter
from tests.unit.tournament.specs import definition, hk_rules, hong_kong

LAST_DAY = definition().days("final")[0]


@pytest.fixture
def counter(sqlite_database: Database, vault: Vault) -> Counter:
    counter = Counter(sqlite_database, vault, ManualClock(hong_kong("2026-03-01 12:00")))
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    return counter


def test_a_tournament_is_looked_at_until_a_day_after_its_last(counter: Counter) -> None:
    folded: list[str] = []

    def state(tournament: str) -> State:
        folded.append(tournament)
        return counter.desk.state(tournament)

    current = CurrentTournaments(counter.desk.log, state, counter.clock)
    assert current() == [ID]
    counter.at("2026-04-13 23:59")
    assert current() == [ID]
    counter.at("2026-04-14 00:00")
    assert current() == []
    before = len(folded)
    assert current() == []
    assert len(folded) == before, "nobody folds what is over"


def test_an_event_makes_it_current_again(counter: Counter) -> None:
    current = CurrentTournaments(counter.desk.log, counter.desk.state, counter.clock)
    counter.at("2026-04-12 10:00").submit(SuspendDay(day=LAST_DAY, grounds="other"))
    counter.at("2026-04-20 10:00")
    assert current() == []
    counter.submit(RescheduleSessions(day=LAST_DAY, new_day=LAST_DAY.replace(day=26)))
    assert current() == [ID]


def test_one_that_cannot_be_read_is_left_to_whoever_asks_for_it(counter: Counter) -> None:
    def state(tournament: str) -> State:
        raise RuntimeError("an event nobody knows")

    assert CurrentTournaments(counter.desk.log, state, counter.clock)() == [ID]


def test_a_new_process_folds_none_of_which_the_listing_says_that_it_is_over(counter: Counter) -> None:
    folded: list[str] = []

    def state(tournament: str) -> State:
        folded.append(tournament)
        return counter.desk.state(tournament)

    def current() -> list[str]:
        desk = counter.desk
        return [*CurrentTournaments(desk.log, state, counter.clock, listings=desk.listings.read)()]

    counter.at("2026-04-13 23:59")
    assert current() == [ID]
    counter.at("2026-04-14 00:00")
    assert current() == []
    assert folded == []
    with counter.desk.log.database.writing() as driver:
        driver.execute("UPDATE listing SET listing = '{}'")
    assert (current(), folded) == ([], [ID])


def test_one_with_a_session_without_a_day_is_not_over(counter: Counter) -> None:
    counter.at("2026-04-12 10:00").submit(SuspendDay(day=LAST_DAY, grounds="other"))
    state = counter.desk.state(ID)
    undated = listing_of(
        state.with_session(msgspec.structs.replace(next(iter(state.sessions.values())), day=None))
    )
    assert undated.undated
    counter.at("2026-05-20 10:00")
    closed = msgspec.structs.replace(undated, closed=True)
    log, clock = counter.desk.log, counter.clock
    for listing, expected in ((undated, [ID]), (listing_of(state), []), (closed, [])):
        listings = {ID: listing}
        current = CurrentTournaments(log, counter.desk.state, clock, listings=partial(_given, listings))
        assert current() == expected


def _given(listings: Mapping[str, Listing], ends: Mapping[str, int]) -> Mapping[str, Listing]:
    return listings
