"""A desk on a fresh SQLite file, with a clock that is set by hand and chance that repeats."""

from collections.abc import Callable

import pytest

from services.access.principal import Principal
from services.access.rights import Role
from services.desk.answers import Answer
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.tournament.definition.founding import DefineTournament
from services.tournament.kernel.facts import Command
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.lottery import Lottery
from shared.vault import Vault
from tests.unit.tournament.specs import definition, hk_rules, hong_kong

ID = "hk-2026"
SECRET = b"a secret for the desk in tests only"


def principal(role: Role = "organizer", subject: str = "test") -> Principal:
    return Principal("t-1", role, subject, ID)


def repeating(seed: str) -> Callable[[int], bytes]:
    lottery = Lottery(seed)
    return lambda size: bytes(lottery.below(256) for _ in range(size))


class Counter:
    """A desk and who stands at it."""

    def __init__(self, database: Database, vault: Vault, clock: ManualClock, seed: str = "desk") -> None:
        self.clock = clock
        self.desk = Desk(Parts.over(EventLog(database, clock), vault, clock, SECRET, repeating(seed)))

    def at(self, moment: str) -> "Counter":
        self.clock.set(hong_kong(moment))
        return self

    def submit(
        self, *commands: Command, role: Role = "organizer", subject: str = "test", id: str | None = None
    ) -> Answer:
        answer = None
        for command in commands:
            answer = self.desk.submit(ID, command, principal(role, subject), command_id=id)
        assert answer is not None
        return answer


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(hong_kong("2026-03-01 12:00"))


@pytest.fixture
def counter(sqlite_database: Database, vault: Vault, clock: ManualClock) -> Counter:
    """A desk whose tournament is founded: two tables a session."""
    counter = Counter(sqlite_database, vault, clock)
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    return counter
