"""What the commands of one commit write beside their events, in few statements."""

from collections.abc import Iterable, Sequence
from typing import Any

from shared.database import Statement
from shared.eventlog.linking import Linked
from shared.eventlog.records import Write

_Rows = tuple[Statement, list[Sequence[Any]]]


def all_writes(linked: Sequence[Linked]) -> Sequence[Write]:
    """What batches write beside their events, whose heads are known by now."""
    if len(linked) == 1:
        ((head, rows, batch),) = linked
        return batch.closed(head).writes if rows else batch.writes
    return together(
        write for head, rows, batch in linked for write in (batch.closed(head) if rows else batch).writes
    )


def together(writes: Iterable[Write]) -> list[Write]:
    """Writes that lead to the same: rows of one statement are written by it at once, or joined into one.

    What changes one table keeps its order; between tables there is none to keep, as none refers to another.
    """
    found: list[_Rows] = []
    last: dict[object, _Rows] = {}
    for write in writes:
        statement, rows = write.statement, write.statement.rows(write.rows)
        before = last.get(statement.table)
        if before is None or before[0] is not statement:
            before = last[statement.table] = (statement, [*rows])
            found.append(before)
        elif write.join is None:
            before[1].extend(rows)
        else:
            for row in rows:
                before[1][-1] = statement.row(write.join(before[1][-1], row))
    return [Write(statement, rows) for statement, rows in found]
