"""The whole demo, 1,200 entrants from the founding to the awards, on each kind of database.

Target: under a minute on two cores. The seed is the same everywhere, so the head hash must be, too.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import perf_counter

from infra.migrations import migrate, migrate_vault
from services.demo.databases import demo_databases
from services.demo.definitions import demo_definition
from services.demo.playing import SEED, Summary, play
from services.demo.story import Story
from shared.database import Database
from tests.bench.log import MEMORY, fsync_seconds
from tests.bench.rounds import Settings
from tests.postgresql_server import NoPostgreSQL, server

MOST_SECONDS = 60
SECRET = b"a secret for the bench's demo, of no use elsewhere"


def run(settings: Settings) -> None:
    until = "awards" if settings.scale >= 1 else "registration"
    disk = tempfile.gettempdir()
    print(f"\ndisk at {disk}: fsync after 4 KiB takes {fsync_seconds(Path(disk)) * 1e3:.2f} ms (median)")
    hashes = []
    if os.path.isdir(MEMORY):
        with _folder(MEMORY) as folder:
            hashes.append(_played("SQLite, memory file system", _sqlite(folder), folder, until))
    for title, relaxed in (("SQLite on disk", True), ("the same, waiting at every commit", False)):
        with _folder(disk) as folder:
            hashes.append(_played(title, _sqlite(folder), folder, until, relaxed=relaxed))
    try:
        with server(durable=True, private=True, folder=disk) as running, _folder(disk) as folder:
            hashes.append(_played("PostgreSQL on disk", Database(running.create()), folder, until))
    except NoPostgreSQL as reason:
        print(f"  PostgreSQL: not measured, {reason}")
    same = "the same" if len(set(hashes)) == 1 else "NOT THE SAME"
    print(f"  head hashes: {same} ({hashes[0][:16]}…)")


def _played(title: str, database: Database, folder: Path, until: str, *, relaxed: bool = True) -> str:
    """Play it, as `tileledger demo` does if `relaxed`; print how long it took and return the head hash."""
    with closing(database), closing(_vault(folder)) as vault:
        migrate(database)
        started = perf_counter()
        if relaxed:
            with demo_databases(database, vault, empty=True) as databases:
                summary = _play(*databases, until)
        else:
            summary = _play(database, vault, until)
        took = perf_counter() - started
    verdict = "met" if took < MOST_SECONDS else "NOT MET"
    print(
        f"  {title:<34} {took:6.1f} s   {summary.events:,} events, {summary.commands:,} commands, "
        f"{summary.commands / took:,.0f} commands/s; target {MOST_SECONDS} s: {verdict}"
    )
    return summary.head_hash


def _play(database: Database, vault: Database, until: str) -> Summary:
    return play(Story(database, vault, SECRET, demo_definition(), SEED), until)


def _sqlite(folder: Path) -> Database:
    return Database(f"sqlite:///{folder / 'log.db'}")


def _vault(folder: Path) -> Database:
    """A vault as in real use: no write-ahead log, deleted keys overwritten, waiting at every commit."""
    database = Database(f"sqlite:///{folder / 'vault.db'}", journal="DELETE", secure_delete=True)
    migrate_vault(database)
    return database


@contextmanager
def _folder(parent: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=parent, prefix="tl-bench-") as folder:
        yield Path(folder)
