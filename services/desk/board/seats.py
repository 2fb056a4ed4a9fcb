"""The seat plan of a session as people look for themselves in it: by number, each with table and seat."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from services.tournament.seating.sessions import SEATS, Session
from services.tournament.standings.places_seen import Unseen, told_by_tables, unseen_in, unseen_stages
from services.tournament.state import State


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
