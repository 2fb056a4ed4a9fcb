"""The key that this server seals with, where it has one."""

from collections.abc import Callable

from shared.eventlog.seal import SealKey
from shared.problems import Problem, ProblemType

NO_SEAL_KEY = ProblemType("no-seal-key", 409)


class OwnSeals:
    """Gets the key when it is needed.

    Args:
        source: gets it; None where there is none.
    """

    def __init__(self, source: Callable[[], SealKey] | None) -> None:
        self.source = source

    def key(self) -> SealKey | None:
        """The key that seals; None without one, and where it is lost or spoilt, which is logged and counted.

        So publishing does not wait for a key: a seal made later is over everything before it.
        """
        if self.source is None:
            return None
        try:
            return self.source()
        except Problem as problem:
            from services.desk import alarms

            alarms.no_seal_key(problem.code)
            return None

    def required(self) -> SealKey:
        """The key that seals.

        Raises:
            Problem: no-seal-key, or why it cannot be had.
        """
        if self.source is None:
            raise NO_SEAL_KEY()
        return self.source()
