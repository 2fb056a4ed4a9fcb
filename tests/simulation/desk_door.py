"""A real desk on a database as the door that commands of random tournaments go through."""

from datetime import datetime, timedelta
from random import Random
from typing import cast

from services.access.principal import Principal
from services.access.rights import Role
from services.access.visibility import OFFICES_GIVEN, holds_office
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.tournament.catalogue import INITIAL
from services.tournament.definition.founding import AppointReferee
from services.tournament.kernel.facts import Command
from services.tournament.state import State
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.lottery import Lottery
from shared.problems import Problem
from shared.vault import Vault
from tests.unit.tournament.specs import hong_kong

ID = "random"
CHIEF = "S1"
KEY = b"the key of commands in simulations only"


class DeskDoor:
    """Commands go to a desk, as they would from outside; some are sent twice under one id."""

    def __init__(self, database: Database, vault: Vault, seed: int) -> None:
        self.clock = ManualClock(hong_kong("2026-03-01 12:00"))
        lottery = Lottery(f"desk {seed}")
        self.desk = Desk(
            Parts.over(
                EventLog(database, self.clock),
                vault,
                self.clock,
                KEY,
                lambda size: bytes(lottery.below(256) for _ in range(size)),
            )
        )
        self._dice = Random(seed)
        self._sent = 0

    @property
    def state(self) -> State:
        return self.desk.state(ID) if self.desk.log.head(ID).seq else INITIAL

    def submit(self, command: Command, role: str, moment: datetime) -> Problem | None:
        self._sent += 1
        who, at = self.sender(role), self.stated(moment)
        id_ = f"s-{self._sent}" if self._dice.random() < 0.5 else None
        before = self.desk.log.head(ID)
        try:
            answer = self.desk.submit(ID, command, who, command_id=id_, occurred_at=at)
        except Problem as refused:
            if self.desk.log.head(ID) != before:
                raise AssertionError("a refused command left something behind") from refused
            return refused
        if id_ is not None and answer.events:
            again = self.desk.submit(ID, command, who, command_id=id_, occurred_at=at)
            assert again.repeated
            assert (again.events, again.remarks) == (answer.events, answer.remarks)
        return None

    def sender(self, role: str) -> Principal:
        """Who sends: for an office that the tournament gives its Chief Referee S1, appointed when needed."""
        office, state = cast(Role, role), self.state
        if (
            office in OFFICES_GIVEN
            and state.definition is not None
            and not holds_office(state, office, CHIEF)
        ):
            appointment = AppointReferee(referee=CHIEF, name="The Chief Referee", chief=True)
            self.desk.submit(ID, appointment, Principal("t", "organizer", "S1", ID))
        return Principal("t", office, CHIEF, ID)

    def stated(self, moment: datetime) -> datetime | None:
        """Move the clock on to `moment`; the business time to state, if that lies behind by now."""
        now = max(self.clock.now(), moment)
        self.clock.set(now)
        return moment if moment < now - timedelta(seconds=1) else None
