"""The state of a session as one of a few fixed words, as on the board of an airport."""

from datetime import datetime
from typing import Literal, get_args

from services.desk.site.programme import SessionShown, is_late

Word = Literal[
    "scheduled",
    "check_in",
    "closed",
    "seats",
    "delayed",
    "playing",
    "time_up",
    "suspended",
    "moved",
    "ended",
]
WORDS: tuple[Word, ...] = get_args(Word)
_BY_PHASE: dict[str, Word] = {
    "check_in": "check_in",
    "closed": "closed",
    "delayed": "delayed",
    "drawn": "seats",
    "playing": "playing",
    "time_called": "time_up",
    "suspended": "suspended",
    "ended": "ended",
}


def word_of(session: SessionShown, now: datetime) -> Word:
    """The word for a session now."""
    word = _BY_PHASE.get(session.phase, "scheduled")
    if word in ("scheduled", "check_in", "closed", "seats") and is_late(session.starts, now):
        return "delayed"
    return "moved" if word == "scheduled" and session.planned_for is not None else word
