"""One task in a chat: asked step by step, what it leads to read back, and carried out once."""

from collections.abc import Mapping
from itertools import groupby

from bots.telegram.blocks import ROOM_WHOLE, pages
from bots.telegram.called import meant
from bots.telegram.muted import said_here
from bots.telegram.offers import ANSWER, answers_in, as_data, offer_key, recorded_keys, way_back, way_out_keys
from bots.telegram.on_page import HANDED, forget, page_key, say_was_done, was_done
from bots.telegram.read_back import day_look, decided, parts_kept, with_impact
from bots.telegram.steps import CONFIRM, Data, Script
from bots.telegram.talk import Key, Rows, Talk, pressed, typed, who
from services.officials.meaning import agreed_to, foreseen
from services.officials.tables import refusal_said
from services.personal.person import Person
from services.personal.read_back import NOT_AS_READ, Part
from services.personal.texts import clipped
from services.tasks import evidence, ruling
from services.tasks.checking_in import ARRIVED
from services.tasks.day_decision import DayDecision
from services.tasks.day_questions import DECIDE_DAY, QUESTIONS, known_of
from services.tasks.day_read_back import agreed_to_day, decided_since, written
from services.tasks.described import Described
from services.tasks.handover import DRAFT_GONE
from services.tasks.listed import described
from services.tasks.plain_task import PlainTask
from services.tasks.possible import known_of_reader
from services.tasks.questions import Question, questions_of
from services.tasks.said import who_reads
from services.tournament.catalogue import commands
from shared.problems import Problem

PAGE = 8
"""Buttons of one message."""
_LONGEST_SAID = 150
_ALL = {question.name for kind in commands().values() for question in questions_of(kind)}


@pressed("task.begin")
def begun(talk: Talk, given: Mapping[str, str]) -> None:
    begin(talk, who(talk, given), given["task"], given.get("back", ""), **answers_in(given))


def begin(talk: Talk, person: Person, task: str, back: str = "", /, **answers: str) -> None:
    """Ask what a task still needs to know; of a participant it is known who it is about."""
    known = known_of(task)
    if known is None:
        answers |= known_of_reader(person, task)
    data = {"task": task, "back": back, "known": " ".join(answers)}
    if known is not None:
        # What is decided of a day may be chosen anew, wherever one came from.
        data, answers = {"task": DECIDE_DAY, "back": back}, {**known, **answers}
    else:
        found = described(talk, person, task)
        found.check(answers)
        nothing, refused = found.nothing_left(answers)
        if nothing:
            ways = [] if refused is None else way_out_keys(talk, person, refused)
            talk.say(nothing, ways, heading=found.about(answers))
            return
    talk.begin("task", **person.named, **data, **as_data(answers))
    if known is None or not _is_over(talk, person, answers):
        _script.proceed(talk)


def _is_over(talk: Talk, person: Person, answers: Mapping[str, str]) -> bool:
    """Whether what a button leads to cannot be decided any more; it is said why, and how a day is decided."""
    decision = DayDecision(talk, person)
    try:
        decision.check(answers)
        if nothing := decision.nothing_left(answers):
            talk.go()
            talk.say(nothing, [])
            return True
    except Problem as problem:
        if problem.no_answer_helps:
            raise
        talk.go()
        why = filter(None, (decided_since(decision, answers, problem), refusal_said(talk, problem)))
        other = Key(talk.text("storm_begin"), "task.begin", {**person.named, "task": DECIDE_DAY}, always=True)
        talk.say("\n".join(why), [[other]])
        return True
    return False


def _task(talk: Talk, data: Data) -> PlainTask | DayDecision:
    person = who(talk, data)
    return DayDecision(talk, person) if data["task"] == DECIDE_DAY else described(talk, person, data["task"])


def _about(talk: Talk, data: Data) -> str:
    return _task(talk, data).about(answers_in(data))


def _check(talk: Talk, data: Data) -> None:
    _task(talk, data).check(answers_in(data))


def _overtaken(talk: Talk, data: Data, problem: Problem) -> bool:
    """Of what was decided otherwise meanwhile: say who did, and lead back with what was written."""
    task = _task(talk, data)
    if isinstance(task, DayDecision) and decided_since(task, answers_in(data), problem):
        talk.begin(talk.flow.step, **data)
        _refused(talk, problem)
        return True
    body, ways = task.overtaken(answers_in(data), problem)
    if not body:
        return False
    talk.begin(talk.flow.step, **data)
    keys = [Key(label, "task.set", as_data(answers)) for label, answers in ways]
    back = way_back(talk)
    talk.say(body, [[*([] if back is None else [back]), *keys], talk.cancel], heading=_about(talk, data))
    return True


