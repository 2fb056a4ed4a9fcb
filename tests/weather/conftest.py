"""A desk with eight entrants, an Observatory that answers what a test says, and a clock set by hand."""

from datetime import date, datetime, timedelta

import pytest

from services.desk.desk import Desk
from services.tournament.definition.founding import DefineTournament
from services.tournament.state import State
from services.tournament.weather.policy import Proposal
from services.tournament.weather.watching import last_proposal
from services.weather.listed import Fetched
from services.weather.observatory import Unreachable
from services.weather.polls import PollStore
from services.weather.watcher import Watcher
from shared.clock import ManualClock, from_micros
from shared.database import Database
from shared.vault import Vault
from tests.unit.desk.conftest import ID, Counter
from tests.unit.tournament.specs import definition, hk_rules, hong_kong, registration
from tests.weather.answers import fetched

DAY = date(2026, 3, 28)


class Watch:
    """A watcher at work: what the Observatory answers is set, time goes by in ticks of half a minute."""

    def __init__(self, counter: Counter, database: Database) -> None:
        self.counter = counter
        self.desk: Desk = counter.desk
        self.clock: ManualClock = counter.clock
        self.answer: Fetched | None = fetched()
        self.fetches = 0
        self.polls = PollStore(database)
        self.watcher = self.another()

    def another(self, *, automatic: bool = False) -> Watcher:
        """Another watcher on the same tables, as after a restart or in a second process."""

        def occurred_at(tournament: str, seq: int) -> datetime:
            event = self.desk.log.read_one(tournament, seq)
            assert event is not None
            return from_micros(event.occurred_at)

        def tournaments() -> list[str]:
            return self.desk.log.tournaments()

        return Watcher(
            self._fetch, self.desk, self.polls, self.clock, tournaments, occurred_at, automatic=automatic
        )

    def _fetch(self) -> Fetched:
        self.fetches += 1
        if self.answer is None:
            raise Unreachable("no answer in time")
        return self.answer

    def until(self, moment: str, answer: Fetched | None) -> None:
        """Let the Observatory answer so, and tick until the moment and at it."""
        self.answer = answer
        while self.clock.now() < hong_kong(moment):
            self.clock.advance(min(timedelta(seconds=30), hong_kong(moment) - self.clock.now()))
            self.watcher.tick()

    @property
    def state(self) -> State:
        return self.desk.state(ID)

    @property
    def proposal(self) -> Proposal | None:
        return last_proposal(self.state, DAY)

    @property
    def outcome(self) -> str | None:
        return None if self.proposal is None else self.proposal.outcome

    @property
    def events(self) -> list[str]:
        """The types of events since the registrations, in order."""
        return [event.type for event in self.desk.events(ID, after=self.start, limit=1000)]

    start = 0


@pytest.fixture
def watch(sqlite_database: Database, vault: Vault) -> Watch:
    counter = Counter(sqlite_database, vault, ManualClock(hong_kong("2026-03-01 12:00")))
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    counter.submit(*(registration(f"{place:04}") for place in range(1, 5)))
    watch = Watch(counter, sqlite_database)
    watch.start = watch.state.seq
    counter.at("2026-03-28 09:30")
    return watch
