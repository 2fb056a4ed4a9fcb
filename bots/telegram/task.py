"""One task in a chat: asked step by step, what it leads to read back, and carried out once."""

import re
from collections.abc import Mapping, Sequence
from zoneinfo import ZoneInfo

from bots.telegram.docket import who
from bots.telegram.impact import with_impact
from bots.telegram.read_back import parts_kept
from bots.telegram.steps import CONFIRM, Data, Script
from bots.telegram.talk import Key, Rows, Talk, pressed, typed
from services.access.rights import right
from services.access.visibility import Visibility
from services.desk.scopes import own_sheets
from services.officials.meaning import agreed_to, foreseen, parts_of
from services.officials.people_found import people_found
from services.officials.people_named import PeopleNamed
from services.officials.tables import problem_said
from services.personal.person import Person
from services.personal.read_back import NOT_AS_READ, Part
from services.personal.texts import clipped
from services.tasks.beside import read_beside
from services.tasks.options import Choosing, Option
from services.tasks.plain import ANSWER_NOT_READ, command_of, question_of, read_answer
from services.tasks.questions import Question, questions_of
from services.tasks.said import OF_PEOPLE, answer_said, as_held, how_to_answer
from services.tournament.catalogue import commands
from services.tournament.kernel.facts import Command
from services.tournament.people.numbers import known_number
from shared.catalogue import Listed, Phrase, Word, say
from shared.catalogue.titles import title_of
from shared.plain_text import narrow
from shared.problems import Problem

ANSWER = "answer_"
"""Begins the name of a step, and of what was answered at it."""
PAGE = 8
"""Buttons of one message."""
_OF_ALL = frozenset({"session", "sessions", "stage", "category", "day"})
"""What participants may choose from: they know of no case, call or family of others."""
_LONGEST_SAID = 150


@pressed("task.begin")
def begun(talk: Talk, given: Mapping[str, str]) -> None:
    """Ask what a task still needs to know; of a participant it is known who it is about."""
    person, task = who(talk, given), given["task"]
    known = {name: answer for name, answer in given.items() if name.startswith(ANSWER)}
    asked = [question.name for question in questions_of(commands()[task]) if question.needed]
    if person.principal.role == "participant" and "entrant" in asked:
        known[f"{ANSWER}entrant"] = person.number
    talk.begin("task", **person.named, task=task, **known)
    _script.proceed(talk)


def _about(talk: Talk, data: Data) -> str:
    return title_of(data["task"], talk.language) or data["task"]


def _steps(data: Data) -> list[str]:
    """What the command needs; what it can do without, once that is wanted."""
    wanted = "more" in data
    asked = (question for question in _questions(data) if question.needed or wanted)
    return [*(ANSWER + question.name for question in asked), CONFIRM]


def _questions(data: Data) -> Sequence[Question]:
    return questions_of(commands()[data["task"]])


def _answers(data: Data) -> dict[str, str]:
    """By the name of the question; what was not asked stands as the command has it."""
    found = {question.name: question.default for question in _questions(data)}
    return found | {
        name.removeprefix(ANSWER): answer for name, answer in data.items() if name.startswith(ANSWER)
    }


def _check(talk: Talk, data: Data) -> None:
    for question in _questions(data):
        if answer := data.get(ANSWER + question.name):
            read_answer(question, answer, _zone(talk, data))


_script = Script("task", _about, _steps, _check)


def _zone(talk: Talk, data: Data) -> ZoneInfo:
    return ZoneInfo(talk.desk.state(data["tournament"]).plan.zone)


def _choosing(talk: Talk, person: Person, task: str) -> Choosing:
    state, role = talk.desk.state(person.tournament_id), person.principal.role
    of_all = role not in ("referee", "participant")
    return Choosing(state, task, PeopleNamed(talk, person), of_all=of_all)


