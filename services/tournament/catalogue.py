"""Everything the tournament knows to do and to remember: importing this registers every command and event.

Whatever stands in a module of one of the rooms is found there, so a new module is named nowhere.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from services.tournament import definition, docket, people, play, publication, seating, standings, weather
from services.tournament.kernel.deciding import decide, evolve
from services.tournament.kernel.registry import commands, event_types
from services.tournament.state import State

ROOMS = (definition, people, seating, play, docket, weather, standings, publication)
"""In the order in which documents show them."""
TOLD_AGAIN = "replayed"
"""How the events of a room are told again: read when a history is, by `counterfactual`."""


def _modules(room: ModuleType) -> Iterator[ModuleType]:
    names = [found.name for found in iter_modules(room.__path__) if not found.ispkg]
    return (import_module(f"{room.__name__}.{name}") for name in names if name != TOLD_AGAIN)


_FOUND = tuple(module for room in ROOMS for module in _modules(room))
_HOMES = {kind.__module__ for kind in (*event_types(), *commands().values())}

AREAS = tuple(module for module in _FOUND if module.__name__ in _HOMES)
"""The modules that have commands or events, room by room."""

INITIAL = State()

__all__ = ["AREAS", "INITIAL", "commands", "decide", "event_types", "evolve"]
