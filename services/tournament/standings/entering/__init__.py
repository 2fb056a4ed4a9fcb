"""Who enters a stage from an earlier one, and in which of its sessions: pure strategies under their words.

`entering` makes the cut, `decide` decides a tie, `next_of` names the next reserve, `split_by` splits.
"""

from services.tournament.standings.entering.cut import Entering, Line, Way, entering, next_of
from services.tournament.standings.entering.splits import Room, split_by, splits
from services.tournament.standings.entering.ties import Decision, Tie, decide, tie_rules

__all__ = [
    "Decision",
    "Entering",
    "Line",
    "Room",
    "Tie",
    "Way",
    "decide",
    "entering",
    "next_of",
    "split_by",
    "splits",
    "tie_rules",
]
