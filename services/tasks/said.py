"""Answers in words, as they are read back: what people call what was chosen or typed."""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

import msgspec

from services.officials.figures import ending_named
from services.officials.sheets import figures_read_back
from services.rules.game import ENDINGS
from services.spreadsheets.columns import RESULT_COLUMNS
from services.spreadsheets.csv_files import heading_of
from services.tasks.options import Choosing, Names
from services.tasks.plain import day_typed, moment_typed, numbers_typed, results_typed, row_typed
from services.tasks.questions import OF_PEOPLE, Question, questions_of
from services.tournament.kernel.facts import Command
from shared.catalogue import Listed, say
from shared.i18n import Language, day_shown, moment_shown

_HINTED = frozenset({"day", "moment", "hour", "several", "rows", "shares", "written"})


def question_said(name: str, language: Language) -> str:
    """What a question is called, by its name."""
    return say(f"question-{name.replace('_', '-')}", language)


def answer_said(
    question: Question, answers: Mapping[str, str], choosing: Choosing, names: Names, zone: ZoneInfo
) -> str:
    """An answer of a command that was read, in words; a number with who it is of."""
    answer, language = answers.get(question.name, "").strip(), names.language
    if question.kind == "yes_no":
        return say("page-yes" if answer == "yes" else "page-task-no", language)
    options = dict(choosing.options(question, answers) or ())
    if question.kind in ("figures", "games") and not answer.startswith("["):
        return "\n".join(figures_read_back(line, language) for line in answer.splitlines() if line.strip())
    if question.kind == "rows" and not answer.startswith("["):
        rows = [[names.entrant(number) for number in numbers_typed(line)] for line in answer.splitlines()]
        return "\n".join(Listed(row).in_language(language) for row in rows if row)
    if question.kind == "results" and answer and not answer.startswith("["):
        typed = results_typed(answer)
        tables = {(row.session, row.table) for row in typed}
        return say("task-said-results", language, lines=len(typed), tables=len(tables))
    if question.kind == "several":
        lines = numbers_typed(answer) if question.name in OF_PEOPLE else row_typed(answer)
        return "\n".join(_one(question, line, options, names) for line in lines)
    if answer and answer not in options:
        if question.kind == "day" and (day := day_typed(answer)) is not None:
            return day_shown(day, language)
        if question.kind == "moment" and (moment := moment_typed(answer, zone)) is not None:
            return moment_shown(moment, zone, language)
    return _one(question, answer, options, names)


def as_held(command: Command, answers: Mapping[str, str]) -> dict[str, str]:
    """The answers, each text as the command holds it: letters and signs are plain, however it was typed."""
    held = msgspec.to_builtins(command)
    texts = (question.name for question in questions_of(type(command)) if question.kind in ("text", "words"))
    return {**answers, **{name: held[name] for name in texts if answers.get(name) and held.get(name)}}


def how_to_answer(question: Question, language: Language) -> str:
    """How an answer is written where that does not go without saying; else ""."""
    if question.kind in ("figures", "games"):
        endings = tuple(ending_named(ending, language) for ending in ENDINGS if ending != "cleared")
        how = say("task-how-figures", language, endings=endings)
        return how if question.kind == "figures" else say("task-how-games", language, figures=how)
    if question.kind == "results":
        return say("task-how-results", language, columns=heading_of(RESULT_COLUMNS))
    return say(f"task-how-{question.kind}", language) if question.kind in _HINTED else ""


def who_reads(question: Question, language: Language) -> str:
    """Who reads what is written, word for word, where its writer is told; else ""."""
    return say(f"page-task-read-by-{question.readers}", language) if question.readers else ""


def _one(question: Question, answer: str, options: Mapping[str, str], names: Names) -> str:
    if answer in options:
        return options[answer]
    return names.entrant(answer) if answer and question.name in OF_PEOPLE else answer
