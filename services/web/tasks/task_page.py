"""A task from its questions over what is read back to the log, once."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext

from flask import Response, request

from services.officials.meaning import agreed_to
from services.officials.sheets import by_seat
from services.officials.tables import problem_said
from services.personal.read_back import NOT_AS_READ, Part, parts_in
from services.tasks.plain import question_of
from services.web.docket.figure_cells import CELLS
from services.web.forms import read_fields
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.just_done import done_word
from services.web.signing_in.page import sign_in_of, to_page
from services.web.tasks.game_cells import SHEET_CELLS
from services.web.tasks.task import Task, back_in
from shared.problems import Problem


def task_page(parts: Parts, call: Call) -> Response:
    """The questions of a task; what stands in the address is answered already."""
    task = Task(parts, call)
    return task.asked(request.args.to_dict(), sent=False)


def task_answered(parts: Parts, call: Call) -> Response:
    """Read back what was answered, or carry out what was read back, once."""
    task, sign_in = Task(parts, call), sign_in_of(call)
    sent = read_fields(task.fields)
    task.back = back_in(call, sent.get("back", ""))
    check_form(parts, request, sign_in.grant_id, sent.get("form", ""))
    cells = task.cells(sent)
    try:
        with nullcontext() if cells is None else by_seat(cells.view):
            answers = task.answers(sent)
            if sent.get("step") == "change":
                return task.asked(answers)
            read = parts_in(sent.get("mark", "")) if sent.get("step") == "confirm" else None
            return _carried_out(task, answers, read)
    except Problem as problem:
        if problem.status in (401, 403) or problem.is_of_the_machine:
            raise
        at = str(problem.where.get("field", ""))
        at = at if at in (*CELLS, *SHEET_CELLS) else question_of(problem, task.kind)
        return task.asked(sent, problem_said(task.reader, problem), at)


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
    if answer.repeated:
        return task.done_already(answers, answer.events[0].recorded_at if answer.events else None)
    word = done_word(parts, call, task.name, "done" if answer.events else "no_change")
    return to_page(task.back, call.language, done=word)
