"""Answers that take their time: sent piece by piece, and only so many at once.

Each holds a thread of the server for as long as the reader takes. The server has that many threads beside
those for ordinary requests (`services.web.serve`), so however many readers come, the others are still served.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping

from flask import Response

from services.web.problems import problem_response
from shared.logs import logger
from shared.problems import ProblemType
from shared.settings import Settings

RETRY_SECONDS = 10

TOO_MANY_STREAMS = ProblemType(
    "too-many-streams",
    503,
    "This process sends {most} long answers at once, and all of these places are taken. Try again in "
    "{seconds} seconds, or read the events in pages.",
    "此程序同時最多發送 {most} 個長時間回應，現已全部佔用。請於 {seconds} 秒後再試，或逐頁讀取事件。",
)

_log = logger(__name__)


class LongAnswers:
    """The places for long answers in one process.

    Args:
        most: how many at once.
    """

    def __init__(self, most: int = Settings().most_streams) -> None:
        self._most = most
        self._free = threading.BoundedSemaphore(most) if most else None

    def send(self, pieces: Callable[[], Iterable[bytes]], headers: Mapping[str, str]) -> Response:
        """Answer with the pieces as they come; a problem with Retry-After when no place is free."""
        free = self._free
        if free is None or not free.acquire(blocking=False):
            told = TOO_MANY_STREAMS(most=self._most, seconds=RETRY_SECONDS)
            return problem_response(told, [("Retry-After", str(RETRY_SECONDS))])
        try:
            response = Response(_told(pieces()), 200, dict(headers))
        except BaseException:
            free.release()
            raise
        response.call_on_close(free.release)
        return response


def _told(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces; what fails when the status is long sent can only be logged, and the answer breaks off."""
    try:
        yield from pieces
    except Exception as error:
        _log.error("long_answer_broke_off", exc_info=error)
        raise
