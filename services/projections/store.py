"""Storing read models: the rows a command changed, written in its append's transaction; reading them back."""

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from services.projections.models import MODELS, ReadModel, Touched, changed_rows
from services.projections.rows import Row
from services.projections.tables import KEY_COLUMNS, TABLES, cells, row_of
from services.tournament.state import State
from shared.codec import decode
from shared.database import Database, Statement
from shared.eventlog import Write

FIRST_GENERATION = 1


def generation_of(generations: str, model: str) -> int:
    """The live generation of a model, from `head.generations`."""
    return decode(generations.encode(), dict[str, int]).get(model, FIRST_GENERATION)


class ProjectionStore:
    """The statements of every read model, prepared once for a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._put: dict[str, Statement] = {}
        self._drop: dict[str, Statement] = {}
        self._cells = {model.name: cells(model) for model in MODELS}
        for model in MODELS:
            table = TABLES[model.name]
            insert = database.insert(table)
            values = {c.name: insert.excluded[c.name] for c in table.columns if c.name not in KEY_COLUMNS}
            keys = [table.c[name] for name in KEY_COLUMNS]
            upsert = insert.on_conflict_do_update(index_elements=keys, set_=values)
            self._put[model.name] = database.prepare(upsert)
            drop = sa.delete(table).where(
                table.c.tournament_id == sa.bindparam("t"),
                table.c.generation == sa.bindparam("g"),
                table.c.key == sa.bindparam("k"),
            )
            self._drop[model.name] = database.prepare(drop)

    def writes(
        self,
        tournament_id: str,
        generations: str,
        before: State,
        after: State,
        touched: Sequence[Touched],
        models: Sequence[ReadModel] = MODELS,
    ) -> list[Write]:
        """What to write so that the live rows become those of `after`."""
        found: list[Write] = []
        for model in models:
            rows = dict(changed_rows(model, before, after, touched))
            if rows:
                generation = generation_of(generations, model.name)
                found.extend(self.put_and_drop(tournament_id, model, generation, rows))
        return found

    def put_and_drop(
        self, tournament_id: str, model: ReadModel, generation: int, rows: Mapping[str, Row | None]
    ) -> list[Write]:
        """What to write so that these rows stand as given; None drops one."""
        make = self._cells[model.name]
        puts = [(tournament_id, generation, key, *make(row)) for key, row in rows.items() if row is not None]
        drops = [(tournament_id, generation, key) for key, row in rows.items() if row is None]
        found = [Write(self._put[model.name], puts)] if puts else []
        return [*found, Write(self._drop[model.name], drops)] if drops else found

    def whole(self, tournament_id: str, model: ReadModel, generation: int, state: State) -> Write:
        """What to write so that a fresh generation of the model holds every row of `state`."""
        make = self._cells[model.name]
        rows = [(tournament_id, generation, key, *make(row)) for key, row in model.view(state).items()]
        return Write(self._put[model.name], rows)

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

    def clear(self, tournament_id: str, model: ReadModel, generation: int) -> None:
        """Drop a generation's rows."""
        table = TABLES[model.name]
        drop = self._database.prepare(
            sa.delete(table).where(
                table.c.tournament_id == sa.bindparam("t"), table.c.generation == sa.bindparam("g")
            )
        )
        with self._database.writing() as driver:
            self._database.run(driver, drop, [(tournament_id, generation)])
