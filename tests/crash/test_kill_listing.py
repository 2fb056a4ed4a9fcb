"""A desk that is killed, wherever it was: the stored listing is what the log says."""

import os
import signal
from datetime import date
from itertools import cycle
from multiprocessing.connection import Connection
from typing import Any

from services.projections.listing import listing_of
from services.tournament.definition.founding import DefineTournament
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from shared.clock import ManualClock
from shared.database import Database
from shared.vault import Vault
from tests.conftest import VAULT_SECRET
from tests.forking import processes
from tests.profiles import examples
from tests.unit.desk.conftest import ID, Counter
from tests.unit.tournament.specs import definition, hk_rules, hong_kong, registration

KILLS = examples(3, in_all=20)
DAY = date(2026, 3, 28)


def _submit(url: str, vault_url: str, seed: str, pipe: "Connection[Any, Any]") -> None:
    """Change what the listing says, and change it back, until the process is killed."""
    clock = ManualClock(hong_kong("2026-03-02 12:00"))
    desk = Counter(Database(url), Vault(vault_url, VAULT_SECRET), clock, seed)
    for command in cycle((SuspendDay(day=DAY, grounds="other"), LiftSuspension(day=DAY, reason="a mistake"))):
        desk.submit(command)
        pipe.send_bytes(b"done")


def killed_after(commands: int, database: Database, vault: Vault) -> None:
    receiver, sender = processes.Pipe(duplex=False)
    process = processes.Process(
        target=_submit, args=(database.url, vault.database.url, f"{commands}", sender)
    )
    process.start()
    sender.close()
    for _ in range(commands):
        assert receiver.recv_bytes() == b"done"
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()


def test_after_a_kill_the_listing_says_what_the_log_says(database: Database, vault: Vault) -> None:
    desk = Counter(database, vault, ManualClock(hong_kong("2026-03-01 12:00")))
    desk.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    for life in range(KILLS):
        killed_after(7 + life, database, vault)
        with desk.desk.log.locked(ID):
            pass  # whoever died in a transaction has lost it by now
        state = desk.desk.state(ID)
        assert state.seq > 3 * life
        assert desk.desk.listings.read({ID: state.seq}) == {ID: listing_of(state)}
        if listing_of(state).suspended:
            desk.submit(LiftSuspension(day=DAY, reason="to begin anew"))
    desk.submit(registration("0001"))
    assert desk.desk.listings.read({ID: desk.desk.head(ID).seq}) == {ID: listing_of(desk.desk.state(ID))}
