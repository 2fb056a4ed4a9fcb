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
from shared.database.deadline import has_waited, seconds_left
from shared.eventlog.linking import EventRow, Linked
from shared.eventlog.locked import CommandTaken, HeadMoved
from shared.eventlog.records import Batch, Head
from shared.eventlog.statements import Statements

_ROWS_AT_ONCE = 16
"""Events in the one statement; there is a prepared one for each number. Further ones follow it."""

_MOVED = "TL001"
_COMMAND_KEY = "command_pkey"


class OneRoundTrip:
    """Appends after a head the writer knows."""

    def __init__(self, database: Database, statements: Statements) -> None:
        self._database = database
        self._insert_event = statements.insert_event

    def append(self, tournament_id: str, known: Head, batches: Sequence[Linked]) -> None:
        """Commit what follows `known`: batches in order, each with the rows of its events and its new head.

        Raises:
            HeadMoved: somebody else appended.
            CommandTaken: the command id of one of them is recorded already.
        """
        try:
            with self._database.connection() as driver:
                if self._database.before_writing is not None:
                    self._database.before_writing(driver)
                connection = cast(psycopg.Connection[Any], driver)
                (head, rows, batch), *more = batches
                waited = has_waited()
                if more or waited or len(rows) > _ROWS_AT_ONCE or batch.writes or batch.closing:
                    self._in_pipeline(connection, tournament_id, known, batches, waited=waited)
                else:
                    _move(connection, tournament_id, known, head, rows, batch)
        except UniqueViolation as error:
            if error.diag.constraint_name == _COMMAND_KEY:
                raise CommandTaken(batches[0][2].command_id, error) from error
            raise
        except psycopg.Error as error:
            if error.sqlstate == _MOVED:
                raise HeadMoved from None
            raise

    def _in_pipeline(
        self,
        connection: psycopg.Connection[Any],
        tournament_id: str,
        known: Head,
        batches: Sequence[Linked],
        *,
        waited: bool,
    ) -> None:
        """In one transaction without a BEGIN: what is sent before the end of a pipeline is one by itself."""
        try:
            with connection.pipeline(), connection.cursor() as cursor:
                try:
                    if waited:
                        # The connection's limit is that of a writer who has not waited yet.
                        left = max(1, round(seconds_left() * 1000))
                        cursor.execute("SELECT set_config('lock_timeout', %s, true)", (str(left),))
                    for head, rows, batch in batches:
                        _move(connection, tournament_id, known, head, rows, batch)
                        self._further(cursor, head, rows, batch)
                        known = head
                except BaseException as error:
                    # Of our errors the server knows nothing: the pipeline's end would keep what was sent.
                    _close_after_ours(connection, error)
                    raise
        except BaseException as error:
            _close_after_ours(connection, error)
            if not connection.closed:
                # What was to be prepared in a pipeline that broke off counts as prepared until a rollback.
                connection.execute("BEGIN")
                connection.rollback()
            raise

    def _further(
        self, cursor: psycopg.Cursor[Any], head: Head, rows: Sequence[EventRow], batch: Batch
    ) -> None:
        execute, execute_many = cast(Any, cursor.execute), cast(Any, cursor.executemany)
        if len(rows) > _ROWS_AT_ONCE:
            execute_many(self._insert_event.text, rows[_ROWS_AT_ONCE:])
        for write in batch.closed(head).writes:
            parameters = write.statement.rows(write.rows)
            if len(parameters) == 1:
                execute(write.statement.text, parameters[0])
            elif parameters:
                execute_many(write.statement.text, parameters)


def _close_after_ours(connection: psycopg.Connection[Any], error: BaseException) -> None:
    if getattr(error, "sqlstate", None) is None:
        connection.close()


def _move(
    connection: psycopg.Connection[Any],
    tournament_id: str,
    known: Head,
    head: Head,
    rows: Sequence[EventRow],
    batch: Batch,
) -> None:
    """Move the head and append its first events, in one statement."""
    first = rows[:_ROWS_AT_ONCE]
    values: list[Any] = [
        tournament_id, head.seq, head.hash, head.recorded_at, known.seq, known.hash,
        batch.actor, batch.command_id, batch.fingerprint,
    ]  # fmt: skip
    for row in first:
        values += (row[2], row[3], row[4], row[5], row[8], row[9], row[11])
    _append_cursor(connection).execute(_append(known.seq == 0, len(first)), values)


def _append_cursor(connection: psycopg.Connection[Any]) -> psycopg.RawCursor[Any]:
    # Other cursors translate placeholders first, anew at each call when there are more than fifty.
    return psycopg.RawCursor(connection)


@cache
def _append(new: bool, size: int) -> bytes:
    """The statement for a number of events, for a tournament's first append or a later one."""
    moved = _NEW_HEAD if new else _MOVE_HEAD
    events = ", ".join(_event(_OWN_PARAMETERS + n * _EVENT_PARAMETERS, n) for n in range(size))
    return _APPEND.format(moved=moved, events=events).encode()


def _event(before: int, place: int) -> str:
    types = ("text", "bigint", "bytea", "bytea", "bigint", "bigint", "bytea")
    return f"({place}, {', '.join(f'${n}::{kind}' for n, kind in enumerate(types, before + 1))})"


# Written as text: Core says this in three times the lines, and there is no other database to say it for.
# $1 tournament, $2 to $4 the new head, $5 and $6 the known one, $7 actor, $8 command, $9 fingerprint.
_OWN_PARAMETERS = 9
_EVENT_PARAMETERS = 7
_APPEND = """
WITH moved AS ({moved} RETURNING 1),
fresh (place, type, version, data, personal, caused_by, occurred_at, hash) AS (VALUES {events}),
appended AS (
    INSERT INTO event
    SELECT $1::text, $5::bigint + 1 + place, type, version, data, personal, $7::text, $8::text,
        caused_by, occurred_at, $4::bigint, hash
    FROM moved, fresh
),
recorded AS (
    INSERT INTO command
    SELECT $1::text, $8::text, $9::bytea, $5::bigint + 1, $2::bigint FROM moved
)
SELECT CASE WHEN EXISTS (SELECT FROM moved) THEN 1 ELSE head_moved() END
"""
_NEW_HEAD = """
    INSERT INTO head (tournament_id, seq, hash, recorded_at)
    VALUES ($1::text, $2::bigint, $3::bytea, $4::bigint) ON CONFLICT DO NOTHING
"""
_MOVE_HEAD = """
    UPDATE head SET seq = $2::bigint, hash = $3::bytea, recorded_at = $4::bigint
    WHERE tournament_id = $1::text AND seq = $5::bigint AND hash = $6::bytea
"""
