"""What takes long to look at, looked at again and again in a running process, by a thread beside the others.

Whoever asks is told what was found last, and has another look begun where that is some time ago. Processes
on one database look in turn and tell each other, so that none is ready where another has found damage.
"""

import fcntl
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from time import monotonic

import msgspec

from infra.migrations.readiness import DATABASE_UNREACHABLE
from services.checks.check import Check, Installation
from services.checks.kept_look import Looked, read, written
from services.checks.registry import STANDING, run
from shared.catalogue import Phrase, Word
from shared.clock import Clock
from shared.database import Database
from shared.database.failures import DATABASE_AWAY, DATABASE_BUSY, DATABASE_DAMAGED, NO_CONNECTION_LEFT
from shared.eventlog.transfer import LOG_DAMAGED
from shared.problems import Problem
from shared.settings import Settings
from shared.vault import Vault

AGAIN_AFTER = 30.0
"""Seconds from the end of a look to the next."""
AT_ONCE_AFTER = 2.0
"""Seconds after which whoever met what nobody expected has another look made."""
LONG = 5.0
"""Seconds of a look from which on it is a long one."""
REST, REST_OF_LONG = 20, 100
"""For so many times as long as a look took there is no other, so that many logs take no larger share."""
FIRST_SECONDS = 3.0
"""How long whoever asks first waits for the first look: nothing is said to be sound that nobody looked at."""

_AWAY = (DATABASE_UNREACHABLE, DATABASE_AWAY, DATABASE_BUSY, NO_CONNECTION_LEFT)

Opened = Callable[[], AbstractContextManager[Installation]]


class StandingLook:
    """What was found by the last look.

    Args:
        opened: what is looked at, opened for one look.
        together: the folder of the processes that look in turn; None for one that is alone.
        ticks: seconds of a clock that only goes forward, the same for all of them.
    """

    def __init__(
        self, opened: Opened, together: Path | None = None, *, ticks: Callable[[], float] = monotonic
    ) -> None:
        self._opened, self._ticks = opened, ticks
        self._kept = None if together is None else together / "standing-look"
        self._looking = threading.Lock()
        self._own: Looked | None = None

    def found(self) -> Sequence[Check]:
        """What was found last; nothing before the first look has ended, which is waited for a little."""
        if self._is_due(AGAIN_AFTER) and not self._looking.locked():
            look = threading.Thread(target=self._look, args=(AGAIN_AFTER,), name="standing look", daemon=True)
            look.start()
            if self._last() is None:
                look.join(FIRST_SECONDS)
        last = self._last()
        return () if last is None else last.found

    def damage(self) -> Problem | None:
        """What is damaged, as far as that explains an error that nobody expected; looks now."""
        self._look(AT_ONCE_AFTER)
        last = self._last()
        for check in () if last is None else last.found:
            if check.state == "failed" and (problem := _damage(check)) is not None:
                return problem
        return None

    def _is_due(self, after: float) -> bool:
        last = self._last()
        if last is None:
            return True
        rest = last.took * (REST if last.took < LONG else REST_OF_LONG)
        return self._ticks() >= last.ended + max(after, rest)

    def _look(self, after: float) -> None:
        with self._looking, self._in_turn():
            if not self._is_due(after):
                return
            last, began = self._last(), self._ticks()
            known = () if last is None else last.found
            found, made = known, True
            try:
                with self._opened() as installation:
                    found = list(_told(run(installation, STANDING)))
                    made = not any(map(_is_away, found))
            finally:
                # A look that could not be made takes nothing back. Without a database nothing is seen of what
                # is in it: the quick checks say that it is away, and there is another look soon.
                ended = self._ticks()
                if made:
                    self._keep(Looked(found, ended, ended - began))
                elif last is not None:
                    self._keep(Looked(known, ended - AGAIN_AFTER + AT_ONCE_AFTER, 0))

    def _last(self) -> Looked | None:
        if self._kept is None or not self._kept.exists():
            return self._own
        try:
            return read(self._kept.read_bytes())
        except msgspec.MsgspecError:
            return self._own  # no process of this release wrote it

    def _keep(self, looked: Looked) -> None:
        self._own = looked
        if self._kept is not None:
            unfinished = self._kept.with_suffix(".new")
            unfinished.write_bytes(written(looked))
            unfinished.replace(self._kept)

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        if self._kept is None:
            yield
            return
        with self._kept.with_suffix(".lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _told(found: Iterable[Check]) -> Iterator[Check]:
    """The findings without what says again that a check is well: there is one for each tournament."""
    well: set[str] = set()
    for check in found:
        if check.state != "ok" or check.name not in well:
            yield check
        if check.state == "ok":
            well.add(check.name)


def _is_away(check: Check) -> bool:
    """Whether a check could not be made, as a database cannot be had now."""
    return isinstance(check.detail, Problem) and check.detail.kind in _AWAY


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
