"""How long a piece of work may wait in all: for its turn, for a lock, for a connection.

Every wait inside a `waiting_at_most` block takes from the same few seconds, however many waits there are.
Time spent working counts as well, but a wait that need not be is never refused. The time is the context's:
whoever works for another, in a copy of their context, takes from theirs.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar, Token
from time import monotonic

WRITER_SECONDS = 5.0
"""What a writer waits for its turn and for the file's or the row's lock together."""
READER_SECONDS = 2.0
"""What a reader waits where a writer can hold it up at all: a SQLite file without a write-ahead log."""

_UNTIL: ContextVar[float | None] = ContextVar("waiting until", default=None)
_ANSWER: ContextVar[float | None] = ContextVar("answered by", default=None)
_LEAST = 1.0
"""Seconds for a statement whose time is over: a server that is there may answer it."""


def waiting_at_most(seconds: float = WRITER_SECONDS) -> AbstractContextManager[None]:
    """Let all waits of this context inside the block end within `seconds`; an outer block's end stays."""
    return _Waiting(monotonic() + seconds)


def waiting_until(moment: float) -> AbstractContextManager[None]:
    """The same by the moment, on the clock of `monotonic`."""
    return _Waiting(moment)


def seconds_left(at_most: float = WRITER_SECONDS) -> float:
    """What this context may still wait, never below 0: `at_most` outside of every block."""
    until = _UNTIL.get()
    return at_most if until is None else min(at_most, seconds_to(until))


def time_ends() -> float:
    """The moment up to which a writer of this context may wait, on the clock of `monotonic`."""
    until, latest = _UNTIL.get(), monotonic() + WRITER_SECONDS
    return latest if until is None or until > latest else until


def seconds_to(moment: float) -> float:
    """How long it is to a moment on the clock of `monotonic`, never below 0."""
    return max(0.0, moment - monotonic())


def has_waited() -> bool:
    """Whether so much of a writer's time is gone that a fixed limit of all of it would be too long."""
    return seconds_left() < WRITER_SECONDS * 0.9


@contextmanager
def answered_within(seconds: float) -> Iterator[None]:
    """Count a server as away, inside the block, that has not said all of it by so many seconds from now."""
    token = _ANSWER.set(monotonic() + seconds)
    try:
        yield
    finally:
        _ANSWER.reset(token)


def answer_seconds(at_most: float | None) -> float | None:
    """How long an answer of a server is waited for: `at_most` outside of every block; None is without end."""
    until = _ANSWER.get()
    if until is None:
        return at_most
    left = max(_LEAST, until - monotonic())
    return left if at_most is None else min(left, at_most)


class _Waiting:
    # A class, as every command enters several: a generator takes four times as long.
    __slots__ = ("_token", "_until")

    _token: Token[float | None]

    def __init__(self, until: float) -> None:
        self._until = until

    def __enter__(self) -> None:
        before, until = _UNTIL.get(), self._until
        self._token = _UNTIL.set(until if before is None or until < before else before)

    def __exit__(self, *_: object) -> None:
        _UNTIL.reset(self._token)
