"""Whether a code is sent: whoever holds a link of somebody can neither flood nor lock them out. Pure.

A code belongs to the browser it was asked for in, and is counted there: nobody else's asking or guessing ends
it. Anyone with the link can take on new browsers, so few new ones are let in within a day, from one address
and on one link; a browser in which a code was used has proven whose it is, and is no new one.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from services.access.grant_rows import Grant
from services.access.kinds import CODE, CODE_RATE
from shared.clock import to_micros
from shared.problems import Problem, ProblemType

_DAY = timedelta(days=1)

CODE_UNDER_WAY = ProblemType("code-under-way", 409)
CODES_ENOUGH = ProblemType("codes-enough", 429)

Sending = Literal["new", "again"]


def can_be_tried(code: Grant, purpose: str, now: datetime) -> bool:
    """Whether a code can still be used for this."""
    return code.holds(now) and code.tries < CODE.tries and code.scope == purpose


def counts(code: Grant, now: datetime) -> bool:
    """Whether the day is not over in which the browser's codes are counted."""
    began: int = code.details["counted_from"]
    return began > to_micros(now - _DAY)


def is_proven(code: Grant) -> bool:
    """Whether a code was ever used in the browser."""
    return code.proven_at is not None or code.used_at is not None


def sending(
    known: Sequence[Grant], mine: Grant | None, asked_from: str, purpose: str, now: datetime
) -> Sending:
    """Whether a browser gets a new code, or again the one that holds still.

    Args:
        known: the last code of each browser on the same link about the same recipient.
        mine: that of this browser.

    Raises:
        Problem: code-under-way, codes-enough.
    """
    spent = mine is not None and mine.details["asked"] >= CODE_RATE.a_day and counts(mine, now)
    if mine is not None and can_be_tried(mine, purpose, now):
        if now - mine.issued_at < CODE_RATE.again_after or spent:
            raise _under_way(mine, now)
        return "again"
    if spent:
        raise CODES_ENOUGH()
    if mine is None or not (counts(mine, now) or is_proven(mine)):
        new = [code for code in known if not is_proven(code) and counts(code, now)]
        here = sum(code.details["asked_from"] == asked_from for code in new)
        if here >= CODE_RATE.from_an_address or len(new) >= CODE_RATE.on_a_link:
            raise CODES_ENOUGH()
    return "new"


def _under_way(mine: Grant, now: datetime) -> Problem:
    ends = mine.expires_at or now
    minutes = -(-max(1, round((ends - now).total_seconds())) // 60)
    again = mine.issued_at + CODE_RATE.again_after if mine.details["asked"] < CODE_RATE.a_day else ends
    return CODE_UNDER_WAY(minutes=minutes).after(max(1, round((again - now).total_seconds())))
