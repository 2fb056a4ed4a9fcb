"""A tournament small enough to be played often, on which organizer and mischief take turns."""

from datetime import datetime, timedelta
from random import Random
from typing import Protocol

from services.tournament.catalogue import INITIAL
from services.tournament.definition.founding import DefineTournament
from services.tournament.definition.plan import Competition
from services.tournament.kernel.facts import Command
from services.tournament.state import State
from shared.problems import Problem
from tests.simulation.mischief import Mischief
from tests.simulation.organizer import Organizer
from tests.unit.tournament.given_files import contents_of, with_guide
from tests.unit.tournament.specs import F1, F2, S1, S2, T1, definition, hk_rules, hong_kong

ROLES = ("organizer", "chief_referee", "referee")


def small(cut: int) -> Competition:
    """Three preliminary sessions of eight in two days, and two of the final; 20 places in all."""
    return definition(
        capacity=8, tables=2, quota=20, cut=cut, final_capacity=6, final_tables=2, only=(S1, S2, T1, F1, F2)
    )


class Door(Protocol):
    """Where commands go: the pure functions, or a desk on a database."""

    @property
    def state(self) -> State: ...

    def submit(self, command: Command, role: str, moment: datetime) -> Problem | None: ...


class Run:
    """One tournament by chance.

    Args:
        noise: how often a command by chance comes instead of what makes sense.
    """

    def __init__(self, door: Door, dice: Random, noise: float = 0.3) -> None:
        self.door = door
        self.dice = dice
        self.noise = noise
        self.organizer = Organizer(dice, entrants=dice.choice([12, 16, 24]))
        self.mischief = Mischief(dice)
        self.now = hong_kong("2026-03-01 12:00")
        self.over = False

    def found(self) -> None:
        assert self.door.state == INITIAL
        plan = with_guide(small(self.dice.choice([6, 7, 8])))
        command = DefineTournament(definition=plan, ruleset=hk_rules(), attachments=contents_of(plan))
        assert self.door.submit(command, "organizer", self.now) is None

    def step(self) -> tuple[Command, Problem | None]:
        """One command, whatever becomes of it."""
        self.now += timedelta(seconds=self.dice.randrange(90))
        if self.dice.random() < self.noise:
            return self._try(self.mischief.any(self.door.state), self.dice.choice(ROLES), self.now)
        following = self.organizer.next(self.door.state, self.now)
        if following is None:
            self.over = self.door.state.awards is not None
            return self._try(self.mischief.any(self.door.state), "chief_referee", self.now)
        command, moment = following
        self.now = max(self.now, moment)
        return self._try(command, "organizer", moment)

    def _try(self, command: Command, role: str, moment: datetime) -> tuple[Command, Problem | None]:
        return command, self.door.submit(command, role, moment)
