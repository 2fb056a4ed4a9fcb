"""How far the clock of this machine is from that of the database."""

from collections.abc import Callable
from datetime import timedelta
from time import time

from shared.database.driver import Driver


def ahead(driver: Driver, kind: str, machine: Callable[[], float] = time) -> timedelta:
    """By how much this machine's clock is ahead of the database's, less than nothing where it is behind.

    A SQLite file is on this machine. An answer that takes long makes it less exact by half of that.
    """
    if kind == "sqlite":
        return timedelta()
    asked = machine()
    row = driver.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()
    return timedelta(seconds=(asked + machine()) / 2 - row[0])
