"""A task from its questions over what is read back to the log, once."""

from collections.abc import Mapping, Sequence

from flask import Response, request

from services.desk.answers import COMMAND_ID_REUSED
from services.officials.tables import note_said
from services.personal.read_back import NOT_AS_READ, Part, parts_in
from services.tasks.day_questions import DECIDE_DAY, known_of
from services.tasks.handover import DRAFT_GONE, Handed, Handover, done_as, link_to
from services.tournament.kernel.registry import command_name
from services.web.forms import read_fields
from services.web.kept.entries import KEPT_TASKS, carried_out, is_entry, outcome, refused
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.just_done import done_word
from services.web.signing_in.page import sign_in_of, to_page
from services.web.tasks.as_typed import TYPED, as_typed
from services.web.tasks.chats import has_chat, way_to_chat
from services.web.tasks.stepwise import Stepwise
from services.web.tasks.task import Task, back_in
from shared.catalogue import say
from shared.problems import Problem


def task_page(parts: Parts, call: Call) -> Response:
    """What a task asks first; what stands in the address is answered already."""
    return _task(parts, call).begun(request.args.to_dict())


def draft_page(parts: Parts, call: Call) -> Response:
    """A task as it was left in the chat, or here; raises Problem: draft-gone."""
    task, id = _task(parts, call), call.path["draft"]
    kept = Handover(parts.desk, task.person).find(link_to(task.name, {}, id))
    if kept is None or kept.task != task.name:
        raise DRAFT_GONE()
    task.draft = task.handed = kept.id
    return task.begun(kept.answers)


def task_answered(parts: Parts, call: Call) -> Response:
    """Read back what was answered, or carry out what was read back, once."""
    task = _task(parts, call)
    return answered(task, read_fields(task.fields))


def answered(task: Task | Stepwise, sent: Mapping[str, str], unread: Problem | None = None) -> Response:
    """As `task_answered`, of what a form sent.

    Args:
        unread: what is wrong with what it brought.
    """
    parts, call = task.parts, task.call
    task.back, task.draft = back_in(call, sent.get("back", "")), sent.get("draft", "")[:40]
    check_form(parts, request, sign_in_of(call).grant_id, sent.get("form", ""))
    if is_entry() and isinstance(task, Task) and task.name in KEPT_TASKS:
        return _kept(task, sent)
    if sent.get("step") == TYPED and isinstance(task, Task):
        return as_typed(task.reader, task.task.state, task.cells(sent), sent)
    task.handed = task.draft
    if "chat" in sent and has_chat(parts, task.person):
        return _to_chat(task, task.so_far(sent))
    try:
        if unread is not None:
            raise unread
        with task.by_seat(sent):
            answers = task.answers(sent)
            if "change" in (sent.get("step"), *sent) or task.is_open(answers):
                return task.asked(answers)
            read = parts_in(sent.get("mark", "")) if sent.get("step") == "confirm" else None
            return _carried_out(task, answers, read)
    except Problem as problem:
        if problem.status in (401, 403) or problem.is_of_the_machine:
            raise
        return task.refused(sent, problem)


def _to_chat(task: Task | Stepwise, answers: Mapping[str, str]) -> Response:
    """Keep what was answered, and lead to the chat."""
    name = task.name if isinstance(task, Task) else DECIDE_DAY
    id = Handover(task.parts.desk, task.person).keep(name, answers, task.draft)
    home = f"/t/{task.call.tournament}"
    return way_to_chat(task.parts, task.call, link_to(name, answers, id), f"{home}/tasks/{name}/{id}")


def _kept(task: Task, sent: Mapping[str, str]) -> Response:
    """Carry out what was entered without a network."""
    try:
        with task.by_seat(sent):
            answer = carried_out(task.parts, task.call, task.command(task.answers(sent)))
    except Problem as problem:
        return refused(task.reader, problem)
    language = task.call.language
    if answer is not None and not answer.events:
        return outcome(say("page-task-no-change", language))
    notes = () if answer is None else answer.remarks
    said = [say("page-task-done", language), *(note_said(note, language) for note in notes)]
    return outcome(say("page-space", language).join(said))


def _task(parts: Parts, call: Call) -> Task | Stepwise:
    return Task(parts, call) if known_of(call.path["task"]) is None else Stepwise(parts, call)


def _carried_out(task: Task | Stepwise, answers: Mapping[str, str], read: Sequence[Part] | None) -> Response:
    """Of what was read back as it is now the command; of anything else what there is to read."""
    parts, call, command = task.parts, task.call, task.command(answers)
    if read is None:
        return task.read_back(answers, command, None)
    new = parts.desk.log.command(call.tournament, done_as(task.draft)) is None
    if new and task.is_otherwise(answers, command, read):
        return task.read_back(answers, command, read)
    try:
        answer = parts.desk.submit(
            call.tournament,
            command,
            call.principal,
            command_id=done_as(task.draft),
            occurred_at=task.occurred_at(answers),
            agreed=task.agreed(answers, command, read),
        )
    except Problem as problem:
        if problem.kind is COMMAND_ID_REUSED:
            return task.done_already(answers, None)
        if problem.kind is not NOT_AS_READ:
            raise
        return task.read_back(answers, command, read)
    if answer.repeated:
        return task.done_already(answers, answer.events[0].recorded_at if answer.events else None)
    Handover(parts.desk, task.person).drop(Handed(task.name, task.draft, answers))
    word = done_word(parts, call, command_name(command), "done" if answer.events else "no_change")
    return to_page(task.back, call.language, done=word)
