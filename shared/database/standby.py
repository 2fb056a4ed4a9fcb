"""Reads of onlookers from a standby, a read-only copy of a PostgreSQL database that replays its log.

How old the copy is follows from the write-ahead log. Once a second the primary is asked how far that is on
its disk: a standby that has replayed as far shows all that had been acknowledged when the primary was asked.
What a standby itself knows says less: `now() - pg_last_xact_replay_timestamp()` grows while nothing is
written, received and replayed positions are equal where nothing is received any more, and whether anything is
(`pg_stat_wal_receiver`) is shown to few roles.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime, timedelta
from time import monotonic, sleep
from typing import Protocol, TypeVar

from shared.clock import Clock
from shared.database.deadline import answered_within, waiting_at_most
from shared.database.driver import Driver
from shared.database.failures import DATABASE_AWAY, DATABASE_BUSY, NO_CONNECTION_LEFT, RETRY_SECONDS
from shared.problems import Problem

T = TypeVar("T")

SAID_AFTER = 3.0
"""Seconds by which what a standby shows may be behind without being said to be."""
LOOK_EVERY = 1.0
LOOK_SECONDS = 2.0
"""After which a server that says nothing counts as away."""
ANSWER_SECONDS = 4.0
"""In which an onlooker's whole answer is there, else the primary counts as away."""
ALONE_SECONDS = 2.0
"""For the answer without the primary then."""
_HEARD_WITHIN = 5.0
"""A look that takes longer than this counts as one that failed."""
_OLDEST = 3600.0
"""Seconds after which what a standby shows is too old to be shown."""
_TRIES_ALONE = 2
"""The first may meet a connection that led to what was the primary."""
_AWAY = (DATABASE_AWAY, NO_CONNECTION_LEFT)
_POSITION = """
SELECT system_identifier || '/' || current_database(),
    CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_postmaster_start_time()::text END,
    pg_wal_lsn_diff(
        CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END, '0/0'
    )::bigint
FROM pg_control_system()
"""
"""Which database of which cluster it is; of a primary when it started; and up to where its log is replayed,
or on the primary's disk. Any role may ask."""


class Readable(Protocol):
    """What is used of a database here."""

    def connection(self) -> AbstractContextManager[Driver]: ...

    def reading(self) -> AbstractContextManager[Driver]: ...


class StandbyRead:
    """What one request reads from the standby.

    Args:
        position: how far the standby has replayed; a connection to another one has to be as far.

    Attributes:
        age: seconds since when it may lack something.
        alone: the primary is away; nothing is asked of it, and so nobody's name is known.
    """

    __slots__ = ("_checked", "_database", "_position", "age", "alone", "as_of")

    def __init__(
        self, database: Readable, driver: Driver, position: int, age: float, as_of: datetime, *, alone: bool
    ) -> None:
        self._database, self._position = database, position
        self._checked = [driver]
        self.age, self.as_of, self.alone = age, as_of, alone

    @property
    def is_old(self) -> bool:
        """Whether it has to be said how old it is."""
        return self.alone or self.age > SAID_AFTER

    def require_alone(self) -> None:
        """Have the primary asked instead, if it is there: the standby lacks what this process has seen.

        Raises:
            Problem: database-busy.
        """
        if not self.alone:
            raise DATABASE_BUSY(seconds=RETRY_SECONDS)

    @contextmanager
    def connection(self) -> Iterator[Driver]:
        with self._database.connection() as driver:
            self._require(driver)
            yield driver

    @contextmanager
    def reading(self) -> Iterator[Driver]:
        with self._database.reading() as driver:
            self._require(driver)
            yield driver

    def _require(self, driver: Driver) -> None:
        # An address may lead to more than one standby, and one may have become the primary.
        if driver not in self._checked:
            if (_position(driver)[2] or 0) < self._position:
                raise DATABASE_BUSY(seconds=RETRY_SECONDS)
            self._checked.append(driver)


_READ: ContextVar[StandbyRead | None] = ContextVar("read from the standby", default=None)


def standby_read() -> StandbyRead | None:
    """What this context reads from the standby; None where it reads from the primary."""
    return _READ.get()


def read_from_primary() -> None:
    """Read from the primary from now on: what is written here is read here."""
    _READ.set(None)


def is_alone() -> bool:
    """Whether nothing may be asked of the primary in this context, as it is away."""
    read = _READ.get()
    return read is not None and read.alone


