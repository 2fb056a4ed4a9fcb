"""Refusals with real values: every kind of command by chance, at several moments of each story."""

from collections.abc import Iterator
from functools import cache
from random import Random

from services.tournament.catalogue import INITIAL, decide, evolve
from services.tournament.kernel.facts import Stamp
from services.tournament.state import State, at_rest
from shared.problems import Problem
from tests.golden.stories import STORIES
from tests.simulation.mischief import KINDS, Mischief
from tests.unit.tournament.specs import Tournament

MOMENTS = 3
TRIES = 2
"""Of each story so many moments; at each of them every kind of command is tried so often."""


@cache
def refusals() -> tuple[Problem, ...]:
    """What was refused, each sentence once."""
    # Ten times as many are refused, mostly with the same values, and to put one into words takes longest.
    refused = {(problem.code, repr(problem.params)): problem for problem in _refusals()}
    found = {(problem.code, str(problem)): problem for problem in refused.values()}
    return tuple(found.values())


def _refusals() -> Iterator[Problem]:
    mischief = Mischief(Random("refusals"))
    for story in STORIES:
        tournament = story()
        for state in _moments(tournament):
            for kind in KINDS:
                for _ in range(TRIES):
                    try:
                        decide(state, mischief.of(kind, state), tournament.context())
                    except Problem as problem:
                        yield from (problem, *problem.others)


def _moments(tournament: Tournament) -> Iterator[State]:
    history = list(zip(tournament.history, tournament.stamps, strict=True))
    state, every = INITIAL, max(1, len(history) // MOMENTS)
    for place, (event, stamp) in enumerate(history, 1):
        state = at_rest(evolve(state, event, Stamp(stamp.seq, stamp.occurred_at, stamp.actor)))
        if place % every == 0 or place == len(history):
            yield state
