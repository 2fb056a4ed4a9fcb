"""The state of a session as one of a few fixed words, as on the board of an airport."""

from datetime import datetime, timedelta
from typing import Literal, get_args

from services.desk.site.programme import SessionShown

Word = Literal[
    "scheduled", "check_in", "seats", "delayed", "playing", "time_up", "suspended", "moved", "ended"
]
WORDS: tuple[Word, ...] = get_args(Word)
GRACE = timedelta(minutes=5)
"""So long after its hour a session that has not begun is not called delayed yet."""
_BY_PHASE: dict[str, Word] = {
    "check_in": "check_in",
    "drawn": "seats",
    "playing": "playing",
    "time_called": "time_up",
    "suspended": "suspended",
    "ended": "ended",
}


def word_of(session: SessionShown, now: datetime) -> Word:
    """The word for a session now."""
    word = _BY_PHASE.get(session.phase, "scheduled")
    late = session.starts is not None and session.starts + GRACE < now
    if word in ("scheduled", "check_in", "seats") and late:
        return "delayed"
    return "moved" if word == "scheduled" and session.planned_for is not None else word
