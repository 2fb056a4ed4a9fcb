"""Appending on PostgreSQL in one round trip, when the writer already knows where the log ends.

One statement moves the head if it is still where the writer believes it to be, and inserts events and
command record only then; otherwise it raises, and with it everything sent along in the same transaction is
undone. Whoever comes second waits at the head's row until the first has committed, and then misses.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

import psycopg
from psycopg.errors import UniqueViolation

from shared.database import Database
from shared.eventlog.linking import EventRow
from shared.eventlog.locked import CommandTaken
from shared.eventlog.records import Batch, Head
from shared.eventlog.statements import Statements

_ROWS_AT_ONCE = 16
"""Events in the one statement; there is a prepared one for each number. Further ones follow it."""

_MOVED = "TL001"
_COMMAND_KEY = "command_pkey"


class HeadMoved(Exception):
    """The head is not where the writer believed it to be; nothing was changed."""


class OneRoundTrip:
    """Appends after a head the writer knows."""

    def __init__(self, database: Database, statements: Statements) -> None:
        self._database = database
        self._insert_event = statements.insert_event

    def append(
        self, tournament_id: str, known: Head, head: Head, rows: Sequence[EventRow], batch: Batch
    ) -> None:
        """Commit `rows` after `known`, so that `head` is the new head, with the batch's other rows.

        Raises:
            HeadMoved: somebody else appended, or the live generations changed.
            CommandTaken: the command id is recorded already.
        """
        first, rest = rows[:_ROWS_AT_ONCE], rows[_ROWS_AT_ONCE:]
        text = _append(known.seq == 0, len(first))
        values: list[Any] = [head.seq, head.hash, head.recorded_at]
        if known.seq == 0:
            values = [tournament_id, *values, known.generations]
        else:
            values += [tournament_id, known.seq, known.hash, known.generations]
        values += [tournament_id, batch.actor, batch.command_id, head.recorded_at]
        for row in first:
            values += (row[1], row[2], row[3], row[4], row[5], row[8], row[9], row[11])
        values += [batch.fingerprint, known.seq + 1, head.seq]
        try:
            with self._database.connection() as driver:
                if rest or batch.writes:
                    self._in_pipeline(cast(psycopg.Connection[Any], driver), text, values, rest, batch)
                else:
                    driver.execute(text, values)
        except UniqueViolation as error:
            if error.diag.constraint_name == _COMMAND_KEY:
                raise CommandTaken(batch.command_id, error) from error
            raise
        except psycopg.Error as error:
            if error.sqlstate == _MOVED:
                raise HeadMoved from None
            raise

    def _in_pipeline(
        self,
        connection: psycopg.Connection[Any],
        text: str,
        values: Sequence[Any],
        rest: Sequence[EventRow],
        batch: Batch,
    ) -> None:
        try:
            with connection.pipeline(), connection.cursor() as cursor:
                execute = cast(Any, cursor.execute)
                execute("BEGIN")
                execute(text, values)
                if rest:
                    cast(Any, cursor).executemany(self._insert_event.text, rest)
                for write in batch.writes:
                    parameters = write.statement.rows(write.rows)
                    if len(parameters) == 1:
                        execute(write.statement.text, parameters[0])
                    elif parameters:
                        cast(Any, cursor).executemany(write.statement.text, parameters)
                execute("COMMIT")
        except BaseException:
            if not connection.closed:
                connection.rollback()
            raise


@cache
def _append(new: bool, size: int) -> str:
    """Parameters in this order: those of the head, what all events share, the events, the command's."""
    return _APPEND.format(moved=_NEW_HEAD if new else _MOVE_HEAD, events=", ".join([_EVENT] * size))


# Written as text: Core says this in three times the lines, and there is no other database to say it for.
_APPEND = """
WITH moved AS ({moved} RETURNING 1),
shared (tournament_id, actor, command_id, recorded_at) AS (
    SELECT %s::text, %s::text, %s::text, %s::bigint FROM moved
),
fresh (seq, type, version, data, personal, caused_by, occurred_at, hash) AS (VALUES {events}),
appended AS (
    INSERT INTO event
    SELECT tournament_id, seq, type, version, data, personal, actor, command_id,
        caused_by, occurred_at, recorded_at, hash
    FROM shared, fresh
),
recorded AS (
    INSERT INTO command
    SELECT tournament_id, command_id, %s::bytea, %s::bigint, %s::bigint FROM shared
)
SELECT CASE WHEN EXISTS (SELECT FROM moved) THEN 1 ELSE head_moved() END
"""
_EVENT = "(%s::bigint, %s::text, %s::bigint, %s::bytea, %s::bytea, %s::bigint, %s::bigint, %s::bytea)"
_NEW_HEAD = """
    INSERT INTO head (tournament_id, seq, hash, recorded_at, generations)
    VALUES (%s::text, %s::bigint, %s::bytea, %s::bigint, %s::text) ON CONFLICT DO NOTHING
"""
_MOVE_HEAD = """
    UPDATE head SET seq = %s::bigint, hash = %s::bytea, recorded_at = %s::bigint
    WHERE tournament_id = %s::text AND seq = %s::bigint AND hash = %s::bytea AND generations = %s::text
"""
