"""Fanning one notice out to 100,000 people: how long it takes, and how long others wait to write."""

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep

import immutables
import msgspec
import sqlalchemy as sa

from infra.migrations import migrate, migrate_vault
from services.access.grants import Grants
from services.delivery.dispatching import Dispatcher
from services.delivery.links import Links
from services.delivery.pacing import Pace
from services.delivery.senders import Sender
from services.delivery.tables import address, delivery, link
from services.notices.registry import note
from shared.clock import ManualClock
from shared.database import Database, Driver
from shared.vault import Vault
from tests.bench.hall import Silent
from tests.bench.rounds import Settings
from tests.bench.tournaments import SECRET
from tests.delivery.given import ID, NOON, Book, book, write_notices

PEOPLE = 100_000
LONGEST = 100.0
"""Milliseconds for which a page may hold the write lock."""


class Timed(Database):
    """A database that notes how long each write transaction held the lock, in milliseconds."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.held: list[float] = []

    @contextmanager
    def writing(self) -> Iterator[Driver]:
        with super().writing() as driver:
            begun = perf_counter()
            yield driver
            left = perf_counter()
        # The commit counts as well.
        self.held.append((perf_counter() - begun) * 1e3 if left else 0.0)


class Another:
    """Someone else who writes a row now and then: what she waits is what referees would."""

    def __init__(self, url: str) -> None:
        self.waited: list[float] = []
        self._database = Database(url)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._write)

    def __enter__(self) -> "Another":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._database.close()

    def _write(self) -> None:
        while not self._over.is_set():
            asked = perf_counter()
            with self._database.writing() as driver:
                self.waited.append((perf_counter() - asked) * 1e3)
                driver.execute("UPDATE fan_out_position SET seq = seq WHERE tournament_id = 'another'")
            sleep(0.005)


def run(parent: str, settings: Settings) -> None:
    people = settings.amount(PEOPLE)
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        url = f"sqlite:///{Path(folder) / 'log.db'}"
        database = Timed(url)
        migrate(database)
        vault = Vault(f"sqlite:///{Path(folder) / 'vault.db'}", SECRET)
        migrate_vault(vault.database)
        clock, correspondents = ManualClock(NOON), _crowd(people)
        links = Links(Grants(database, clock, lambda: SECRET), vault, correspondents)
        _link(database, people)
        write_notices(database, [note(200, "suspended", "everyone", topic="weather", grounds="other")])
        dispatcher = Dispatcher(database, links, correspondents, clock, [Sender(Silent(), Pace(None, 0.0))])
        dispatcher.lease.acquire()
        database.held.clear()
        with Another(url) as other:
            begun = perf_counter()
            dispatcher.fan_out.take_in(dispatcher.lease)
            while dispatcher.fan_out.next_page(dispatcher.lease):
                pass
            took = perf_counter() - begun
        with database.reading() as driver:
            count = sa.select(sa.func.count()).select_from(delivery)
            made = driver.execute(str(count)).fetchone()[0]
        database.close()
        vault.database.close()
    longest = max(database.held)
    print(f"\none notice to {people:,} people, SQLite, memory: {made:,} deliveries in {took:.1f} s")
    print(
        f"  {len(database.held):,} write transactions; another waited for {max(other.waited):.0f} ms at most"
    )
    verdict = "met" if longest <= LONGEST else "NOT MET"
    print(f"  the write lock was held for {longest:.0f} ms at most, target {LONGEST:.0f} ms: {verdict}")


def _crowd(people: int) -> Book:
    """A tournament of so many, all like its first entrant; to register each would take minutes."""
    crowded = book(1)
    state = crowded.tournament.state
    (first,) = state.entrants.values()
    numbers = (f"{number:04}" for number in range(1, people + 1))
    crowd = {
        number: msgspec.structs.replace(first, entrant_no=number, person=f"{ID}:{number}")
        for number in numbers
    }
    crowded.tournament.state = msgspec.structs.replace(state, entrants=immutables.Map(crowd))
    return crowded


def _link(database: Database, people: int) -> None:
    """Links whose addresses are never opened, written at once."""
    places, links = [], []
    for number in range(1, people + 1):
        common = {"tournament_id": ID, "address_id": f"a-{number:06}"}
        places.append({**common, "channel": "telegram", "language": "en", "status": "active", "why": "",
                       "as_of": 0})  # fmt: skip
        links.append({**common, "recipient": f"entrant:{number:04}", "subject": f"{ID}:{number:04}",
                      "sealed": b"", "by_email": 0, "linked_at": 0})  # fmt: skip
    with database.writing() as driver:
        database.run(driver, database.prepare(sa.insert(address)), places)
        database.run(driver, database.prepare(sa.insert(link)), links)
