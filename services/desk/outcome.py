"""What a tournament comes to at a moment: who enters each stage by the cut, and who stands on the podium.

Once they are decided as they were decided; before that as the standings are, so that what is and what would
be can be held side by side at any moment.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from services.desk.comparing import FAMILY, award_title, holders_of
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.tournament.standings.qualification import made
from services.tournament.standings.standing import family_standings, standings
from services.tournament.state import State


class CutOutcome(msgspec.Struct, frozen=True):
    """Who enters a stage from another.

    Attributes:
        stage: the one that is entered.
        status: of the cut; while it is `open` the lists are what it would be by the standings as they are.
        entering: entrant numbers, best first.
        tied: who lies across the last place, of whom some enter.
    """

    stage: Stage
    status: Literal["open", "held", "concluded"]
    entering: tuple[str, ...]
    tied: tuple[str, ...]


class PodiumOutcome(msgspec.Struct, frozen=True):
    """A title and who has it: entrant numbers or, of the family award, units.

    Attributes:
        award: as in a difference: "place-1", "family".
        given: whether it was awarded; else it is who would have it by the standings as they are.
    """

    award: str
    title: Text
    holders: tuple[str, ...]
    given: bool


class Outcome(msgspec.Struct, frozen=True):
    """The cuts and the podium at a moment."""

    cuts: tuple[CutOutcome, ...]
    podium: tuple[PodiumOutcome, ...]


def outcome(state: State) -> Outcome:
    """The outcome of a state."""
    return Outcome(tuple(_cuts(state)), tuple(_podium(state)))


def _cuts(state: State) -> Iterator[CutOutcome]:
    for plan in state.plan.stages:
        if plan.source is None:
            continue
        cut = state.cut_into(plan.id)
        if cut.status != "open":
            yield CutOutcome(plan.id, cut.status, cut.qualified, cut.tied)
            continue
        found = made(state, plan.id, None)
        tied = tuple(number for tie in found.ties for number in tie.tied)
        yield CutOutcome(plan.id, "open", found.entering, tied)


def _podium(state: State) -> Iterator[PodiumOutcome]:
    given = state.awards is not None
    held = holders_of(state) if given else dict(_by_standing(state))
    for award, holders in held.items():
        yield PodiumOutcome(award, award_title(state.plan, award), holders, given)


def _by_standing(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who would have the titles of the main award and the family award."""
    lines = standings(state, state.plan.titled_stage)
    for place in range(1, len(state.plan.titles) + 1):
        holders = tuple(line.entrant_no for line in lines if line.place == place)
        if holders:
            yield f"place-{place}", holders
    if state.plan.family_award is not None:
        best = tuple(line.unit for line in family_standings(state) if line.place == 1)
        if best:
            yield FAMILY, best
