"""The phases of a session in words, and what brings it from the one it is in to the one that is needed."""

from collections.abc import Collection

from shared.problems import Worded

PHASES = {
    "scheduled": Worded("scheduled", "未編位"),
    "drawn": Worded("drawn", "已編位"),
    "playing": Worded("playing", "比賽進行中"),
    "time_called": Worded("time_called", "時間已到"),
    "ended": Worded("ended", "已結束"),
    "suspended": Worded("suspended", "已暫停"),
}
"""By status, what a session in it is called."""

_BACK = Worded(
    "If nothing was recorded, undo its start (undo-session-start) first; else it is too late.",
    "如尚無紀錄，請先撤銷開始（undo-session-start）；否則已太遲。",
)
_ON = {
    "scheduled": Worded("Draw its seats (draw-seats) first.", "請先抽籤編位（draw-seats）。"),
    "drawn": Worded("Start it (start-session) first.", "請先開始該場（start-session）。"),
    "playing": Worded("Call time (call-time) first.", "請先宣布時間到（call-time）。"),
    "time_called": Worded("End it (end-session) first.", "請先結束該場（end-session）。"),
}
"""By status, what leads to the next."""
_BEGUN = Worded(
    "Start it (start-session) first, once its seats are drawn where they are.",
    "請先開始該場（start-session）；如須編位，請先編位。",
)
_UNDONE = {
    "drawn": Worded("Undo its seat draw (undo-seat-draw) first.", "請先撤銷編位（undo-seat-draw）。"),
    "playing": _BACK,
    "time_called": Worded(
        "If time was called by mistake, undo it (undo-time-call) first.",
        "如誤宣布時間到，請先撤銷（undo-time-call）。",
    ),
    "ended": Worded(
        "If it was ended by mistake, reopen it (reopen-session) first.",
        "如誤結束，請先重開該場（reopen-session）。",
    ),
    "suspended": Worded(
        "Give it a new date (reschedule-sessions) first, or lift the suspension (lift-suspension).",
        "請先改期（reschedule-sessions），或解除暫停（lift-suspension）。",
    ),
}
"""By status, what leads back from it."""
_ORDER = tuple(phase for phase in PHASES if phase != "suspended")


def way_out(status: str, expected: Collection[str]) -> Worded:
    """What brings a session from a status towards one of those that are expected."""
    later = status in _ORDER and any(
        phase in _ORDER and _ORDER.index(phase) > _ORDER.index(status) for phase in expected
    )
    if status == "scheduled" and "drawn" not in expected:
        return _BEGUN
    return _ON[status] if later and status in _ON else _UNDONE[status]


def named(phases: Collection[str]) -> Worded:
    """Some phases in words: "drawn or playing"."""
    known = [PHASES[phase] for phase in phases]
    return Worded(" or ".join(own.en for own in known), "或".join(own.zh for own in known))
