"""Storing read models: the rows a command changed, written in its append's transaction; reading them back."""

from collections.abc import Iterable, Mapping

import sqlalchemy as sa

from services.projections.models import MODELS, ReadModel
from services.projections.rows import Row
from services.projections.tables import KEY_COLUMNS, TABLES, cells, row_of
from services.tournament.state import State
from shared.database import Database, Statement
from shared.eventlog import Write


class _Statements:
    """By the name of the read model."""

    def __init__(self, database: Database) -> None:
        self.put: dict[str, Statement] = {}
        self.drop: dict[str, Statement] = {}
        self.sweep: dict[str, Statement] = {}
        for model in MODELS:
            table = TABLES[model.name]
            insert = database.insert(table)
            values = {c.name: insert.excluded[c.name] for c in table.columns if c.name not in KEY_COLUMNS}
            keys = [table.c[name] for name in KEY_COLUMNS]
            upsert = insert.on_conflict_do_update(index_elements=keys, set_=values)
            self.put[model.name] = database.prepare(upsert)
            drop = sa.delete(table).where(
                table.c.tournament_id == sa.bindparam("t"),
                table.c.generation == sa.bindparam("g"),
                table.c.key == sa.bindparam("k"),
            )
            self.drop[model.name] = database.prepare(drop)
            sweep = sa.delete(table).where(
                table.c.tournament_id == sa.bindparam("t"),
                table.c.generation < sa.bindparam("g"),
                table.c.generation != sa.bindparam("kept"),
            )
            self.sweep[model.name] = database.prepare(sweep)


_CELLS = {model.name: cells(model) for model in MODELS}


class ProjectionStore:
    """The read models in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = database.prepared(_Statements)

    def put_and_drop(
        self, tournament_id: str, model: ReadModel, generation: int, rows: Mapping[str, Row | None]
    ) -> list[Write]:
        """What to write so that these rows stand as given; None drops one."""
        make = _CELLS[model.name]
        puts = [(tournament_id, generation, key, *make(row)) for key, row in rows.items() if row is not None]
        drops = [(tournament_id, generation, key) for key, row in rows.items() if row is None]
        found = [Write(self._statements.put[model.name], puts)] if puts else []
        return [*found, Write(self._statements.drop[model.name], drops)] if drops else found

    def whole(self, tournament_id: str, model: ReadModel, generation: int, state: State) -> Write:
        """What to write so that a fresh generation of the model holds every row of `state`."""
        return self.put(tournament_id, model, generation, model.view(state).items())

    def put(
        self, tournament_id: str, model: ReadModel, generation: int, rows: Iterable[tuple[str, Row]]
    ) -> Write:
        """What to write so that these rows stand as given."""
        make = _CELLS[model.name]
        return Write(
            self._statements.put[model.name],
            [(tournament_id, generation, key, *make(row)) for key, row in rows],
        )

    def sweep(self, tournament_id: str, model: ReadModel, generation: int, kept: int) -> Write:
        """What to write so that no rows of generations before this one are left, except of the one kept."""
        return Write(self._statements.sweep[model.name], [(tournament_id, generation, kept)])

    def read(self, tournament_id: str, model: ReadModel, generation: int) -> Mapping[str, Row]:
        """The stored rows of one generation, by key."""
        table = TABLES[model.name]
        names = [c for c in table.columns if c.name not in KEY_COLUMNS[:2]]
        query = self._database.prepare(
            sa.select(*names)
            .where(table.c.tournament_id == sa.bindparam("t"), table.c.generation == sa.bindparam("g"))
            .order_by(table.c.key)
        )
        fetched = self._database.fetch(query, (tournament_id, generation))
        return {row[0]: row_of(model, row[1:]) for row in fetched}
