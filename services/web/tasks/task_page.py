"""One task on a page: its questions, what the answers lead to, and carrying that out once."""

import json
from collections.abc import Mapping, Sequence
from secrets import token_hex
from zoneinfo import ZoneInfo

from flask import Response, request

from services.access.rights import right
from services.officials.impact import impact_lines
from services.officials.meaning import agreed_to, foreseen, parts_of
from services.officials.tables import problem_said
from services.personal.read_back import NOT_AS_READ, Part, changes_shown, differences, parts_in, written
from services.tasks.options import options_of
from services.tasks.plain import command_of
from services.tasks.questions import questions_of
from services.tournament.catalogue import commands
from services.tournament.kernel.facts import Command
from services.web.api.examples import EXAMPLES
from services.web.docket.page_reader import PageReader
from services.web.forms import read_fields
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.page import sign_in_of, staff_page, to_page
from shared.catalogue import Listed, Word, say
from shared.problems import Problem, not_found, quoted

_OF_PAGE = ("form", "step", "draft", "mark")
_ID_BYTES = 12


class Task:
    """A command that whoever is signed in may send; raises Problem: not-found."""

    def __init__(self, parts: Parts, call: Call) -> None:
        self.parts, self.call = parts, call
        self.name = call.path["task"]
        kind = commands().get(self.name)
        if kind is None or right(call.principal.role, self.name) is None or self.name in ELSEWHERE:
            raise not_found("task", quoted(self.name))
        self.kind: type[Command] = kind
        self.reader = PageReader(parts, call)
        self.person = self.reader.person
        self.questions = questions_of(kind)

    @property
    def path(self) -> str:
        return f"/t/{self.call.tournament}/tasks/{self.name}"

    @property
    def fields(self) -> tuple[str, ...]:
        """What a form of this task can send."""
        return (*_OF_PAGE, *(question.name for question in self.questions))

    def asked(self, answers: Mapping[str, str], wrong: str = "", at: str = "") -> Response:
        """The questions, as far as answered; what is wrong stands at the one it is about."""
        state = self.parts.desk.state(self.call.tournament)
        language = self.call.language
        names = {question.name for question in self.questions}
        return self._page(
            "tasks/task.html",
            status=422 if wrong else 200,
            examples={question.name: self._example(question.name) for question in self.questions},
            asked=[
                (
                    question,
                    say(f"question-{_key(question.name)}", language),
                    options_of(state, question, language, of_all=self.call.principal.role != "referee"),
                )
                for question in self.questions
            ],
            answers={
                question.name: answers.get(question.name, question.default) for question in self.questions
            },
            wrong=wrong,
            wrong_at=at if at in names else "",
        )

    def _example(self, question: str) -> str:
        """What is answered in the documentation of the API, as it is typed there."""
        known = EXAMPLES.get(self.name, {})
        return json.dumps(known[question], ensure_ascii=False) if question in known else ""

    def command(self, answers: Mapping[str, str]) -> Command:
        """What was answered, as a command; raises Problem: as `command_of`."""
        zone = ZoneInfo(self.parts.desk.state(self.call.tournament).plan.zone)
        return command_of(self.kind, answers, zone)

    def read_back(
        self, answers: Mapping[str, str], command: Command, read: Sequence[Part] | None
    ) -> Response:
        """What it leads to; of what was read before only what is otherwise. Raises Problem: as it would."""
        look = foreseen(self.reader, self.person, command)
        parts = parts_of(self.reader, self.person, look)
        language = self.call.language
        events = Listed([Word("event", event) for event in dict.fromkeys(look.preview.events)])
        impact = impact_lines(self.reader, self.person, look.preview, told=look.told, whole_names=True)
        return self._page(
            "tasks/confirm.html",
            events=say("task-events", language, events=events) if look.preview.events else "",
            said=[
                (say(f"question-{_key(question.name)}", language), answers[question.name])
                for question in self.questions
                if answers.get(question.name)
            ],
            impact=list(impact),
            changed=[] if read is None else changes_shown(self.reader, differences(read, parts)),
            answers={name: value for name, value in answers.items() if name not in _OF_PAGE},
            draft=answers.get("draft") or token_hex(_ID_BYTES),
            mark=written(parts),
        )

    def _page(self, template: str, *, status: int = 200, **shown: object) -> Response:
        return staff_page(
            self.parts,
            self.call,
            template,
            status=status,
            path=self.path,
            called=task_called(self.name, self.call.language),
            says=self.reader.text,
            **shown,
        )


def task_called(name: str, language: str) -> str:
    """What a task is called, as the head of its page."""
    called = say(f"word-action-{name}", language)
    return called[:1].upper() + called[1:]


def _key(name: str) -> str:
    return name.replace("_", "-")


def task_page(parts: Parts, call: Call) -> Response:
    """The questions of a task; what stands in the address is answered already."""
    task = Task(parts, call)
    return task.asked({name: value for name, value in request.args.items() if name not in _OF_PAGE})


def task_answered(parts: Parts, call: Call) -> Response:
    """Read back what was answered, or carry out what was read back, once."""
    task, sign_in = Task(parts, call), sign_in_of(call)
    answers = read_fields(task.fields)
    check_form(parts, request, sign_in.grant_id, answers.get("form", ""))
    if answers.get("step") == "change":
        return task.asked(answers)
    read = parts_in(answers.get("mark", "")) if answers.get("step") == "confirm" else None
    try:
        return _carried_out(task, answers, read)
    except Problem as problem:
        if problem.status in (401, 403) or problem.is_of_the_machine:
            raise
        return task.asked(answers, problem_said(task.reader, problem), _field_of(problem))


def _field_of(problem: Problem) -> str:
    """The question that a problem is about: of a part of its answer the whole."""
    return str(problem.where.get("field", "")).partition(".")[0].partition("[")[0]


def _carried_out(task: Task, answers: Mapping[str, str], read: Sequence[Part] | None) -> Response:
    """Of what was read back as it is now the command; of anything else what there is to read."""
    parts, call, command = task.parts, task.call, task.command(answers)
    if read is None:
        return task.read_back(answers, command, None)
    id = f"page-{answers.get('draft', '')[:40]}"
    try:
        answer = parts.desk.submit(
            call.tournament,
            command,
            call.principal,
            command_id=id,
            agreed=agreed_to(parts.clock, task.person, command, read),
        )
    except Problem as problem:
        if problem.kind is not NOT_AS_READ:
            raise
        return task.read_back(answers, command, read)
    done = "done" if answer.events else "no_change"
    return to_page(f"/t/{call.tournament}/tasks", call.language, done=done, task=task.name)


ELSEWHERE = frozenset({"define-tournament", "amend-tournament"})
"""These take a file: they are sent from a terminal or through the API."""
