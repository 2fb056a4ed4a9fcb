"""The crowd: the people of a demo that was moved to now, who go on with their day in real time.

They come, play, sign and end their sessions as the story would have it, beside whoever tries the program out:
what was done already by somebody else is let be, and what is stopped by a suspension ends.
"""

from collections.abc import Sequence
from datetime import datetime

from services.demo.agenda import Activity, Agenda
from services.demo.director import Director, NotInTheScript
from services.demo.sessions import hold, in_turn
from services.desk.desk import Desk
from services.tournament.seating.sessions import Session
from services.tournament.weather.watching import sessions_of
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)


class Crowd(Director):
    """Everyone of a tournament that is under way.

    Args:
        agenda: by which clock they go.
    """

    tries = 10

    def __init__(self, desk: Desk, agenda: Agenda, tournament_id: str, seed: int) -> None:
        super().__init__(desk, agenda, desk.state(tournament_id).plan, seed)

    def go_on(self, until: datetime) -> None:
        """What is left of today, up to a moment or until the agenda is stopped."""
        now = self.clock.now()
        for sessions in in_turn(self.state, sessions_of(self.state, self.state.plan.local_day(now))):
            self.plan(now, self.hold_each(sessions))
        self.agenda.run(until)

    def hold_each(self, sessions: Sequence[Session]) -> Activity:
        """What is left of each, one after the other: of rounds nobody plays two at once."""
        for session in sessions:
            if session.entrants or session.tables:
                yield from self.as_far_as_it_goes(hold(self, session.plan.id))

    def stopped_by(self, error: Problem | NotInTheScript) -> None:
        log.info("crowd_stops", why=str(error))
