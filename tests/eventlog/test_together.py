"""What the commands of one commit write beside their events leads to the same in fewer statements."""

import sqlalchemy as sa

from shared.database import Database
from shared.database.tables import table
from shared.eventlog import Head, Write
from shared.eventlog.together import together
from tests.eventlog.given import LEDGER, a_log
from tests.eventlog.sharing import Counting
from tests.eventlog.test_append import a_table_for_writes, scores
from tests.eventlog.waiting_together import sent_together


def test_rows_of_one_statement_are_written_at_once_and_tables_keep_their_order() -> None:
    database = Database("sqlite://")
    one, other = table("one: name key, at number"), table("other: name key")
    add, move = (
        database.prepare(sa.insert(one)),
        database.prepare(sa.update(one).values(at=sa.bindparam("to"))),
    )
    note = database.prepare(sa.insert(other))

    def moved(to: int) -> Write:
        return Write(move, [(to,)], lambda _, later: later)

    writes = [Write(add, [("a", 1)]), Write(note, [("n",)]), Write(add, [{"at": 2, "name": "b"}]), moved(3)]
    writes += [moved(4), Write(note, [("m",), ("o",)]), Write(add, [("c", 5)]), moved(6)]
    assert [(write.statement, [*map(tuple, write.rows)]) for write in together(writes)] == [
        (add, [("a", 1), ("b", 2)]),
        (note, [("n",), ("m",), ("o",)]),
        (move, [(4,)]),
        (add, [("c", 5)]),
        (move, [(6,)]),
    ]
    database.close()


def test_the_rows_of_a_shared_commit_are_those_of_its_commands_one_by_one(database: Database) -> None:
    log = a_log(database)
    target = a_table_for_writes(database)
    insert = database.insert(target)
    upsert = database.prepare(
        insert.on_conflict_do_update(index_elements=["entrant"], set_={"points": insert.excluded.points})
    )
    double = database.prepare(sa.update(target).values(points=target.c.points * 2))
    counted: dict[str, tuple[Head, int]] = {}
    intents = [
        Counting(log, counted, "a", writes=[Write(upsert, [("x", 1)])]),
        Counting(log, counted, "b", writes=[Write(upsert, [("y", 5), ("x", 2)])]),
        Counting(log, counted, "c", writes=[Write(double, [()]), Write(upsert, [("z", 1)])], events=3),
        Counting(log, counted, "d", writes=[Write(upsert, [{"points": 7, "entrant": "y"}])], events=20),
    ]
    sent_together(log, *intents)
    assert scores(database) == [("x", 4), ("y", 7), ("z", 1)]
    assert log.verify(LEDGER).fault is None
    assert [event.command_id for event in log.read(LEDGER)] == ["first", "a", "b", *"ccc", *"d" * 20]
