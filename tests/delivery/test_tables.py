"""What statements take for granted of the tables of delivery, and what stands in them."""

import sqlalchemy as sa

from services.delivery import tables
from shared.database import Database


def test_statements_and_tables_agree(database: Database) -> None:
    with database.core() as connection:
        inspector = sa.inspect(connection)
        for table in (each for each in vars(tables).values() if isinstance(each, sa.Table)):
            columns = inspector.get_columns(table.name)
            assert [column["name"] for column in columns] == [column.name for column in table.columns]
            assert [column["nullable"] for column in columns] == [column.nullable for column in table.columns]
            for found, column in zip(columns, table.columns, strict=True):
                assert found["type"]._type_affinity is column.type._type_affinity
            key = inspector.get_pk_constraint(table.name)["constrained_columns"]
            assert key == [column.name for column in table.primary_key]
