"""Where tournaments stand now, read once for all who ask at about the same time."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from services.web.moments import Moment

Read = Callable[[str], Moment]


class Moments:
    """Reads moments in a thread, as the database may be slow, one for many askers. For one event loop.

    What was recorded before a request came, its answer shows. A read that is under way may have missed it, so
    whoever comes meanwhile waits for the next.

    Args:
        read: gives the moment of a tournament.
    """

    def __init__(self, read: Read) -> None:
        self._read = read
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="moment")
        self._waiting: dict[str, asyncio.Future[Moment]] = {}
        self._reading = False

    async def now(self, tournament: str) -> Moment:
        """The moment of a tournament, as it is now or later; raises what reading it raises."""
        awaited = self._waiting.get(tournament)
        if awaited is None:
            loop = asyncio.get_running_loop()
            awaited = self._waiting[tournament] = loop.create_future()
            if not self._reading:
                self._reading = True
                # Once all requests that are here already have asked, too.
                loop.call_soon(self._begin)
        return await asyncio.shield(awaited)

    def _begin(self) -> None:
        waiting, self._waiting = self._waiting, {}
        loop = asyncio.get_running_loop()
        done = loop.run_in_executor(self._threads, self._read_each, tuple(waiting))
        done.add_done_callback(partial(self._tell, waiting))

    def _read_each(self, tournaments: Iterable[str]) -> list[Moment | Exception]:
        return [self._read_one(tournament) for tournament in tournaments]

    def _read_one(self, tournament: str) -> Moment | Exception:
        try:
            return self._read(tournament)
        except Exception as error:
            return error

    def _tell(
        self,
        waiting: Mapping[str, "asyncio.Future[Moment]"],
        done: "asyncio.Future[list[Moment | Exception]]",
    ) -> None:
        for awaited, found in zip(waiting.values(), done.result(), strict=True):
            if isinstance(found, Exception):
                awaited.set_exception(found)
                # Looked at, should all who waited be gone: asyncio complains of failures that nobody saw.
                awaited.exception()
            else:
                awaited.set_result(found)
        self._reading = bool(self._waiting)
        if self._reading:
            self._begin()
