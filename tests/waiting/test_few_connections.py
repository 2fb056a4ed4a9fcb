"""A PostgreSQL server with few connections: whoever asks gets an answer, and what is idle is let go."""

import threading
from collections.abc import Iterator
from functools import partial
from time import monotonic, sleep

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url

from shared.database import Database
from shared.database.bounded import BoundedPool
from shared.database.deadline import waiting_at_most
from tests.refusing import refusing
from tests.waiting.holding import all_at_once, postgresql_held

pytestmark = pytest.mark.postgresql
ALLOWED = 12
ONE: sa.Select[tuple[int]] = sa.select(sa.literal_column("1"))


@pytest.fixture
def few(postgresql_url: str) -> Iterator[str]:
    """The address of the database for a role that may have twelve connections."""
    name = f"few_{make_url(postgresql_url).database}"
    with psycopg.connect(postgresql_url, autocommit=True) as owner:
        owner.execute(f'CREATE ROLE "{name}" LOGIN CONNECTION LIMIT {ALLOWED}'.encode())
        owner.execute(f'GRANT ALL ON ALL TABLES IN SCHEMA public TO "{name}"'.encode())
    yield make_url(postgresql_url).set(username=name).render_as_string(hide_password=False)
    with psycopg.connect(postgresql_url, autocommit=True) as owner:
        owner.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = %s", (name,)
        )
        owner.execute(f'DROP OWNED BY "{name}"'.encode())
        owner.execute(f'DROP ROLE "{name}"'.encode())


def answered(database: Database) -> object:
    with database.connection() as driver:
        return driver.execute("SELECT 1 FROM pg_sleep(0.2)").fetchone()


def test_twenty_four_at_once_are_all_answered_with_twelve_connections(few: str) -> None:
    processes = [Database(few) for _ in range(3)]
    found = all_at_once([partial(answered, processes[n % 3]) for n in range(24)])
    assert found == [(1,)] * 24
    for database in processes:
        database.close()


def test_all_are_answered_when_other_programs_leave_a_single_connection(few: str) -> None:
    database = Database(few)
    with postgresql_held(few, connections=ALLOWED - 1):
        assert all_at_once([partial(answered, database)] * 8) == [(1,)] * 8
    database.close()


def test_who_finds_no_connection_in_time_is_told_so_and_when_to_come_again(few: str) -> None:
    database = Database(few)
    with postgresql_held(few, connections=ALLOWED):
        start = monotonic()
        with waiting_at_most(0.8), refusing("no-connection-left") as refused:
            answered(database)
        assert 0.7 < monotonic() - start < 30
        assert refused.value.status == 503
        assert refused.value.kind.retry_after is not None
    assert answered(database) == (1,)
    database.close()


def test_a_connection_that_comes_free_in_another_program_is_found(few: str) -> None:
    database = Database(few)
    with postgresql_held(few, connections=ALLOWED):
        waiting = threading.Thread(target=lambda: results.append(answered(database)), daemon=True)
        results: list[object] = []
        waiting.start()
        sleep(0.5)
        assert waiting.is_alive()
    waiting.join(30)
    assert results == [(1,)]
    database.close()


def test_no_more_are_open_than_were_allowed_and_the_longest_waiting_is_served_first(
    postgresql_url: str,
) -> None:
    database, order = Database(postgresql_url, connections=1), list[int]()

    def ask(number: int) -> None:
        with database.connection():
            order.append(number)

    pool = database._pool
    assert isinstance(pool, BoundedPool)
    with database.connection():
        threads = []
        for number in range(6):
            threads.append(threading.Thread(target=ask, args=(number,), daemon=True))
            threads[-1].start()
            while len(pool._line) <= number:
                sleep(0.001)
        with waiting_at_most(0.1), refusing("no-connection-left"):
            pool.take()
        assert pool.open_now == 1
    for thread in threads:
        thread.join(30)
    assert order == list(range(6))
    database.close()


def test_what_is_idle_is_closed_after_a_while_and_opened_again_when_needed(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    pool = BoundedPool(database._open, lambda: None, most=3, idle_seconds=0.2)
    leases = [pool.take() for _ in range(3)]
    for lease in leases:
        pool.give_back(lease)
    assert pool.open_now == 3
    deadline = monotonic() + 30
    # It is no longer counted a moment before it is closed.
    while not (pool.open_now == 0 and all(lease.lost() for lease in leases)):
        assert monotonic() < deadline
        sleep(0.05)
    pool.give_back(pool.take())
    assert pool.open_now == 1
    pool.close()
    database.close()


def test_a_wrong_address_is_told_at_once_with_its_reason(postgresql_url: str) -> None:
    database = Database(str(make_url(postgresql_url).set(database="there-is-none")))
    for _ in range(3):
        with refusing("log-missing") as missing:
            database.fetch(database.prepare(ONE))
        assert "does not exist" in str(missing.value.__cause__)
    assert isinstance(database._pool, BoundedPool)
    assert database._pool.open_now == 0
    database.close()


def test_a_transaction_left_open_by_another_program_holds_up_no_append_for_long(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    with (
        postgresql_held(postgresql_url, "LOCK TABLE delivery_mute"),
        waiting_at_most(0.3),
        refusing("database-busy"),
        database.writing() as driver,
    ):
        driver.execute("INSERT INTO delivery_mute VALUES ('x', 0, '')")
    database.close()
