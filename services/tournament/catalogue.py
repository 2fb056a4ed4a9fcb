"""Everything the tournament knows to do and to remember: importing this registers every command and event."""

from services.tournament.definition import amending, founding
from services.tournament.docket import breaches, disputes, evidence, leaving, reinstating, rulings
from services.tournament.kernel.deciding import decide, evolve
from services.tournament.kernel.registry import commands, event_types
from services.tournament.people import (
    amendments,
    entries,
    families,
    family_proposals,
    forgetting,
    importing,
    inviting,
    moving,
    parent_calls,
    questions,
    registration,
    retention,
)
from services.tournament.play import (
    conflicts,
    forfeits,
    incidents,
    open_tables,
    paper,
    results,
    signatures,
    timing,
)
from services.tournament.publication import awards, publishing, reminding
from services.tournament.seating import drawing, presence, seats
from services.tournament.standings import cut, finalists, qualification, ratings, reserves
from services.tournament.state import State
from services.tournament.weather import further_word, suspension, watching

AREAS = (
    founding,
    amending,
    registration,
    entries,
    importing,
    amendments,
    moving,
    inviting,
    questions,
    forgetting,
    families,
    family_proposals,
    parent_calls,
    presence,
    drawing,
    seats,
    open_tables,
    timing,
    forfeits,
    incidents,
    results,
    conflicts,
    paper,
    signatures,
    disputes,
    evidence,
    rulings,
    breaches,
    leaving,
    reinstating,
    suspension,
    further_word,
    watching,
    reminding,
    retention,
    publishing,
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
