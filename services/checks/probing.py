"""The quick checks of a running process, asked seldom however often probes come."""

import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Literal

from services.checks.check import Check, Installation, Listed
from services.checks.registry import QUICK, run
from services.checks.standing import StandingLook
from shared.catalogue import Phrase
from shared.logs import logger
from shared.problems import Problem

_log = logger(__name__)

HELD_SECONDS = 3.0
ANSWER_SECONDS = 3.0
"""After which what has not been found out counts as failed: whoever probes waits for no frozen database."""


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
        answer_seconds: how long whoever asks waits for a look.
        ticks: seconds of a clock that only goes forward.
    """

    def __init__(
        self,
        installation: Installation,
        standing: StandingLook | None = None,
        *,
        seconds: float = HELD_SECONDS,
        answer_seconds: float = ANSWER_SECONDS,
        ticks: Callable[[], float] = monotonic,
    ) -> None:
        self._installation = installation
        self._standing = standing
        self._seconds, self._answer_seconds = seconds, answer_seconds
        self._ticks = ticks
        self._guard = threading.Lock()
        self._found: list[tuple[Check, str]] = []
        self._until = float("-inf")
        self._look: threading.Thread | None = None
        self._answer_by = 0.0
        self._looks_at: Listed = QUICK[0]

    def found(self) -> Sequence[Check]:
        """The findings, at most a few seconds old."""
        return [check for check, _ in self._held()]

    def failed(self, blocks: Literal["web", "worker"] = "web") -> Sequence[Check]:
        """The findings for which this process is not ready."""
        return [check for check, blocked in self._held() if check.state == "failed" and blocked == blocks]

    def _held(self) -> Sequence[tuple[Check, str]]:
        with self._guard:
            look = self._look
            if (look is None or not look.is_alive()) and self._ticks() >= self._until:
                look = self._look = threading.Thread(target=self._ask, name="probe", daemon=True)
                look.start()
                self._answer_by = monotonic() + self._answer_seconds
        if look is not None:
            look.join(max(0, self._answer_by - monotonic()))
            if look.is_alive():
                return [(_without_answer(self._looks_at, self._answer_seconds), "web")]
        return self._found

    def _ask(self) -> None:
        found: list[tuple[Check, str]] = []
        self._installation.look_anew()
        for listed in QUICK:
            self._looks_at = listed
            found += [(check, listed.blocks) for check in run(self._installation, [listed])]
        if self._standing is not None:
            found += [(check, "web") for check in self._standing.found()]
        self._found, self._until = found, self._ticks() + self._seconds

    def damage(self) -> Problem | None:
        """What is damaged, as far as that explains an error that nobody expected; takes a while."""
        return None if self._standing is None else self._standing.damage()


def _without_answer(listed: Listed, seconds: float) -> Check:
    """That a check does not come to an end."""
    detail = Phrase("check-no-answer", {"seconds": f"{seconds:g}"})
    return Check(name=listed.name, state="failed", detail=detail, way_out=Phrase("check-way-see-database"))
