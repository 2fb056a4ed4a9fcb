"""Steps taken by mistake and taken back, with a reason: check-in, seat draw, start, time call, end."""

from services.demo.agenda import Activity
from services.demo.director import Director
from services.tournament.play.timing import (
    CallTime,
    EndSession,
    ReopenSession,
    StartSession,
    UndoSessionStart,
    UndoTimeCall,
)
from services.tournament.seating.presence import CheckIn, UndoCheckIn
from services.tournament.seating.seats import AssignReferees, DrawSeats, ExchangeSeats, UndoSeatDraw


def mistaken_check_in(director: Director, session: str) -> Activity:
    """The counter ticks a name off for the person behind her, and notices at once."""
    arrivals = director.arrivals[session]
    number = next(no for no, at in sorted(arrivals.items()) if at is None or at > director.after(5))
    director.counter(CheckIn(entrant=number))
    yield director.after(2)
    reason = "Wrong line ticked: the next person in the queue had arrived."
    director.chief(UndoCheckIn(entrant=number, reason=reason))


def draw_again(director: Director, session: str) -> Activity:
    """The printed seat plan was torn and half of it lost: the draw is taken back and made anew."""
    reason = "Drawn while table 7 was still being repaired; drawn again with all tables ready."
    director.chief(UndoSeatDraw(session=session, reason=reason))
    yield director.after(1)
    director.chief(DrawSeats(session=session))
    director.chief(AssignReferees(session=session))


def exchange_seats(director: Director, session: str) -> Activity:
    """Someone in a wheelchair gets the seat at the aisle."""
    tables = director.session(session).tables
    first, second = tables[3][1], tables[1][0]
    command = ExchangeSeats(session=session, first=first, second=second, reason="輪椅使用者需要通道座位。")
    director.chief(command)
    yield from ()


def started_too_soon(director: Director, session: str) -> Activity:
    """The start signal came before the timers were handed out."""
    director.chief(UndoSessionStart(session=session, reason="Timers of four tables were missing."))
    yield director.after(0.7)
    director.chief(StartSession(session=session))


def called_too_soon(director: Director, session: str) -> Activity:
    """The neighbouring hall's bell was taken for the end."""
    referee = min(director.session(session).referees.values())
    director.submit("referee", referee, CallTime(session=session))
    yield director.after(1)
    director.chief(UndoTimeCall(session=session, reason="The bell came from the hall next door."))


def closed_too_soon(director: Director, session: str) -> Activity:
    """The session is ended while a table still fills in its sheet."""
    director.chief(EndSession(session=session))
    yield director.after(4)
    director.chief(ReopenSession(session=session, reason="Table 9 had not finished its third game."))
