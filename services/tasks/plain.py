"""Plain tasks: a command of which nothing else is described, asked field by field."""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from services.tasks.questions import Question, questions_of
from services.tournament.kernel.facts import Command
from shared import strict_json
from shared.problems import ProblemType

ANSWER_NOT_READ = ProblemType("answer-not-read", 422)
ANSWER_MISSING = ProblemType("answer-missing", 422)


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
    """An answer as it stands in JSON; what is none is left to be refused with its place."""
    match question.kind:
        case "yes_no":
            return answer == "yes"
        case "number":
            return int(answer) if answer.lstrip("-").isdecimal() and len(answer) < 12 else answer
        case "moment":
            return _moment(answer, zone)
        case "several":
            return [line.strip() for line in answer.replace(",", "\n").split("\n") if line.strip()]
        case "written":
            return _written(question, answer)
        case _:
            return answer


def _moment(answer: str, zone: ZoneInfo) -> str:
    """What a browser's field gives has no zone: it is meant as at the venue."""
    try:
        moment = datetime.fromisoformat(answer)
    except ValueError:
        return answer
    return (moment if moment.tzinfo is not None else moment.replace(tzinfo=zone)).isoformat()


def _written(question: Question, answer: str) -> object:
    try:
        return strict_json.read_json(answer.encode(), object)
    except strict_json.NotRead as error:
        raise ANSWER_NOT_READ(detail=error.phrase).at(field=question.name) from None