def resume(talk: Talk, data: Data, answers: Mapping[str, str]) -> None:
    """Go on with what was answered elsewhere; what is refused of it is shown, and asked again."""
    task = _task(talk, data)
    answers = task.answered(answers, {})
    talk.begin("task", **data, **as_data(answers))
    try:
        _script.proceed(talk, **as_data(answers))
    except Problem as problem:
        at = task.question_of(problem, answers) if isinstance(task, PlainTask) else ""
        if at not in answers or problem.no_answer_helps:
            _refused(talk, problem)
            return
        written = talk.text("written", text=clipped(answers[at], _LONGEST_SAID))
        talk.say(f"{refusal_said(talk, problem)}\n{written}")
        resume(talk, data, {name: answer for name, answer in answers.items() if name != at})


@pressed("task.set")
def answers_set(talk: Talk, given: Mapping[str, str]) -> None:
    """Take what a button says beside the answers, and ask for a step anew, or for what is missing."""
    data = {**talk.flow.data, **as_data(answers_in(given))}
    talk.begin(talk.flow.step, **data)
    _script.go_to(talk, given["step"], data) if "step" in given else _script.proceed(talk)


def _steps(talk: Talk, data: Data) -> list[str]:
    """What the command needs and was not known; what it can do without, once that is wanted."""
    task, answers = _task(talk, data), answers_in(data)
    known, also = data.get("known", "").split(), data.get("also", "").split()
    wanted = (each for each in task.questions(answers) if each.name not in known)
    asked = [each for each in wanted if _is_asked(task, each) or each.name in also or "more" in data]
    return [*(ANSWER + each.name for each in asked if not task.leaves_out(each, answers)), CONFIRM]


def _is_asked(task: Described, question: Question) -> bool:
    return question.needed or question.name in task.always


_script = Script("task", _about, _steps, _check, _overtaken, page_key)


def _question(talk: Talk) -> Question:
    name, data = talk.flow.step.partition(".")[2].removeprefix(ANSWER), talk.flow.data
    asked = _task(talk, data).questions(answers_in(data))
    return next((question for question in asked if question.name == name), None) or QUESTIONS[name]


def _ask(talk: Talk) -> None:
    _ask_from(talk, 0)


def _ask_from(talk: Talk, start: int, refused: str = "", *more: Key) -> None:
    """Ask a question; of many answers some, from one on.

    Args:
        refused: why the answer before cannot be; `more` are buttons beside those of the answers.
    """
    task, question, answers = _task(talk, talk.flow.data), _question(talk), answers_in(talk.flow.data)
    options = task.options(question, answers)
    few = task.few.get(question.name)
    end = len(options) if few is not None and start else start + (few or PAGE)
    shown = groupby(
        options[start:end] if few is None else options[:end], lambda each: task.row_of(question, each[0])
    )
    rows = [[_key(label, answer) for answer, label in row] for _, row in shown]
    if len(options) > end:
        more_of = talk.text("more") if few is None else talk.text("ruling_rules_all", count=len(options))
        rows.append([Key(more_of, "task.more", {"start": str(end)})])
    if not question.needed and question.kind != "yes_no":
        rows.append([_key(task.without(question), "")])
    before = ""
    if answers.get(question.name) and question.name not in task.seen:
        before = talk.text("written", text=clipped(task.said(question, answers), _LONGEST_SAID))
    lines = [refused, before, task.asks(question, answers), who_reads(question, talk.language)]
    rows = [*([key] for key in more), *rows]
    _script.say(talk, "\n".join(filter(None, lines)), rows, instead=way_back(talk))


def _key(label: str, answer: str) -> Key:
    return Key(label[:1].upper() + label[1:], "task.answer", {"answer": answer})


@pressed("task.more")
def more_shown(talk: Talk, given: Mapping[str, str]) -> None:
    _ask_from(talk, int(given["start"]))


