"""A command of which nothing else is described, as a task like those that are: asked by a chat in steps."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cached_property
from itertools import product
from typing import ClassVar
from zoneinfo import ZoneInfo

from msgspec import structs

from services.access.rights import right
from services.access.visibility import Visibility
from services.desk.previewing import try_out
from services.desk.scopes import own_sheets
from services.officials.impact import impact_lines
from services.officials.meaning import Foreseen, parts_of
from services.officials.people_named import PeopleNamed
from services.personal.person import Person
from services.personal.read_back import Part
from services.personal.texts import clipped
from services.tasks.beside import read_beside
from services.tasks.described import Answers, Asker, Described
from services.tasks.offered import Offer
from services.tasks.options import Choosing, Option, is_chosen
from services.tasks.plain import command_of, question_of, read_answer
from services.tasks.questions import Question, questions_of
from services.tasks.refusals import refusal
from services.tasks.said import answer_said, as_held, how_to_answer, question_said
from services.tournament.catalogue import commands
from services.tournament.kernel.facts import Command
from shared.catalogue import Listed, Word, say
from shared.catalogue.titles import task_title
from shared.problems import Problem

_OF_ALL = frozenset({"session", "stage", "category", "day", "game"})
"""What participants may choose from, games of their tables too: they know of no case, call or family."""
_TYPED = frozenset({"game"})
"""What can be chosen only once a table is known."""
_TYPED_BY_REFEREES = _TYPED | {"question", "supersedes"}
"""With what the referee of a table may not know of others."""
STAND_IN = "–"
_LONGEST_SAID = 150
Done = tuple[str, list[tuple[str, Offer]]]
"""What is said once it is done, and what may come next, with what that is called."""


class PlainTask(Described):
    """It, for whoever does it.

    Attributes:
        stand_ins: for what is not answered yet, while the rest is put to the rules; nothing is where it is
            empty.
    """

    stand_ins: ClassVar[Answers] = {}

    def __init__(self, reader: Asker, person: Person, name: str) -> None:
        super().__init__(reader)
        self.person, self.name = person, name
        self.kind: type[Command] = commands()[name]
        self.state = reader.desk.state(person.tournament_id)
        self.zone, self.names = ZoneInfo(self.state.plan.zone), PeopleNamed(reader, person)
        of_all = person.principal.role not in ("referee", "participant")
        self.choosing = Choosing(self.state, name, self.names, of_all=of_all)

    def about(self, answers: Answers) -> str:
        """What stands above every step."""
        return task_title(self.name, self.reader.language)

    def questions(self, answers: Answers) -> Sequence[Question]:
        """Those of all fields."""
        return [
            structs.replace(each, needed=each.needed or each.name in self.required)
            for each in questions_of(self.kind, (*self.always, *self.required))
        ]

    def asks(self, question: Question, answers: Answers) -> str:
        """A question in words, below what is read beside it, with how it is answered."""
        language = self.reader.language
        if question.name in self.words:
            return self.reader.text(self.words[question.name], **self.said_so(answers))
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
        found = self._there(question, answers)
        theirs = question.name == "sheet" and self.person.principal.role == "participant"
        return found if theirs else self._possible(question, answers, found)

    def _there(self, question: Question, answers: Answers) -> Sequence[Option]:
        """What there is of it, as far as it is theirs."""
        role, found = self.person.principal.role, self.choosing.options(question, answers) or ()
        if question.name == "dispute" and role == "referee":
            found = self._of_own_tables()
        if question.name == "sheet" and right(role, self.name) != "any":
            own = own_sheets(self.state, Visibility(role, self.person.number))
            return [(id, label) for id, label in found if id in own]
        known = role != "participant" or question.kind == "choice" or question.name in _OF_ALL
        return found if known else ()

    def others(self, question: Question, answers: Answers) -> Sequence[Option]:
        """What there is of it, as far as it is theirs, and would be refused."""
        offered = self.options(question, answers)
        return [each for each in self._there(question, answers) if each not in offered]

    def why_not(self, question: Question, answers: Answers, answer: str) -> Problem | None:
        """Why an answer would be refused; None where it can be given."""
        known = {name: value for name, value in answers.items() if value}
        return self._refusal({**known, question.name: answer})

    def _of_own_tables(self) -> Sequence[Option]:
        """The cases of the tables that a referee supervises."""
        own = own_sheets(self.state, Visibility("referee", self.person.number))
        choosing = Choosing(self.state, self.name, self.names, of_all=True)
        found = choosing.options(Question("dispute", "text", needed=True), {}) or ()
        return [(id, label) for id, label in found if (self.state.disputes[id].sheet or "") in own]

    def _possible(self, question: Question, answers: Answers, found: Sequence[Option]) -> Sequence[Option]:
        """Those that are not refused at once; all of them where it is refused without an answer as well.

        What was chosen stays, so that it is not lost where it is refused since.
        """
        known = {name: answer for name, answer in answers.items() if answer}
        if self.offers_all(question):
            return found
        left = [
            each
            for each in found
            if each[0] == known.get(question.name) or self._is_possible({**known, question.name: each[0]})
        ]
        without = {name: answer for name, answer in known.items() if name != question.name}
        return left if left or question.needed or self._is_possible(without) else found

    def leaves_out(self, question: Question, answers: Answers) -> bool:
        """Whether it is not asked: it can be done without, and all there is to choose from is refused."""
        if question.needed or answers.get(question.name) or self.person.principal.role == "participant":
            return False
        return bool(self.choosing.options(question, answers)) and not self.options(question, answers)

    def offers_all(self, question: Question) -> bool:
        """Whether all there is to choose from is offered, without being tried."""
        fields = {each.name for each in questions_of(self.kind)}
        return question.name not in fields or not is_chosen(self.name, question.name)

    def _waits_for(self, known: Answers) -> str:
        """Whom or what it needs to be about first of all that is not known; "" where everything is."""
        needed = [each.name for each in questions_of(self.kind) if each.needed and each.name not in known]
        return next((name for name in needed if name == "entrant" or is_chosen(self.name, name)), "")

    def _answers_to(self, name: str, known: Answers) -> Sequence[str]:
        """What there is to choose from: of people where all are meant, who differ in where they stand."""
        asked = Question(name, "text", needed=True)
        found = [value for value, _ in self.choosing.options(asked, known) or ()]
        return found if found or name != "entrant" else self._each_kind_of_entrant

    @cached_property
    def _each_kind_of_entrant(self) -> Sequence[str]:
        found: dict[object, str] = {}
        for number, entrant in self.state.entrants.items():
            places = [
                (
                    part.stage,
                    part.out,
                    part.waits,
                    part.latest.session,
                    part.latest.presence,
                    part.latest.table,
                )
                for part in entrant.participations
            ]
            found.setdefault((entrant.status, *places), number)
        return [*found.values()]

    def _is_possible(self, known: Answers) -> bool:
        return self._refusal(known) is None

    def _refusal(self, known: Answers) -> Problem | None:
        """Why it would be refused, whatever is answered to each choice that is still needed.

        Those of the command: what a description asks instead may have its answers from the case alone.
        """
        problem: Problem | None = None
        if waits_for := self._waits_for(known):
            for each in self._answers_to(waits_for, known):
                problem = self._refusal({**known, waits_for: each})
                if problem is None:
                    break
            return problem
        fields = questions_of(self.kind)
        fields_known = {each.name: known[each.name] for each in fields if each.name in known}
        choices = [
            field for field in fields if field.needed and field.kind == "choice" and field.name not in known
        ]
        desk, tournament, principal = self.reader.desk, self.person.tournament_id, self.person.principal
        names = [choice.name for choice in choices]
        for chosen in product(*(choice.options for choice in choices)):
            offer = Offer(self.name, {**dict(zip(names, chosen, strict=True)), **fields_known})
            problem = refusal(desk, tournament, principal, offer)
            if problem is None:
                break
        return problem

    def nothing_left(self) -> str:
        """That there is nothing now that this could be done to, in words; "" where there is."""
        if self.person.principal.role == "participant":  # who types what they know of their case
            return ""
        for question in self.questions({}):
            if self.offers_all(question):
                continue
            found = self.options(question, {})
            typed = _TYPED if self.choosing.of_all else _TYPED_BY_REFEREES
            none = not found and question.needed and question.name not in typed
            without = found and not question.needed and not self._waits_for({question.name: ""})
            refused = without and not self._is_possible({})
            if none or (refused and not any(self._is_possible({question.name: each}) for each, _ in found)):
                return say("task-nothing-left", self.reader.language, asked=self.called(question))
        return ""

    def read(self, question: Question, text: str) -> str:
        """An answer as it is kept: as it was typed."""
        return text

    def check(self, answers: Answers) -> None:
        """Refuse what cannot be read, or what the command would as far as it is said.

        Raises:
            Problem: answer-not-read; or as the command would.
        """
        questions = self.questions(answers)
        for question in questions:
            if answer := answers.get(question.name):
                read_answer(question, answer, self.zone)
        so_far = {**self.stand_ins, **answers}
        if self.stand_ins and all(each.name in so_far for each in questions if each.needed):
            self.tried(so_far)

    def tried(self, answers: Answers) -> bool:
        """Whether it would change anything; raises Problem: as the command would."""
        tournament, principal = self.person.tournament_id, self.person.principal
        return try_out(self.reader.desk, tournament, self.command(answers), principal)

    def question_of(self, problem: Problem, answers: Answers) -> str:
        """The name of the question that a refusal is about; "" for none."""
        return question_of(problem, self.kind)

    def command(self, answers: Answers) -> Command:
        """What was answered, as a command."""
        return command_of(self.kind, answers, self.zone)

    def occurred_at(self, answers: Answers) -> datetime | None:
        """When it happened, where that is asked; None for now."""
        return None

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

    def summary(self, answers: Answers, command: Command, look: Foreseen) -> str:
        """What is to be confirmed in a chat: the answers, and what they lead to."""
        language = self.reader.language
        if "read back" in self.words:
            return self.reader.text(self.words["read back"], **self.said_so(answers))
        said = [
            self.reader.text("task_said", question=asked, answer=clipped(answer, _LONGEST_SAID))
            for asked, answer in self.read_back(answers, command)
        ]
        events = Listed([Word("event", event) for event in dict.fromkeys(look.preview.events)])
        led_to = say("task-events", language, events=events) if look.preview.events else ""
        return "\n".join([*said, led_to or say("page-task-no-change", language)])

    def impact(self, answers: Answers, look: Foreseen) -> list[str]:
        """What is read above the summary: what becomes of games and places, and who is told."""
        return list(impact_lines(self.reader, self.person, look.preview, told=look.told))

    def said_so(self, answers: Answers) -> dict[str, object]:
        """Each answer as a text of its own takes it."""
        found: dict[str, object] = {}
        for question in self.questions(answers):
            answer = answers.get(question.name, "")
            said = clipped(self.said(question, answers), _LONGEST_SAID) or None
            found[question.name] = int(answer) if question.kind == "number" and answer else said
        return found

    def parts(self, answers: Answers, look: Foreseen) -> list[Part]:
        """What of it counts when it is confirmed."""
        return parts_of(self.reader, self.person, look)

    def done(self, answers: Answers, *, changed: bool) -> Done:
        """What is said once it is done, and what may come next, with what that is called."""
        if "done" in self.words:
            return self.reader.text(self.words["done"], **self.said_so(answers)), []
        body = say(f"page-task-{'done' if changed else 'no-change'}", self.reader.language)
        return body, [(self.reader.text("task_again"), Offer(self.name))]
