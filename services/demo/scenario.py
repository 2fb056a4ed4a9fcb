"""Scenarios: who comes, what goes wrong, and when, as data. `steps` plays them.

What may happen anywhere stands in `scenarios/usual.toml`, and which of it a stage's rules make possible in
`usual_script`. A tournament like Hong Kong 2026 has a scenario of its own.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import time
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from services.rules.game import EndedBy
from services.rules.ruleset import UNSPECIFIED, Ruleset
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import StagePlan

Style = Literal["counts", "recorded", "sheets", "racks", "paper"]
"""Who writes what down: counts by the referee, scores by the participants game by game, whole sheets, the
racks by whoever of the table has a phone at hand; or everything on paper, typed up when it is over."""

_STYLES: tuple[Style, ...] = ("counts", "recorded", "sheets")
_LOWEST = "lowest_count"
_MAY_STAY_AWAY = 20
"""Percent of those who stay away where people come as they like."""

Step = int | float | str | list[Any]
"""Minutes to wait, a moment to wait for, or what somebody does: who, which command, with what."""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happens at a table, or beside the tables.

    Attributes:
        when: during or after the game, when the sheet is to be signed, or instead of writing it.
        racks: what is left of the game by seat, where it has to be just that.
        forfeited: the seat that has lost the game, whatever is left.
    """

    steps: Sequence[Step] = ()
    when: Literal["during", "after", "signing", "sheet"] = "after"
    game: int = 3
    ended_by: EndedBy = "pool_exhausted"
    racks: Sequence[str] = ()
    forfeited: int | None = None


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A session: how it is written down, and which cases happen in it; the rest is left to the dice.

    Attributes:
        absent: percent of the registered who do not come.
        tables: by number of the table, what happens there.
        beside: by minutes after check-in opens, what happens beside the tables.
    """

    style: Style = "counts"
    absent: int = 3
    tables: Mapping[str, str] = {}
    beside: Mapping[str, str] = {}


class Happening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something outside the sessions; `table`, as "preliminary/1/4", is the one that it is about."""

    on: str
    steps: Sequence[Step]
    table: str = ""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario of one kind of tournament, from a file of `scenarios`.

    Attributes:
        case: by name.
        session: by stage and place, and where one begins again by how often it has begun.
        points: where the story may stop, each with its last moment.
        now_is: the hour that it is now, or some minutes more, at the venue of one that is moved to now.
        around_now: the hours of the sessions of the last preliminary day then, in minutes from now.
    """

    case: Mapping[str, Case]
    session: Mapping[str, Script] = {}
    happening: Sequence[Happening] = ()
    points: Mapping[str, str] = {}
    now_is: time = time(14)
    around_now: Sequence[Sequence[int]] = ()


@cache
def scenario(name: str) -> Scenario:
    """The scenario of this name; "usual" is what may happen at a table of any tournament."""
    file = files("services.demo").joinpath("scenarios", f"{name}.toml")
    return msgspec.toml.decode(file.read_bytes(), type=Scenario)


def scenario_of(definition: Competition) -> Scenario | None:
    """The scenario of a tournament of three preliminary days of four sessions, and a final of two."""
    if definition.stage_ids != ("preliminary", "final"):
        return None
    shapes = [[*Counter(session.day for session in stage.sessions).values()] for stage in definition.stages]
    return scenario("hong-kong") if shapes == [[4, 4, 4], [2]] else None


def usual_script(plan: StagePlan, rules: Ruleset, place: int) -> Script:
    """What happens in a session of a stage, as far as its rules make it possible; `place` counts from 0."""
    everyone, required = plan.attend == "all", plan.signatures == "required"
    counted = rules.endings.time.value == _LOWEST
    leaves = place == (1 if everyone else 0)
    forfeits = rules.endings.forfeit.value != UNSPECIFIED and plan.table.most == 2
    may_happen = {
        ("1", "slip-of-the-pen"): place == 0,
        ("2", "complaint"): place == 0 and required,
        ("2", "out-of-time"): place == 1 and forfeits,
        ("3", "taken-ill"): leaves and plan.ranked == "complete" and counted,
        # Of two at a table whoever leaves has lost; at larger ones the others play on.
        ("3", "goes-home"): leaves and plan.ranked == "played" and plan.draw != "open",
        ("4", "nobody-can-move"): place == 2 * everyone and rules.endings.blocked.value == UNSPECIFIED,
    }
    # Scores that participants write down can be checked only where the rules settle every ending.
    scored = counted and plan.games_each is not None
    style: Style = "racks" if not required else _STYLES[place % len(_STYLES)] if scored else "counts"
    absent = _MAY_STAY_AWAY if plan.attend == "some" else 0 if plan.source is not None else 2
    return Script(style, absent, {table: case for (table, case), happens in may_happen.items() if happens})