class Standby:
    """The standby of a database, and how old it is.

    Args:
        database: the standby.
        primary: the database itself by connections of its own, so that looks at it wait for nobody.
        behind: seconds by which what is read may be behind while the primary is there.
        tell: told at each look how old the standby is, in seconds, and why it is not read from; "" if it is.
    """

    def __init__(
        self,
        database: Readable,
        primary: Readable,
        clock: Clock,
        behind: float,
        tell: Callable[[float, str], None] = lambda age, why: None,
    ) -> None:
        self._database, self._primary, self._clock, self._behind = database, primary, clock, behind
        self._tell = tell
        self._cluster: str | None = None
        self._started: str | None = None
        """When the primary started, by which it is told from a standby that was promoted beside it."""
        self._strange: str | None = None
        """When such a one started: it is not read without the primary either."""
        self._marks: tuple[tuple[int, float], ...] = ()
        """How far the primary was when it was asked, in the order of asking."""
        self._heard = float("-inf")
        """When the primary last answered."""
        self._seen = monotonic()
        """The last moment of which the standby had everything; before there is one, when this began."""
        self._why = "-"
        """Why the standby cannot be read from; "" where it can."""

    def watch(self) -> None:
        """Look at both for as long as the process lives, apart, so that neither holds the other up."""
        for look in (self._look_at_primary, self._look_at_standby):
            threading.Thread(target=_again_and_again, args=(look,), name="standby", daemon=True).start()

    def look(self) -> None:
        """Ask the primary, then the standby, how far they are."""
        self._look_at_primary()
        self._look_at_standby()

    def read(self, answer: Callable[[], T]) -> T:
        """What `answer` reads for an onlooker: from the standby, or the primary, as they are there and new.

        It may be called more than once, and changes nothing.

        Raises:
            Problem: unavailable where neither is to be had, and what `answer` raises.
        """
        why: Exception | None = None
        asked = False
        for choices, seconds in ((self._beside_primary, ANSWER_SECONDS), (self._without, ALONE_SECONDS)):
            with answered_within(seconds), waiting_at_most(seconds):
                for read in choices(asked):
                    asked = asked or read is None
                    token = _READ.set(read)
                    try:
                        return answer()
                    except Exception as error:
                        self._go_on(read, error)
                        why = error
                    finally:
                        _READ.reset(token)
        assert why is not None, "the primary is asked in any case"
        raise why

    def _go_on(self, read: StandbyRead | None, error: Exception) -> None:
        """Raise what is to be told; what a standby refuses, or has not, the primary is asked for."""
        kind = error.kind if isinstance(error, Problem) else None
        if read is None and kind is DATABASE_AWAY:
            self._heard = float("-inf")
        is_told = read is None or read.alone
        if is_told and kind not in (_AWAY if read is None else (*_AWAY, DATABASE_BUSY)):
            raise error

    def _beside_primary(self, _asked: bool) -> Iterator[StandbyRead | None]:
        """Where to read while the primary is there, until one has the answer; None is the primary."""
        if self._primary_is_there:
            read = None if self._why else self._read(alone=False)
            if read is not None and read.age <= self._behind:
                yield read
            if self._primary_is_there:
                yield None

    def _without(self, asked: bool) -> Iterator[StandbyRead | None]:
        """Where to read without the primary, which is asked last unless it was."""
        for _ in range(_TRIES_ALONE):
            if (read := self._read(alone=True)) is not None:
                yield read
        if not asked:
            yield None

    @property
    def _primary_is_there(self) -> bool:
        return monotonic() - self._heard < _HEARD_WITHIN

    def _look_at_primary(self) -> None:
        with answered_within(LOOK_SECONDS):
            self._ask_primary()

    def _look_at_standby(self) -> None:
        with answered_within(LOOK_SECONDS):
            self._read(alone=False, anew=True)
        self._tell(monotonic() - self._seen, self._why)

    def _ask_primary(self) -> None:
        asked = monotonic()
        try:
            with self._primary.connection() as driver:
                cluster, started, position = _position(driver)
        except Exception as error:
            # What says no to this answers other questions: then nobody knows how old the standby is.
            away = isinstance(error, Problem) and error.kind in _AWAY
            self._heard = float("-inf") if away else asked
            return
        if started is None or position is None:
            self._heard = float("-inf")
            return
        self._cluster, self._started = cluster, started
        known = [mark for mark in self._marks if asked - mark[1] < _OLDEST and mark[0] != position]
        self._marks = (*known, (position, asked))
        self._heard = asked

    def _read(self, *, alone: bool, anew: bool = False) -> StandbyRead | None:
        """A read from the standby; None where that is away, of another cluster, or of an unknown age.

        Args:
            anew: let a connection go that leads to a primary by now: a new one may find a standby.
        """
        try:
            with self._database.connection() as driver:
                cluster, started, position = _position(driver)
                if anew and started is not None:
                    driver.close()
        except Exception as error:
            self._why = " ".join(str(error.__cause__ or error).split())
            return None
        if started is not None and started != self._started:
            if self._primary_is_there:
                self._strange = started
            if not alone or started == self._strange:
                self._why = "it is a primary of its own"
                return None
        at = next((at for end, at in reversed(self._marks) if end <= (position or 0)), None)
        if at is not None and monotonic() - at > _OLDEST:
            at = None
        if at is None or cluster != self._cluster:
            self._why = "its age is unknown" if at is None else "it is of another cluster"
            return None
        self._why, self._seen = "", max(self._seen, at)
        age = monotonic() - at
        as_of = self._clock.now() - timedelta(seconds=age)
        return StandbyRead(self._database, driver, position or 0, age, as_of, alone=alone)


def _again_and_again(look: Callable[[], None]) -> None:
    while True:
        with suppress(Exception):  # what is told of a look must not end looking
            look()
        sleep(LOOK_EVERY)


def _position(driver: Driver) -> tuple[str, str | None, int | None]:
    cluster, started, position = driver.execute(_POSITION).fetchone()
    return cluster, started, position
