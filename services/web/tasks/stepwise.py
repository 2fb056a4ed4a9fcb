"""A described task on a page: one question after another, each with a press, and what it leads to."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress

from flask import Response

from services.access.rights import require
from services.delivery.channel_choice import Ways
from services.desk.notice_preview import Foretelling
from services.officials.tables import problem_said
from services.personal.read_back import Part, changes_shown, differences, written
from services.tasks.day_decision import DayDecision
from services.tasks.day_questions import QUESTIONS, RIGHTS, known_of
from services.tasks.day_read_back import ReadBack, agreed_to_day, decided_since, read_back
from services.tasks.plain import ANSWER_MISSING
from services.tasks.said import question_said
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Command
from services.tournament.state import State
from services.web.outbox.rooms import ways_of
from services.web.parts import Parts
from services.web.routes import Call
from services.web.tasks.task import OF_PAGE, TaskPage
from shared.problems import Problem, not_found, quoted


class Stepwise(TaskPage):
    """A decision about a day; raises Problem: forbidden, for whoever may take none."""

    def __init__(self, parts: Parts, call: Call) -> None:
        super().__init__(parts, call)
        known = known_of(self.name)
        if known is None:
            raise not_found("task", quoted(self.name))
        rights = [RIGHTS[known["what"]]] if known else list(RIGHTS.values())
        if not any(map(self.person.may, rights)):
            require(self.person.principal.role, rights[0])
        self.known, self.decision = known, DayDecision(self.reader, self.person)
        self.sent: Mapping[str, str] = {}
        if self.back.endswith("/tasks"):
            self.back = f"/t/{call.tournament}/weather"
        self.fields = (*OF_PAGE, *QUESTIONS, "at", "pick", "insist", "change")

    def begun(self, known: Mapping[str, str]) -> Response:
        """The first question that is not answered by what is known, or what it leads to if all are."""
        self.sent = {**known, "at": ""}
        answers = self._known(self.sent, strict=False)
        try:
            self.decision.check(answers)
            if nothing := self.decision.nothing_left(answers):
                return self._page(
                    "tasks/nothing.html", called=self._called(answers), nothing=nothing, ways=()
                )
            if self.is_open(answers):
                return self.asked(answers)
            return self.read_back(answers, self.command(answers), None)
        except Problem as problem:
            if problem.no_answer_helps:
                raise
            return self.refused(self.sent, problem)

    def again(self, sent: Mapping[str, str]) -> Response:
        """The question as a form has it, before its answer is read."""
        self.sent = sent
        return self.asked(self._known(sent, _at(sent), strict=False), at=next(iter(_at(sent)), ""))

    def by_seat(self, sent: Mapping[str, str]) -> AbstractContextManager[None]:
        return nullcontext()

    def is_open(self, answers: Mapping[str, str]) -> bool:
        """Whether something is still to be asked."""
        return any(question.name not in answers for question in self.decision.questions(answers))

    def so_far(self, sent: Mapping[str, str]) -> dict[str, str]:
        """What a form sent that answers a question, as far as it can be read."""
        return self._known(sent, strict=False)

    def answers(self, sent: Mapping[str, str]) -> dict[str, str]:
        """What was answered before, with what is answered now.

        Raises:
            Problem: what cannot be read, at its question; or as the command would.
        """
        self.sent = sent
        kept, given = self._known(sent, _at(sent)), dict[str, str]()
        if "change" in sent:
            return kept
        for name in _at(sent):
            text = sent.get("pick", sent.get(name, ""))
            if not text.strip() and "pick" not in sent:
                raise ANSWER_MISSING().at(field=name)
            given[name] = self.decision.read(QUESTIONS[name], text, kept | given)
        answers = self.decision.answered(kept, given)
        if given:
            self.decision.check(answers)
        if "insist" not in sent:
            for name in given:
                if self.decision.doubt(QUESTIONS[name], given[name]):
                    return {known: answer for known, answer in answers.items() if known not in given}
        return answers

    def _known(
        self, sent: Mapping[str, str], but: Sequence[str] = (), *, strict: bool = True
    ) -> dict[str, str]:
        """What was answered before; what is asked anew by a field of its own is not.

        Args:
            strict: whether what cannot be read is refused, and not passed over.
        """
        answers = dict(self.known)
        for name in QUESTIONS:
            if name in sent and (name not in but or QUESTIONS[name].kind == "choice"):
                with nullcontext() if strict else suppress(Problem):
                    answers[name] = self.decision.read(QUESTIONS[name], sent[name], answers)
        return answers

    def asked(self, answers: Mapping[str, str], wrong: str = "", at: str = "") -> Response:
        """One question, or the texts that are asked together; what was answered stands above.

        Args:
            wrong: stands at the question `at`, or above it where that is "".
        """
        questions = self.decision.questions(answers)
        at = at or self.sent.get("change", "")
        first = next((each for each in questions if each.name == at), None) or next(
            (each for each in questions if each.name not in answers), None
        )
        together = [] if first is None else [first]
        if first is not None and first.kind == "words":
            together = [each for each in questions if each.kind == "words"]
        names = {question.name for question in together}
        typed = {name: self.sent.get(name, answers.get(name, "")) for name in names}
        doubts = {
            each.name: self.decision.doubt(each, typed[each.name]) for each in together if typed[each.name]
        }
        return self._page(
            "tasks/step.html",
            status=422 if wrong else 200,
            called=self._called(answers),
            asked=[
                (each, self.decision.asks(each, answers), self.decision.options(each, answers))
                for each in together
            ],
            typed=typed,
            doubts=doubts if not wrong else {},
            wrong=wrong,
            wrong_at=at if at in names else "",
            said=self._said(answers, but=names),
            answers={
                name: answer
                for name, answer in answers.items()
                if name not in names or QUESTIONS[name].kind == "choice"
            },
        )

    def _called(self, answers: Mapping[str, str]) -> str:
        what = answers.get("what", "answer")
        return self.reader.text("weather_decide" if what == "answer" else f"storm_what_{what}")

    def _said(self, answers: Mapping[str, str], but: Collection[str] = ()) -> list[tuple[str, str, str]]:
        """Each answer with its question, by name: what may be changed."""
        shown = [question for question in self.decision.questions(answers) if question.name in answers]
        return [
            (each.name, question_said(each.name, self.call.language), said)
            for each in shown
            if each.name not in but and (said := self.decision.said(each, answers))
        ]

    def refused(self, sent: Mapping[str, str], problem: Problem) -> Response:
        """The question that a refusal is about; of what was decided otherwise who did, and what then."""
        answers = self._known(sent, _at(sent), strict=False)
        since = decided_since(self.decision, answers, problem)
        wrong = "\n".join(filter(None, (since, problem_said(self.reader, problem))))
        at = str(problem.where.get("field", ""))
        if at not in QUESTIONS and not since:
            at = next(iter(_at(sent)), "")
        if "what" in answers and answers["what"] != "answer" and "day" in answers:
            at = at if at in QUESTIONS else "what"
        return self.asked(answers, wrong, at)

    def command(self, answers: Mapping[str, str]) -> Command:
        """What was answered, as a command."""
        return self.decision.command(answers)

    def agreed(
        self, answers: Mapping[str, str], command: Command, read: Sequence[Part]
    ) -> Callable[[State, Decision], None]:
        """What refuses it where it would mean something else than was read."""
        return agreed_to_day(self.decision, answers, command, read)

    def is_otherwise(self, answers: Mapping[str, str], command: Command, read: Sequence[Part]) -> bool:
        """Whether it would mean something else than was read, or somebody has done the same since."""
        with suppress(Problem):  # it is refused by the command itself, with its way out
            return bool(differences(read, self._look(answers).parts))
        return False

    def read_back(
        self, answers: Mapping[str, str], command: Command, read: Sequence[Part] | None
    ) -> Response:
        """What it leads to; of what was read before only what is otherwise. Raises Problem: as it would."""
        answers = self.decision.promised(answers) if read is None else answers
        look = self._look(answers)
        return self._page(
            "tasks/step_confirm.html",
            called=self._called(answers),
            lines=look.lines,
            told=look.told,
            said=self._said(answers),
            changed=[] if read is None else changes_shown(self.reader, differences(read, look.parts)),
            answers=answers,
            mark=written(look.parts),
        )

    def _look(self, answers: Mapping[str, str]) -> ReadBack:
        def ways(foretold: Foretelling) -> Ways:
            return ways_of(self.parts, self.call.tournament, foretold.recipients, foretold.with_email)

        return read_back(self.decision, answers, ways)


def _at(sent: Mapping[str, str]) -> list[str]:
    """The questions that a form answers."""
    return [name for name in sent.get("at", "").split() if name in QUESTIONS]
