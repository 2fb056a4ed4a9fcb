"""The phases of a session, and what brings it from the one it is in to the one that is needed."""

from collections.abc import Collection

import msgspec

from shared.catalogue import Listed, Phrase, Word


class Phase(msgspec.Struct, frozen=True):
    """What leads a session out of a phase.

    Attributes:
        on: what leads to the next phase; None where none comes after it.
        otherwise: what to do where a phase is needed that `on` does not lead towards.
    """

    on: Phrase | None
    otherwise: Phrase


PHASES = {
    "scheduled": Phase(
        Phrase("part-phases-draw-seats-draw-seats-first"),
        Phrase("part-phases-start-start-session-first-once"),
    ),
    "drawn": Phase(
        Phrase("part-phases-start-start-session-first"),
        Phrase("part-phases-undo-seat-draw-undo-seat"),
    ),
    "playing": Phase(
        Phrase("part-phases-call-time-call-time-first"),
        Phrase("part-phases-if-nothing-was-recorded-undo"),
    ),
    "time_called": Phase(
        Phrase("part-phases-end-end-session-first"),
        Phrase("part-phases-if-time-was-called-mistake"),
    ),
    "ended": Phase(
        None,
        Phrase("part-phases-if-was-ended-mistake-reopen"),
    ),
    "suspended": Phase(
        None,
        Phrase("part-phases-give-new-date-reschedule-sessions"),
    ),
}
"""By status, in the order in which they follow; a session is suspended out of any."""
_ORDER = tuple(PHASES)[:-1]


def way_out(status: str, expected: Collection[str]) -> Phrase:
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
