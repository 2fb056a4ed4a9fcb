"""Plain tasks: a command of which nothing else is described, asked field by field."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET

from services.officials.figures import Typed, figures_typed
from services.spreadsheets.columns import RESULT_COLUMNS
from services.spreadsheets.csv_files import AS_TYPED, SEPARATORS, read_rows, understood
from services.spreadsheets.results import result_of
from services.tasks.questions import OF_PEOPLE, Question, questions_of
from services.tournament.kernel.facts import Command
from services.tournament.play.conflicts import SheetGame
from services.tournament.play.paper import ResultRow
from shared import strict_json
from shared.catalogue import Phrase, Word
from shared.days import day_read
from shared.faults import Faults
from shared.plain_text import narrow
from shared.problems import Problem, ProblemType

ANSWER_NOT_READ = ProblemType("answer-not-read", 422)
ANSWER_MISSING = ProblemType("answer-missing", 422)
_NUMBER = re.compile(r"-?[0-9]{1,11}", re.ASCII)
_BETWEEN = str.maketrans(",;", "  ")


def command_of(kind: type[Command], answers: Mapping[str, str], zone: ZoneInfo) -> Command:
    """The command that these answers come to.

    Args:
        answers: by the name of the question, as they were typed; "" for none.
        zone: in which a moment without one is meant.

    Raises:
        Problem: answer-missing or answer-not-read, at the field that it is about.
    """
    fields: dict[str, object] = {}
    for question in questions_of(kind):
        answer = answers.get(question.name, "").strip()
        if answer:
            fields[question.name] = read_answer(question, answer, zone)
            if question.kind == "figures" and not answers.get("ended_by") and not answer.startswith("["):
                fields["ended_by"] = _figures(question, answer).ended_by
        elif question.kind == "yes_no":
            fields[question.name] = False
        elif question.needed:
            raise ANSWER_MISSING().at(field=question.name)
    given = {name: value for name, value in fields.items() if value is not UNSET}
    try:
        return strict_json.read_json(msgspec.json.encode(given), kind)
    except strict_json.NotRead as error:
        raise ANSWER_NOT_READ(detail=with_question(error.phrase)).at(**error.where) from None


def with_question(refused: Phrase) -> Phrase:
    """What refuses the length of an answer, with what its question is called in place of the field."""
    named = refused.values.get("field", "")
    field = (named.code if isinstance(named, Word) else str(named)).partition(".")[0].partition("[")[0]
    if refused.key != "part-bound-of" or not field:
        return refused
    return Phrase(refused.key, {**refused.values, "field": Phrase(f"question-{field.replace('_', '-')}")})


def question_of(problem: Problem, kind: type[Command]) -> str:
    """The name of the question that a refusal is about: of a part of its answer the whole; "" for none."""
    names = {question.name for question in questions_of(kind)}
    field = str(problem.where.get("field", "")).partition(".")[0].partition("[")[0]
    thing = problem.params.get("what")
    if field not in names and isinstance(thing, Word) and thing.about == "thing":
        field = thing.code
    if field in names:
        return field
    about = [name for name in problem.params if name in names]
    return about[0] if len(about) == 1 else ""


def read_answer(question: Question, answer: str, zone: ZoneInfo) -> object:
    """An answer as it stands in JSON.

    Raises:
        Problem: answer-not-read; what reads and does not fit is refused with its place later.
    """
    match question.kind:
        case "yes_no":
            return answer == "yes"
        case "number":
            if _NUMBER.fullmatch(number := narrow(answer)) is None:
                raise _not_read(question, Phrase("part-task-number-wanted"))
            return int(number)
        case "day":
            if isinstance(day := day_read(answer), Phrase):
                raise _not_read(question, day)
            return day.isoformat()
        case "moment":
            moment = moment_typed(answer, zone)
            if moment is None:
                raise _not_read(question, Phrase("part-task-moment-wanted"))
            return moment.isoformat()
        case "several":
            return numbers_typed(answer) if question.name in OF_PEOPLE else row_typed(answer)
        case "written":
            return _written(question, answer)
        case "figures" | "games" | "rows" | "shares" | "results" if answer.startswith(("[", "{")):
            return _written(question, answer)
        case "results":
            return results_typed(answer)
        case "rows":
            return [numbers_typed(line) for line in filter(str.strip, answer.splitlines())]
        case "shares":
            return _shares(question, answer)
        case "figures":
            return _figures(question, answer).seats
        case "games":
            lines = filter(str.strip, answer.splitlines())
            return [_game(question, number, line) for number, line in enumerate(lines, 1)]
        case _:
            return answer


def day_typed(answer: str) -> date | None:
    """None for what is no day, or could be two."""
    day = day_read(answer)
    return None if isinstance(day, Phrase) else day


def moment_typed(answer: str, zone: ZoneInfo) -> datetime | None:
    """What a browser's field gives has no zone: it is meant as at the venue. None for what is no moment."""
    try:
        moment = datetime.fromisoformat(narrow(answer))
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=zone)