def _options(talk: Talk, question: Question) -> Sequence[Option] | None:
    """What there is to choose from, as far as it is theirs; None where it is written."""
    data = talk.flow.data
    person = who(talk, data)
    role, task = person.principal.role, data["task"]
    found = _choosing(talk, person, task).options(question, _answers(data))
    if question.name == "sheet" and right(role, task) != "any":
        own = own_sheets(talk.desk.state(person.tournament_id), Visibility(role, person.number))
        return [(id, label) for id, label in found or () if id in own] or None
    known = role != "participant" or question.kind == "choice" or question.name in _OF_ALL
    return found if known else None


def _question(talk: Talk) -> Question:
    name = talk.flow.step.partition(".")[2].removeprefix(ANSWER)
    return next(question for question in _questions(talk.flow.data) if question.name == name)


def _ask(talk: Talk) -> None:
    _ask_from(talk, 0)


def _ask_from(talk: Talk, start: int) -> None:
    """Ask a question; of many answers some, from one on."""
    question, given = _question(talk), talk.flow.data.get(talk.flow.step.partition(".")[2])
    rows: list[list[Key]] = []
    if question.kind == "yes_no":
        rows = [[_key(talk.text("yes"), "yes"), _key(talk.text("no"), "no")]]
    elif question.kind != "several" and (options := _options(talk, question)) is not None:
        rows = [[_key(label, answer)] for answer, label in options[start : start + PAGE]]
        if len(options) > start + PAGE:
            rows.append([Key(talk.text("more"), "task.more", {"start": str(start + PAGE)})])
    if not question.needed and question.kind != "yes_no":
        rows.append([_key(talk.text("task_without"), "")])
    asked = say(f"question-{question.name.replace('_', '-')}", talk.language)
    before = (
        talk.text(
            "written", text=clipped(_answer_said(talk, question, _answers(talk.flow.data)), _LONGEST_SAID)
        )
        if given
        else ""
    )
    data = talk.flow.data
    beside = read_beside(talk.desk.state(data["tournament"]), question, _answers(data), talk.language)
    lines = [*beside, before, asked, how_to_answer(question, talk.language)]
    _script.say(talk, "\n".join(filter(None, lines)), rows)


def _key(label: str, answer: str) -> Key:
    return Key(label[:1].upper() + label[1:], "task.answer", {"answer": answer})


@pressed("task.more")
def more_shown(talk: Talk, given: Mapping[str, str]) -> None:
    _ask_from(talk, int(given["start"]))


@pressed("task.answer")
def answered(talk: Talk, given: Mapping[str, str]) -> None:
    _script.proceed(talk, **{talk.flow.step.partition(".")[2]: given["answer"]})


def _written(talk: Talk, text: str) -> None:
    """An answer that was typed; where there is something to choose from, a word of what one is called."""
    question = _question(talk)
    if question.kind == "yes_no":
        raise ANSWER_NOT_READ(detail=Phrase("bot-press-a-button")).at(field=question.name)
    options = None if question.kind == "several" else _options(talk, question)
    if options is None and question.name in OF_PEOPLE and question.kind != "several":
        options = _people(talk, text)
    answer = text if options is None else _chosen(options, text)
    if answer is not None:
        _script.proceed(talk, **{talk.flow.step.partition(".")[2]: answer})
    elif options and len(options) <= PAGE:
        _script.say(talk, talk.text("task_which"), [[_key(label, answer)] for answer, label in options])
    else:
        raise ANSWER_NOT_READ(detail=Phrase("part-task-choice-wanted")).at(field=question.name)


def _people(talk: Talk, text: str) -> Sequence[Option] | None:
    """Whoever is called as was typed, where that is no number."""
    person = who(talk, talk.flow.data)
    state, names = talk.desk.state(person.tournament_id), PeopleNamed(talk, person)
    if known_number(state.entrants, text) is not None:
        return None
    return [(number, names.entrant(number)) for number in people_found(talk, person, text)] or None


def _chosen(options: Sequence[Option], text: str) -> str | None:
    """The one that is meant: by its answer, by a table's number, or as the only one that is called so."""
    wanted = narrow(text).casefold()
    # In Chinese nothing stands between words.
    word = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)" if wanted.isascii() else re.escape(wanted))
    for answer, label in options:
        if wanted in (answer.casefold(), label.casefold()):
            return answer
    numbered = [answer for answer, _ in options if answer.rpartition("/")[2] == wanted]
    called = [answer for answer, label in options if word.search(label.casefold())]
    return next((found[0] for found in (numbered, called) if len(found) == 1), None)


