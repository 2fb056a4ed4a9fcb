"""The phases of a session, and what brings it from the one it is in to the one that is needed."""

from collections.abc import Collection

import msgspec

from shared.catalogue import Listed, Word
from shared.problems import Worded


class Phase(msgspec.Struct, frozen=True):
    """What leads a session out of a phase.

    Attributes:
        on: what leads to the next phase; None where none comes after it.
        otherwise: what to do where a phase is needed that `on` does not lead towards.
    """

    on: Worded | None
    otherwise: Worded


PHASES = {
    "scheduled": Phase(
        Worded("Draw its seats (draw-seats) first.", "請先抽籤編位（draw-seats）。"),
        Worded(
            "Start it (start-session) first, once its seats are drawn where they are.",
            "請先開始該場（start-session）；如須編位，請先編位。",
        ),
    ),
    "drawn": Phase(
        Worded("Start it (start-session) first.", "請先開始該場（start-session）。"),
        Worded("Undo its seat draw (undo-seat-draw) first.", "請先撤銷編位（undo-seat-draw）。"),
    ),
    "playing": Phase(
        Worded("Call time (call-time) first.", "請先宣布時間到（call-time）。"),
        Worded(
            "If nothing was recorded, undo its start (undo-session-start) first; else it is too late.",
            "如尚無紀錄，請先撤銷開始（undo-session-start）；否則已太遲。",
        ),
    ),
    "time_called": Phase(
        Worded("End it (end-session) first.", "請先結束該場（end-session）。"),
        Worded(
            "If time was called by mistake, undo it (undo-time-call) first.",
            "如誤宣布時間到，請先撤銷（undo-time-call）。",
        ),
    ),
    "ended": Phase(
        None,
        Worded(
            "If it was ended by mistake, reopen it (reopen-session) first.",
            "如誤結束，請先重開該場（reopen-session）。",
        ),
    ),
    "suspended": Phase(
        None,
        Worded(
            "Give it a new date (reschedule-sessions) first, or lift the suspension (lift-suspension).",
            "請先改期（reschedule-sessions），或解除暫停（lift-suspension）。",
        ),
    ),
}
"""By status, in the order in which they follow; a session is suspended out of any."""
_ORDER = tuple(PHASES)[:-1]


def way_out(status: str, expected: Collection[str]) -> Worded:
    """What brings a session from a status towards one of those that are expected."""
    phase = PHASES[status]
    if phase.on is None:
        return phase.otherwise
    # Who needs more than the draw is not told to draw: not every session has one.
    later = ("drawn",) if status == "scheduled" else _ORDER[_ORDER.index(status) + 1 :]
    return phase.otherwise if set(later).isdisjoint(expected) else phase.on


def named(phases: Collection[str]) -> Listed:
    """Phases as alternatives within a sentence of a problem."""
    return Listed([Word("session", phase) for phase in phases], "list-either")
