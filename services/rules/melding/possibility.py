"""Had they the possibility to meld? What decides between the two charges for a player who never did.

Judged is the rack of their last finished turn, without a tile drawn then or later (HK rules 3, MSO scoring,
as read). If the tile they drew last is not known, each is tried: only if all agree is there an answer.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from services.rules.lengths import TileName, TileNames
from services.rules.melding.effort import Effort
from services.rules.melding.racks import best_meld, can_meld
from services.rules.ruleset import Ruleset
from services.rules.tiles import Tile, parse_rack
from shared.problems import ProblemType

LAST_DRAWN_NOT_THERE = ProblemType("last-drawn-not-on-rack", 422)
Possibility = Literal["possible", "impossible", "referee_decides"]


class RackInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rack to be judged.

    Attributes:
        rack: its tiles.
        last_drawn: the tile drawn last, which does not count; null if not known; left out to judge
            the rack as it is.
    """

    rack: TileNames
    last_drawn: TileName | msgspec.UnsetType | None = msgspec.UNSET


class CouldMeld(msgspec.Struct, frozen=True):
    """Whether an initial meld was possible.

    Attributes:
        best: the highest total that sets from the rack judged reach together.
        sets: such sets.
        charge: the points that follow by the ruleset; None if it knows no such charge or the referee decides.
    """

    verdict: Possibility
    best: int
    sets: tuple[tuple[str, ...], ...]
    charge: int | None


def could_meld(ruleset: Ruleset, asked: RackInput, effort: Effort | None = None) -> CouldMeld:
    """Judge whether a player could have melded.

    Args:
        effort: how long to search; as long as for one request, if not said.

    Raises:
        Problem: tile-unknown, tiles-too-many-alike, last-drawn-not-on-rack, too-hard.
    """
    effort = effort or Effort()
    rack = parse_rack(asked.rack, field="rack")
    points = ruleset.initial_meld.points.value
    if isinstance(asked.last_drawn, str):
        (drawn,) = parse_rack([asked.last_drawn], field="last_drawn")
        rack = _without(rack, drawn)
    best = best_meld(rack, effort)
    if asked.last_drawn is None and rack:
        verdict = _of_each({can_meld(_without(rack, tile), points, effort) for tile in set(rack)})
    else:
        verdict = "possible" if best.total >= points else "impossible"
    sets = tuple(tuple(map(str, tiles)) for tiles in best.sets)
    return CouldMeld(verdict, best.total, sets, _charge(ruleset, verdict))


def _of_each(answers: Iterable[bool]) -> Possibility:
    if all(answers):
        return "possible"
    return "referee_decides" if any(answers) else "impossible"


def _without(rack: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    if tile not in rack:
        raise LAST_DRAWN_NOT_THERE(tile=str(tile)).at(field="last_drawn")
    at = rack.index(tile)
    return rack[:at] + rack[at + 1 :]


CHARGED_FOR: Mapping[Possibility, str] = {"possible": "could_have_melded", "impossible": "could_not_meld"}
"""The charge that follows from an answer, by name; a ruleset need not know it."""


def _charge(ruleset: Ruleset, verdict: Possibility) -> int | None:
    name = CHARGED_FOR.get(verdict)
    return next((charge.points for charge in ruleset.scoring.charges if charge.name == name), None)
