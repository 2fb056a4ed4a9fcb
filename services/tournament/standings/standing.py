"""Standings: what everyone has reached in a stage, put in order by what ranks there.

Ranked is who completed every game of the stage, or who played at all, as the stage says; never who was
withdrawn or disqualified, nor who has neither a game nor a bye in it. Places are never split at random: equal
on every key is the same place, and the next is skipped.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import structs

from services.rules.ranking import Key, Totals, in_order, key_of, shared
from services.rules.swiss.tie_breaks import HEAD_TO_HEAD, head_to_head
from services.tournament.definition.stages import Stage, StagePlan
from services.tournament.people.entrants import Entrant, FamilyUnit, Participation
from services.tournament.play.scores import Total
from services.tournament.standings.draws import without_drawn
from services.tournament.standings.reached import (
    SUMMED,
    Standing,
    played_all,
    ranking_of,
    reached_in,
)
from services.tournament.state import State


class FamilyStanding(msgspec.Struct, frozen=True):
    """One ranked family unit: the sums of both members' results."""

    place: int
    unit: str
    totals: Totals
    tied: bool


def ranked(state: State, stage: Stage, entrant: Entrant) -> Standing | None:
    """The entrant's totals in the stage, None while not ranked."""
    return _ranked(state, state.stage_plan(stage), entrant)


def _ranked(state: State, plan: StagePlan, entrant: Entrant) -> Standing | None:
    part = entrant.participation(plan.id)
    if part is None or not part.stands or entrant.status != "registered":
        return None
    if rests_on_one_sheet(plan):
        return _of_one_session(state, part, entrant.entrant_no)
    total, sheet = _summed(state, plan.id, entrant)
    return _line(total, sheet) if _is_ranked(state, plan, entrant, total) else None


def added_up(state: State, stage: Stage, entrant: Entrant) -> Standing | None:
    """What the entrant's own sheets add up to, whatever else a place may depend on; None without a game."""
    part = entrant.participation(stage)
    if part is None or not part.stands or entrant.status != "registered":
        return None
    if rests_on_one_sheet(state.stage_plan(stage)):
        return _of_one_session(state, part, entrant.entrant_no)
    total, sheet = _summed(state, stage, entrant)
    return _line(total, sheet) if total.games else None


def rests_on_one_sheet(plan: StagePlan) -> bool:
    """Whether a place rests on a single sheet, played to its end, and on nothing else."""
    return plan.attend == "one" and plan.ranked == "complete" and not plan.carry


def _of_one_session(state: State, part: Participation, number: str) -> Standing | None:
    table = part.latest.table
    sheet = state.sheets.get(table) if table is not None else None
    if sheet is None:
        return None
    for total in sheet.totals:
        if total.entrant == number:
            played_out = total.games and total.games >= len(sheet.games)
            return _line(without_drawn(state, part.stage, total), sheet.sheet) if played_out else None
    return None


def _field_of_sheets(state: State, stage: Stage) -> list[Standing]:
    """Everyone ranked where a place rests on a single sheet, read from the sheets that are complete."""
    field = []
    for sheet in state.sheets.values():
        if sheet.stage != stage:
            continue
        for total in sheet.totals:
            if not total.games or total.games < len(sheet.games):
                continue
            entrant = state.entrants[total.entrant]
            part = entrant.participation(stage)
            if part is None or not part.stands or entrant.status != "registered":
                continue
            if part.latest.table == sheet.sheet:
                field.append(_line(without_drawn(state, stage, total), sheet.sheet))
    return field


def _summed(state: State, stage: Stage, entrant: Entrant) -> tuple[Total, str]:
    """The sums over all sheets that count, and the last of them."""
    number, last = entrant.entrant_no, ""
    sums = Total(number)
    for counted in state.plan.counted_in(stage):
        part = entrant.participation(counted)
        for attendance in part.attendances if part is not None else ():
            for table in attendance.tables:
                sheet = state.sheets.get(table)
                if sheet is not None and number in sheet.seats:
                    sums, last = sums + sheet.total(number), table
    return without_drawn(state, stage, sums), last


def _is_ranked(state: State, plan: StagePlan, entrant: Entrant, total: Total) -> bool:
    number = entrant.entrant_no
    if not total.games and not _has_bye(state, plan, number):
        return False
    if plan.ranked == "complete" and plan.attend == "one":
        part = entrant.participation(plan.id)
        return part is not None and _of_one_session(state, part, number) is not None
    return plan.ranked == "played" or played_all(state, plan, number)


