"""A tournament at a moment as an SQLite database: every view a table, for whoever wants SQL over results.

It is made in memory from the state, and nothing is kept of it.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec

from services.access.visibility import ANYONE, Visibility
from services.desk.moments import AsOf
from services.desk.query_context import QueryContext
from services.desk.sqlite_rows import added, shown, without
from services.desk.view_failures import answering
from services.projections.flat_tables import Cells, FlatTable, flat_table, flattened
from services.projections.models import MODELS, ReadModel
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