def results_typed(answer: str) -> list[ResultRow]:
    """The rows of a spreadsheet; raises Problem: each fault with its line."""
    found, faults = results_understood(answer)
    Faults(faults).refuse()
    return found


def results_understood(answer: str) -> tuple[list[ResultRow], list[Problem]]:
    """What the rows say, as far as they have no fault; and the faults of the others."""
    answer = answer.translate(AS_TYPED)
    heading = next(filter(str.strip, answer.splitlines()), "")
    if not any(separator in heading for separator in SEPARATORS):
        # Tabs that were pasted into a chat are blanks there.
        answer = re.sub(" +", ",", answer)
    by_line, faults = understood(read_rows(answer, RESULT_COLUMNS), result_of)
    return [*by_line.values()], faults


def _written(question: Question, answer: str) -> object:
    try:
        return strict_json.read_json(answer.encode(), object)
    except strict_json.NotRead as error:
        raise _not_read(question, error.phrase) from None


def row_typed(text: str) -> list[str]:
    """What stands between blanks, ends of lines, commas or semicolons, those of Chinese among them."""
    return text.translate(AS_TYPED).translate(_BETWEEN).split()


def numbers_typed(text: str) -> list[str]:
    """Numbers of entrants, as `row_typed`; the name behind one, as pages show it, says nothing more."""
    found: list[str] = []
    for word in row_typed(text):
        # What has a digit in it may be a number with a slip, and is refused as one.
        if not found or any(map(str.isdigit, word)):
            found.append(word)
    return found


def people_typed(text: str) -> list[str]:
    """Who is named, by number or name: each in a line, or behind a comma; numbers behind blanks, too."""
    found: list[str] = []
    for each in filter(str.strip, re.split("[\n,;]", text.translate(AS_TYPED))):
        is_number = any(map(str.isdigit, each.split()[0]))
        found += numbers_typed(each) if is_number else [each.strip()]
    return found


def _shares(question: Question, answer: str) -> dict[str, list[int]]:
    """Names, each with its numbers: "R01: 1 2 3", a line or a semicolon between them."""
    found: dict[str, list[int]] = {}
    for line in re.split(r"[\n;]", answer.translate(AS_TYPED)):
        name, *numbers = row_typed(re.sub("[:：]", " ", line, count=1)) or [""]
        read = [narrow(number) for number in numbers]
        if not all(map(_NUMBER.fullmatch, read)):
            raise _not_read(question, Phrase("part-task-shares-wanted"))
        if name:
            found.setdefault(name, []).extend(map(int, read))
    return found


def _figures(question: Question, answer: str) -> Typed:
    try:
        return figures_typed(answer)
    except Problem as problem:
        raise problem.at(field=question.name) from None


def _game(question: Question, number: int, line: str) -> SheetGame:
    try:
        figures = _figures(question, line)
    except Problem as problem:
        raise problem.at(game=number) from None
    return SheetGame(number, figures.seats, figures.ended_by)


def _not_read(question: Question, wanted: Phrase) -> Problem:
    return ANSWER_NOT_READ(detail=wanted).at(field=question.name)
