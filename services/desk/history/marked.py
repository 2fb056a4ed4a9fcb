"""Which events stand out in a log, by what they have to do with."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

MarkKind = Literal[
    "plan",
    "session",
    "suspension",
    "weather",
    "ruling",
    "correction",
    "qualification",
    "publication",
    "award",
]
MARK_KINDS: tuple[MarkKind, ...] = get_args(MarkKind)
MARKED: Mapping[MarkKind, Sequence[str]] = {
    "plan": ("tournament-defined", "tournament-amended"),
    "session": (
        "seats-drawn", "seat-draw-undone", "session-started", "session-start-undone", "time-called",
        "time-call-undone", "session-ended", "session-reopened", "session-played-on-paper",
        "sessions-dropped",
    ),
    "suspension": ("sessions-suspended", "suspension-lifted", "sessions-rescheduled"),
    "weather": (
        "weather-watch-announced", "weather-proposed", "weather-proposal-answered", "play-goes-ahead",
    ),
    "ruling": ("ruling-made", "ruling-superseded"),
    # What changed figures by hand without a ruling.
    "correction": ("game-corrected", "sheet-conflict-settled"),
    "qualification": (
        "qualification-held", "cut-tie-decided", "qualification-concluded", "qualification-undone",
        "finalists-placed", "qualifier-withdrew", "reserve-moved-up", "reserve-passed-over",
    ),
    "publication": ("results-published",),
    "award": ("awards-made", "family-award-made", "awards-revoked"),
}  # fmt: skip
"""Types of events by kind of mark."""
KIND_OF: Mapping[str, MarkKind] = {name: kind for kind, names in MARKED.items() for name in names}
