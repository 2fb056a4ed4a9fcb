"""Drawing seats: seats are asked for only where the organizer gives them."""

from collections.abc import Sequence

from services.tasks.described import Answers
from services.tasks.plain_task import PlainTask
from services.tasks.questions import Question


class SeatDraw(PlainTask):
    """What is asked of a draw."""

    def questions(self, answers: Answers) -> Sequence[Question]:
        session = self.state.sessions.get(answers.get("session", ""))
        stages = self.state.plan.stages if session is None else [self.state.stage_plan(session.stage)]
        given = any(stage.draw == "given" for stage in stages)
        return [each for each in super().questions(answers) if given or each.name != "tables"]
