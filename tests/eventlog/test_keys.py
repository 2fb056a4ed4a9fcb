"""Keys begin with the tournament, so that tournaments can be spread over databases."""

from collections.abc import Sequence

import sqlalchemy as sa

from shared.database import Database

OF_THE_INSTALLATION = {
    "alarm": "one alarm for all processes",
    "delivery_lease": "one dispatcher for all tournaments",
    "delivery_mute": "a channel, or all of them, is silent for every tournament",
    "heartbeat": "a process works for every tournament",
    "lineage": "the mark by which a copy of the whole database is known",
    "page_draft": "found by a name from its page; founding a tournament has drafts, too, before there is one",
    "schema_version": "of the database",
    "telegram_button": "found by what Telegram sends back, which names no tournament",
    "telegram_flow": "a chat is at one task at a time, whichever tournament it is of",
    "telegram_update": "Telegram's own number",
    "weather_body": "the weather is the same for all",
    "weather_poll": "the weather is the same for all",
}
"""Tables that are of no tournament, and why."""
FOUND_OTHERWISE = {
    "delivery": "its id is a hash of tournament, notice and address, by which an attempt names it",
    "grant": "a secret is found before it is known which tournament it is for, if any",
    "webhook": "its id is a random one, by which it is managed",
}
"""Tables with rows of tournaments whose keys begin with something else, and why."""


def test_every_key_of_what_is_of_a_tournament_begins_with_it(database: Database) -> None:
    otherwise, of_none = set(), set()
    with database.core() as connection:
        schema = sa.inspect(connection)
        for table in schema.get_table_names():
            keys: list[Sequence[str | None]] = [schema.get_pk_constraint(table)["constrained_columns"]]
            keys += [index["column_names"] for index in schema.get_indexes(table) if index["unique"]]
            keys += [unique["column_names"] for unique in schema.get_unique_constraints(table)]
            assert keys[0], f"{table} has no primary key"
            if all(column["name"] != "tournament_id" for column in schema.get_columns(table)):
                of_none.add(table)
            elif any(key[0] != "tournament_id" for key in keys):
                otherwise.add(table)
    assert of_none == {*OF_THE_INSTALLATION}
    assert otherwise == {*FOUND_OTHERWISE}