@pressed("task.answer")
def answered(talk: Talk, given: Mapping[str, str]) -> None:
    """Take the answer; where another is refused that could be typed, those that can be stay below it."""
    question, task, before = _question(talk), _task(talk, talk.flow.data), answers_in(talk.flow.data)
    try:
        kept = task.answered(before, {question.name: given["answer"]})
        drop = [ANSWER + other for other in before if other not in kept]
        _script.proceed(talk, drop, **as_data(kept))
    except Problem as problem:
        instead = task.instead(before, given["answer"], problem)
        if instead:
            rows = [[Key(label, "task.answer", {"answer": each})] for each, label in instead]
            _script.say(talk, refusal_said(talk, problem), rows, instead=way_back(talk))
        else:
            _asked_again(talk, question, problem)


def _asked_again(talk: Talk, question: Question, problem: Problem) -> None:
    if not question.suggests or problem.no_answer_helps:
        raise problem
    _ask_from(talk, 0, refusal_said(talk, problem))


def _written(talk: Talk, text: str) -> None:
    """An answer that was typed; where there is something to choose from, a word of what one is called."""
    task, question = _task(talk, talk.flow.data), _question(talk)
    if isinstance(task, PlainTask):
        text = task.added(question, answers_in(talk.flow.data), text)
    found, why = meant(talk, task, question, answers_in(talk.flow.data), text)
    if not why:
        _read(talk, task, question, found[0][0] if found else text)
    elif 1 < len(found) <= PAGE:
        _script.say(talk, why, [[_key(label, answer)] for answer, label in found])
    else:
        _ask_from(talk, 0, why)


def _read(talk: Talk, task: PlainTask | DayDecision, question: Question, answer: str) -> None:
    """Take what was typed once it is read; of what is odd it is asked whether it is meant so."""
    try:
        answer = task.read(question, answer)
    except Problem as problem:
        _asked_again(talk, question, problem)
        return
    if doubt := task.doubt(question, answer):
        _ask_from(talk, 0, doubt, _key(talk.text("announce_insist"), answer))
    else:
        answered(talk, {"answer": answer})


for _name in sorted({*_ALL, *QUESTIONS, *evidence.QUESTIONS, *ruling.QUESTIONS, ARRIVED.name}):
    _script.asks(ANSWER + _name)(_ask)
    # Who says a consent is pressed: what participants write beside it may be for the organizer.
    if _name != "by":
        typed(f"task.{ANSWER}{_name}")(_written)


@_script.asks(CONFIRM)
def _read_back(talk: Talk) -> list[Part] | None:
    task = _task(talk, talk.flow.data)
    try:
        return _day_read_back(talk, task) if isinstance(task, DayDecision) else _plain_read_back(talk, task)
    except Problem as problem:
        _refused(talk, problem)
        return None


