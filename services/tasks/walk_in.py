"""What is asked of somebody who is registered, and of a walk-in who is checked in at once."""

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from services.officials.tables import problem_said
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
        """Nobody is asked for a name before a place is known to be left, and they are known to be in time."""
        super().check(answers)
        session = self.state.sessions.get(answers.get("session", ""))
        if session is None:
            return
        check_place(self.state, session)
        arrived = self.occurred_at(answers)
        if arrived is not None and (late := self._late(answers, arrived)) is not None:
            raise late

    def _late(self, answers: Answers, arrived: datetime) -> Problem | None:
        """That whoever arrived then has come too late for the session that was answered; None in time."""
        session = self.state.sessions.get(answers.get("session", ""))
        last = None if session is None else self.state.seated_at(session)
        if session is None or last is None or arrived <= last:
            return None
        return CHECK_IN_OVER(session=session.plan.id, seating=last.time())

    def _over(self, answers: Answers) -> Problem | None:
        """That check-in for the session that was answered is over now; None while it is not."""
        return self._late(answers, self.reader.desk.clock.now())

    def questions(self, answers: Answers) -> Sequence[Question]:
        """Once check-in is over, who was there in time is what is asked before anything else of them."""
        found = [*super().questions(answers)]
        if self._over(answers) is not None:
            found.remove(ARRIVED)
            at = next((at for at, each in enumerate(found, 1) if each.name == SESSION.name), 0)
            found.insert(at, replace(ARRIVED, needed=True))
        return found

    def asks(self, question: Question, answers: Answers) -> str:
        """The time of arrival once check-in is over, with that."""
        asked, over = super().asks(question, answers), self._over(answers)
        if question.name != ARRIVED.name or over is None:
            return asked
        return f"{problem_said(self.reader, over)}\n{asked}"

    def offers_all(self, question: Question) -> bool:
        """A session that is full is offered, to say so."""
        return question.name == SESSION.name or super().offers_all(question)

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
