"""Answers that take their time: sent piece by piece, and only so many at once.

Each holds a thread of the server for as long as the reader takes. The server has that many threads beside
those for ordinary requests (`services.web.serve`), so however many readers come, the others are still served.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping

from flask import Response

from services.web.problems import problem_response
from shared.logs import logger
from shared.problems import ProblemType
from shared.settings import Settings

RETRY_SECONDS = 10

TOO_MANY_STREAMS = ProblemType("too-many-streams", 503)

_log = logger(__name__)


class LastedTooLong(Exception):
    """An answer took longer than its place may be held. Broken off, so that no reader takes it for whole."""


class LongAnswers:
    """The places for long answers in one process.

    Args:
        most: how many at once.
    """

    def __init__(self, most: int = Settings().most_streams) -> None:
        self._most = most
        self._free = threading.BoundedSemaphore(most) if most else None

    def send(
        self,
        pieces: Callable[[], Iterable[bytes]],
        headers: Mapping[str, str],
        *,
        longest: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> Response:
        """Answer with the pieces as they come; a problem with Retry-After when no place is free.

        Args:
            longest: seconds after which the answer breaks off; None where the pieces come to an end in time.
        """
        free = self._free
        if free is None or not free.acquire(blocking=False):
            problem = TOO_MANY_STREAMS(most=self._most, seconds=RETRY_SECONDS)
            return problem_response(problem, [("Retry-After", str(RETRY_SECONDS))])
        try:
            response = Response(_guarded(pieces(), longest, now), 200, dict(headers))
        except BaseException:
            free.release()
            raise
        response.call_on_close(free.release)
        return response


def _guarded(pieces: Iterable[bytes], longest: float | None, now: Callable[[], float]) -> Iterator[bytes]:
    """The pieces; what fails when the status is long sent can only be logged, and the answer breaks off."""
    end = None if longest is None else now() + longest
    try:
        for piece in pieces:
            if end is not None and now() > end:
                raise LastedTooLong(f"after {longest:.0f} seconds")
            yield piece
    except LastedTooLong:
        _log.warning("long_answer_lasted_too_long", seconds=longest)
        raise
    except Exception as error:
        _log.error("long_answer_broke_off", exc_info=error)
        raise