for _name in sorted({question.name for kind in commands().values() for question in questions_of(kind)}):
    _script.asks(ANSWER + _name)(_ask)
    typed(f"task.{ANSWER}{_name}")(_written)


def _command(talk: Talk) -> Command:
    data = talk.flow.data
    return command_of(commands()[data["task"]], _answers(data), _zone(talk, data))


@_script.asks(CONFIRM)
def _read_back(talk: Talk) -> list[Part] | None:
    data = talk.flow.data
    person = who(talk, data)
    try:
        command = _command(talk)
        look = foreseen(talk, person, command)
    except Problem as problem:
        _refused(talk, problem)
        return None
    events = Listed([Word("event", event) for event in dict.fromkeys(look.preview.events)])
    led_to = say("task-events", talk.language, events=events) if look.preview.events else ""
    lines = [*_said(talk, command), led_to or say("page-task-no-change", talk.language)]
    body = with_impact(talk, person, look, _about(talk, data), "\n".join(lines))
    _script.say(talk, body, _to_confirm(talk))
    return parts_of(talk, person, look)


def _answer_said(talk: Talk, question: Question, answers: Mapping[str, str]) -> str:
    data = talk.flow.data
    person = who(talk, data)
    choosing, names = _choosing(talk, person, data["task"]), PeopleNamed(talk, person)
    return answer_said(question, answers, choosing, names, _zone(talk, data))


def _said(talk: Talk, command: Command) -> list[str]:
    """Each answer in words, below what was asked."""
    found, held = [], as_held(command, _answers(talk.flow.data))
    for question in _questions(talk.flow.data):
        if said := _answer_said(talk, question, held):
            label = say(f"question-{question.name.replace('_', '-')}", talk.language)
            found.append(talk.text("task_said", question=label, answer=clipped(said, _LONGEST_SAID)))
    return found


def _to_confirm(talk: Talk) -> Rows:
    data = talk.flow.data
    optional = any(not question.needed for question in _questions(data)) and "more" not in data
    further = [[Key(talk.text("task_more"), "task.further")]] if optional else []
    return [[Key(talk.text("confirm"), f"task.{CONFIRM}")], *further]


@pressed("task.further")
def further(talk: Talk, given: Mapping[str, str]) -> None:
    """Ask what the command can do without, too."""
    _script.proceed(talk, more="yes")


def _parts(talk: Talk) -> list[Part]:
    person = who(talk, talk.flow.data)
    return parts_of(talk, person, foreseen(talk, person, _command(talk)))


@_script.confirms(_parts)
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    person, command = who(talk, data), _command(talk)
    try:
        events = talk.submit(person, command, agreed_to(talk.desk.clock, person, command, parts_kept(talk)))
    except Problem as problem:
        _refused(talk, problem)
        return
    about = _about(talk, data)
    again = Key(talk.text("task_again"), "task.begin", {**person.named, "task": data["task"]}, always=True)
    talk.go()
    talk.say(say(f"page-task-{'done' if events else 'no-change'}", talk.language), [[again]], heading=about)


def _refused(talk: Talk, problem: Problem) -> None:
    """Lead back to the answer that a refusal is about, else to the last; not where the right has ended.

    What the command can mostly do without is asked where it cannot this time.
    """
    data = talk.flow.data
    step, steps = ANSWER + question_of(problem, commands()[data["task"]]), _steps(data)[:-1]
    wider, asked_before = {**data, "more": "yes"}, bool(steps)
    if step not in steps and (step in _steps(wider) or not steps):
        data, steps = wider, _steps(wider)[:-1]
    if problem.status in (401, 403) or problem.kind is NOT_AS_READ or problem.is_of_the_machine or not steps:
        raise problem
    if step not in steps:
        step = next((name for name in steps if name not in data), steps[-1])
    if asked_before:
        talk.say(problem_said(talk, problem))
    _script.go_to(talk, step, data)
