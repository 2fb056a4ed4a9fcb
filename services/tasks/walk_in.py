"""What is asked of somebody who is registered, and of a walk-in who is checked in at once."""

from collections.abc import Sequence

from services.personal.person import Person
from services.tasks.checking_in import ARRIVED, CheckingIn
from services.tasks.described import Answers, Asker
from services.tasks.options import Option
from services.tasks.plain_task import PlainTask
from services.tasks.questions import Question
from services.tournament.people.choosing import takes_entrants
from services.tournament.seating.walk_ins import CHECK_IN_OVER, check_place
from services.tournament.state import State
from shared.problems import Problem

SESSION = Question("session", "text", needed=False)


class Registration(PlainTask):
    """What is asked of whoever is registered."""

    def __init__(self, reader: Asker, person: Person, name: str) -> None:
        super().__init__(reader, person, name)
        self.required = _required(self.state)


class WalkIn(CheckingIn):
    """What is asked of a walk-in: what the desk needs to know is asked of everybody."""

    def __init__(self, reader: Asker, person: Person, name: str) -> None:
        super().__init__(reader, person, name)
        self.always = ("session", "name_en", "name_zh", "phone", "consent")
        self.required = _required(self.state)

    def check(self, answers: Answers) -> None:
        """Nobody is asked for a name before a place is known to be left."""
        super().check(answers)
        session = self.state.sessions.get(answers.get("session", ""))
        if session is not None:
            check_place(self.state, session)

    def question_of(self, problem: Problem, answers: Answers) -> str:
        """Who comes to the desk late may have been in time."""
        return ARRIVED.name if problem.kind is CHECK_IN_OVER else super().question_of(problem, answers)

    def options(self, question: Question, answers: Answers) -> Sequence[Option]:
        """Of sessions those that may still be entered, on this day."""
        found = super().options(question, answers)
        if question.name != SESSION.name:
            return found
        today = self.state.plan.local_day(self.reader.desk.clock.now())
        sessions = self.state.sessions
        return [
            (id, label)
            for id, label in found
            if takes_entrants(self.state, sessions[id]) and sessions[id].day in (None, today)
        ]


def _required(state: State) -> tuple[str, ...]:
    return ("birth_date",) if state.plan.needs_birth_dates else ()
