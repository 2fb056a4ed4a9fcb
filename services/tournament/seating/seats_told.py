"""What everyone is told of where they sit, so that a later draw tells those for whom it is otherwise.

Where people play in one session they look for their seat in the hall, and only who changed seats is told it.
In rounds everyone is told, with who else sits there.
"""

from collections.abc import Iterable

from msgspec import structs

from services.tournament.seating.sessions import SEATS, SeatTold, Session
from services.tournament.state import State


def at_tables(session: Session, *entrants: str) -> list[str]:
    """Everyone at the tables at which these sit."""
    return [
        each for seats in session.tables.values() if not set(entrants).isdisjoint(seats) for each in seats
    ]


def with_seats_told(state: State, session_id: str, numbers: Iterable[str], seq: int) -> State:
    """The state in which an event tells these where they sit, as far as they were told otherwise last."""
    session = state.sessions[session_id]
    places = _places(session, alone=state.stage_plan(session.stage).attend == "one")
    told = {
        number: SeatTold(seq, places.get(number, ()))
        for number in numbers
        if number not in session.seats_told or session.seats_told[number].place != places.get(number, ())
    }
    if not told:
        return state
    return state.with_session(structs.replace(session, seats_told=session.seats_told.update(told)))


def _places(session: Session, *, alone: bool) -> dict[str, tuple[str, ...]]:
    """By number the table and seat, with the others there unless seats `alone` are told."""
    places: dict[str, tuple[str, ...]] = {
        number: (why,)
        for why, numbers in (("bye", session.byes), ("unpaired", session.unpaired))
        for number in numbers
    }
    for table, seats in session.tables.items():
        for letter, number in zip(SEATS, seats, strict=False):
            others = () if alone else sorted(each for each in seats if each != number)
            places[number] = (str(table), letter, *others)
    return places