def _day_read_back(talk: Talk, task: DayDecision) -> list[Part]:
    """What goes out, in as few messages as hold the texts; of a proposal nothing but what it comes to."""
    # What is promised is what was read back, however long one takes to confirm it.
    talk.go(talk.flow.step, **as_data(task.promised(answers_in(talk.flow.data))))
    look = day_look(talk, task)
    proposed = talk.flow.data[f"{ANSWER}what"] == "answer"
    texts = [
        f"{told.heading}\n{page}".strip()
        for told in (() if proposed else look.told)
        for page in pages(told.lines, ROOM_WHOLE // 2)
    ]
    for page in pages(texts, ROOM_WHOLE, between="\n\n"):
        talk.say(page, whole=True)
    asked = talk.text("storm_sure" if proposed else "storm_send")
    _script.say(talk, "\n".join([*look.lines, asked]), _to_confirm(talk), whole=True)
    return look.parts


def _plain_read_back(talk: Talk, task: PlainTask) -> list[Part]:
    answers = task.with_defaults(answers_in(talk.flow.data))
    command = task.command(answers)
    look = foreseen(talk, task.person, command, task.occurred_at(answers))
    summary, impact = task.summary(answers, command, look), task.impact(answers, look)
    body = with_impact(talk, look, _about(talk, talk.flow.data), summary, impact)
    _script.say(talk, body, _to_confirm(talk), whole=True)
    return task.parts(answers, look)


def _to_confirm(talk: Talk) -> Rows:
    data = talk.flow.data
    task = _task(talk, data)
    left = [each for each in task.questions(answers_in(data)) if not _is_asked(task, each)]
    optional = bool(left) and "more" not in data
    further = [[Key(talk.text("task_more"), "task.further")]] if optional else []
    if more := task.more(answers_in(data)):
        label, name, answers = more
        further = [[Key(label, "task.set", {"step": ANSWER + name, **as_data(answers)})]]
    label = talk.text(task.words.get("confirm", "confirm"))
    return [[Key(label, f"task.{CONFIRM}")], *further]


@pressed("task.further")
def further(talk: Talk, given: Mapping[str, str]) -> None:
    """Ask what the command can do without, too."""
    _script.proceed(talk, more="yes")


def _parts(talk: Talk) -> list[Part]:
    task = _task(talk, talk.flow.data)
    if was_done(talk, task.person):
        raise DRAFT_GONE()
    if isinstance(task, DayDecision):
        return day_look(talk, task).parts
    answers = task.with_defaults(answers_in(talk.flow.data))
    look = foreseen(talk, task.person, task.command(answers), task.occurred_at(answers))
    return task.parts(answers, look)


@_script.confirms(_parts, _to_confirm)
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data, task = talk.flow.data, _task(talk, talk.flow.data)
    answers, read, person = answers_in(data), parts_kept(talk), task.person
    if was_done(talk, person):
        say_was_done(talk)
        return
    command = task.command(task.with_defaults(answers))
    occurred_at = None
    if isinstance(task, DayDecision):
        agreed = agreed_to_day(task, answers, command, read)
    else:
        agreed = agreed_to(talk.desk.clock, person, command, read)
        occurred_at = task.occurred_at(answers)
    try:
        events = talk.submit(person, command, agreed, occurred_at=occurred_at, draft=data.get(HANDED, ""))
    except Problem as problem:
        _refused(talk, problem)
        return
    forget(talk, person)
    about = _about(talk, data)
    if isinstance(task, DayDecision):
        said_here(talk, person, events, ["weather-decided"])
        about, body, rows = decided(talk, task, answers)
    else:
        said_here(talk, person, events, ["case-raised"])
        body, next_tasks = task.done(answers, changed=bool(events))
        recorded = recorded_keys(talk, task, events, f"{about}\n{body}")
        body = "\n".join([body, *(talk.text("task_recorded", what=label) for label, _ in recorded)])
        official = person.principal.role != "participant"
        rows = [[key] for _, key in recorded if key is not None and official]
        rows += [[offer_key(person, label, offer)] for label, offer in next_tasks]
        back = way_back(talk, done=True)
        rows += [] if back is None else [[back]]
    talk.go()
    talk.say(body, rows, heading=about)


def _refused(talk: Talk, problem: Problem) -> None:
    """Lead back to the answer that a refusal is about; not where the right has ended."""
    if problem.no_answer_helps or problem.kind is NOT_AS_READ:
        raise problem
    task, answers = _task(talk, talk.flow.data), answers_in(talk.flow.data)
    if isinstance(task, PlainTask):
        _plain_refused(talk, task, problem)
    elif answers["what"] == "answer":
        talk.go()
        talk.say(refusal_said(talk, problem))
    else:
        # What cannot be sent as it was meant is not to be written once more.
        for said in filter(None, (written(task, answers), decided_since(task, answers, problem))):
            talk.say(said)
        _script.go_back_to(talk, f"{ANSWER}what", problem)


def _plain_refused(talk: Talk, task: PlainTask, problem: Problem) -> None:
    """To the answer that it is about, else to the last.

    What the command can mostly do without is asked where it cannot this time.
    """
    data = talk.flow.data
    if _overtaken(talk, data, problem):
        return
    name, steps = task.question_of(problem, answers_in(data)), _steps(talk, data)[:-1]
    if name in data.get("known", "").split():
        raise problem
    step = ANSWER + name
    # What is about no answer in particular may be about any.
    also = {"also": f"{data.get('also', '')} {name}"} if name else {"more": "yes"}
    wider, asked_before = {**data, **also}, bool(steps)
    if step not in steps and (step in _steps(talk, wider) or not steps):
        data, steps = wider, _steps(talk, wider)[:-1]
    if not steps:
        raise problem
    if step not in steps:
        step = next((name for name in steps if name not in data), steps[-1])
    if asked_before:
        talk.say(refusal_said(talk, problem), way_out_keys(talk, task.person, problem))
    _script.go_to(talk, step, data)
