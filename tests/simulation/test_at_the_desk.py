"""Random tournaments through the real desk, on a database: stored rows are views, and the log is whole."""

from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import cast

import pytest

from services.access.rights import Role
from services.access.tokens import Principal
from services.desk.cache import at_rest
from services.desk.decoding import fold
from services.desk.desk import Desk
from services.desk.rebuilding import rebuild
from services.projections.models import MODELS
from services.projections.store import generation_of
from services.tournament.catalogue import INITIAL
from services.tournament.kernel import Command
from services.tournament.state import State
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.lottery import Lottery
from shared.problems import Problem
from shared.vault import Vault
from tests.simulation.depth import examples, soaking
from tests.simulation.mischief import SECRET
from tests.simulation.run import Run
from tests.simulation.truths import TRUTHS
from tests.unit.tournament.specs import hong_kong

ID = "random"
STEPS = 600
KEY = b"the key of commands in simulations only"


class DeskDoor:
    """Commands go to a desk, as they would from outside; some are sent twice under one id."""

    def __init__(self, database: Database, vault: Vault, seed: int) -> None:
        self.clock = ManualClock(hong_kong("2026-03-01 12:00"))
        lottery = Lottery(f"desk {seed}")
        self.desk = Desk(
            EventLog(database, self.clock),
            vault,
            self.clock,
            KEY,
            lambda size: bytes(lottery.below(256) for _ in range(size)),
        )
        self._dice = Random(seed)
        self._sent = 0

    @property
    def state(self) -> State:
        return self.desk.state(ID) if self.desk.log.head(ID).seq else INITIAL

    def submit(self, command: Command, role: str, moment: datetime) -> Problem | None:
        now = max(self.clock.now(), moment)
        self.clock.set(now)
        at = moment if moment < now - timedelta(seconds=1) else None
        who = Principal("t", cast(Role, role), "S1", ID)
        self._sent += 1
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


def rows_are_views(desk: Desk) -> None:
    """Stored rows, made one command at a time, are those of the view of the state."""
    state, generations = desk.state(ID), desk.log.head(ID).generations
    for model in MODELS:
        stored = desk.projections.read(ID, model, generation_of(generations, model.name))
        assert stored == model.view(state), model.name


@pytest.mark.parametrize("seed", range(examples(6)))
def test_live_rows_are_rebuilt_rows_are_the_view_of_the_fold(
    sqlite_database: Database, vault: Vault, tmp_path: Path, seed: int
) -> None:
    door = DeskDoor(sqlite_database, vault, seed)
    run = Run(door, Random(seed), noise=0.3)
    run.found()
    for step in range(STEPS):
        run.step()
        if step % 25 == 0 or soaking():
            rows_are_views(door.desk)
        if run.over:
            break
    rows_are_views(door.desk)
    for truth in TRUTHS:
        truth(door.state)

    events = door.desk.log.read(ID, 0, 1_000_000)
    assert [own.seq for own in events] == list(range(1, len(events) + 1))
    assert at_rest(fold(INITIAL, events)) == door.state
    for seq in {1, len(events) // 3, 2 * len(events) // 3, len(events)}:
        assert door.desk.state(ID, seq) == at_rest(fold(INITIAL, events[:seq]))

    cold = DeskDoor(sqlite_database, vault, seed)
    assert cold.desk.state(ID) == door.state
    assert [own.differing for own in rebuild(cold.desk, ID)] == [()] * len(MODELS)
    rows_are_views(cold.desk)

    for file in tmp_path.glob("log.db*"):
        assert SECRET.encode() not in file.read_bytes()
        assert "陳大文".encode() not in file.read_bytes()
