"""How long a piece of work may take: loops that fold or replay look at the clock and give up in time.

The time is the thread's, and none is set by default: whoever asks on the command line waits as long as it
takes, a thread of the web does not.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

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


@contextmanager
def working_at_most(seconds: float = WORK_SECONDS, now: Callable[[], float] = monotonic) -> Iterator[None]:
    """Let the work of this thread inside the block end within `seconds`."""
    before = _thread.until, _thread.most, _thread.now
    _thread.until, _thread.most, _thread.now = now() + seconds, seconds, now
    try:
        yield
    finally:
        _thread.until, _thread.most, _thread.now = before


def still_time() -> None:
    """Go on, unless the time is up.

    Raises:
        Problem: took-too-long.
    """
    if _thread.until is not None and _thread.now() > _thread.until:
        raise TOOK_TOO_LONG(most=round(_thread.most), seconds=TOOK_TOO_LONG.retry_after)


class _Thread(threading.local):
    until: float | None = None
    most: float = 0
    now: Callable[[], float] = staticmethod(monotonic)


_thread = _Thread()
