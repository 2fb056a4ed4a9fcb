"""How people are put at tables: draws under their words of the tournament file, pure, repeatable by seed.

`draw_by` draws; `registry` says what a draw is given and what it gives.
"""

from services.tournament.seating.draws import (
    given,
    lot,
    open_tables,
    round_robin,
    snake,
    standing,
    swiss,
)
from services.tournament.seating.draws.lot import draw_tables
from services.tournament.seating.draws.open_tables import refuse_table
from services.tournament.seating.draws.registry import Drawn, DrawPlan, Entry, draw_by, draws
from services.tournament.seating.draws.round_robin import sessions_needed
from services.tournament.seating.draws.sizes import CANNOT_BE_SEATED, OVERFULL, table_sizes

REGISTERED = (lot, swiss, round_robin, standing, snake, given, open_tables)
"""Imported so that every draw is registered."""

__all__ = [
    "CANNOT_BE_SEATED",
    "OVERFULL",
    "DrawPlan",
    "Drawn",
    "Entry",
    "draw_by",
    "draw_tables",
    "draws",
    "refuse_table",
    "sessions_needed",
    "table_sizes",
]
