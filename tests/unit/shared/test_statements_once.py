"""Statements that tests compile once: what differs in anything that is sent is compiled by itself."""

import sqlalchemy as sa

from shared.database import Database
from shared.database.statement import Statement
from tests import statements

THINGS = sa.table("things", sa.column("name"), sa.column("size"))


def test_statements_alike_are_compiled_once_and_those_that_differ_each(sqlite_database: Database) -> None:
    compiled: list[Statement] = []
    once = statements.once(compiled.append)
    plain = Statement._compile

    def sent(clause: sa.sql.ClauseElement) -> tuple[str, object, object]:
        statement = sqlite_database.prepare(clause)
        plain(statement)
        once(statement)
        return statement.text, statement.parameters, statement.row(["x"] * len(statement.parameters))

    column = THINGS.c
    read = sa.select(column.name)
    different = [
        read.where(column.size == 1),
        read.where(column.size == 2),
        read.where(column.size == sa.bindparam("size")),
        read.where(column.size == sa.bindparam("least")),
        read.where(column.size == sa.bindparam("size"), column.name == "a"),
        sa.select(column.name.label("called")),
        sa.insert(THINGS),
        sa.insert(THINGS).values(size=1),
    ]
    found = [sent(clause) for clause in different]
    assert len(compiled) == len(different) == len({repr(each) for each in found})
    again = read.where(THINGS.c.size == 1)
    assert sent(again) == found[0]
    assert len(compiled) == len(different), "it is alike"
