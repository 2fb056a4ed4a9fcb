"""Answers in words, as they are read back: what people call what was chosen or typed."""

from collections.abc import Mapping
from datetime import date
from zoneinfo import ZoneInfo

from services.tasks.options import Choosing, Names
from services.tasks.plain import lines_typed, moment_typed
from services.tasks.questions import Question
from shared.catalogue import say
from shared.i18n import day_shown, moment_shown

_OF_PEOPLE = frozenset(
    {"entrant", "entrants", "beside", "child", "drop", "first", "keep", "parent", "play_off", "second"}
)
"""Questions about entrants, by their numbers."""


def answer_said(
    question: Question, answers: Mapping[str, str], choosing: Choosing, names: Names, zone: ZoneInfo
) -> str:
    """An answer of a command that was read, in words; a number with who it is of."""
    answer, language = answers.get(question.name, "").strip(), names.language
    if question.kind == "yes_no":
        return say("page-yes" if answer == "yes" else "page-task-no", language)
    options = dict(choosing.options(question, answers) or ())
    if question.kind == "several":
        return "\n".join(_one(question, line, options, names) for line in lines_typed(answer))
    if answer and answer not in options:
        if question.kind == "day":
            return day_shown(date.fromisoformat(answer), language)
        if question.kind == "moment" and (moment := moment_typed(answer, zone)) is not None:
            return moment_shown(moment, zone, language)
    return _one(question, answer, options, names)


def _one(question: Question, answer: str, options: Mapping[str, str], names: Names) -> str:
    if answer in options:
        return options[answer]
    return names.entrant(answer) if answer and question.name in _OF_PEOPLE else answer
