"""Plain tasks: a command of which nothing else is described, asked field by field."""

import re
from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from services.tasks.questions import Question, questions_of
from services.tournament.kernel.facts import Command
from shared import strict_json
from shared.catalogue import Phrase
from shared.plain_text import narrow
from shared.problems import Problem, ProblemType

ANSWER_NOT_READ = ProblemType("answer-not-read", 422)
ANSWER_MISSING = ProblemType("answer-missing", 422)
_NUMBER = re.compile(r"-?[0-9]{1,11}", re.ASCII)


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
            fields[question.name] = _read(question, answer, zone)
        elif question.kind == "yes_no":
            fields[question.name] = False
        elif question.needed:
            raise ANSWER_MISSING().at(field=question.name)
    try:
        return strict_json.read_json(msgspec.json.encode(fields), kind)
    except strict_json.NotRead as error:
        raise ANSWER_NOT_READ(detail=error.phrase).at(**error.where) from None


def _read(question: Question, answer: str, zone: ZoneInfo) -> object:
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
        case "moment":
            moment = moment_typed(answer, zone)
            if moment is None:
                raise _not_read(question, Phrase("part-task-moment-wanted"))
            return moment.isoformat()
        case "several":
            return lines_typed(answer)
        case "written":
            return _written(question, answer)
        case _:
            return answer


def moment_typed(answer: str, zone: ZoneInfo) -> datetime | None:
    """What a browser's field gives has no zone: it is meant as at the venue. None for what is no moment."""
    try:
        moment = datetime.fromisoformat(narrow(answer))
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=zone)


def lines_typed(answer: str) -> list[str]:
    """Several answers, one in each line or between commas."""
    return [line.strip() for line in answer.replace(",", "\n").split("\n") if line.strip()]


def _written(question: Question, answer: str) -> object:
    try:
        return strict_json.read_json(answer.encode(), object)
    except strict_json.NotRead as error:
        raise _not_read(question, error.phrase) from None


def _not_read(question: Question, wanted: Phrase) -> Problem:
    return ANSWER_NOT_READ(detail=wanted).at(field=question.name)
