"""What takes long to look at, looked at again and again in a running process, by a thread beside the others.

Whoever asks is told what was found last, and has another look begun where that is some time ago.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from time import monotonic

from services.checks.check import Check, Installation
from services.checks.registry import STANDING, run
from shared.catalogue import Phrase, Word
from shared.clock import Clock
from shared.database import Database
from shared.database.failures import DATABASE_DAMAGED
from shared.eventlog.transfer import LOG_DAMAGED
from shared.problems import Problem
from shared.settings import Settings
from shared.vault import Vault

AGAIN_AFTER = 30.0
"""Seconds from the end of a look to the next."""
AT_ONCE_AFTER = 2.0
"""Seconds after which whoever met what nobody expected has another look made."""
REST = 20
"""For so many times as long as a look took there is no other, so that a long log takes no larger share."""

Opened = Callable[[], AbstractContextManager[Installation]]


class StandingLook:
    """What was found by the last look.

    Args:
        opened: what is looked at, opened for one look.
        ticks: seconds of a clock that only goes forward.
    """

    def __init__(self, opened: Opened, *, ticks: Callable[[], float] = monotonic) -> None:
        self._opened, self._ticks = opened, ticks
        self._looking = threading.Lock()
        self._found: Sequence[Check] = ()
        self._ended, self._took = float("-inf"), 0.0

    def found(self) -> Sequence[Check]:
        """What was found last; nothing before the first look has ended."""
        if self._is_due(AGAIN_AFTER) and not self._looking.locked():
            look = threading.Thread(target=self._look, args=(AGAIN_AFTER,), name="standing look", daemon=True)
            look.start()
        return self._found

    def damage(self) -> Problem | None:
        """What is damaged, as far as that explains an error that nobody expected; looks now."""
        self._look(AT_ONCE_AFTER)
        for check in self._found:
            if check.state == "failed" and (problem := _damage(check)) is not None:
                return problem
        return None

    def _is_due(self, after: float) -> bool:
        return self._ticks() >= self._ended + max(after, REST * self._took)

    def _look(self, after: float) -> None:
        with self._looking:
            if not self._is_due(after):
                return
            began = self._ticks()
            try:
                with self._opened() as installation:
                    self._found = list(run(installation, STANDING))
            finally:
                self._ended = self._ticks()
                self._took = self._ended - began


def _damage(check: Check) -> Problem | None:
    if check.name == "log" and isinstance(check.detail, Phrase):
        at = check.detail.values
        return LOG_DAMAGED(seq=at["seq"], detail=at["what"])
    chain, _, what = check.name.partition(" ")
    return DATABASE_DAMAGED(what=Word("chain", chain)) if what in ("contents", "schema") else None


@contextmanager
def beside(settings: Settings, clock: Clock, log: Database, vault: Vault) -> Iterator[Installation]:
    """The installation by connections that hold nothing in memory: what is damaged on the disk is read."""
    with ExitStack() as closing:
        opened, keys = log.anew(), vault.database.anew()
        for database, known in ((opened, log), (keys, vault.database)):
            if database is not known:
                closing.callback(database.close)
        yield Installation(
            settings, clock, lambda: opened, lambda: keys, lambda: vault.over(keys), running=True
        )
