"""The stored listing: written with each append, made from the log where missing or behind, never wrong."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.desk.site.tournaments import TournamentsKept, complete_listings, tournament_list
from services.projections import listing as listings
from services.projections.listing import Listing, listing_of
from services.tournament.definition.founding import DefineTournament
from services.tournament.definition.texts import Text
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from shared.clock import ManualClock
from shared.database import Database
from shared.vault import Vault
from tests.simulation.copies import cold_desk
from tests.unit.desk.conftest import ID, Counter
from tests.unit.desk.test_submitting import seated
from tests.unit.tournament.figures import EXAMPLE_1, counted
from tests.unit.tournament.specs import definition, hk_rules, hong_kong, registration

DAY = date(2026, 3, 28)
SUSPENDED, LIFTED = SuspendDay(day=DAY, grounds="other"), LiftSuspension(day=DAY, reason="a mistake")


@pytest.fixture
def desk(database: Database, vault: Vault, clock: ManualClock) -> Counter:
    counter = Counter(database, vault, clock)
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    return counter


def stored(desk: Counter) -> Any:
    with desk.desk.log.database.reading() as driver:
        return driver.execute("SELECT seq, listing FROM listing").fetchone()


def change(desk: Counter, sql: str) -> None:
    with desk.desk.log.database.writing() as driver:
        driver.execute(sql)


def right(desk: Counter) -> bool:
    state = desk.desk.state(ID)
    return desk.desk.listings.read({ID: state.seq}) == {ID: listing_of(state)}


def suspended_in_the_list(desk: Counter) -> bool:
    """As a process says that has seen nothing yet."""
    cold = cold_desk(desk.desk.log.database, desk.desk.vault)
    cold.clock = desk.desk.clock
    (line,) = tournament_list(cold, "", 10).rows
    return line.doubt == "suspended"


def test_it_follows_every_command_and_is_written_anew_only_where_it_says_something_else(
    desk: Counter,
) -> None:
    seq, text = stored(desk)
    desk.submit(registration("0001"))
    assert stored(desk) == (seq + 2, text)
    seated(desk, first=2)
    assert '"playing"' in str(stored(desk))
    desk.submit(counted(*EXAMPLE_1))
    assert right(desk)


def test_a_listing_that_is_missing_or_behind_is_made_from_the_log_until_it_is_written(desk: Counter) -> None:
    desk.at("2026-03-27 12:00").submit(SUSPENDED)
    for lost in (
        "DELETE FROM listing",
        "UPDATE listing SET seq = 1, listing = replace(listing, 'susp', 'x')",
    ):
        change(desk, lost)
        assert suspended_in_the_list(desk)
        kept = stored(desk)
        desk.submit(registration(f"000{desk.desk.head(ID).seq}"))
        assert stored(desk) == kept, "what was behind stays so where nothing is written anew"
        assert suspended_in_the_list(desk)
        complete_listings(desk.desk)
        assert right(desk)
    change(desk, "DELETE FROM listing")
    desk.submit(LIFTED)
    assert right(desk)
    change(desk, "UPDATE listing SET listing = 'nonsense'")
    assert not suspended_in_the_list(desk)
    complete_listings(desk.desk)
    assert right(desk)


def test_an_earlier_listing_never_takes_the_place_of_a_later_one(desk: Counter) -> None:
    early = desk.desk.state(ID)
    desk.at("2026-03-27 12:00").submit(SUSPENDED)
    write = desk.desk.listings.put(ID, early.seq, listing_of(early))
    with desk.desk.log.database.writing() as driver:
        desk.desk.log.database.run(driver, write.statement, write.rows)
    assert right(desk)


def test_a_listing_that_cannot_be_made_stops_no_command_and_costs_its_own_line(
    desk: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(state: Any) -> Listing:
        raise ValueError("no")

    with monkeypatch.context() as broken:
        broken.setattr(listings, "listing_of", fails)
        broken.setattr("services.desk.site.tournaments.listing_of", fails)
        desk.at("2026-03-27 12:00").submit(SUSPENDED)
        found = tournament_list(desk.desk, "", 10)
        assert (found.rows, len(found.damaged)) == ((), 1)
        complete_listings(desk.desk)
    assert suspended_in_the_list(desk)


def plain_listing(days: list[int], begins: list[int], status: str) -> Listing:
    return Listing(
        Text(en="A cup", zh="盃"),
        None,
        "Asia/Hong_Kong",
        frozenset([status]),
        tuple(date(2026, 3, 1) + timedelta(days=day) for day in sorted(days)),
        tuple((hong_kong("2026-03-01 12:00") + timedelta(days=day), None) for day in sorted(begins)),
        frozenset(),
        False,
        False,
        False,
        False,
    )


LISTINGS = st.builds(
    plain_listing,
    st.lists(st.integers(0, 12), max_size=3),
    st.lists(st.integers(0, 12), max_size=2),
    st.sampled_from(["scheduled", "drawn", "playing", "closed"]),
)
STEPS = st.lists(
    st.tuples(st.dictionaries(st.sampled_from("abcdef"), LISTINGS, max_size=3), st.integers(0, 3)), max_size=8
)


@given(STEPS)
def test_lines_that_are_kept_are_those_that_would_be_made_anew(
    steps: list[tuple[dict[str, Listing], int]],
) -> None:
    kept, known, now = TournamentsKept(), dict[str, Listing](), hong_kong("2026-03-01 12:00")
    for changed, days in steps:
        known = known | changed
        now += timedelta(days=days, hours=1)
        lines = kept.lines(known, now)
        assert lines == TournamentsKept().lines(known, now)
        assert [line.id for line in lines] == [*dict.fromkeys(line.id for line in lines)]
        assert {line.id for line in lines} == known.keys()
