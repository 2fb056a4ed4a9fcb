"""Appending on PostgreSQL in one round trip, when the writer already knows where the log ends.

One statement moves the head if it is still where the writer believes it to be, and inserts events and
command record only then; otherwise it raises, and with it everything sent along in the same transaction is
undone. Whoever comes second waits at the head's row until the first has committed, and then misses.
"""

from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Any, cast

import psycopg
from psycopg.errors import UniqueViolation

from shared.database import Database, Driver
from shared.database.deadline import has_waited, seconds_left
from shared.database.postgresql import Connection
from shared.eventlog.linking import Linked, command_rows
from shared.eventlog.locked import CommandTaken, HeadMoved
from shared.eventlog.records import Head
from shared.eventlog.together import all_writes

_FEW = 16
"""Events of one command that are sent each by itself; there is a prepared statement for each number."""

_MOVED = "TL001"
_COMMAND_KEY = "command_pkey"


class OneRoundTrip:
    """Appends after a head the writer knows."""

    def __init__(self, database: Database) -> None:
        self._database = database

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
                connection = cast(Connection, driver)
                (_, rows, batch), *more = batches
                waited = has_waited()
                several = more or waited or len(rows) > _FEW or batch.writes or batch.closing
                if several or connection.limits is not None:
                    self._in_pipeline(connection, tournament_id, known, batches, waited=waited)
                else:
                    _append(connection, tournament_id, known, batches)
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
        connection: Connection,
        tournament_id: str,
        known: Head,
        batches: Sequence[Linked],
        *,
        waited: bool,
    ) -> None:
        """In one transaction without a BEGIN: what is sent before the end of a pipeline is one by itself."""
        try:
            with connection.pipeline():
                try:
                    if connection.limits is not None:
                        connection.execute(connection.limits)
                    if waited:
                        # The connection's limit is that of a writer who has not waited yet.
                        left = max(1, round(seconds_left() * 1000))
                        connection.execute("SELECT set_config('lock_timeout', %s, true)", (str(left),))
                    _append(connection, tournament_id, known, batches)
                    for write in all_writes(batches):
                        self._database.run(cast(Driver, connection), write.statement, write.rows)
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


def _close_after_ours(connection: psycopg.Connection[Any], error: BaseException) -> None:
    if getattr(error, "sqlstate", None) is None:
        connection.close()


def _append(
    connection: psycopg.Connection[Any], tournament_id: str, known: Head, batches: Sequence[Linked]
) -> None:
    """Move the head and append, in one statement."""
    head, rows, batch = batches[-1]
    values: list[Any] = [tournament_id, head.seq, head.hash, head.recorded_at, known.seq, known.hash]
    if len(batches) == 1 and len(rows) <= _FEW:
        values += (batch.actor, batch.command_id, batch.fingerprint)
        for row in rows:
            values += (row[2], row[3], row[4], row[5], row[8], row[9], row[11])
        statement = _few(known.seq == 0, len(rows))
    else:
        events = [row for _, rows, _ in batches for row in rows]
        commands = command_rows(tournament_id, known.seq, batches)
        for columns in (zip(*events, strict=True), zip(*commands, strict=True)):
            values += [list(column) for column in islice(columns, 1, None)]
        statement = _MANY[known.seq == 0]
    # Other cursors translate placeholders first, anew at each call when there are more than fifty.
    psycopg.RawCursor(connection).execute(statement, values)


@cache
def _few(new: bool, size: int) -> bytes:
    """The statement for a number of events of one command: no arrays have to be made."""
    events = ", ".join(_event(_OWN_PARAMETERS + n * _EVENT_PARAMETERS, n) for n in range(size))
    return _APPEND_FEW.format(moved=_TO_MOVE[new], events=events).encode()


def _event(before: int, place: int) -> str:
    types = ("text", "bigint", "bytea", "bytea", "bigint", "bigint", "bytea")
    return f"({place}, {', '.join(f'${n}::{kind}' for n, kind in enumerate(types, before + 1))})"


# Written as text: Core says this in three times the lines, and there is no other database to say it for.
# $1 tournament, $2 to $4 the new head, $5 and $6 the known one.
_TO_MOVE = {
    True: """
    INSERT INTO head (tournament_id, seq, hash, recorded_at)
    VALUES ($1::text, $2::bigint, $3::bytea, $4::bigint) ON CONFLICT DO NOTHING
""",
    False: """
    UPDATE head SET seq = $2::bigint, hash = $3::bytea, recorded_at = $4::bigint
    WHERE tournament_id = $1::text AND seq = $5::bigint AND hash = $6::bytea
""",
}
"""For a tournament's first append, and for a later one."""

# $7 actor, $8 command, $9 fingerprint.
_OWN_PARAMETERS = 9
_EVENT_PARAMETERS = 7
_APPEND_FEW = """
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
_APPEND_MANY = """
WITH moved AS ({moved} RETURNING 1),
appended AS (
    INSERT INTO event
    SELECT $1::text, fresh.*
    FROM moved, unnest($7::bigint[], $8::text[], $9::bigint[], $10::bytea[], $11::bytea[], $12::text[],
        $13::text[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bytea[]) AS fresh
),
recorded AS (
    INSERT INTO command
    SELECT $1::text, named.*
    FROM moved, unnest($18::text[], $19::bytea[], $20::bigint[], $21::bigint[]) AS named
)
SELECT CASE WHEN EXISTS (SELECT FROM moved) THEN 1 ELSE head_moved() END
"""
"""The columns of events and commands but the tournament's, each as an array."""
_MANY = {new: _APPEND_MANY.format(moved=moved).encode() for new, moved in _TO_MOVE.items()}
