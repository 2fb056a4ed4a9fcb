"""Everything the tournament knows to do and to remember: importing this registers every command and event."""

from services.tournament import (
    amending,
    amendments,
    awards,
    conduct,
    conflicts,
    cut,
    disputes,
    drawing,
    evidence,
    families,
    family_proposals,
    finalists,
    forfeits,
    forgetting,
    founding,
    incidents,
    open_tables,
    paper,
    play,
    presence,
    publication,
    qualification,
    ratings,
    registration,
    reminding,
    reserves,
    results,
    retention,
    rulings,
    seating,
    signatures,
    suspension,
    watching,
)
from services.tournament.kernel import commands, decide, event_types, evolve
from services.tournament.state import State

AREAS = (
    founding,
    amending,
    registration,
    amendments,
    forgetting,
    families,
    family_proposals,
    presence,
    drawing,
    seating,
    open_tables,
    play,
    forfeits,
    incidents,
    results,
    conflicts,
    paper,
    signatures,
    disputes,
    evidence,
    rulings,
    conduct,
    suspension,
    watching,
    reminding,
    retention,
    publication,
    cut,
    qualification,
    reserves,
    finalists,
    awards,
    ratings,
)

RETIRED = (
    "round-drawn",
    "round-draw-undone",
    "room-taken",
    "round-game-recorded",
    "round-game-corrected",
    "round-game-ruled",
)
"""Events of a model of rounds that sessions took the place of: their names are never used again."""

INITIAL = State()

__all__ = ["AREAS", "INITIAL", "RETIRED", "commands", "decide", "event_types", "evolve"]
