"""The quick checks of a running process, asked seldom however often probes come."""

import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Literal

from services.checks.check import Check, Installation
from services.checks.registry import QUICK, run
from services.checks.standing import StandingLook
from shared.logs import logger
from shared.problems import Problem

_log = logger(__name__)

HELD_SECONDS = 3.0


def tell_failed(installation: Installation) -> None:
    """Log what the quick checks find failed, as a process starts: it goes on, and says so at once."""
    for check in run(installation, QUICK):
        if check.state == "failed":
            _log.error(
                "check_failed", check=check.title, detail=check.detail_in(), way_out=check.way_out_in()
            )


class Probe:
    """Runs the quick checks at most once in a few seconds, for all threads together.

    Args:
        standing: what a look that takes long found last.
        seconds: how long a result is kept.
        ticks: seconds of a clock that only goes forward.
    """

    def __init__(
        self,
        installation: Installation,
        standing: StandingLook | None = None,
        *,
        seconds: float = HELD_SECONDS,
        ticks: Callable[[], float] = monotonic,
    ) -> None:
        self._installation = installation
        self._standing = standing
        self._seconds = seconds
        self._ticks = ticks
        self._guard = threading.Lock()
        self._found: list[tuple[Check, str]] = []
        self._until = float("-inf")

    def found(self) -> Sequence[Check]:
        """The findings, at most a few seconds old."""
        return [check for check, _ in self._held()]

    def failed(self, blocks: Literal["web", "worker"] = "web") -> Sequence[Check]:
        """The findings for which this process is not ready."""
        return [check for check, blocked in self._held() if check.state == "failed" and blocked == blocks]

    def _held(self) -> Sequence[tuple[Check, str]]:
        with self._guard:
            if self._ticks() >= self._until:
                self._found = [
                    (check, listed.blocks) for listed in QUICK for check in run(self._installation, [listed])
                ]
                if self._standing is not None:
                    self._found += [(check, "web") for check in self._standing.found()]
                self._until = self._ticks() + self._seconds
            return self._found

    def damage(self) -> Problem | None:
        """What is damaged, as far as that explains an error that nobody expected; takes a while."""
        return None if self._standing is None else self._standing.damage()
