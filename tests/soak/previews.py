"""Rulings by the thousand: each is previewed, given, and held to what its preview showed."""

from itertools import count
from random import Random

from tests.simulation.foresight import ForeseeingDoor, play_with_rulings
from tests.soak.pace import Pace
from tests.soak.places import fresh


def run(pace: Pace) -> None:
    print("  every effect, superseding, after publication, across the cut, refused", flush=True)
    pace.spread(play, count(pace.seed), lambda done: f"{done:,} rulings came out as foreseen")


def play(seed: int) -> int:
    """A tournament of its own; returns how many rulings there were."""
    with fresh() as (database, vault, _):
        door = ForeseeingDoor(database, vault, seed)
        play_with_rulings(door, Random(seed))
        return len(door.ruled)
