"""What a surface asks of any task; where a task has nothing to say of it, this stands."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Protocol

from services.delivery.links import Linked
from services.officials.reader import Reader
from services.personal.person import Person
from services.tasks.options import Option
from services.tasks.questions import Question
from services.tournament.state import State
from shared.problems import Problem

Answers = Mapping[str, str]


class Asker(Reader, Protocol):
    """Who is asked, and by what others are reached."""

    def linked(self, person: Person, recipients: Collection[str]) -> Mapping[str, Collection[Linked]]:
        """The chats, browsers and addresses of people of the person's tournament."""
        ...


class Described:
    """A task, for whoever does it.

    Attributes:
        words: what asks a question in a chat, and what stands for no answer to it, by its name; names of
            texts. The name alone asks where there is none.
        always: questions that are asked though the command can do without an answer.
        required: those whose answer this tournament cannot do without, though others can.
        few: how many answers of a question are shown in a chat before all of them are, where it is no page.
        seen: questions at which it is not written again what was answered: a button or a line says it.
    """

    words: ClassVar[Mapping[str, str]] = {}
    always: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    few: ClassVar[Mapping[str, int]] = {}
    seen: Collection[str] = ()

    state: State

    def __init__(self, reader: Asker) -> None:
        self.reader = reader

    def options(self, question: Question, answers: Answers) -> Sequence[Option]:
        """What there is to choose from; nothing where an answer is written."""
        raise NotImplementedError

    def without(self, question: Question) -> str:
        """What no answer is called."""
        return self.reader.text(self.words.get(f"no {question.name}", "task_without"))

    def row_of(self, question: Question, answer: str) -> str:
        """Answers for which this is the same stand beside each other."""
        return question.kind if question.kind == "yes_no" else answer

    def leaves_out(self, question: Question, answers: Answers) -> bool:
        """Whether a question is not asked though it could be, as nothing fits it."""
        return False

    def doubt(self, question: Question, answer: str) -> str:
        """What is odd about an answer, which may be so meant all the same; "" for nothing."""
        return ""

    def others(self, question: Question, answers: Answers) -> Sequence[Option]:
        """What there is of the kind and is offered to nobody now; nothing where that is not known."""
        return ()

    def why_not(self, question: Question, answers: Answers, answer: str) -> Problem | None:
        """Why an answer would be refused; None where it can be given, or that is not known."""
        return None

    def instead(self, answers: Answers, answer: str, problem: Problem) -> Sequence[Option]:
        """What can be answered in place of what was refused; nothing where that is not known."""
        return ()

    def overtaken(self, answers: Answers, problem: Problem) -> tuple[str, Sequence[tuple[str, Answers]]]:
        """What came before it, and what can be answered now, with what that is called; "" for nothing."""
        return "", ()

    def more(self, answers: Answers) -> tuple[str, str, Answers] | None:
        """What may be asked beyond what has to be: what that is called, its question, and what then holds."""
        return None

    def answered(self, answers: Answers, given: Answers) -> dict[str, str]:
        """The answers with these; what does not fit any more is dropped."""
        return {**answers, **given}
