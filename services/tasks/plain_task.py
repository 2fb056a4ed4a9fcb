"""A command of which nothing else is described, as a task like those that are: asked by a chat in steps."""

from collections.abc import Iterator, Mapping, Sequence
from zoneinfo import ZoneInfo

from services.access.rights import right
from services.access.visibility import Visibility
from services.desk.scopes import own_sheets
from services.officials.people_named import PeopleNamed
from services.officials.reader import Reader
from services.personal.person import Person
from services.tasks.beside import read_beside
from services.tasks.options import Choosing, Option
from services.tasks.plain import command_of, read_answer
from services.tasks.questions import Question, questions_of
from services.tasks.said import answer_said, as_held, how_to_answer, question_said
from services.tournament.catalogue import commands
from services.tournament.kernel.facts import Command
from shared.catalogue.titles import title_of

_OF_ALL = frozenset({"session", "stage", "category", "day"})
"""What participants may choose from: they know of no case, call or family of others."""
Answers = Mapping[str, str]


class PlainTask:
    """It, for whoever does it."""

    def __init__(self, reader: Reader, person: Person, name: str) -> None:
        self.reader, self.person, self.name = reader, person, name
        self.kind: type[Command] = commands()[name]
        self.state = reader.desk.state(person.tournament_id)
        self.zone, self.names = ZoneInfo(self.state.plan.zone), PeopleNamed(reader, person)
        of_all = person.principal.role not in ("referee", "participant")
        self.choosing = Choosing(self.state, name, self.names, of_all=of_all)

    def about(self, answers: Answers) -> str:
        """What stands above every step."""
        return title_of(self.name, self.reader.language) or self.name

    def questions(self, answers: Answers) -> Sequence[Question]:
        """Those of all fields."""
        return questions_of(self.kind)

    def asks(self, question: Question, answers: Answers) -> str:
        """A question in words, below what is read beside it, with how it is answered."""
        language = self.reader.language
        beside = read_beside(self.state, question, answers, language)
        lines = [*beside, self.called(question), how_to_answer(question, language)]
        return "\n".join(filter(None, lines))

    def called(self, question: Question) -> str:
        """What a question is called."""
        return question_said(question.name, self.reader.language)

    def options(self, question: Question, answers: Answers) -> Sequence[Option]:
        """What there is to choose from, as far as it is theirs; nothing where it is written."""
        if question.kind == "yes_no":
            return [(answer, self.reader.text(answer)) for answer in ("yes", "no")]
        role, found = self.person.principal.role, self.choosing.options(question, answers) or ()
        if question.name == "sheet" and right(role, self.name) != "any":
            own = own_sheets(self.state, Visibility(role, self.person.number))
            return [(id, label) for id, label in found if id in own]
        known = role != "participant" or question.kind == "choice" or question.name in _OF_ALL
        return found if known else ()

    def read(self, question: Question, text: str) -> str:
        """An answer as it is kept: as it was typed."""
        return text

    def doubt(self, question: Question, answer: str) -> str:
        """Nothing is odd before the command says so."""
        return ""

    def answered(self, answers: Answers, given: Answers) -> dict[str, str]:
        """The answers with these."""
        return {**answers, **given}

    def check(self, answers: Answers) -> None:
        """Refuse what cannot be read; raises Problem: answer-not-read."""
        for question in self.questions(answers):
            if answer := answers.get(question.name):
                read_answer(question, answer, self.zone)

    def command(self, answers: Answers) -> Command:
        """What was answered, as a command."""
        return command_of(self.kind, answers, self.zone)

    def with_defaults(self, answers: Answers) -> dict[str, str]:
        """The answers, and what stands for those that were not asked."""
        return {question.name: question.default for question in self.questions(answers)} | dict(answers)

    def said(self, question: Question, answers: Answers) -> str:
        """An answer in words."""
        return answer_said(question, answers, self.choosing, self.names, self.zone)

    def read_back(self, answers: Answers, command: Command) -> Iterator[tuple[str, str]]:
        """Each answer in words, with what was asked; a text as the command holds it."""
        held = as_held(command, answers)
        for question in self.questions(answers):
            if said := answer_said(question, held, self.choosing, self.names, self.zone):
                yield self.called(question), said
