"""Everything the tournament knows to do and to remember: importing this registers every command and event."""

from services.tournament import (
    amending,
    amendments,
    awards,
    conduct,
    conflicts,
    cut,
    disputes,
    evidence,
    families,
    family_proposals,
    finalists,
    forgetting,
    founding,
    incidents,
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
    round_games,
    rounds,
    rulings,
    seating,
    signatures,
    suspension,
    watching,
)
from services.tournament.fitting import of_its_format
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
    seating,
    play,
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
    rounds,
    round_games,
    ratings,
)

GUARDS = (of_its_format,)
"""Imported so that every command passes them."""

INITIAL = State()

__all__ = ["AREAS", "GUARDS", "INITIAL", "commands", "decide", "event_types", "evolve"]
