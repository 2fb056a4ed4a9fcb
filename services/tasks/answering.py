"""Answering what a participant wrote: it is read above the box, where answers are chosen and read back."""

from collections.abc import Iterator, Sequence

from services.desk.questions import QuestionView
from services.officials.written import question_shown, question_view, questions_of
from services.personal.asking import asks_to_be_forgotten
from services.personal.person import Person
from services.personal.texts import clipped
from services.tasks.described import Answers
from services.tasks.offered import Offer
from services.tasks.options import Option
from services.tasks.plain_task import PlainTask
from services.tasks.questions import Question
from services.tournament.kernel.facts import Command
from shared.catalogue import say
from shared.i18n import Language

_LONGEST_BEGINNING = 60


class Answering(PlainTask):
    """What is asked of an answer."""

    def options(self, question: Question, answers: Answers) -> Sequence[Option]:
        """Those that wait, each with how it begins."""
        found = super().options(question, answers)
        if question.name != "question" or not found:
            return found
        views = {view.question: view for view in questions_of(self.reader, self.person)}
        language = self.reader.language
        return [(id, beginning(called, views.get(id), language)) for id, called in found]

    def beside(self, question: Question, answers: Answers) -> Sequence[str]:
        lines = super().beside(question, answers)
        return [*lines, *self._written(answers)] if question.name == "answer" else lines

    def instead_of_it(self, answers: Answers) -> Sequence[Offer]:
        view = self._view(answers)
        return () if view is None else does_it(self.person, view)

    def read_back(self, answers: Answers, command: Command) -> Iterator[tuple[str, str]]:
        """Each answer in words, and below the question what was written."""
        for question, (asked, said) in zip(
            self.questions(answers), super().read_back(answers, command), strict=False
        ):
            written = self._written(answers) if question.name == "question" else ()
            yield asked, "\n".join([said, *written])

    def _written(self, answers: Answers) -> Sequence[str]:
        """What was written, and that it is urgent; nothing where it is not known yet which is meant."""
        view = self._view(answers)
        if view is None:
            return ()
        urgent = [self.reader.text("kind_urgent_question")] if view.urgent else []
        return [*urgent, question_shown(self.reader, self.person, view)]

    def _view(self, answers: Answers) -> QuestionView | None:
        question = answers.get("question", "")
        known = question in self.state.questions
        return question_view(self.reader, self.person, question) if known else None


def beginning(called: str, view: QuestionView | None, language: Language) -> str:
    """What a question is called, that it is urgent, and how it begins."""
    if view is None:
        return called
    words = clipped(" ".join(view.text.split()), _LONGEST_BEGINNING)
    return say("task-question-begins", language, called=called, urgent=view.urgent, words=words or None)


def does_it(person: Person, view: QuestionView) -> Sequence[Offer]:
    """What does what is asked for, where whoever reads it may: erasing the person who wishes for it."""
    wished = view.open and asks_to_be_forgotten(view.text) and person.may("forget-person")
    return [Offer("forget-person", {"person": view.entrant_no})] if wished else []
