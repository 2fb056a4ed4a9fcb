"""Exported databases as tests read them."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from fractions import Fraction
from typing import Any

from services.desk.desk import Desk
from services.desk.sqlite_export import sqlite_export

Rows = Sequence[Mapping[str, Any]]
Tables = Mapping[str, Rows]


def tables_in(content: bytes) -> Tables:
    """The rows of every table by its name, in the order of its key."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.row_factory = sqlite3.Row
        database.deserialize(content)
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        return {name: [dict(row) for row in database.execute(f'SELECT * FROM "{name}"')] for name in names}


def exported(desk: Desk, tournament_id: str, **how: Any) -> Tables:
    """The tables of a tournament; each and each column is explained, and every score is itself."""
    made = sqlite_export(desk, tournament_id, **how)
    tables = tables_in(made.content)
    explained = {row["subject"]: (row["en"], row["zh"]) for row in tables["README"]}
    assert all(all(texts) for texts in explained.values())
    for name, rows in tables.items():
        if name == "README":
            continue
        assert len(rows) == made.tables[name]
        columns = set(rows[0]) if rows else set()
        assert {name, *(f"{name}.{column}" for column in columns)} <= explained.keys()
        for row in rows if "score" in columns else ():
            assert Fraction(row["score"]) == Fraction(row["score_numerator"], row["score_denominator"])
            assert row["score"] == str(Fraction(row["score_numerator"], row["score_denominator"]))
    return tables


def about(tables: Tables) -> dict[str, str]:
    """What the table README says of the moment and the tournament, in English."""
    return {row["subject"]: row["en"] for row in tables["README"]}
