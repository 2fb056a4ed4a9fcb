"""A session's script: how results are written, what happens at which table, who wins where it matters."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from services.demo.agenda import Activity
from services.demo.chance import Dice
from services.demo.director import Director
from services.demo.games import Finished, Player

Style = Literal["counts", "recorded", "sheets", "racks"]
"""Who writes what down: counts by the referee, scores by the participants game by game, whole sheets, or the
racks by whoever of the table has a phone at hand."""

When = Literal["during", "after", "signing"]
TableTale = Callable[[Director, str], Activity]
"""What happens at a table, given its sheet; the table waits until it is over."""

SessionTale = Callable[[Director, str], Activity]
Outcome = Callable[[Director, Sequence[Player], Dice], Finished]
"""How a game ends that the story needs to end in a certain way."""


class Case(msgspec.Struct, frozen=True):
    """Something at one table: during or after a game, or when the sheet is to be signed."""

    tale: TableTale
    when: When = "after"
    game: int = 3


class Beat(msgspec.Struct, frozen=True):
    """Something beside the tables, so many minutes after the session's registration opens."""

    minute: float
    tale: SessionTale


class SessionScript(msgspec.Struct, frozen=True):
    """One session. `cases` by table, `outcomes` by table and game; everything else is left to the dice."""

    style: Style = "counts"
    absent: int = 3
    """Percent of the registered who do not come."""
    late: int = 0
    """How many come after the seating time, and are refused."""
    cases: Mapping[int, Sequence[Case]] = {}
    outcomes: Mapping[tuple[int, int], Outcome] = {}
    beats: Sequence[Beat] = ()
