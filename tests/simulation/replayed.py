"""Random tournaments with their record, command by command, so that they can be told again."""

from datetime import datetime
from random import Random

from services.tournament.catalogue import INITIAL, decide, evolve
from services.tournament.counterfactual.recorded_facts import Told
from services.tournament.counterfactual.replay import Changes, Story, tell
from services.tournament.kernel.facts import Command, Stamp
from services.tournament.state import State
from shared.problems import Problem
from tests.simulation.run import Run
from tests.unit.tournament.specs import Known, Tournament

STEPS = 1200


class RecordingDoor:
    """Commands go to the pure functions; what each led to is kept as the log would have it."""

    def __init__(self) -> None:
        self.tournament = Tournament()
        self.decided = self.tournament.state
        """The state of the last decision, with what it touched."""

    @property
    def state(self) -> State:
        return self.tournament.state

    @property
    def record(self) -> list[Told]:
        return self.tournament.record

    def submit(self, command: Command, role: str, moment: datetime) -> Problem | None:
        self.tournament.now = max(self.tournament.now, moment)
        context = self.tournament.context(role, moment)
        try:
            decision = decide(self.state, command, context)
        except Problem as refused:
            return refused
        self.tournament._adopt(decision.entries, context)
        self.decided = decision.state
        return None

    def tell(self, changes: Changes, begin: int = 0) -> Story:
        """Tell the record again from a seq on."""
        state = INITIAL
        for step in self.record[:begin]:
            state = evolve(state, step.event, Stamp(step.seq, step.occurred_at, step.actor))
        personal, now = Known(self.tournament.vault), self.tournament.now
        return tell(state, self.record[begin:], self.state, changes, personal, now)


def played(seed: int, noise: float, steps: int = STEPS) -> RecordingDoor:
    """A tournament by chance, to its end or for so many commands."""
    door = RecordingDoor()
    run = Run(door, Random(seed), noise)
    run.found()
    for _ in range(steps):
        run.step()
        if run.over:
            break
    return door