def _has_bye(state: State, plan: StagePlan, number: str) -> bool:
    counted = state.plan.counted_in(plan.id)
    return any(number in session.byes for stage in counted for session in state.sessions_of(stage))


def standings(state: State, stage: Stage) -> list[Standing]:
    """Everyone ranked in the stage, best first; equals in order of entrant number."""
    plan = state.stage_plan(stage)
    if rests_on_one_sheet(plan):
        field = _field_of_sheets(state, stage)
    else:
        found = (_ranked(state, plan, entrant) for entrant in state.entrants.values())
        field = [line for line in found if line is not None]
    names = ranking_of(state, stage)
    if not adds_up(state, stage):
        reached = _compared(names, reached_in(state, stage), [line.entrant_no for line in field])
        field = [
            structs.replace(reached[line.entrant_no], games=line.games, sheet=line.sheet) for line in field
        ]
    return placed(names, field)


def adds_up(state: State, stage: Stage) -> bool:
    """Whether a place rests on the sums of everyone's own sheets, whatever opponents have reached."""
    return state.stage_plan(stage).attend == "one" and SUMMED.issuperset(ranking_of(state, stage))


def everyone(state: State, stage: Stage) -> list[Standing]:
    """Everyone who is in the stage and not out of it, ranked or not, as a draw by standing goes by them."""
    plan, names = state.stage_plan(stage), ranking_of(state, stage)
    of_the_ranked = (
        no for no, entrant in state.entrants.items() if _ranked(state, plan, entrant) is not None
    )
    reached = _compared(names, reached_in(state, stage), of_the_ranked)
    field = [
        line
        for number, line in reached.items()
        if state.entrants[number].status == "registered" and state.entrants[number].stands_in(stage)
    ]
    return placed(names, field)


def placed(names: Sequence[str], field: Sequence[Standing]) -> list[Standing]:
    """Everyone of a field with their place by the named keys, best first."""
    ordered = in_order(names, [line.totals for line in field], [line.entrant_no for line in field])
    level = shared([place for place, _ in ordered])
    return [structs.replace(field[at], place=place, tied=place in level) for place, at in ordered]


def _compared(
    names: Sequence[str], reached: dict[str, Standing], numbers: Iterable[str]
) -> dict[str, Standing]:
    """What everyone has reached, with head to head among those equal on every key before it.

    Args:
        numbers: who is ranked; nobody else is compared.
    """
    if HEAD_TO_HEAD not in names:
        return reached
    key = key_of(names[: names.index(HEAD_TO_HEAD)])
    level: dict[Key, list[str]] = {}
    for number in numbers:
        level.setdefault(key(reached[number].totals), []).append(number)
    decided = dict(reached)
    for equal in level.values():
        for number in equal:
            line = reached[number]
            assert line.swiss is not None, "where head to head ranks, opponents are known"
            against = head_to_head(number, equal, line.swiss.opponents)
            totals = structs.replace(line.totals, head_to_head=against)
            decided[number] = structs.replace(line, totals=totals)
    return decided


def _line(total: Total, sheet: str) -> Standing:
    return Standing(total.entrant, total.totals, total.games, sheet)


def family_totals(state: State, unit: FamilyUnit) -> Totals | None:
    """The sums of both members of a family unit; None unless both are ranked in the stage that counts."""
    child = ranked(state, state.plan.family_stage, state.entrants[unit.child])
    parent = ranked(state, state.plan.family_stage, state.entrants[unit.parent])
    return None if child is None or parent is None else child.totals + parent.totals


def family_standings(state: State) -> list[FamilyStanding]:
    """The family units whose two members are both ranked in the final, best first (Super Family Award)."""
    found = {unit.unit: family_totals(state, unit) for unit in state.units.values()}
    sums = {name: totals for name, totals in found.items() if totals is not None}
    keys, names = state.rules_in(state.plan.family_stage).ranking.keys.value, [*sums]
    ordered = in_order(keys, [*sums.values()], names)
    level = shared([place for place, _ in ordered])
    return [FamilyStanding(place, names[at], sums[names[at]], place in level) for place, at in ordered]
