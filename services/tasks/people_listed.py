"""Registering people from a list in a chat: a line each, as somebody has them written."""

from collections.abc import Sequence

from services.desk.imports import plan_entrants
from services.spreadsheets.csv_files import understood
from services.spreadsheets.entrants import entrant_of
from services.spreadsheets.people import give_numbers, read_people
from services.tasks.described import Answers
from services.tasks.plain_task import PlainTask
from services.tasks.questions import Question
from services.tournament.kernel.facts import Command
from shared.catalogue import say
from shared.text_forms import plain

_LIST = Question("entrants", "words", needed=True)


class PeopleListed(PlainTask):
    """It, as it is typed or pasted; who is registered already is left as they are."""

    def questions(self, answers: Answers) -> Sequence[Question]:
        return [_LIST]

    def asks(self, question: Question, answers: Answers) -> str:
        return f"{self.called(question)}\n{say('page-people-how', self.reader.language)}"

    def check(self, answers: Answers) -> None:
        if answers.get(_LIST.name):
            self.command(answers)

    def command(self, answers: Answers) -> Command:
        """Whoever of the list is new; raises Problem: rows are refused, each naming its line."""
        rows = read_people(answers.get(_LIST.name, ""), self.state.sessions)
        give_numbers(rows, self.state.entrants)
        by_line, faults = understood(rows, entrant_of)
        people = {line: plain(person) for line, person in by_line.items()}
        tournament, principal = self.person.tournament_id, self.person.principal
        return plan_entrants(self.reader.desk, tournament, people, principal, faults).command
