"""A task from its questions over what is read back to the log, once."""

from collections.abc import Mapping, Sequence

from flask import Response, request

from services.officials.tables import note_said
from services.personal.read_back import Part, parts_in
from services.tasks.day_questions import DECIDE_DAY, known_of
from services.tasks.handover import DRAFT_GONE, SWITCH, Handed, Handover, done_as, link_to
from services.tasks.recorded import on_record
from services.tournament.kernel.registry import command_name
from services.web.forms import read_fields
from services.web.kept.entries import KEPT_TASKS, carried_out, is_entry, is_kept_ahead, outcome, refused
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.just_done import done_word
from services.web.signing_in.page import sign_in_of, to_page
from services.web.tasks.as_typed import TYPED, as_typed
from services.web.tasks.links import has_chat, way_to_chat
from services.web.tasks.stepwise import Stepwise
from services.web.tasks.task import Task, back_in
from shared.catalogue import languages, say
from shared.clock import from_micros
from shared.i18n import Language
from shared.problems import Problem


def task_page(parts: Parts, call: Call) -> Response:
    """What a task asks first; what stands in the address is answered already."""
    task, known = _task(parts, call), request.args.to_dict()
    if isinstance(task, Stepwise):
        return task.begun(known)
    return task.begun(known, ahead=task.name in KEPT_TASKS and is_kept_ahead())


def draft_page(parts: Parts, call: Call) -> Response:
    """A task as it was left in the chat, or here; raises Problem: draft-gone."""
    return draft_shown(_task(parts, call))


def draft_shown(task: Task | Stepwise) -> Response:
    """As `draft_page`: what a form sent, read back or refused as of now, or the form with it."""
    parts, call, id = task.parts, task.call, task.call.path["draft"]
    handover = Handover(parts.desk, task.person)
    kept = handover.find(f"task-{id}")
    sent = {} if kept is None else kept.sent.get(request.args.get("sent", ""), {})
    task.back = back_in(call, sent["back"]) if "back" in sent else task.back
    if (record := parts.desk.log.command(call.tournament, done_as(id))) is not None:
        did = parts.desk.log.read(call.tournament, record.first_seq - 1, 1, record.last_seq)
        return task.done_already(task.so_far(sent), from_micros(did[0].recorded_at) if did else None)
    if kept is None or kept.task != task.name:
        raise DRAFT_GONE()
    task.draft = task.handed = kept.id
    if not sent:
        return task.begun(kept.answers)
    if SWITCH in sent:
        return task.again(sent)
    try:
        with task.by_seat(sent):
            answers = task.answers(sent)
            if "change" in (sent.get("step"), *sent) or task.is_open(answers):
                return task.asked(answers)
            read = parts_in(sent.get("mark", "")) if sent.get("step") == "confirm" else None
            return task.read_back(answers, task.command(answers), read)
    except Problem as problem:
        return _refused(task, sent, problem)


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
    if unread is not None:
        return _refused(task, sent, unread)
    if sent.get("step") == "confirm" and SWITCH not in sent:
        try:
            with task.by_seat(sent):
                done = _carried_out(task, task.answers(sent), parts_in(sent.get("mark", "")))
        except Problem as problem:
            if problem.no_answer_helps:
                raise
            done = None
        if done is not None:
            return done
    return _to_draft(task, sent)


def _refused(task: Task | Stepwise, sent: Mapping[str, str], problem: Problem) -> Response:
    if problem.no_answer_helps:
        raise problem
    return task.refused(sent, problem)


def _to_draft(task: Task | Stepwise, sent: Mapping[str, str]) -> Response:
    """Keep what was sent, and lead to the page that shows what comes of it.

    That page can be loaded again, gone back to and read in another language: browsers cannot do so with what
    a form answered without sending the form again.
    """
    fields = {name: text for name, text in sent.items() if name not in ("form", "draft")}
    handover = Handover(task.parts.desk, task.person)
    id, number = handover.keep_sent(task.name, task.so_far(sent), fields, task.draft)
    language = language_after(sent, task.call.language)
    return to_page(f"{task.path}/{id}", language, sent=number)


def language_after(sent: Mapping[str, str], language: Language) -> Language:
    """The language to go on in: the one that a form asks for."""
    return sent[SWITCH] if sent.get(SWITCH) in languages() else language


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


def _carried_out(
    task: Task | Stepwise, answers: Mapping[str, str], read: Sequence[Part] | None
) -> Response | None:
    """Carry out what was read back, if it is still that, once; None where there is something else to read."""
    parts, call, command = task.parts, task.call, task.command(answers)
    new = parts.desk.log.command(call.tournament, done_as(task.draft)) is None
    if read is None or (new and task.is_otherwise(answers, command, read)):
        return None
    answer = parts.desk.submit(
        call.tournament,
        command,
        call.principal,
        command_id=done_as(task.draft),
        occurred_at=task.occurred_at(answers),
        agreed=task.agreed(answers, command, read),
    )
    if answer.repeated:
        return None
    Handover(parts.desk, task.person).drop(Handed(task.name, task.draft, answers))
    recorded = [f"{key} {called}" for key, called in on_record(answer.events).items()]
    outcome_word = "done" if answer.events else "no_change"
    word = done_word(parts, call, command_name(command), outcome_word, *recorded[:1])
    return to_page(task.back, call.language, done=word)
