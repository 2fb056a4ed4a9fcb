"""Refusals that name sessions, tables and hours as people do; ids are for machines, and stay in `where`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from services.tournament.definition.places_called import MovedTo, as_planned, session_called, table_called
from services.tournament.definition.plan import Competition
from services.tournament.kernel.ids import TableId
from shared.catalogue import Listed, Phrase, Word
from shared.problems import Problem

_SESSIONS = frozenset(("session", "sessions", "before", "one", "other", "own"))
"""What a text calls a session that it names, or those that it lists."""
_SHEET = "sheet"
_NO_SHEET = Word("thing", "score-sheet")
"""What is said not to be there, with the id of its table."""


def places_named(problem: Problem, plan: Competition | None, moved_to: MovedTo = as_planned) -> Problem:
    """The same refusal, and the others with it, with its sessions and tables as people call them.

    Moments are by the clock of the tournament.
    """
    if plan is None:
        return problem
    others = [places_named(other, plan, moved_to) for other in problem.others]
    params = _named(problem.params, plan, moved_to)
    return Problem(problem.kind, params, problem.where, problem.retry_after, others)


def _named(values: Mapping[str, Any], plan: Competition, moved_to: MovedTo) -> dict[str, Any]:
    named = {name: _value(name, value, plan, moved_to) for name, value in values.items()}
    if values.get("what") == _NO_SHEET and "id" in values:
        table = _value(_SHEET, values["id"], plan, moved_to)
        named["id"] = table if isinstance(table, str) else Phrase("part-of-place", {"place": table})
    return named


def _value(name: str, value: object, plan: Competition, moved_to: MovedTo) -> object:
    if isinstance(value, str):
        if name in _SESSIONS and plan.session(value) is not None:
            return session_called(value, plan, moved_to)
        if name == _SHEET and (table := TableId.read(value)) and plan.session(table.session) is not None:
            return table_called(value, plan, moved_to)
        return value
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value.astimezone(ZoneInfo(plan.zone))
    if isinstance(value, Phrase):
        return Phrase(value.key, _named(value.values, plan, moved_to))
    if isinstance(value, Listed):
        return Listed([_value(name, part, plan, moved_to) for part in value.parts], value.between)
    if isinstance(value, list | tuple):
        return [_value(name, part, plan, moved_to) for part in value]
    return value
