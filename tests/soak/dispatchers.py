"""Dispatchers killed at a step drawn at random, alone or racing each other, again and again."""

from contextlib import ExitStack
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from infra.migrations import migrate
from shared.database import Database
from shared.vault import Vault
from tests.conftest import VAULT_SECRET
from tests.crash.dispatchers import Doomed, first_to_come
from tests.crash.test_kill_dispatcher import POINTS, Trial
from tests.postgresql_server import NoPostgreSQL, OwnServer, server
from tests.soak.pace import Pace
from tests.soak.places import fresh

CRASHES = 8
"""In one round, before what arrived is held against the ledger."""


def run(pace: Pace) -> None:
    with ExitStack() as stack:
        kinds = ["sqlite"]
        running: OwnServer | None = None
        try:
            found = stack.enter_context(server(private=True))
            assert isinstance(found, OwnServer)
            running = found
            kinds.append("postgresql")
        except NoPostgreSQL as reason:
            print(f"  nothing on PostgreSQL: {reason}")
        print(f"  killed at: {', '.join(POINTS)}", flush=True)
        killed = 0
        for number in count(pace.seed):
            if pace.over:
                break
            for kind in kinds:
                try:
                    killed += _round(Random(number), running if kind == "postgresql" else None)
                except Exception as error:
                    pace.fault(f"SOAK_SEED={number} on {kind}", error)
                pace.tell(f"{killed} dispatchers killed")
        pace.tell(f"{killed} dispatchers killed, everyone accounted for after each {CRASHES}", now=True)


def _round(chance: Random, server: OwnServer | None) -> int:
    """Some crashes in one place; how many dispatchers came to their step and were killed there."""
    with fresh() as (database, vault, _), TemporaryDirectory(prefix="tl-soak-") as name:
        keys = Vault(vault.database, VAULT_SECRET)
        if server is None:
            return _crashes(chance, database, keys, Path(name))
        url = server.create()
        migrate(url)
        elsewhere = Database(url)
        try:
            return _crashes(chance, elsewhere, keys, Path(name))
        finally:
            elsewhere.close()
            server.drop(url)


def _crashes(chance: Random, database: Database, vault: Vault, folder: Path) -> int:
    trial = Trial(database, vault, folder)
    killed = 0
    for _ in range(CRASHES):
        trial.tell()
        racing = [
            Doomed(trial.place, chance.choice(POINTS), chance.randint(1, 3), name)
            for name in ("one", "two")[: chance.randint(1, 2)]
        ]
        if len(racing) == 2:
            first = first_to_come(racing)
            killed += first.kill()
            racing.remove(first)
        killed += racing[0].kill()
    trial.finish()
    trial.check()
    return killed
