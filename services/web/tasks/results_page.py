"""Results from a list: pasted or chosen as a file, read back with what they lead to, brought in once."""

from collections.abc import Mapping

from flask import Response
from msgspec import structs

from services.desk.imports import rows_checked
from services.officials.tables import line_said, problem_said
from services.spreadsheets.columns import RESULT_COLUMNS, column_word
from services.tasks.plain import ANSWER_MISSING, results_understood
from services.tournament.definition.places_called import session_called
from services.tournament.kernel.facts import Command
from services.tournament.play.paper import ImportResults
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions_meant import SessionsMeant
from services.web.parts import Parts
from services.web.routes import Call
from services.web.tasks.drafted_text import list_sent
from services.web.tasks.task import OF_PAGE, Task
from services.web.tasks.task_page import answered, draft_shown
from shared.catalogue import Listed, say
from shared.problems import Problem

IMPORT_RESULTS = "import-results"
ROWS = "rows"


def results_page(parts: Parts, call: Call) -> Response:
    """The form that takes a list."""
    return _Results(parts, call).asked({}, sent=False)


def results_answered(parts: Parts, call: Call) -> Response:
    """Read back what a list comes to, or carry out what was read back, once."""
    return answered(_Results(parts, call), *list_sent((*OF_PAGE, ROWS), ROWS))


def results_draft_page(parts: Parts, call: Call) -> Response:
    """What comes of the list that was sent; raises Problem: draft-gone."""
    return draft_shown(_Results(parts, call))


class _Results(Task):
    """The task of bringing results in, as a form that takes a file as well."""

    def __init__(self, parts: Parts, call: Call) -> None:
        super().__init__(parts, structs.replace(call, path={**call.path, "task": IMPORT_RESULTS}))

    def refused(self, sent: Mapping[str, str], problem: Problem) -> Response:
        """The list again, with every fault at its line."""
        return self._list(sent, (problem, *problem.others))

    def asked(
        self, answers: Mapping[str, str], wrong: str = "", at: str = "", *, sent: bool = True
    ) -> Response:
        return self._list(answers, ())

    def command(self, answers: Mapping[str, str]) -> Command:
        """As of any task; what is wrong with its rows is said of all of them at once."""
        if answers.get(ROWS, "").lstrip().startswith("["):
            return super().command(answers)
        listed = SessionsMeant(self.task.state).with_ids(answers.get(ROWS, ""), " ")
        rows = rows_checked(self.task.state, *results_understood(listed))
        if not rows:
            raise ANSWER_MISSING().at(field=ROWS)
        return ImportResults(rows=rows)

    def _list(self, answers: Mapping[str, str], faults: tuple[Problem, ...]) -> Response:
        language, state = self.call.language, self.task.state
        (question,) = self.questions
        ids = [session.plan.id for session in in_order_of_play(state)]
        sessions = {id: session_called(id, state.plan, state.moved_to) for id in ids}
        return self._page(
            "tasks/results.html",
            status=422 if faults else 200,
            name=ROWS,
            text=answers.get(ROWS, ""),
            label=self.task.called(question),
            how=say("page-list-of-results-how", language),
            faults=[(line_said(each, language), "", problem_said(self.reader, each), "") for each in faults],
            columns=[
                *(
                    (
                        column_word(name).in_language(language),
                        say(f"page-column-{name.replace('_', '-')}", language),
                    )
                    for name in RESULT_COLUMNS
                ),
                *((id, Listed([name]).in_language(language)) for id, name in sessions.items()),
            ],
        )
