"""So much of one kind of work at once, and a line before it that has an end."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from services.web.front.askers import Asker
from services.web.front.limits import SERVER_BUSY, TOO_MUCH_AT_ONCE

T = TypeVar("T")


class Gate:
    """Lets so many through at once, and so many more wait.

    Args:
        line: how many wait at most.
        patience: seconds that one waits at most.
        per_token, per_address: how much of one asker is under way or in line; None for no bound.
    """

    def __init__(
        self,
        at_once: int,
        line: int,
        patience: float,
        per_token: int | None = None,
        per_address: int | None = None,
    ) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._line, self._patience = line, patience
        self._per_asker = {True: per_token, False: per_address}
        self._waiting = 0
        self._of_asker: Counter[str] = Counter()

    async def run(self, asker: Asker, work: Callable[[], Awaitable[T]]) -> T:
        """Do the work once it is its turn.

        Raises:
            Problem: server-busy when the line is full or the wait too long, too-much-at-once.
        """
        most = self._per_asker[asker.is_token]
        if most is not None and self._of_asker[asker.key] >= most:
            raise TOO_MUCH_AT_ONCE(most=most)
        self._of_asker[asker.key] += 1
        try:
            await self._turn()
            # Taken until the work has ended, even if nobody waits for it any longer.
            done = asyncio.ensure_future(work())
            done.add_done_callback(self._ended)
            return await asyncio.shield(done)
        finally:
            self._of_asker[asker.key] -= 1
            if not self._of_asker[asker.key]:
                del self._of_asker[asker.key]

    def _ended(self, done: "asyncio.Future[Any]") -> None:
        self._free.release()
        if not done.cancelled():
            # Looked at, should nobody wait for it any longer: asyncio complains of failures that nobody saw.
            done.exception()

    async def _turn(self) -> None:
        if not self._free.locked():
            await self._free.acquire()
            return
        if self._waiting >= self._line:
            raise SERVER_BUSY()
        self._waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                await self._free.acquire()
        except TimeoutError:
            raise SERVER_BUSY() from None
        finally:
            self._waiting -= 1


class Pool:
    """So many threads behind a gate of their own.

    Args:
        line, patience, per_token, per_address: as of `Gate`.
    """

    def __init__(
        self,
        name: str,
        threads: int,
        line: int,
        patience: float,
        per_token: int | None = None,
        per_address: int | None = None,
    ) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._gate = Gate(threads, line, patience, per_token, per_address)

    async def run(self, asker: Asker, work: Callable[[], T]) -> T:
        """Do the work in a thread once one is free.

        Raises:
            Problem: server-busy when the line is full or the wait too long, too-much-at-once.
        """
        loop = asyncio.get_running_loop()
        return await self._gate.run(asker, lambda: loop.run_in_executor(self._threads, work))
