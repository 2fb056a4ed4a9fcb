"""A tournament at a moment as an SQLite database: every view a table, for whoever wants SQL over results.

It is made in memory from the state, with places and names beside the rows, and nothing is kept of it.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs

from services.access.visibility import ANYONE, Visibility
from services.desk.moments import AsOf
from services.desk.participant_view import qualified_shown
from services.desk.query_context import QueryContext
from services.desk.view_failures import answering
from services.projections import rows
from services.projections.flat_tables import Cells, FlatTable, flat_table, flattened
from services.projections.models import MODELS, ReadModel, model
from services.tournament.definition.stages import Stage
from services.tournament.standings.places_seen import told_by_tables
from services.tournament.standings.standing import family_standings, standings
from shared.catalogue import Phrase, catalogue
from shared.clock import from_micros
from shared.eventlog import Recorded

if TYPE_CHECKING:
    from services.desk.desk import Desk

Report = Callable[[int, int], None]
"""Takes how much is done, and of how much."""


class SqliteExport(msgspec.Struct, frozen=True):
    """The bytes of a database, the moment that it shows, and how many rows each table has."""

    seq: int
    hash: str
    tables: dict[str, int]
    content: bytes


def sqlite_export(
    desk: "Desk",
    tournament_id: str,
    as_of: AsOf | None = None,
    *,
    public: bool = False,
    report: Report = lambda done, total: None,
) -> SqliteExport:
    """Write every view of a tournament, now or as of a moment, into a database.

    Args:
        public: as anyone may see it, with the names of who consents to pages; else with all names.

    Raises:
        Problem: tournament-unknown, view-failed, or a moment that cannot be understood.
    """
    state = desk.state(tournament_id, as_of, None if as_of is None else report)
    present = desk.state(tournament_id)
    seen = (ANYONE if public else Visibility("organizer")).at_present(present)
    look = QueryContext(tournament_id, state, present, seen, "any", "en", desk.directory, desk)
    (event,) = desk.stored(tournament_id, [state.seq])
    counts: dict[str, int] = {}
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute('CREATE TABLE "README" (subject TEXT PRIMARY KEY, en TEXT, zh TEXT)')
        _explain(database, _about(look, event, public))
        for done, model in enumerate(MODELS):
            report(done, len(MODELS))
            with answering(tournament_id, model.name, state.seq):
                for table, columns, rows in _tables(look, model, public):
                    _write(database, table, columns, rows)
                    counts[table.name] = len(rows)
        report(len(MODELS), len(MODELS))
        database.commit()
        return SqliteExport(state.seq, event.hash.hex(), counts, database.serialize())


def _tables(
    look: QueryContext, model: ReadModel, public: bool
) -> Iterator[tuple[FlatTable, Mapping[str, str], list[Cells]]]:
    """The tables of a view, each with the types of its columns and its rows."""
    top = flat_table(model.name, model.row_type)
    made: dict[str, list[Cells]] = {table.name: [] for table in top.all()}
    for row in model.view(look.state).values():
        visible = shown(look, row) if public else row
        if visible is not None:
            for name, cells in flattened(top, visible):
                made[name].append(cells)
    columns = added(look, model.name, made[model.name])
    for table in top.all():
        every = {**table.columns, **(columns if table is top else {})}
        kept = without(table.name, every) if public else every
        if kept:
            yield table, kept, made[table.name]


def _write(
    database: sqlite3.Connection, table: FlatTable, columns: Mapping[str, str], rows: list[Cells]
) -> None:
    defined = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
    key = ", ".join(f'"{name}"' for name in table.key)
    database.execute(f'CREATE TABLE "{table.name}" ({defined}, PRIMARY KEY ({key}))')
    marks = ", ".join("?" * len(columns))
    values = ([cells[name] for name in columns] for cells in rows)
    database.executemany(f'INSERT INTO "{table.name}" VALUES ({marks})', values)
    _explain(database, {table.name: Phrase(f"sql-table-{table.name.replace('_', '-')}")})
    _explain(database, {f"{table.name}.{name}": _meaning(table.name, name) for name in columns})


def _explain(database: sqlite3.Connection, texts: Mapping[str, Phrase | str]) -> None:
    lines = [
        (subject, *((text, text) if isinstance(text, str) else map(text.in_language, ("en", "zh"))))
        for subject, text in texts.items()
    ]
    database.executemany('INSERT INTO "README" VALUES (?, ?, ?)', lines)


def _about(look: QueryContext, event: Recorded, public: bool) -> dict[str, Phrase | str]:
    return {
        "README": Phrase("sql-table-readme"),
        "tournament": look.tournament_id,
        "title": Phrase("part-as-written", {"text": look.state.plan.title}),
        "seq": str(event.seq),
        "hash": event.hash.hex(),
        "moment": from_micros(event.recorded_at).isoformat(),
        "public": Phrase("sql-public" if public else "sql-not-public"),
    }


def _meaning(table: str, column: str) -> Phrase:
    """What a column is: in this table, where that is said, or else in any."""
    keys = (f"sql-column-{name.replace('_', '-')}" for name in (f"{table}-{column}", column))
    return Phrase(next(key for key in keys if key in catalogue("en")))


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
