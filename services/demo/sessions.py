"""A session from the first arrival to its end, as everyone at the venue does it.

Held for whatever the tournament file says of check-in, draw, signatures and times, and from wherever it
stands: what somebody else has done already is let be. So the crowd of a demo that was moved to now goes on
with its day in real time, beside whoever tries the program out.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from services.demo.agenda import Activity
from services.demo.director import MASTER, Attempt, Director, NotInTheScript, SheetGone
from services.demo.games import results_on_paper
from services.demo.steps import Scene
from services.demo.tables import play_table
from services.demo.turnout import send_home
from services.tournament.kernel.ids import TableId
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import complete
from services.tournament.seating.draws import table_sizes
from services.tournament.seating.presence import present_and_missing
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.tournament.weather.watching import sessions_of
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)

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


class Crowd(Director):
    """Everyone of a tournament that is under way: what is suspended stops, what is refused is let be."""

    tries = 10

    def go_on(self, until: datetime) -> None:
        """What is left of today, up to a moment or until the agenda is stopped."""
        self.plan_sessions(sessions_of(self.state, self.definition.local_day(self.clock.now())))
        self.agenda.run(until)

    def plan_sessions(self, sessions: Iterable[Session]) -> None:
        """Put what is left of these sessions on the agenda."""
        for group in _in_turn(self.state, sessions):
            self.plan(self.clock.now(), self._hold_each(group))

    def _hold_each(self, sessions: Sequence[Session]) -> Activity:
        """What is left of each, one after the other: of rounds nobody plays two at once."""
        for session in sessions:
            if session.entrants or session.tables:
                yield from self.as_far_as_it_goes(hold(self, session.plan.id))

    def stopped_by(self, error: Problem | NotInTheScript) -> None:
        log.info("crowd_stops", why=str(error))


def _in_turn(state: State, sessions: Iterable[Session]) -> Iterable[list[Session]]:
    """The sessions in groups, of each of which one follows when the one before is over.

    Those are the rounds of a stage that the same people play in, and sessions without hours.
    """
    found: dict[str, list[Session]] = {}
    for session in sessions:
        alone = state.stage_plan(session.stage).attend == "one" and session.plan.opens_at is not None
        found.setdefault(session.plan.id if alone else session.stage, []).append(session)
    return found.values()


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
                yield from _Held(director, session_id).hold()
                return
            except SheetGone:
                continue


def _too_early(director: Director, session: Session) -> datetime | None:
    """When the first come, where that is still to be waited for."""
    if session.status != "scheduled" or session.day is None or session.plan.opens_at is None:
        return None
    opens = director.state.plan.opens(session.day, session.plan) - EARLIEST
    return opens if director.clock.now() < opens else None


class _Held(Attempt):
    """One attempt, with when it goes on to what; without an end it is over when its tables are."""

    def __init__(self, director: Director, session_id: str) -> None:
        super().__init__(director, session_id)
        state, session, now = director.state, self.session, director.clock.now()
        self._opens = state.opens_at(session) or now
        self._seating = state.seated_at(session) or now + _SEATED_WITHIN
        self._start = state.starts_at(session) or self._seating + _STARTED_WITHIN
        day, end = director.day_of(session), session.plan.end
        self._end = None if end is None else director.definition.moment(day, end)

    def hold(self) -> Activity:
        """The attempt."""
        director, id = self.director, self.session_id
        if self.stage.draw == "open":
            yield from self._open_tables()
            return
        if self.script.style == "paper":
            yield from self.until(self._end or self._start)
            director.act("organizer", "import-results", rows=results_on_paper(director, self.session))
            return
        if self.session.status == "scheduled":
            for minutes, name in self.script.beside.items():
                steps = Scene(director, {"session": id}).play(director.cases[name].steps)
                director.plan(self._opens + timedelta(minutes=int(minutes)), steps)
            yield from self._check_in()
            if not send_home(director, id):
                return
            director.act("chief", "draw-seats", session=id, tables=self._given())
        if self.session.status == "drawn":
            if self.stage.signatures == "required" and not self.session.referees:
                yield from self.until(self._seating + timedelta(minutes=3))
                director.act("chief", "assign-referees", session=id)
            yield from self.until(self._start)
            director.act("chief", "start-session", session=id)
        yield from self._play()

    def _check_in(self) -> Activity:
        director, stage = self.director, self.stage.id
        for arrival, number in self._arrivals():
            yield from self.until(max(arrival, self._opens))
            # The rounds before may have taken so long that nobody can check in any more.
            today = director.definition.local_day(director.clock.now())
            if director.clock.now() > self._seating or (self.session.day or today) < today:
                break
            if number in self._present_and_missing()[1]:
                director.act("counter", "check-in", entrant=number, stage=director.named(stage))
        yield from self.until(self._seating + timedelta(seconds=90))

    def _present_and_missing(self) -> tuple[list[str], list[str]]:
        return present_and_missing(self.director.state, self.session)

    def _arrivals(self) -> Sequence[tuple[datetime, str]]:
        """When each of those who come arrives, earliest first; who trained for it does not stay away."""
        director, first = self.director, self._opens - EARLIEST
        dice = director.dice(f"arrivals {self.session_id} {self.number}")
        span = int((self._seating - first).total_seconds()) - 60
        coming = [
            (first + timedelta(seconds=dice.below(span)), number)
            for number in self._present_and_missing()[1]
            if not dice.chance(self.script.absent) or director.strength(number) == MASTER
        ]
        return sorted(coming)

    def _given(self) -> tuple[tuple[str, ...], ...]:
        """The tables as the organizer names them, where the file says so: in order of number."""
        if self.stage.draw != "given":
            return ()
        left, table = self._present_and_missing()[0], self.stage.table
        if table.most == 2 and len(left) % 2:
            left.pop()
        sizes = table_sizes(len(left), table.most, table.fewest)
        return tuple(tuple(left.pop(0) for _ in range(size)) for size in sizes)

    def _play(self) -> Activity:
        director, end = self.director, self._end
        dice = director.dice(f"session {self.session_id} {self.number}")
        for table in sorted(self.session.tables):
            begun = self.session.started_at or director.clock.now()
            signal = begun + timedelta(seconds=dice.between(100, 260))
            director.plan(signal, play_table(director, self.session_id, table))
        if end is None:
            yield from self._until_all_are_over()
        else:
            yield from self.until(end)
            self._call_time()
            while director.clock.now() < end + _ENDED_WITHIN and self._open():
                yield from self.until(director.after(1))
        if self.session.status != "ended":
            director.act("chief", "end-session", session=self.session_id)

    def _open(self) -> bool:
        """Whether a sheet is about to be closed, or not complete; a dispute may take longer."""
        return any(sheet.closed_seq is None and not sheet.open_disputes for sheet in self._sheets())

    def _sheets(self) -> Iterable[Sheet]:
        return (self.director.sheet(str(TableId(self.session_id, table))) for table in self.session.tables)

    def _until_all_are_over(self) -> Activity:
        """Until every table has played what it plays; to a target, which it may never reach, not for ever."""
        director, day = self.director, self.session.day
        held = [each for each in director.state.sessions_of(self.stage.id) if each.day == day]
        latest = director.clock.now() + max(_SHORTEST, _LONGEST / len(held))
        while not all(map(complete, self._sheets())):
            yield from self.until(director.after(2))
            if self.stage.games_each is None and director.clock.now() >= latest:
                self._call_time()
                yield from self.until(director.after(_LAST_GAME_MINUTES))
                return

    def _call_time(self) -> None:
        """Call time, unless that was done: by a referee, or by the Chief Referee where there is none."""
        if self.session.status == "playing":
            who = min(self.session.referees.values(), default="")
            self.director.act(f"referee:{who}" if who else "chief", "call-time", session=self.session_id)

    # Open tables

    def _open_tables(self) -> Activity:
        """Whoever is free sits down with others, and gets up when they have had enough."""
        director, id, size_of = self.director, self.session_id, self.stage.table
        dice = director.dice(f"open {id} {self.number}")
        if self.session.status == "scheduled":
            yield from self.until(self._start)
            director.act("chief", "start-session", session=id)
        end = self._end or self._start + timedelta(hours=8)
        for number in sorted(self._at_play()):
            director.plan(director.after(1), play_table(director, id, number))
        tables = max(1, len(self._free()) * _TABLES_EACH)
        pause = (end - director.clock.now() - _LAST_TABLE).total_seconds() / 60 / tables
        while director.clock.now() < end - _LAST_TABLE:
            free, size = self._free(), dice.between(size_of.fewest, size_of.most)
            if len(free) >= size:
                seated = tuple(dice.shuffle(free)[:size])
                director.act("front-desk", "open-table", session=id, entrants=seated)
                director.plan(director.after(2), play_table(director, id, max(self.session.tables)))
            yield from self.until(director.after(pause * dice.between(60, 140) / 100))
        yield from self.until(end)
        self._call_time()
        while self._at_play():
            yield from self.until(director.after(3))
        director.act("chief", "end-session", session=id)

    def _at_play(self) -> set[int]:
        return set(self.session.tables) - self.session.closed_tables

    def _free(self) -> list[str]:
        """Who is in the session's stage and sits at no open table, in order of number."""
        seated = {number for table in self._at_play() for number in self.session.tables[table]}
        entrants = self.director.state.entrants.items()
        return sorted(
            number for number, known in entrants if known.plays_in(self.stage.id) and number not in seated
        )
