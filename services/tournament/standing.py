"""Standings: ranking keys from the sheets, places from one function (HK ranking).

Ranked is who completed every game of the stage and was neither withdrawn nor disqualified. Places are never
split at random: equal on every key is the same place, and the next is skipped.
"""

from collections.abc import Sequence

import msgspec

from services.rules.ranking import Key, Totals, places, ranking_key, shared
from services.rules.ruleset import Ruleset
from services.tournament.definition.stages import Stage
from services.tournament.state import Entrant, FamilyUnit, State, Total


class Standing(msgspec.Struct, frozen=True):
    """One ranked entrant. `sixths` is the total score in whole sixths, over `games` games."""

    place: int
    entrant_no: str
    games_won: int
    sixths: int
    tiles: int
    games: int
    tied: bool
    sheet: str


class FamilyStanding(msgspec.Struct, frozen=True):
    """One ranked family unit: the sums of both members' final results."""

    place: int
    unit: str
    child: str
    parent: str
    games_won: int
    sixths: int
    tiles: int
    tied: bool


class Ranked(msgspec.Struct, frozen=True):
    """What ranking needs to know of one entrant in one stage."""

    entrant_no: str
    total: Total
    sheet: str


def ranked(state: State, stage: Stage, entrant: Entrant) -> Ranked | None:
    """The entrant's totals in the stage, None while not ranked."""
    attendance = entrant.at(stage)
    if attendance is None or attendance.table is None or not entrant.plays_in(stage):
        return None
    if entrant.status != "registered":
        return None
    sheet = state.sheets.get(attendance.table)
    if sheet is None:
        return None
    for total in sheet.totals:
        if total.entrant == entrant.entrant_no:
            if total.games < len(sheet.games):
                return None
            return Ranked(entrant.entrant_no, total, sheet.sheet)
    return None


def standings(state: State, stage: Stage) -> list[Standing]:
    """Everyone ranked in the stage, best first; equals in order of entrant number."""
    own = (ranked(state, stage, entrant) for entrant in state.entrants.values())
    return placed(state.rules, [one for one in own if one is not None])


def placed(rules: Ruleset, field: Sequence[Ranked]) -> list[Standing]:
    """Places over the ruleset's ranking keys, best first."""
    key_of = ranking_key(rules)
    keyed = sorted(
        ((key_of(_totals(one.total)), one.entrant_no, one) for one in field), key=lambda own: own[:2]
    )
    given = places([key for key, _, _ in keyed])
    level = shared(given)
    return [
        Standing(
            place,
            number,
            one.total.games_won,
            one.total.sixths,
            one.total.tiles,
            one.total.games,
            place in level,
            one.sheet,
        )
        for place, (_, number, one) in zip(given, keyed, strict=True)
    ]


def _totals(total: Total) -> Totals:
    return Totals(total.games_won, total.sixths, total.tiles)


def family_standings(state: State) -> list[FamilyStanding]:
    """The family units whose two members are both ranked in the final, best first (Super Family Award)."""
    key_of = ranking_key(state.rules)
    field: list[tuple[Key, str, FamilyUnit, Totals]] = []
    for unit in state.units.values():
        child = ranked(state, state.plan.family_stage, state.entrants[unit.child])
        parent = ranked(state, state.plan.family_stage, state.entrants[unit.parent])
        if child is not None and parent is not None:
            sums = _totals(child.total) + _totals(parent.total)
            field.append((key_of(sums), unit.unit, unit, sums))
    field.sort(key=lambda own: own[:2])
    given = places([own[0] for own in field])
    level = shared(given)
    return [
        FamilyStanding(
            place,
            name,
            unit.child,
            unit.parent,
            sums.games_won,
            sums.score_sixths,
            sums.tiles,
            place in level,
        )
        for place, (_, name, unit, sums) in zip(given, field, strict=True)
    ]
