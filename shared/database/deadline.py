"""How long a piece of work may wait in all: for its turn, for a lock, for a connection.

Every wait inside a `waiting_at_most` block takes from the same few seconds, however many waits there are.
Time spent working counts as well, but a wait that need not be is never refused. The time is the context's:
whoever works for another, in a copy of their context, takes from theirs.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

WRITER_SECONDS = 5.0
"""What a writer waits for its turn and for the file's or the row's lock together."""
READER_SECONDS = 2.0
"""What a reader waits where a writer can hold it up at all: a SQLite file without a write-ahead log."""

_UNTIL: ContextVar[float | None] = ContextVar("waiting until", default=None)


@contextmanager
def waiting_at_most(seconds: float = WRITER_SECONDS) -> Iterator[None]:
    """Let all waits of this context inside the block end within `seconds`; an outer block's end stays."""
    before, until = _UNTIL.get(), monotonic() + seconds
    token = _UNTIL.set(until if before is None else min(before, until))
    try:
        yield
    finally:
        _UNTIL.reset(token)


def seconds_left(at_most: float = WRITER_SECONDS) -> float:
    """What this context may still wait, never below 0: `at_most` outside of every block."""
    until = _UNTIL.get()
    return at_most if until is None else max(0.0, min(at_most, until - monotonic()))


def has_waited() -> bool:
    """Whether so much of a writer's time is gone that a fixed limit of all of it would be too long."""
    return seconds_left() < WRITER_SECONDS * 0.9
