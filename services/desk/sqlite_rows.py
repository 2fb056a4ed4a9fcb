"""What stands in a database of results: for the public only what anyone may see, with names by consent now.

Places, and who sits where, wait for when they are shown. Of people the public gets nothing that officials
alone read, since a number leads to a name.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from services.desk.participant_view import qualified_shown
from services.desk.query_context import QueryContext
from services.projections import rows
from services.projections.flat_tables import Cells
from services.projections.models import model
from services.tournament.definition.stages import Stage
from services.tournament.standings.places_seen import told_by_tables
from services.tournament.standings.standing import family_standings, standings

_FOR_OFFICIALS = ("docket", "entrant_entries", "sheet_signatures", "sheet_conflicts")
"""Tables that the public does not get, with those below them."""
_OF_OFFICIALS: Mapping[str, frozenset[str]] = {
    "entrant": frozenset(rows.EntrantRow.__struct_fields__)
    - {"entrant_no", "status", "unit", "team", "qualified"},
    "sheet": frozenset(("open_points",)),
}
"""Columns that the public does not get, by table."""
_NAMING = ("standing", "family", "seating", "publication", "award")
"""The views in which the public meets an entrant by number, so that a name there says nothing new."""


def without(table: str, columns: Mapping[str, str]) -> dict[str, str]:
    """The columns of a table that the public gets; none of a table that is for officials."""
    if table.startswith(_FOR_OFFICIALS):
        return {}
    withheld = _OF_OFFICIALS.get(table, frozenset())
    return {name: kind for name, kind in columns.items() if name not in withheld}


def added(look: QueryContext, name: str, cells: Iterable[Cells]) -> dict[str, str]:
    """Put beside the cells of a view what is worked out over all of them: places, and names.

    Returns:
        the columns that are new, with their types.
    """
    if name == "entrant":
        return _with_names(look, cells)
    if name not in ("standing", "family"):
        return {}
    places: dict[Any, tuple[int, int]] = {}
    if name == "standing":
        for stage in look.state.stages:
            for line in standings(look.state, stage):
                places[stage, line.entrant_no] = line.place, int(line.tied)
    else:
        places = {line.unit: (line.place, int(line.tied)) for line in family_standings(look.state)}
    for row in cells:
        key = (row["stage"], row["entrant_no"]) if name == "standing" else row["unit"]
        row["place"], row["tied"] = places.get(key, (None, None))
    return {"place": "INTEGER", "tied": "INTEGER"}


def _with_names(look: QueryContext, cells: Iterable[Cells]) -> dict[str, str]:
    numbers = [row["entrant_no"] for row in cells]
    if not look.sees_all_names:
        met = _met(look)
        numbers = [number for number in numbers if number in met]
    for language in ("en", "zh"):
        names = structs.replace(look, language=language).names(numbers)
        for row in cells:
            row[f"name_{language}"] = names.get(row["entrant_no"]) or None
    return {"name_en": "TEXT", "name_zh": "TEXT"}


def _met(look: QueryContext) -> set[str]:
    """The numbers that the public meets: a name beside another would tell where somebody is to play."""
    met: set[str] = set()
    for name in _NAMING:
        for row in model(name).view(look.state).values():
            match shown(look, row):
                case rows.StandingRow(entrant_no=number):
                    met.add(number)
                case rows.FamilyRow(child=child, parent=parent):
                    met |= {child, parent}
                case rows.TableRow(entrants=numbers) | rows.AwardRow(holders=numbers):
                    met.update(numbers)
                case rows.PublicationRow(rows=lines):
                    met.update(line.entrant_no for line in lines)
    return met


def shown(look: QueryContext, row: rows.Row) -> rows.Row | None:
    """A row as anyone may see it; None where they may not."""
    match row:
        case rows.StandingRow():
            return _standing(look, row)
        case rows.FamilyRow():
            return row if _family_shown(look, row.unit) else None
        case rows.TableRow():
            return None if _seats_hidden(look, look.state.sessions[row.session].stage) else row
        case rows.EntrantRow():
            return _entrant(look, row)
        case rows.SheetRow():
            hidden = look.hidden(row.stage) or _seats_hidden(look, row.stage)
            return None if hidden else row
        case rows.AwardRow():
            return _award(look, row)
    return row


def _standing(look: QueryContext, row: rows.StandingRow) -> rows.StandingRow | None:
    if look.hidden(row.stage):
        return None
    goes_on = row.qualified
    if goes_on is not None:
        goes_on = qualified_shown(look.state, look.visibility, row.stage, row.entrant_no)
    return structs.replace(row, qualified=goes_on)


def _entrant(look: QueryContext, row: rows.EntrantRow) -> rows.EntrantRow:
    stage = look.state.entrants[row.entrant_no].stage
    goes_on = qualified_shown(look.state, look.visibility, stage, row.entrant_no)
    unit = row.unit if row.unit is not None and _family_shown(look, row.unit) else None
    return structs.replace(row, qualified=goes_on, unit=unit)


def _award(look: QueryContext, row: rows.AwardRow) -> rows.AwardRow | None:
    """An award whose stage shows its places; of families those alone that are shown."""
    plan = look.state.plan
    kind, _, rest = row.award.partition("/")
    if kind == "family":
        holders = tuple(unit for unit in row.holders if _family_shown(look, unit))
        return structs.replace(row, holders=holders) if holders else None
    stage = plan.titled_stage if kind == "place" else plan.awards[int(rest.partition("/")[0])].stage
    return None if look.hidden(stage) else row


def _family_shown(look: QueryContext, unit: str) -> bool:
    return not look.hidden(look.state.plan.family_stage) and look.shows_family(look.state.units[unit])


def _seats_hidden(look: QueryContext, stage: Stage) -> bool:
    return bool(look.hidden(*told_by_tables(look.state, stage)))
