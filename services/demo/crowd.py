"""The crowd: the people of a demo that was moved to now, who go on with their day in real time.

They come, play, sign and end their sessions as the story would have it, beside whoever tries the program out:
what was done already by somebody else is let be, and what is stopped by a suspension ends.
"""

import threading
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from services.demo.agenda import Activity, Agenda
from services.demo.director import Director, SheetGone, rules_of
from services.demo.holding import hold, in_turn
from services.demo.mishaps import script_of
from services.demo.people import stranger
from services.demo.scripts import SessionScript
from services.demo.sessions import EARLIEST, call_time, on, until_all_are_over
from services.demo.tables import play_table, sign_sheet
from services.desk.desk import Desk
from services.tournament.kernel.ids import TableId
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import complete
from services.tournament.play.timing import EndSession
from services.tournament.seating.sessions import Session
from services.tournament.weather.watching import sessions_of
from shared.clock import Clock
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)

_ENDED_AFTER = timedelta(minutes=7)
_LOOKS_EVERY = timedelta(seconds=10)
_AGAIN_AFTER = timedelta(seconds=20)
_TRIES = 10
"""How often a table that somebody else wrote for meanwhile looks again where it stands."""


class LiveAgenda(Agenda):
    """Activities by the machine's own clock: each waits for its moment.

    Args:
        stopping: set by whoever wants it to end.
    """

    def __init__(self, clock: Clock, stopping: threading.Event) -> None:
        super().__init__(clock)
        self._stopping = stopping

    def wait(self, moment: datetime) -> bool:
        left = (moment - self.clock.now()).total_seconds()
        return not self._stopping.wait(max(0.0, left))


class Crowd(Director):
    """Everyone of a tournament that is under way.

    Args:
        agenda: by which clock they go.
    """

    def __init__(self, desk: Desk, agenda: Agenda, tournament_id: str, seed: int) -> None:
        state = desk.state(tournament_id)
        super().__init__(desk, agenda, state.plan, seed, rulesets=rules_of(state))
        for number in self.state.entrants:
            self.people[number] = stranger(self.dice(f"entrant {number}"))

    def go_on(self, until: datetime) -> None:
        """What is left of today, up to a moment or until the agenda is stopped."""
        state, now = self.state, self.clock.now()
        for sessions in in_turn(state, sessions_of(state, state.plan.local_day(now))):
            self.plan(now, self._each_in_turn([session.plan.id for session in sessions]))
        self.agenda.run(until)

    def _each_in_turn(self, sessions: Sequence[str]) -> Activity:
        """What is left of each, one after the other: of rounds nobody plays two at once."""
        for id in sessions:
            if id not in self.state.sessions:
                continue  # a round that was not needed was dropped
            session = self.session(id)
            plan = self.state.stage_plan(session.stage)
            place = [planned.id for planned in plan.sessions].index(id)
            if session.status in ("playing", "time_called"):
                yield from self._finish(session, script_of(plan, self.state.rules_in(plan.id), place))
            elif session.status == "scheduled" and session.entrants:
                opens = self.state.plan.opens(session.known_day, session.plan)
                yield max(self.clock.now(), opens - EARLIEST)
                yield from _as_far_as_it_goes(hold(self, plan, place))

    def _finish(self, session: Session, script: SessionScript) -> Activity:
        """The tables play and sign; time is called, and the session ended once all is signed, or in time."""
        id, attempt = session.plan.id, session.attempt
        end = self.state.plan.ends(session.known_day, session.plan)
        for place, table in enumerate(sorted(session.tables)):
            begins = self.clock.now() + timedelta(seconds=3 * place)
            self.plan(begins, self._patiently(id, table, script))
        if session.plan.end is None:
            yield from until_all_are_over(self, id, self.clock.now())
            if on(self, id, attempt):
                yield from _as_far_as_it_goes(self._end(id))
            return
        yield end
        if on(self, id, attempt):
            call_time(self, id)
        while self.clock.now() < end + _ENDED_AFTER and self._open(session):
            yield self.clock.now() + _LOOKS_EVERY
        if on(self, id, attempt) and self.session(id).status == "time_called":
            yield from _as_far_as_it_goes(self._end(id))

    def _open(self, session: Session) -> bool:
        """Whether a sheet of the session is about to be closed; a dispute or a replay takes longer."""
        sheets = (self.state.sheets.get(str(TableId(session.plan.id, table))) for table in session.tables)
        return any(sheet is not None and about_to_close(sheet) for sheet in sheets)

    def _end(self, session: str) -> Activity:
        self.chief(EndSession(session=session))
        yield from ()

    def _at_table(self, session: str, table: int, script: SessionScript) -> Activity:
        """What is left to do at a table: games, or the signatures alone."""
        sheet = self.sheet(str(TableId(session, table)))
        if about_to_close(sheet):
            return sign_sheet(self, sheet.sheet, self.dice(f"sign {sheet.sheet}"))
        return play_table(self, session, table, script)

    def _patiently(self, session: str, table: int, script: SessionScript) -> Activity:
        """Play at a table; where somebody else recorded or signed meanwhile, look again and go on."""
        for _ in range(_TRIES):
            if not self.session(session).tables or str(TableId(session, table)) not in self.state.sheets:
                return
            try:
                yield from self._at_table(session, table, script)
            except SheetGone:
                return
            except Problem as problem:
                log.info("crowd_waits", session=session, table=table, code=problem.code)
                yield self.clock.now() + _AGAIN_AFTER
            else:
                return


def about_to_close(sheet: Sheet) -> bool:
    """Whether nothing but signatures is missing on a sheet."""
    return complete(sheet) and sheet.closed_seq is None and not sheet.open_disputes


def _as_far_as_it_goes(activity: Activity) -> Iterator[datetime]:
    try:
        yield from activity
    except (Problem, SheetGone) as error:
        log.info("crowd_stops", why=str(error))
