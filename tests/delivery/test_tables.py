"""What statements take for granted of the tables of delivery, and what stands in them."""

import sqlalchemy as sa

from services.delivery.tables import metadata
from shared.database import Database


def test_statements_and_tables_agree(database: Database) -> None:
    with database.core() as connection:
        inspector = sa.inspect(connection)
        for table in metadata.sorted_tables:
            columns = inspector.get_columns(table.name)
            assert [own["name"] for own in columns] == [own.name for own in table.columns]
            assert [own["nullable"] for own in columns] == [own.nullable for own in table.columns]
            for found, said in zip(columns, table.columns, strict=True):
                assert found["type"]._type_affinity is said.type._type_affinity
            key = inspector.get_pk_constraint(table.name)["constrained_columns"]
            assert key == [own.name for own in table.primary_key]
