"""A session from the first arrival to its end, as everyone at the venue does it.

Held for whatever the tournament file says of check-in, draw, signatures and times, and from wherever it
stands: what somebody else has done already is let be.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from services.demo.agenda import Activity
from services.demo.director import MASTER, Director, SheetGone
from services.demo.papers import results_on_paper
from services.demo.steps import Scene
from services.demo.tables import play_table
from services.demo.turnout import send_home
from services.tournament.kernel.ids import TableId
from services.tournament.play.open_tables import OpenTable
from services.tournament.play.sheets import complete
from services.tournament.play.timing import CallTime, EndSession, StartSession
from services.tournament.seating.draws import table_sizes
from services.tournament.seating.presence import CheckIn, present_and_missing
from services.tournament.seating.seats import AssignReferees, DrawSeats
from services.tournament.seating.sessions import Session
from services.tournament.state import State

EARLIEST = timedelta(minutes=8)
"""How long before registration opens the first of them stand at the door."""

_SEATED_WITHIN, _STARTED_WITHIN = timedelta(minutes=2), timedelta(minutes=4)
_LONGEST, _SHORTEST = timedelta(hours=5), timedelta(minutes=30)
"""How long a day of play to a target lasts where no end is planned, and a round of it at least."""

_LAST_GAME_MINUTES = 25
"""By then every game is over that had begun when time was called."""
_ENDED_WITHIN = timedelta(minutes=6)
"""So long after its end a session waits for signatures."""
_NEW_DATE_MINUTES = 30
_TABLES_EACH = 4
"""How many open tables there are for each who is there."""
_LAST_TABLE = timedelta(minutes=45)
"""How long before the end nobody sits down at one any more."""


def in_turn(state: State, sessions: Iterable[Session]) -> list[list[Session]]:
    """The sessions in groups, of each of which one follows when the one before is over.

    Those are the rounds of a stage that the same people play in, and sessions without hours.
    """
    found: dict[str, list[Session]] = {}
    for session in sessions:
        alone = state.stage_plan(session.stage).attend == "one" and session.plan.opens_at is not None
        found.setdefault(session.plan.id if alone else session.stage, []).append(session)
    return list(found.values())


def hold(director: Director, session_id: str) -> Activity:
    """Everything that happens in a session; one that is suspended is held again on its new date."""
    while session_id in director.state.sessions:  # a round that is not needed is dropped
        session = director.session(session_id)
        if session.status == "ended":
            return
        if session.status == "suspended":
            yield director.after(_NEW_DATE_MINUTES)
        elif (opens := _too_early(director, session)) is not None:
            yield opens
        else:
            try:
                yield from _Held(director, session).hold()
                return
            except SheetGone:
                continue


def _too_early(director: Director, session: Session) -> datetime | None:
    """When the first come, where that is still to be waited for."""
    if session.status != "scheduled" or session.day is None or session.plan.opens_at is None:
        return None
    opens = director.state.plan.opens(session.day, session.plan) - EARLIEST
    return opens if director.clock.now() < opens else None


class _Times(NamedTuple):
    """When a session goes on to what; without an end it is over when its tables are."""

    opens: datetime
    seating: datetime
    start: datetime
    end: datetime | None


class _Held:
    """One attempt at a session."""

    def __init__(self, director: Director, session: Session) -> None:
        self._director, self._id, self._attempt = director, session.plan.id, session.attempt
        self._script, self._plan = director.script(session), director.stage(session)
        state, now, plan = director.state, director.clock.now(), session.plan
        seated = state.seated_at(session) or now + _SEATED_WITHIN
        end = None if plan.end is None else director.definition.moment(director.day_of(session), plan.end)
        self._at = _Times(
            state.opens_at(session) or now,
            seated,
            state.starts_at(session) or seated + _STARTED_WITHIN,
            end,
        )

    @property
    def _session(self) -> Session:
        return self._director.session(self._id)

    def _until(self, moment: datetime) -> Activity:
        """Wait; raise SheetGone where the session was suspended meanwhile, or has begun again."""
        yield moment
        if self._session.attempt != self._attempt or self._session.status == "suspended":
            raise SheetGone(self._id)

    def hold(self) -> Activity:
        """The attempt."""
        director = self._director
        if self._plan.draw == "open":
            yield from self._open_tables()
            return
        if self._script.style == "paper":
            yield from self._until(self._at.end or self._at.start)
            director.submit("organizer", results_on_paper(director, self._session))
            return
        if self._session.status == "scheduled":
            for minutes, name in self._script.beside.items():
                steps = Scene(director, {"session": self._id}).play(director.case(name).steps)
                director.plan(self._at.opens + timedelta(minutes=int(minutes)), steps)
            yield from self._check_in()
            if not send_home(director, self._id):
                return
            director.submit("chief", DrawSeats(session=self._id, tables=self._given()))
        if self._session.status == "drawn":
            if self._plan.signatures == "required" and not self._session.referees:
                yield from self._until(self._at.seating + timedelta(minutes=3))
                director.submit("chief", AssignReferees(session=self._id))
            yield from self._until(self._at.start)
            director.submit("chief", StartSession(session=self._id))
        yield from self._play()

    def _check_in(self) -> Activity:
        director, at = self._director, self._at
        for arrival, number in self._arrivals():
            yield from self._until(max(arrival, at.opens))
            # The rounds before may have taken so long that nobody can check in any more.
            today = director.definition.local_day(director.clock.now())
            if director.clock.now() > at.seating or (self._session.day or today) < today:
                break
            if self._is_expected(number):
                director.submit("counter", CheckIn(entrant=number, stage=director.named(self._plan.id)))
        yield from self._until(at.seating + timedelta(seconds=90))

    def _is_expected(self, number: str) -> bool:
        """Whether someone may check in and has not come."""
        entrant = self._director.state.entrants[number]
        seen = entrant.in_session(self._plan.id, self._id)
        return entrant.plays_in(self._plan.id) and seen is not None and seen.presence == "expected"

    def _arrivals(self) -> Sequence[tuple[datetime, str]]:
        """When each of those who come arrives, earliest first; who trained for it does not stay away."""
        director, at = self._director, self._at
        dice = director.dice(f"arrivals {self._id} {self._attempt}")
        span = int((at.seating - at.opens + EARLIEST).total_seconds()) - 60
        if self._plan.check_in == "none":
            return []
        missing = present_and_missing(director.state, self._session)[1]
        coming = [
            (at.opens - EARLIEST + timedelta(seconds=dice.below(span)), number)
            for number in filter(self._is_expected, missing)
            if not dice.chance(self._script.absent) or director.strength(number) == MASTER
        ]
        return sorted(coming)

    def _given(self) -> tuple[tuple[str, ...], ...]:
        """The tables as the organizer names them, where the file says so: in order of number."""
        if self._plan.draw != "given":
            return ()
        left, table = present_and_missing(self._director.state, self._session)[0], self._plan.table
        if table.most == 2 and len(left) % 2:
            left.pop()
        sizes = table_sizes(len(left), table.most, table.fewest)
        return tuple(tuple(left.pop(0) for _ in range(size)) for size in sizes)

    def _play(self) -> Activity:
        director, end = self._director, self._at.end
        dice = director.dice(f"session {self._id} {self._attempt}")
        for table in sorted(self._session.tables):
            begun = self._session.started_at or director.clock.now()
            signal = begun + timedelta(seconds=dice.between(100, 260))
            director.plan(signal, play_table(director, self._id, table))
        if end is None:
            yield from self._until_all_are_over()
        else:
            yield from self._until(end)
            self._call_time()
            while director.clock.now() < end + _ENDED_WITHIN and self._open():
                yield from self._until(director.after(1))
        if self._session.status != "ended":
            director.submit("chief", EndSession(session=self._id))

    def _open(self) -> bool:
        """Whether a sheet is about to be closed, or not complete; a dispute may take longer."""
        sheets = (self._director.sheet(str(TableId(self._id, table))) for table in self._session.tables)
        return any(sheet.closed_seq is None and not sheet.open_disputes for sheet in sheets)

    def _until_all_are_over(self) -> Activity:
        """Until every table has played what it plays; to a target, which it may never reach, not for ever."""
        director, day = self._director, self._session.day
        held = {each.plan.id for each in director.state.sessions_of(self._plan.id) if each.day == day}
        latest = director.clock.now() + max(_SHORTEST, _LONGEST / len(held))
        while not all(complete(director.sheet(str(TableId(self._id, t)))) for t in self._session.tables):
            yield from self._until(director.after(2))
            if self._plan.games_each is None and director.clock.now() >= latest:
                self._call_time()
                yield from self._until(director.after(_LAST_GAME_MINUTES))
                return

    def _call_time(self) -> None:
        """Call time, unless that was done: by a referee, or by the Chief Referee where there is none."""
        if self._session.status == "playing":
            who = min(self._session.referees.values(), default="")
            self._director.submit(f"referee:{who}" if who else "chief", CallTime(session=self._id))

    # Open tables

    def _open_tables(self) -> Activity:
        """Whoever is free sits down with others, and gets up when they have had enough."""
        director, table = self._director, self._plan.table
        dice = director.dice(f"open {self._id} {self._attempt}")
        if self._session.status == "scheduled":
            yield from self._until(self._at.start)
            director.submit("chief", StartSession(session=self._id))
        end = self._at.end or self._at.start + timedelta(hours=8)
        for number in sorted(set(self._session.tables) - self._session.closed_tables):
            director.plan(director.after(1), play_table(director, self._id, number))
        tables = max(1, len(self._free()) * _TABLES_EACH)
        pause = (end - director.clock.now() - _LAST_TABLE).total_seconds() / 60 / tables
        while director.clock.now() < end - _LAST_TABLE:
            free, size = self._free(), dice.between(table.fewest, table.most)
            if len(free) >= size:
                opened = OpenTable(session=self._id, entrants=tuple(dice.shuffle(free)[:size]))
                director.submit("front-desk", opened)
                director.plan(director.after(2), play_table(director, self._id, max(self._session.tables)))
            yield from self._until(director.after(pause * dice.between(60, 140) / 100))
        yield from self._until(end)
        self._call_time()
        while set(self._session.tables) - self._session.closed_tables:
            yield from self._until(director.after(3))
        director.submit("chief", EndSession(session=self._id))

    def _free(self) -> list[str]:
        """Who is in the session's stage and sits at no open table, in order of number."""
        session, entrants = self._session, self._director.state.entrants
        open_tables = set(session.tables) - session.closed_tables
        seated = {number for table in open_tables for number in session.tables[table]}
        playing = sorted(number for number, known in entrants.items() if known.plays_in(session.stage))
        return [number for number in playing if number not in seated]
