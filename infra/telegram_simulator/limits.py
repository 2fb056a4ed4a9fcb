"""Telegram's limits on sending: 30 messages a second in all, 1 a second to each chat."""

import math
from collections import deque
from collections.abc import Callable

from infra.telegram_simulator.refusals import too_many

ALL_PER_SECOND = 30
CHAT_EVERY = 1.0
_SLACK = 3  # a short burst to one chat is let through, as Telegram does


class Limits:
    """What was sent in the last second.

    Args:
        now: seconds on a clock that never goes back.
    """

    def __init__(self, now: Callable[[], float], on: bool = True) -> None:
        self.on = on
        self._now = now
        self._sent: deque[float] = deque()
        self._credit: dict[int, tuple[float, float]] = {}

    def pass_one(self, chat: int) -> None:
        """Count a message to a chat.

        Raises:
            Refused: 429, with the whole seconds to wait.
        """
        if not self.on:
            return
        now = self._now()
        while self._sent and self._sent[0] <= now - 1:
            self._sent.popleft()
        if len(self._sent) >= ALL_PER_SECOND:
            raise too_many(max(1, math.ceil(self._sent[0] + 1 - now)))
        credit, at = self._credit.get(chat, (float(_SLACK), now))
        credit = min(float(_SLACK), credit + (now - at) / CHAT_EVERY)
        if credit < 1:
            raise too_many(max(1, math.ceil((1 - credit) * CHAT_EVERY)))
        self._credit[chat] = (credit - 1, now)
        self._sent.append(now)
