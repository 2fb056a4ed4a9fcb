"""A lock that another program holds: writers give up in time and change nothing, readers do not wait."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic

import pytest

from services.desk.cache import StateCache
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.tournament.people.registration import RegisterEntrant
from shared.database import Database
from shared.database.deadline import READER_SECONDS, WRITER_SECONDS, waiting_at_most
from shared.eventlog import EventLog
from shared.problems import Problem
from shared.vault import Vault
from tests.conftest import VAULT_SECRET
from tests.refusing import refusing
from tests.unit.desk.conftest import ID, Counter, principal
from tests.unit.tournament.specs import ADULT, S1
from tests.waiting.holding import all_at_once, postgresql_held, queue_held, sqlite_locked

HEAD = f"SELECT 1 FROM head WHERE tournament_id = '{ID}' FOR UPDATE"
SLACK = 30
"""Seconds on top of a deadline after which a test takes a wait for endless, on the busiest machine."""


@contextmanager
def locked(database: Database) -> Iterator[None]:
    if database.kind == "sqlite":
        with sqlite_locked(database.url):
            yield
    else:
        with postgresql_held(database.url, HEAD):
            yield


def registering(desk: Desk, number: int, id: str | None = None, seconds: float = WRITER_SECONDS) -> object:
    entrant = RegisterEntrant(entrant_no=f"{number:04}", session=S1, birth_date=ADULT, name_en="Name")
    with waiting_at_most(seconds):
        return desk.submit(ID, entrant, principal(), command_id=id)


def busy(found: object) -> bool:
    return isinstance(found, Problem) and found.code == "database-busy" and found.kind.retry_after is not None


def test_a_writer_gives_up_in_time_changes_nothing_and_may_try_again(counter: Counter) -> None:
    database = counter.desk.log.database
    before = counter.desk.log.head(ID)
    with locked(database):
        start = monotonic()
        with refusing("database-busy") as refused:
            registering(counter.desk, 1, "c-1")
        assert monotonic() - start < WRITER_SECONDS + SLACK
        assert busy(refused.value)
        assert counter.desk.log.head(ID) == before
    registering(counter.desk, 1, "c-1")
    assert counter.desk.log.verify(ID).fault is None
    assert list(counter.desk.state(ID).entrants) == ["0001"]


def test_writers_behind_each_other_share_no_longer_wait_than_a_single_one(counter: Counter) -> None:
    with locked(counter.desk.log.database):
        start = monotonic()
        found = all_at_once([partial(registering, counter.desk, n, seconds=1.0) for n in range(1, 25)])
        # One after the other they would take twenty-four seconds.
        assert monotonic() - start < 15
    assert all(map(busy, found))
    assert len(all_at_once([partial(registering, counter.desk, n) for n in range(1, 5)])) == 4
    assert len(counter.desk.state(ID).entrants) == 4


def test_reading_does_not_wait_for_a_writer_that_waits(counter: Counter) -> None:
    """Neither a desk that has the state nor one that has to read what was written meanwhile."""
    database = counter.desk.log.database
    other = Desk(
        Parts.over(
            EventLog(database, counter.clock), counter.desk.vault, counter.clock, b"another process" * 2
        )
    )
    assert other.state(ID).seq == 1
    registering(counter.desk, 1)
    with locked(database):
        writer = threading.Thread(target=lambda: all_at_once([partial(registering, other, 2)]))
        writer.start()
        while not len(other.log._sharing._lanes):
            assert writer.is_alive()
        seqs = all_at_once([lambda: other.state(ID).seq, lambda: counter.desk.state(ID).seq])
        assert writer.is_alive(), "reading took as long as the writer waited"
        writer.join()
    assert seqs == [3, 3]


@pytest.mark.parametrize("hold", [queue_held, sqlite_locked])
def test_what_a_writer_waits_in_the_queue_and_for_the_file_is_taken_from_the_same_time(
    sqlite_database: Database, hold: object
) -> None:
    assert callable(hold)
    statement = "INSERT INTO delivery_mute VALUES ('x', 0, '')"
    with hold(sqlite_database.url):
        start = monotonic()
        with waiting_at_most(0.6):
            for _ in range(3):
                with refusing("database-busy"), sqlite_database.writing():
                    pass
        assert monotonic() - start < WRITER_SECONDS
    with sqlite_database.writing() as driver:
        driver.execute(statement)


def test_who_gave_up_in_the_queue_does_not_hold_it_later(sqlite_database: Database) -> None:
    """The operating system may hand the lock to a writer that has gone away meanwhile."""
    other = Database(sqlite_database.url)
    with queue_held(sqlite_database.url), waiting_at_most(0.2):
        for database in (sqlite_database, other):
            with refusing("database-busy"), database.writing():
                pass
    for database in (other, sqlite_database, other):
        with database.writing():
            pass
    other.close()


def test_a_database_closed_while_a_turn_is_waited_for_lets_it_go(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    with queue_held(sqlite_url):
        with waiting_at_most(0.1), refusing("database-busy"), database.writing():
            pass
        database.close()
    again = Database(sqlite_url)
    with again.writing():
        pass
    again.close()


def test_no_name_is_waited_for_longer_than_a_reader_waits(counter: Counter) -> None:
    """The vault has no write-ahead log: who holds its file alone holds up readers, too."""
    registering(counter.desk, 1)
    cold = Vault(Database(counter.desk.vault.database.url, journal="DELETE"), VAULT_SECRET)
    with sqlite_locked(cold.database.url, "BEGIN EXCLUSIVE"):
        start = monotonic()
        with refusing("database-busy"):
            cold.epoch()
        assert monotonic() - start < READER_SECONDS + SLACK
        with refusing("database-busy"):
            registering(counter.desk, 2, seconds=0.5)
        assert list(counter.desk.state(ID).entrants) == ["0001"]
    registering(counter.desk, 2)
    assert cold.epoch() == 0
    cold.database.close()


def test_a_state_kept_by_a_reader_never_takes_the_place_of_a_later_one(counter: Counter) -> None:
    cache = StateCache(counter.desk.log)
    early = cache.current(ID)
    registering(counter.desk, 1)
    late = cache.current(ID)
    cache.adopt(ID, early)
    assert cache.held(ID) == late
