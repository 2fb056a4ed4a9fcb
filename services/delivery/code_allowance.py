"""Whether a code is sent: whoever holds a link of somebody can neither flood nor lock them out. Pure.

A code belongs to the browser it was asked for in, and is counted there: nobody else's asking or guessing ends
it. Anyone with the link can take on new browsers, so few new ones are let in within a day, from one address
and on one link; a browser in which a code was used has proven whose it is, and is no new one.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from shared.problems import Problem, ProblemType

HOLDS = timedelta(minutes=10)
AGAIN_AFTER = timedelta(minutes=1)
"""A code that holds still is sent again at the earliest after so long."""
TRIES = 5
A_DAY = 10
"""Codes that one browser is sent within a day."""
NEW_FROM_AN_ADDRESS = 3
NEW_ON_A_LINK = 9
"""Browsers without proof that may ask within a day, from one address and in all."""
_DAY = timedelta(days=1)

CODE_UNDER_WAY = ProblemType("code-under-way", 409)
CODES_ENOUGH = ProblemType("codes-enough", 429)

Sending = Literal["new", "again"]


class Asked(msgspec.Struct, frozen=True):
    """The last code that a browser asked for on a link, about one recipient, and how many it did.

    Attributes:
        browser, asked_from: of the browser, and of the address it first asked from; keyed hashes.
        proven_at: when a code was used there; None for never.
        counted_from, asked: the begin of the day that is counted, and how many were sent in it.
    """

    browser: bytes
    asked_from: bytes
    code_id: str
    purpose: str
    sent_at: datetime
    expires_at: datetime
    tries: int
    used_at: datetime | None
    proven_at: datetime | None
    counted_from: datetime
    asked: int

    def holds(self, purpose: str, now: datetime) -> bool:
        """Whether the code can still be used for this."""
        return (
            self.used_at is None and self.expires_at > now and self.tries < TRIES and self.purpose == purpose
        )

    def counts(self, now: datetime) -> bool:
        """Whether its day is not over."""
        return self.counted_from > now - _DAY


def sending(
    known: Sequence[Asked], browser: bytes, asked_from: bytes, purpose: str, now: datetime
) -> Sending:
    """Whether a browser gets a new code, or again the one that holds still.

    Args:
        known: what was asked for on the same link about the same recipient.

    Raises:
        Problem: code-under-way, codes-enough.
    """
    mine = next((asked for asked in known if asked.browser == browser), None)
    if mine is not None and mine.holds(purpose, now):
        if now - mine.sent_at < AGAIN_AFTER or (mine.asked >= A_DAY and mine.counts(now)):
            raise _under_way(mine, now)
        return "again"
    if mine is not None and mine.counts(now):
        if mine.asked >= A_DAY:
            raise CODES_ENOUGH()
        return "new"
    if mine is None or mine.proven_at is None:
        new = [asked for asked in known if asked.proven_at is None and asked.counts(now)]
        here = sum(asked.asked_from == asked_from for asked in new)
        if here >= NEW_FROM_AN_ADDRESS or len(new) >= NEW_ON_A_LINK:
            raise CODES_ENOUGH()
    return "new"


def _under_way(mine: Asked, now: datetime) -> Problem:
    minutes = -(-max(1, round((mine.expires_at - now).total_seconds())) // 60)
    again = mine.sent_at + AGAIN_AFTER if mine.asked < A_DAY else mine.expires_at
    return CODE_UNDER_WAY(minutes=minutes).after(max(1, round((again - now).total_seconds())))
