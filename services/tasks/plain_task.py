"""A command of which nothing else is described, as a task like those that are: asked by a chat in steps."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import ClassVar
from zoneinfo import ZoneInfo

from msgspec import structs

from services.access.rights import right
from services.access.visibility import Visibility
from services.desk.previewing import try_out
from services.desk.scopes import own_sheets
from services.officials.impact import impact_lines
from services.officials.meaning import Foreseen, parts_of
from services.officials.people_named import PeopleNamed, people_found
from services.officials.tables import problem_said
from services.personal.person import Person
from services.personal.read_back import Part
from services.personal.texts import clipped
from services.tasks.beside import read_beside
from services.tasks.described import Answers, Asker, Described
from services.tasks.offered import Offer
from services.tasks.options import Choosing, Option, is_chosen, values_there
from services.tasks.plain import ANSWER_NOT_READ, command_of, people_typed, question_of, read_answer
from services.tasks.questions import OF_PEOPLE, Question, questions_of
from services.tasks.said import answer_said, as_held, how_to_answer, question_said
from services.tasks.trying import Trial
from services.tournament.catalogue import commands
from services.tournament.kernel.facts import Command
from services.tournament.people.numbers import known_number
from shared.catalogue import Listed, Phrase, Word, say
from shared.catalogue.titles import task_title
from shared.plain_text import narrow
from shared.problems import Problem
from shared.typed_times import day_typed

_OF_ALL = frozenset({"session", "stage", "category", "day", "game"})
"""What participants may choose from, games of their tables too: they know of no case, call or family."""
_OF_BIRTH = "birth_date"
"""A day that nobody calls by its weekday."""
STAND_IN = "–"
_LONGEST_SAID = 150
_FEW, _LOOKED_AT = 3, 30
"""Of so many things that are refused it is said of each why, where there are not many to look at."""
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
        self.trial = Trial(reader, person, name, self.state)

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
        if question.name in self.words:
            return self.reader.text(self.words[question.name], **self.said_so(answers))
        lines = [*self.beside(question, answers), self.called(question), self.how(question)]
        return "\n".join(filter(None, lines))

    def beside(self, question: Question, answers: Answers) -> Sequence[str]:
        """The lines to read before the question is answered; none for most."""
        return read_beside(self.state, question, answers, self.reader.language)

    def instead_of_it(self, answers: Answers) -> Sequence[Offer]:
        """What may be done in place of the task, as far as it is answered; nothing for most."""
        return ()

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
        refused = self.trial.refused({**answers, question.name: answer})
        return None if refused is None else refused.problem

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
        without = {name: answer for name, answer in known.items() if name != question.name}
        may = self.trial.possible(question.name, without, [value for value, _ in found])
        left = [each for each in found if each[0] in may or each[0] == known.get(question.name)]
        if not left and question.kind == "choice":
            return found  # What refuses each of its words is another answer.
        return left if left or question.needed or self.trial.is_possible(without) else found

    def leaves_out(self, question: Question, answers: Answers) -> bool:
        """Whether it is not asked: it can be done without, and all there is to choose from is refused."""
        if question.needed or answers.get(question.name) or self.person.principal.role == "participant":
            return False
        return bool(self.choosing.options(question, answers)) and not self.options(question, answers)

    def offers_all(self, question: Question) -> bool:
        """Whether all there is to choose from is offered, without being tried."""
        fields = {each.name for each in questions_of(self.kind)}
        tried = question.kind == "choice" or is_chosen(self.name, question.name)
        return question.name not in fields or not tried

    def nothing_left(self, answers: Answers) -> tuple[str, Problem | None]:
        """Why it would be refused whatever else is answered, in words: by what, if that is known.

        "" where it can be done. Raises Problem: forbidden, where the right ends.
        """
        refused = self.trial.refused(answers)
        if refused is None:
            return "", None
        if refused.over:
            return self._none_of(refused.over, answers)
        if refused.problem.no_answer_helps:
            raise refused.problem
        return problem_said(self.reader, refused.problem), refused.problem

    def can_be_begun(self, answers: Answers) -> bool:
        """Whether it is not refused at once, and a participant has something of theirs to choose from."""
        if self.trial.refused(answers) is not None:
            return False
        return self.person.principal.role != "participant" or all(
            self.options(each, answers)
            for each in self.questions(answers)
            if each.needed and is_chosen(self.name, each.name) and not answers.get(each.name)
        )

    def _none_of(self, name: str, answers: Answers) -> tuple[str, Problem | None]:
        """Why none of what there is to choose from can be answered; of a few the reason of each."""
        over, language = Question(name, "text", needed=True), self.reader.language
        few = len(values_there(self.state, self.names, name, answers)) <= _LOOKED_AT
        there = self.options(over, answers) or self._there(over, answers) if few else ()
        found = [(label, self.why_not(over, answers, value)) for value, label in there[: _FEW + 1]]
        whys = {label: problem for label, problem in found if problem is not None}
        if not 0 < len(whys) <= _FEW:
            return say("task-nothing-left", language, asked=question_said(name, language)), None
        colon, (first, *_) = say("page-colon", language), whys.values()
        lines = [f"{label}{colon}{problem_said(self.reader, why)}" for label, why in whys.items()]
        return "\n".join(lines), first

    def how(self, question: Question) -> str:
        """How it is answered where that does not go without saying; else ""."""
        if self._takes_names(question):
            key = "task-how-person" if question.kind == "text" else "task-how-people"
            return say(key, self.reader.language)
        return how_to_answer(question, self.reader.language)

    def _takes_names(self, question: Question) -> bool:
        is_official = self.person.principal.role != "participant"
        return question.kind in ("text", "several") and question.name in OF_PEOPLE and is_official

    def read(self, question: Question, text: str) -> str:
        """An answer as it is kept: as typed, a day of the tournament by its date, a name by its number.

        Raises:
            Problem: answer-not-read, where several are called so.
        """
        if self._takes_names(question):
            people = [text] if question.kind == "text" else people_typed(text)
            return "\n".join(self._number_of(question, each) for each in people)
        if question.kind != "day" or question.name == _OF_BIRTH:
            return text
        days = (each.day for each in self.state.sessions.values() if each.day is not None)
        try:
            return day_typed(text, self.state.plan.local_day(self.reader.desk.clock.now()), days).isoformat()
        except Problem:
            return text  # what is wanted is said where it is read

    def _number_of(self, question: Question, text: str) -> str:
        """Whom a name means, by number; as typed where it is nobody's."""
        typed = narrow(text)
        if (number := known_number(self.state.entrants, typed)) is not None:
            return number
        # Digits are a number of nobody, not the beginning of one.
        found = [] if typed.isdecimal() else [*people_found(self.reader, self.person, typed)]
        if len(found) > 1:
            named = Listed.begun([self.names.entrant(number) for number in found])
            wanted = Phrase("part-task-one-person-wanted", {"people": named})
            raise ANSWER_NOT_READ(detail=wanted).at(field=question.name)
        return found[0] if found else typed

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

    def added(self, question: Question, answers: Answers, typed: str) -> str:
        """What was typed; games of a sheet below those written before, while these are not all of them."""
        sheet, before = self.state.sheets.get(answers.get("sheet", "")), answers.get(question.name, "")
        is_json = before.startswith("[") or typed.lstrip().startswith("[")
        if question.kind != "games" or sheet is None or sheet.length.word != "games" or is_json:
            return typed
        lines = [line for line in (*before.splitlines(), *typed.splitlines()) if line.strip()]
        return "\n".join(lines) if len(lines) <= len(sheet.games) else typed

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
