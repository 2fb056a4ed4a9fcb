"""Which push services are left alone, and for how long: each by its host, so that none waits for another.

Their addresses come from strangers, so that what one of them asks for, or does not answer, concerns it alone.
"""

import re
from email.utils import parsedate_to_datetime

from shared.clock import Clock

LONGEST_PATIENCE = 3600.0
"""Seconds that a push service may ask to be left alone: whoever asks for more is tried again all the same."""
SILENCES, SILENT_FOR = 5, 60.0
"""After so many requests in a row without an answer a push service is left alone for so many seconds.

One that takes its time, as a stranger's may on purpose, is not to hold up the others.
"""
_MOST_HOSTS = 1000


class Patience:
    """What was asked for, and who did not answer. To be used in one event loop."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: dict[str, float] = {}
        self._silences: dict[str, int] = {}

    def left(self, host: str) -> float:
        """Seconds for which a host is still left alone."""
        asked = self._until.get(host, 0.0) - self._clock.now().timestamp()
        # More than it can have asked for: the clock was put back.
        return asked if asked <= LONGEST_PATIENCE else 0.0

    def asked(self, host: str, retry_after: str) -> float:
        """Note what a host asked for in a Retry-After; the seconds, 0 where it says none."""
        seconds = self._read(retry_after)
        if seconds:
            self._leave_alone(host, seconds)
        return seconds

    def answered(self, host: str) -> None:
        """A host answered, whatever it said."""
        self._silences.pop(host, None)

    def silent(self, host: str) -> None:
        """A host did not answer in time."""
        if len(self._silences) >= _MOST_HOSTS:
            self._silences.clear()
        self._silences[host] = self._silences.get(host, 0) + 1
        if self._silences[host] >= SILENCES:
            self._leave_alone(host, SILENT_FOR)

    def _read(self, retry_after: str) -> float:
        """The seconds of a Retry-After, which may be a date."""
        if re.fullmatch(r"[0-9]{1,9}", retry_after) is not None:
            return min(float(retry_after), LONGEST_PATIENCE)
        try:
            seconds = (parsedate_to_datetime(retry_after) - self._clock.now()).total_seconds()
        except (ValueError, TypeError):
            return 0.0
        return min(max(seconds, 0.0), LONGEST_PATIENCE)

    def _leave_alone(self, host: str, seconds: float) -> None:
        if len(self._until) >= _MOST_HOSTS:
            self._until.clear()
        self._until[host] = self._clock.now().timestamp() + seconds
