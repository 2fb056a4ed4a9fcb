"""A session as the state holds it: who is there, at which table, and how far it has come."""

from datetime import date, datetime
from typing import Literal

import msgspec
from immutables import Map

from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import Stage

SessionStatus = Literal["scheduled", "drawn", "playing", "time_called", "ended", "suspended"]
BEGUN: frozenset[SessionStatus] = frozenset(("playing", "time_called", "ended"))
"""While it is so, it has been played in."""
GIVES_PLACES: frozenset[SessionStatus] = frozenset(("scheduled", "suspended"))
"""While it is so, a place in a session can still be given to who waits for it."""


class Suspension(msgspec.Struct, frozen=True, gc=False):
    """How it was when a session was suspended, and what those concerned were promised.

    Attributes:
        at: business time.
        grounds: why.
        inside: who had checked in, or sat at a table, then.
        next_word: by when the next word comes; None where none is promised any more.
        told_seq: of the suspension or the further word that was told last.
        reminded: whether the organizer was reminded of the promise.
        day: the day that was suspended.
        seq: of the suspension.
        stopped: whether it stopped play, whose results are void.
        over: whether the warning had ended by then, as far as was known.
    """

    at: datetime
    grounds: str
    inside: frozenset[str]
    next_word: datetime | None
    told_seq: int
    reminded: bool = False
    day: date | None = None
    seq: int = 0
    stopped: bool = False
    over: bool = False

    @property
    def danger(self) -> str:
        """What those concerned are to be kept from: the grounds, or "other" where the warning had ended."""
        return "other" if self.over else self.grounds


class SeatTold(msgspec.Struct, frozen=True, gc=False):
    """Where somebody sits, as the event at `seq` told them.

    `place` is table, seat and in rounds the others there; "bye" or "unpaired"; nothing for no seat.
    """

    seq: int
    place: tuple[str, ...]


class Session(msgspec.Struct, frozen=True, gc=False):
    """A session of a stage as it stands. `day` moves when it is rescheduled; the id stays.

    Without a `day` it is not set yet: it can be amended into the plan, or the session is begun by command.

    `number` says which session of its day it was planned to be.

    `held` is how it was suspended before it got a new date on the day itself: what people were told to do for
    their safety holds until that day is over, and those in the hall can still be told more.

    `moves` are its new dates since it was planned as it is, each with the seq of the event.

    `attempt` counts how often it has begun; `voided` says that its suspension voided what had begun.

    `pardoned` are those who missed what a suspension voided, and may play as it starts again.

    `forfeits_undone` are the sheets with forfeits that were taken from its tables last, with who sat there.

    `seats_told` is what was told last to each who is told where they sit, also while no seats are drawn.

    `entrants` and `waiting` map entrant numbers to the seq that brought them there (first come first served);
    `waited_until` is the seq at which it was over the first time, from when on nobody gets a place any more.
    `tables` maps table numbers to the entrants in seat order A to D; `drawn_seq` is that of the last draw.
    """

    plan: SessionPlan
    stage: Stage
    number: int
    day: date | None
    status: SessionStatus = "scheduled"
    entrants: Map[str, int] = Map()
    waiting: Map[str, int] = Map()
    checked_in: int = 0
    tables: Map[int, tuple[str, ...]] = Map()
    referees: Map[int, str] = Map()
    seed: str | None = None
    drawn_seq: int = 0
    on_paper: bool = False
    attempt: int = 1
    started_at: datetime | None = None
    ended_at: datetime | None = None
    suspended_seq: int | None = None
    suspension: Suspension | None = None
    held: Suspension | None = None
    voided: bool = False
    byes: tuple[str, ...] = ()
    unpaired: tuple[str, ...] = ()
    closed_tables: frozenset[int] = frozenset()
    moves: tuple[tuple[int, date], ...] = ()
    waited_until: int | None = None
    pardoned: frozenset[str] = frozenset()
    forfeits_undone: tuple[tuple[str, tuple[str, ...]], ...] = ()
    seats_told: Map[str, SeatTold] = Map()

    def day_before(self, seq: int) -> date | None:
        """The day it was on before the event at `seq`: the last new date until then, else the planned day."""
        return next((day for at, day in reversed(self.moves) if at < seq), self.plan.day)

    def place_waiting(self, number: str) -> int | None:
        """Which place somebody has on the waiting list; None for who is not on it."""
        in_order = sorted(self.waiting.items(), key=lambda place: place[1])
        numbers = [waiting for waiting, _ in in_order]
        return numbers.index(number) + 1 if number in numbers else None

    @property
    def still_waiting(self) -> Map[str, int]:
        """Who may still get a place in it: nobody once seats are drawn."""
        return self.waiting if self.status in GIVES_PLACES else Map()

    @property
    def known_day(self) -> date:
        """The day of a session that is known to have one."""
        assert self.day is not None, f"session {self.plan.id} has no day"
        return self.day

    @property
    def sitting_out(self) -> tuple[str, ...]:
        """Who is there and has no table: those with a bye, and those who have had all they get."""
        return (*self.byes, *self.unpaired)


SEATS = "ABCDEFGH"
