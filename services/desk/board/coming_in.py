"""How the results of a session come in: which tables are in, which are missing, which came last."""

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from services.tournament.kernel.ids import TableId
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import complete
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.clock import from_micros

if TYPE_CHECKING:
    from services.desk.desk import Desk

LAST = 8
"""So many that came last are shown."""


class TableIn(msgspec.Struct, frozen=True):
    """A table whose results are in, and when the last of them came."""

    table: int
    at: datetime | None


class ComingIn(msgspec.Struct, frozen=True):
    """The tables of a session.

    Attributes:
        missing: the tables that have not played all they play, or wait for a ruling on it.
        last: those that came in last, the newest first.
    """

    session: str
    tables: int
    missing: tuple[int, ...]
    last: tuple[TableIn, ...]

    @property
    def arrived(self) -> int:
        """How many are in."""
        return self.tables - len(self.missing)


def coming_in(desk: "Desk", tournament_id: str, state: State, session: Session) -> ComingIn:
    """The tables of a session that has begun, with the moments of those that came in last."""
    sheets = {
        number: state.sheets.get(str(TableId(session.plan.id, number))) for number in sorted(session.tables)
    }
    missing = tuple(number for number, sheet in sheets.items() if sheet is None or not complete(sheet))
    arrived = [
        (_came(sheet), number)
        for number, sheet in sheets.items()
        if sheet is not None and number not in missing
    ]
    last = sorted(arrived, reverse=True)[:LAST]
    moments = {
        known.seq: from_micros(known.recorded_at)
        for known in desk.stored(tournament_id, sorted({seq for seq, _ in last if seq}))
    }
    shown = tuple(TableIn(number, moments.get(seq)) for seq, number in last)
    return ComingIn(session.plan.id, len(sheets), missing, shown)


def _came(sheet: Sheet) -> int:
    """The seq at which the last of a table's results came."""
    return max((game.seq for game in sheet.games if game is not None), default=0)
