"""What the worker costs with nothing to do: 3,000 tournaments that are over, each with its notices told."""

import tempfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from time import process_time

from msgspec.structs import replace

from infra.migrations import migrate, migrate_vault
from services.delivery.dispatching import LOOK_EVERY, MARK_EVERY, Dispatcher
from services.delivery.links import Links
from services.delivery.pacing import Pace
from services.delivery.senders import Sender
from services.desk.correspondence import Correspondence
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.scheduler.current import CurrentDesk, CurrentTournaments
from services.scheduler.duties import DUTIES, OnDuty
from services.tournament.definition.founding import DefineTournament
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.vault import Vault
from tests.bench.rounds import Settings
from tests.bench.tournaments import SECRET
from tests.delivery.test_message_updates import Marker
from tests.unit.desk.conftest import principal, repeating
from tests.unit.tournament.specs import definition, hk_rules, hong_kong, registration

TOURNAMENTS = 3000
_LOOKS = 20
_MOST = 1.0
"""Per cent of a core."""


def run(parent: str, settings: Settings) -> None:
    count = settings.amount(TOURNAMENTS)
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        database = Database(f"sqlite:///{Path(folder) / 'log.db'}", synchronous="OFF")
        migrate(database)
        vault = Vault(f"sqlite:///{Path(folder) / 'vault.db'}", SECRET)
        migrate_vault(vault.database)
        clock = ManualClock(hong_kong("2026-03-01 12:00"))
        desk = Desk(Parts.over(EventLog(database, clock), vault, clock, SECRET, repeating("idle")))
        for number in range(count):
            plan = replace(definition(capacity=8, tables=2), id=f"t-{number:04}")
            anywhere = replace(principal(), tournament_id=None)
            for command in (DefineTournament(definition=plan, ruleset=hk_rules()), registration("0001")):
                desk.submit(plan.id, command, anywhere)
        correspondence = Correspondence(desk)
        links = Links(desk.grants, vault, correspondence)
        dispatcher = Dispatcher(database, links, correspondence, clock, [Sender(Marker(), Pace(None, 0.0))])
        dispatcher.lease.acquire()
        while dispatcher._plan():
            pass
        clock.set(hong_kong("2026-11-01 12:00"))
        current = CurrentTournaments(desk.log, desk.state, clock, desk.state_kept, desk.listings.read)
        on_duty = [OnDuty(duty, CurrentDesk(desk, current), clock, current) for duty in DUTIES]
        parts: list[tuple[Callable[[], object], timedelta]] = [
            (dispatcher._plan, timedelta(seconds=LOOK_EVERY)),
            (lambda: dispatcher._marking.due("telegram"), timedelta(seconds=MARK_EVERY)),
            *((duty.tick, every.every) for duty, every in zip(on_duty, DUTIES, strict=True)),
        ]
        taken = sum(_per_second(look, every) for look, every in parts)
        database.close()
        vault.database.close()
    verdict = "met" if taken <= _MOST else "NOT MET"
    print(
        f"\nnothing to do, {count:,} tournaments that are over, SQLite, memory: {taken:.2f} % of a core,",
        end=" ",
    )
    print(f"target {_MOST:.0f} %: {verdict}")


def _per_second(look: Callable[[], object], every: timedelta) -> float:
    """Per cent of a core that one look takes, as often as it is made."""
    look()
    begun = process_time()
    for _ in range(_LOOKS):
        look()
    return (process_time() - begun) / _LOOKS / every.total_seconds() * 100
