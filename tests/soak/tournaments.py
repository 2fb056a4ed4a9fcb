"""Random tournaments, one after the other: on the pure functions, and at the desk."""

from itertools import count
from random import Random

import hypothesis

from tests import profiles
from tests.simulation.run import Run
from tests.simulation.test_at_the_desk import (
    test_what_is_stored_and_what_is_held_follow_from_the_log as at_the_desk,
)
from tests.simulation.test_whole_tournaments import PureDoor
from tests.soak.pace import Pace
from tests.soak.places import fresh

STEPS = 1500
NOISE = (0.0, 0.15, 0.3, 0.5)


def run(pace: Pace) -> None:
    print("  what must be true is looked at after every command; what is stored after every step", flush=True)
    pace.spread(play, count(pace.seed), lambda done: f"{done:,} commands in random tournaments", prepare)


def prepare() -> None:
    hypothesis.settings.load_profile("soak")
    assert profiles.soaking()


def play(seed: int) -> int:
    """Two tournaments of one seed; returns how many commands were tried on the pure functions."""
    door = Run(PureDoor(), Random(seed), NOISE[seed % len(NOISE)])
    door.found()
    steps = 0
    while not door.over and steps < STEPS:
        door.step()
        steps += 1
    with fresh() as (database, vault, folder):
        at_the_desk(database, vault, folder, seed)
    return steps
