"""What follows from an attempt: the one table of outcomes."""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from services.delivery.channel import Outcome
from services.notices.kinds import KINDS

Status = Literal[
    "pending",
    "held",
    "started",
    "sent",
    "unknown",
    "failed",
    "expired",
    "cancelled",
    "declined",
    "unlinked",
    "dead",
]
"""pending: to be sent; held: after a long silence, the organizer says whether it is sent; started: an attempt
is under way; failed: the other side will not have it; expired: too late to be of use; cancelled: a later
notice took its place, it was dropped, or whom it was for stopped messages meanwhile; declined: its kind is
muted; unlinked: no address is known; dead: given up after many tries, to be requeued by hand."""

TRIES = 60
TRIES_FOR_SAFETY = 24 * 60
"""About an hour and about a day, at a minute between tries: then it is a dead letter."""
RESENDS_IN_DOUBT = 6
"""How often a safety notice is sent in all while it stays unknown whether it arrives."""
_LONGEST_WAIT = 60


class Settlement(msgspec.Struct, frozen=True):
    """What to write and to do after an attempt.

    Attributes:
        attempts, doubts: as they stand from now on.
        mark_dead: the address leads nowhere any more.
        fall_back: try the next way instead.
    """

    status: Status
    due_at: datetime
    attempts: int
    doubts: int
    mark_dead: bool = False
    fall_back: bool = False


def settle(kind: str, attempts: int, doubts: int, outcome: Outcome, now: datetime) -> Settlement:
    """What follows.

    Args:
        attempts: how many there were, this one included.
        doubts: after how many of the ones before it was unknown whether they arrived.
    """
    safety = KINDS[kind].safety
    again = now + backoff(attempts)
    match outcome.known:
        case "sent":
            return Settlement("sent", now, attempts, doubts)
        case "not_sent":
            spent = attempts >= (TRIES_FOR_SAFETY if safety else TRIES)
            due = max(again, now + timedelta(seconds=outcome.seconds))
            return Settlement("dead" if spent else "pending", due, attempts, doubts, fall_back=spent)
        case "unknown":
            return in_doubt(kind, attempts, doubts, now)
        case "refused":
            return Settlement("failed", now, attempts, doubts, fall_back=True)
        case "gone":
            return Settlement("failed", now, attempts, doubts, mark_dead=True, fall_back=True)
        case "wait":
            # The other side took nothing in, so this was no attempt.
            return Settlement("pending", now + timedelta(seconds=outcome.seconds), attempts - 1, doubts)
        case "moved":
            return Settlement("pending", now, attempts, doubts)
        case "stop":
            return Settlement("pending", now, attempts - 1, doubts)


def in_doubt(kind: str, attempts: int, doubts: int, now: datetime) -> Settlement:
    """What follows when it is unknown whether a message arrived, also after a crash."""
    doubts += 1
    if not KINDS[kind].safety:
        return Settlement("unknown", now, attempts, doubts)
    if doubts >= RESENDS_IN_DOUBT:
        return Settlement("unknown", now, attempts, doubts, fall_back=True)
    return Settlement("pending", now + backoff(doubts), attempts, doubts)


def backoff(tries: int) -> timedelta:
    """How long to wait after so many tries: 1, 2, 4 … 60 seconds."""
    return timedelta(seconds=min(2 ** min(max(tries, 1) - 1, 10), _LONGEST_WAIT))
