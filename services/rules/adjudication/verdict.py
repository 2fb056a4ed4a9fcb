"""The verdict on a turn, with its reasons.

A turn is illegal if anything stands against it under every reading; where nothing does, but the document is
silent on a point that decides, it takes a ruling; otherwise it is legal.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from services.rules.adjudication.findings import Finding, breach, silence
from services.rules.adjudication.initial import initial_value, judge_initial_meld
from services.rules.adjudication.jokers import judge_jokers
from services.rules.adjudication.reasons import Reason, reason
from services.rules.adjudication.turn import Turn, TurnInput, names, read_turn
from services.rules.ruleset import UNSPECIFIED, Ruleset, Setting
from services.rules.sets import TableSet, fault_of
from services.rules.tiles import COPIES, JOKER

Verdict = Literal["legal", "illegal", "ruling_required"]


class Adjudication(msgspec.Struct, frozen=True):
    """A verdict with its reasons: breaches, silent points, or what makes the turn legal."""

    verdict: Verdict
    reasons: tuple[Reason, ...]


def adjudicate(ruleset: Ruleset, turn_input: TurnInput) -> Adjudication:
    """Judge a turn by a ruleset.

    Raises:
        Problem: tile-unknown, or tiles-too-many-alike for a beginning that one set of tiles cannot give;
            too-hard.
    """
    turn = read_turn(turn_input)
    found = [*_tiles(ruleset, turn), *_sets(ruleset, turn)]
    if not found:
        found += judge_jokers(ruleset, turn) if turn.melded else judge_initial_meld(ruleset, turn)
    found += _joker_places(ruleset, turn)
    breaches = tuple(finding.reason for finding in found if not finding.silent)
    if breaches:
        return Adjudication("illegal", breaches)
    if found:
        return Adjudication("ruling_required", tuple(finding.reason for finding in found))
    return Adjudication("legal", (_why_legal(ruleset, turn),))


def _tiles(ruleset: Ruleset, turn: Turn) -> Iterator[Finding]:
    """Nothing leaves the table, nothing comes from nowhere, and the rack gives at least one tile."""
    manipulation = ruleset.sets.manipulation.cite
    natural = {tile: times for tile, times in turn.gone.items() if not tile.is_joker}
    if natural:
        yield breach("tile_left_table", manipulation, tiles=names(natural))
    if JOKER in turn.gone:
        yield breach("joker_taken_back", ruleset.jokers.back_to_rack.cite)
    if turn.strange:
        yield breach("tile_not_from_rack", ruleset.sets.rack_tile.cite, tiles=names(turn.strange))
    if not turn.placed:
        yield breach("no_rack_tile", ruleset.sets.rack_tile.cite)


def _sets(ruleset: Ruleset, turn: Turn) -> Iterator[Finding]:
    for table_set in turn.after:
        if not table_set.legitimate:
            yield breach(fault_of(table_set.tiles), ruleset.sets.manipulation.cite, set=table_set)


def _joker_places(ruleset: Ruleset, turn: Turn) -> Iterator[Finding]:
    """Two jokers in a set, and a joker as a tile that is there twice: not everywhere allowed."""
    on_table = Counter(tile for laid in turn.after for tile in laid.tiles)
    for table_set in turn.after:
        if table_set.jokers > 1:
            yield from _unless_allowed(ruleset.jokers.two_in_a_set, "two_jokers", table_set)
        repeats = any(
            tile.is_joker and all(on_table[other] >= COPIES for other in table_set.standing_for(place))
            for place, tile in enumerate(table_set.tiles)
            if table_set.legitimate
        )
        if repeats:
            yield from _unless_allowed(ruleset.jokers.may_repeat_a_tile, "joker_repeats", table_set)


PERMISSIONS: dict[str, Callable[[Setting[str], str, TableSet], Finding | None]] = {
    "allowed": lambda axis, what, table_set: None,
    "forbidden": lambda axis, what, table_set: breach(_FORBIDDEN[what], axis.cite, set=table_set),
    UNSPECIFIED: lambda axis, what, table_set: silence(f"{what}_not_stated", axis.cite, set=table_set),
}
_FORBIDDEN: dict[str, str] = {"two_jokers": "two_jokers_in_a_set", "joker_repeats": "joker_repeats_a_tile"}


def _unless_allowed(axis: Setting[str], what: str, table_set: TableSet) -> Iterator[Finding]:
    found = PERMISSIONS[axis.value](axis, what, table_set)
    if found is not None:
        yield found


def _why_legal(ruleset: Ruleset, turn: Turn) -> Reason:
    if turn.melded:
        return reason("turn_complete", ruleset.sets.manipulation.cite, placed=names(turn.placed))
    least = ruleset.initial_meld.points
    value = initial_value(turn)
    if value is None:
        value = least.value  # reached, and more was done in the same turn
    return reason("initial_meld_reached", least.cite, points=value, least=least.value)
