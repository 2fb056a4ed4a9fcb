"""A rule document as a stage is played by it: the figures of the stage take the place of its own."""

from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

import msgspec

from services.rules.ruleset import UNSPECIFIED, Ruleset, Setting
from services.tournament.definition.stages import Clock, StagePlan

_GAMES, _CLOCK = "tournament file, stage.games", "tournament file, stage.clock"
_SESSIONS = "tournament file, stage.sessions"
_BY_GAMES = ("points_target_reached", "each_game_by_itself")
"""What completes a sheet that has no number of games."""


def as_played(rules: Ruleset, stage: StagePlan) -> Ruleset:
    """The rules with the clock and the course of the stage, cited to the file where they are others."""
    rules = rules if stage.clock is None else with_clock(rules, stage.clock)
    changed = {
        name: Setting(value, cite, "stated")
        for name, value, cite in _course(rules, stage)
        if getattr(rules.course, name).value != value
    }
    if not changed:
        return rules
    return msgspec.structs.replace(rules, course=msgspec.structs.replace(rules.course, **changed))


def _course(rules: Ruleset, stage: StagePlan) -> Iterator[tuple[str, Any, str]]:
    """Each figure of the course that the stage has, and where it stands in the file."""
    yield "games_per_sheet", stage.games_each or UNSPECIFIED, _GAMES
    complete = rules.course.complete_when.value
    if stage.target is not None:
        yield "complete_when", _BY_GAMES[0], _GAMES
    elif stage.games_each is None:
        yield "complete_when", _BY_GAMES[1], _GAMES
    elif complete in (*_BY_GAMES, UNSPECIFIED):
        yield "complete_when", "games_played", _GAMES
    if stage.attend == "all":
        yield "rounds", len(stage.sessions), _SESSIONS
    minutes = {_minutes(session.start, session.end) for session in stage.sessions}
    if len(minutes) == 1 and None not in minutes:
        yield "session_minutes", minutes.pop(), _SESSIONS


def _minutes(start: time | None, end: time | None) -> int | None:
    if start is None or end is None:
        return None
    day = date.min
    return int((datetime.combine(day, end) - datetime.combine(day, start)).total_seconds() // 60)


def with_clock(rules: Ruleset, clock: Clock) -> Ruleset:
    """The rules played with another clock than theirs, as a tournament file says."""
    given: dict[str, object] = {
        "kind": "per_turn" if clock.bank_seconds is None else "bronstein",
        "turn_seconds": UNSPECIFIED if clock.turn_seconds is None else (clock.turn_seconds,),
        "bank_seconds": UNSPECIFIED if clock.bank_seconds is None else clock.bank_seconds,
        "delay_seconds": UNSPECIFIED if clock.bank_seconds is None else clock.delay_seconds or 0,
    }
    settings: dict[str, Any] = {name: Setting(value, _CLOCK, "stated") for name, value in given.items()}
    return msgspec.structs.replace(rules, clock=msgspec.structs.replace(rules.clock, **settings))
