"""How long a piece of work may take: loops that fold or replay look at the clock and give up in time.

The time is the context's, and none is set by default: whoever asks on the command line waits as long as it
takes, a thread of the web does not.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import NamedTuple

from shared.limits import Limit
from shared.problems import ProblemType

TOOK_TOO_LONG = ProblemType("took-too-long", 503, retry_after=10)
WORK_SECONDS = Limit(
    "work-seconds",
    10,
    "seconds",
    "folding, comparing or replaying a log for one request",
    refused="took-too-long",
)


class _Most(NamedTuple):
    until: float
    seconds: float
    now: Callable[[], float]


_MOST: ContextVar[_Most | None] = ContextVar("working at most", default=None)


@contextmanager
def working_at_most(seconds: float = WORK_SECONDS, now: Callable[[], float] = monotonic) -> Iterator[None]:
    """Let the work of this context inside the block end within `seconds`."""
    token = _MOST.set(_Most(now() + seconds, seconds, now))
    try:
        yield
    finally:
        _MOST.reset(token)


def still_time() -> None:
    """Go on, unless the time is up.

    Raises:
        Problem: took-too-long.
    """
    most = _MOST.get()
    if most is not None and most.now() > most.until:
        raise TOOK_TOO_LONG(most=round(most.seconds), seconds=TOOK_TOO_LONG.retry_after)
