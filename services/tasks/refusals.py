"""Whether what is offered would be refused now, whatever is answered yet; and tasks that lead out of it."""

from collections.abc import Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from services.access.principal import Principal
from services.access.visibility import Visibility
from services.desk.desk import Desk
from services.tasks.offered import Offer
from services.tasks.plain import command_of, question_of
from services.tasks.questions import Kind, Question, questions_of
from services.tournament.catalogue import commands
from services.tournament.seating.presence import LATE_FOR_SESSION, PLACE_FORFEITED
from services.tournament.seating.walk_ins import CHECK_IN_OVER
from shared.catalogue import Phrase
from shared.catalogue.titles import commands_named
from shared.problems import Problem

_STAND_INS: Mapping[Kind, str] = {
    "text": "–",
    "words": "–",
    "several": "–",
    "figures": '[{"entrant": "–", "game_won": 0, "score": "0", "tiles": 0}]',
}
_BY_STATE = (403, 409)
"""The statuses of what is refused to who asks, or as things stand; others are of an answer."""
_BY_AN_ANSWER = (LATE_FOR_SESSION, PLACE_FORFEITED, CHECK_IN_OVER)
"""What an answer clears that is not asked for always: the time of arrival."""


def refusal(desk: Desk, tournament: str, principal: Principal, offer: Offer) -> Problem | None:
    """Why it would be refused; None where it can be done."""
    kind = commands()[offer.task]
    answers = {question.name: _stand_in(question) for question in questions_of(kind)}
    zone = ZoneInfo(desk.state(tournament).plan.zone)
    try:
        desk.foresee(tournament, command_of(kind, {**answers, **offer.answers}, zone), principal)
    except Problem as problem:
        if problem.is_of_the_machine:
            raise
        if problem.status in _BY_STATE:
            at = problem.where.get("field")
            clears = problem.kind in _BY_AN_ANSWER or (at in answers and at not in offer.answers)
        else:
            clears = question_of(problem, kind) not in offer.answers
        return None if clears else problem
    return None


def _stand_in(question: Question) -> str:
    """What can stand for an answer; "" where nothing has to."""
    if question.needed and question.kind == "choice":
        return question.options[0]
    return _STAND_INS.get(question.kind, "") if question.needed or question.name == "reason" else ""


def ways_out(problem: Problem, seen: Visibility) -> list[Offer]:
    """Those that whoever asks may do."""
    known = dict(_ids(problem.params))
    found = []
    for name in commands_named(problem.text()):
        if name in commands() and seen.scope(name) is not None:
            asked = {question.name for question in questions_of(commands()[name])}
            found.append(Offer(name, {field: id for field, id in known.items() if field in asked}))
    return found


def _ids(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a refusal names by its field, also within the parts of its sentence."""
    for name, value in values.items():
        if isinstance(value, Phrase):
            yield from _ids(value.values)
        elif isinstance(value, str):
            yield name, value
