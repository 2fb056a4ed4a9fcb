"""With nothing to do, what is looked at again and again asks as much of one tournament as of many."""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from services.delivery.dispatching import Dispatcher
from services.delivery.links import Links
from services.delivery.pacing import Pace
from services.delivery.senders import Sender
from services.delivery.webhooks import Answered, Webhooks
from services.desk.correspondence import Correspondence
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.scheduler.current import CurrentDesk, CurrentTournaments
from services.scheduler.duties import DUTIES, OnDuty
from services.scheduler.retention import Retention
from services.tournament.definition.founding import DefineTournament
from services.tournament.weather.suspension import SuspendDay
from services.weather.polls import PollStore
from services.weather.watcher import Watcher
from services.web.api.watching import HeadWatcher
from shared.clock import ManualClock, from_micros
from shared.database import Database
from shared.database.statement import Row, Statement
from shared.eventlog import EventLog
from shared.vault import Vault
from tests.delivery.test_message_updates import Marker
from tests.unit.desk.conftest import SECRET, principal, repeating
from tests.unit.tournament.specs import definition, hk_rules, hong_kong, registration
from tests.unit.tournament.test_watching import DAY
from tests.weather.answers import fetched


class House:
    """Everything that looks again and again, over as many tournaments as there are, counting what it asks."""

    def __init__(self, database: Database, vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
        self.database, self.vault = database, vault
        self.asked = 0
        self.clock = ManualClock(hong_kong("2026-03-01 12:00"))
        log = EventLog(database, self.clock)
        self.desk = Desk(Parts.over(log, vault, self.clock, SECRET, repeating("idle")))
        correspondence = Correspondence(self.desk)
        links = Links(self.desk.grants, vault, correspondence)
        senders = [Sender(Marker(), Pace(None, 0.0))]
        self.dispatcher = Dispatcher(database, links, correspondence, self.clock, senders)
        self.dispatcher.lease.acquire()
        current = CurrentTournaments(
            log, self.desk.state, self.clock, self.desk.state_kept, self.desk.listings.read
        )
        looked_at = CurrentDesk(self.desk, current)
        self.webhooks = Webhooks(database, log, self.clock, SECRET, repeating("hook"), lambda url: None)
        self.heads = HeadWatcher(log.head, threading.Event(), heads=log.heads)
        watcher = Watcher(
            fetched, looked_at, PollStore(database), self.clock, current, lambda id, seq: from_micros(0)
        )
        self.looks: Mapping[str, Callable[[], object]] = {
            "planning": self.dispatcher._plan,
            "sending": lambda: asyncio.run(self.dispatcher._begin()),
            "marks": lambda: self.dispatcher._marking.due("telegram"),
            **{duty.name: OnDuty(duty, looked_at, self.clock, current).tick for duty in DUTIES},
            "weather": watcher.tick,
            "retention": Retention(self.desk, log, self.clock, 60).tick,
            "webhooks": lambda: asyncio.run(self.webhooks.tick(_nobody)),
            "heads": lambda: self.heads._read(log.tournaments()),
        }
        fetch = Database.fetch

        def counted(database: Database, statement: Statement, row: Row = ()) -> list[Any]:
            self.asked += 1
            return fetch(database, statement, row)

        monkeypatch.setattr(Database, "fetch", counted)

    def found(self, numbers: Sequence[int]) -> None:
        """Tournaments with an entrant, a suspended day and a program that follows them."""
        for number in numbers:
            plan = replace(definition(capacity=8, tables=2), id=f"t-{number:04}")
            anywhere = replace(principal(), tournament_id=None)
            for command in (
                DefineTournament(definition=plan, ruleset=hk_rules()),
                registration("0001"),
                SuspendDay(day=DAY, grounds="other"),
            ):
                self.desk.submit(plan.id, command, anywhere)
            self.webhooks.subscribe(plan.id, "https://hooks.example.org")

    def settle_down(self) -> None:
        """Do all that there is to do, and what that leads to."""
        before: object = None
        while before != (before := self.desk.log.heads()):
            for look in self.looks.values():
                look()
            while self.dispatcher._plan():
                pass

    def counts(self) -> dict[str, int]:
        """How often each look asks the database."""
        counts = {}
        for name, look in self.looks.items():
            look()
            before = self.asked
            look()
            counts[name] = self.asked - before
        return counts


async def _nobody(url: str, body: bytes, headers: Mapping[str, str]) -> Answered:
    return Answered(204)


@pytest.mark.parametrize("when", ["2026-03-03 12:00", "2026-11-01 12:00"], ids=["to come", "over"])
def test_an_idle_look_asks_as_often_for_many_tournaments_as_for_two(
    database: Database, vault: Vault, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    house = House(database, vault, monkeypatch)
    house.found(range(2))
    house.clock.set(hong_kong(when))
    house.settle_down()
    few = house.counts()
    house.clock.set(hong_kong("2026-03-02 12:00"))
    house.found(range(2, 12))
    house.clock.set(hong_kong(when) + timedelta(hours=2))
    house.settle_down()
    assert house.counts() == few
    assert all(count <= 4 for count in few.values()), few


def test_what_happens_in_one_of_them_is_seen(
    sqlite_database: Database, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(sqlite_database, vault, monkeypatch)
    house.found(range(3))
    house.settle_down()
    assert house.dispatcher.fan_out.take_in(house.dispatcher.lease) == 0
    house.desk.submit("t-0001", registration("0002"), replace(principal(), tournament_id=None))
    assert house.dispatcher.fan_out.take_in(house.dispatcher.lease) > 0
    assert house.dispatcher.fan_out.take_in(house.dispatcher.lease) == 0
    seqs = house.heads._read(["t-0000", "t-0001", "nowhere"])
    ends = {id: head.seq for id, head in house.desk.log.heads().items()}
    assert seqs == {"t-0000": ends["t-0000"], "t-0001": ends["t-0001"], "nowhere": 0}
    assert ends["t-0001"] > ends["t-0000"]
