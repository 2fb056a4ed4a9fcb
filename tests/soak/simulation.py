"""Days of play from one seed each, with crashes, lost answers and wrong clocks, on all cores."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from infra.migrations import migrate
from tests.postgresql_server import NoPostgreSQL, Server, server
from tests.seeded.running import run as run_seed
from tests.soak.pace import Pace

ON_POSTGRESQL_ONE_IN = 5


def run(pace: Pace) -> None:
    try:
        with server() as running:
            _days(pace, running.url)
    except NoPostgreSQL as reason:
        print(f"  nothing on PostgreSQL: {reason}")
        _days(pace, None)


def _days(pace: Pace, server_url: str | None) -> None:
    print(f"  a day of play for each seed, from {pace.seed} on", flush=True)
    ran = pace.spread(look, jobs(pace.seed, server_url), lambda done: f"{done:,} seeds run")
    pace.tell(f"{ran:,} seeds run, {pace.faults} of them broke a promise", now=True)


def jobs(first: int, server_url: str | None) -> Iterator[tuple[int, str | None]]:
    """Seeds, each with where its log lies: in a file, or on a server."""
    for seed in count(first):
        yield seed, server_url if seed % ON_POSTGRESQL_ONE_IN == 0 else None


def look(job: tuple[int, str | None]) -> int:
    """Run one seed."""
    seed, server_url = job
    with TemporaryDirectory(prefix="tl-soak-") as name:
        if server_url is None:
            run_seed(seed, Path(name))
            return 1
        at = Server(server_url)
        url = at.create()
        try:
            migrate(url)
            run_seed(seed, Path(name), url)
        finally:
            at.drop(url)
    return 1
