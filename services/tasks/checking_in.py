"""Checking somebody in: who came in time and is written down late is checked in with the time of arrival."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from services.desk.business_time import OCCURS_IN_FUTURE
from services.tasks.described import Answers
from services.tasks.plain_task import PlainTask
from services.tasks.questions import Question
from services.tournament.seating.presence import LATE_FOR_SESSION, PLACE_FORFEITED
from shared.problems import Problem
from shared.typed_times import moment_typed

ARRIVED = Question("arrived", "hour", needed=False)
_HALF_A_DAY = timedelta(hours=12)
_NIGHT = timedelta(hours=6)
"""After midnight: before that hour nobody has come yet on the new day."""


class CheckingIn(PlainTask):
    """What is asked of a check-in."""

    def questions(self, answers: Answers) -> Sequence[Question]:
        return [*super().questions(answers), ARRIVED]

    def check(self, answers: Answers) -> None:
        super().check(answers)
        self.occurred_at(answers)

    def occurred_at(self, answers: Answers) -> datetime | None:
        """When they arrived; None for now. An hour alone is the nearest, at night that of the day."""
        if not (typed := answers.get(ARRIVED.name, "").strip()):
            return None
        try:
            now = self.reader.desk.clock.now()
            last = moment_typed(typed, now, self.zone, ahead=False)
            if now - last < _HALF_A_DAY or self._day(last) == self._day(now):
                return last
            return moment_typed(typed, now, self.zone, ahead=True)
        except Problem as problem:
            raise problem.at(field=ARRIVED.name) from None

    def _day(self, moment: datetime) -> date:
        """The day that a moment belongs to: what is done after midnight is still done for the day before."""
        return (moment.astimezone(self.zone) - _NIGHT).date()

    def question_of(self, problem: Problem, answers: Answers) -> str:
        """Who is late may have been in time, and nobody has arrived at an hour to come."""
        if problem.kind in (LATE_FOR_SESSION, PLACE_FORFEITED, OCCURS_IN_FUTURE):
            return ARRIVED.name
        at = str(problem.where.get("field", ""))
        return at if at == ARRIVED.name else super().question_of(problem, answers)
