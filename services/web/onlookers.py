"""Reads of whoever is not signed in, which go to the standby where there is one.

Who is signed in, or sends a token or a change, reads what was written last, and so from the primary.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from shared.database.standby import StandbyRead, standby_read
from shared.logs import logger
from shared.metrics import counter, gauge

if TYPE_CHECKING:
    from shared.database import Database

T = TypeVar("T")

_reads = counter("onlooker_reads", "Reads of onlookers by where the answer came from.", ["source"])
_log = logger(__name__)
_age = gauge(
    "standby_age_seconds", "How far the standby, as it was last seen, is behind now.", across="mostrecent"
)


class StandbySeen:
    """Notes how old the standby is, and logs once when it cannot be read from and when it can again."""

    def __init__(self) -> None:
        self._why = ""

    def __call__(self, age: float, why: str) -> None:
        _age.set(age)
        if bool(why) != bool(self._why):
            tell = _log.warning if why else _log.info
            tell("standby_not_read" if why else "standby_read", why=why or self._why)
        self._why = why


def read_for_onlooker(database: "Database", answer: Callable[[], T]) -> T:
    """What `answer` reads, from the standby of the log's database, or from that itself where there is none.

    Raises:
        Problem: what `answer` raises, and unavailable.
    """
    if database.standby is None:
        return answer()

    def counted() -> T:
        read = standby_read()
        source = "primary" if read is None else "standby alone" if read.alone else "standby"
        found = answer()
        _reads.labels(source).inc()
        return found

    return database.standby.read(counted)


def old_read() -> StandbyRead | None:
    """What is read from the standby now, if it has to be said how old that is."""
    read = standby_read()
    return read if read is not None and read.is_old else None


def age_shown() -> int | None:
    """How many seconds old what is read is, where that has to be said; else None."""
    read = old_read()
    return None if read is None else int(read.age)
