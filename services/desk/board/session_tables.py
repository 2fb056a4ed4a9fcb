"""The tables of a session on a board: who is to sit where, and whose results are in."""

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Literal

import msgspec

from services.tournament.kernel.ids import TableId
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import complete
from services.tournament.seating.sessions import SEATS, Session
from services.tournament.standings.places_seen import Unseen, told_by_tables, unseen_in, unseen_stages
from services.tournament.state import State
from shared.clock import from_micros

if TYPE_CHECKING:
    from services.desk.desk import Desk


class Seat(msgspec.Struct, frozen=True):
    """Where somebody sits; `table` None for who sits out, with a bye or without."""

    number: str
    table: int | None
    seat: str
    out: Literal["", "bye", "unpaired"] = ""


class SeatPlan(msgspec.Struct, frozen=True):
    """Everyone of a session by number; `hidden` says why that is not shown yet, and then nobody is in it."""

    session: str
    seats: tuple[Seat, ...]
    hidden: Unseen | None = None


def seat_plan(state: State, session: Session) -> SeatPlan:
    """The seat plan as the public may see it."""
    unseen = unseen_stages(state)
    for stage in told_by_tables(state, session.stage):
        hidden = unseen_in(unseen, stage)
        if hidden is not None:
            return SeatPlan(session.plan.id, (), hidden)
    seats = sorted(_seats(session), key=lambda seat: (len(seat.number), seat.number))
    return SeatPlan(session.plan.id, tuple(seats))


def _seats(session: Session) -> Iterator[Seat]:
    for table, numbers in session.tables.items():
        for letter, number in zip(SEATS, numbers, strict=False):
            yield Seat(number, table, letter)
    for number in session.byes:
        yield Seat(number, None, "", "bye")
    for number in session.unpaired:
        yield Seat(number, None, "", "unpaired")


_LAST = 8
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
    last = sorted(arrived, reverse=True)[:_LAST]
    moments = {
        known.seq: from_micros(known.recorded_at)
        for known in desk.stored(tournament_id, sorted({seq for seq, _ in last if seq}))
    }
    shown = tuple(TableIn(number, moments.get(seq)) for seq, number in last)
    return ComingIn(session.plan.id, len(sheets), missing, shown)


def _came(sheet: Sheet) -> int:
    """The seq at which the last of a table's results came."""
    return max((game.seq for game in sheet.games if game is not None), default=0)
