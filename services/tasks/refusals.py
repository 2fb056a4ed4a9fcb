"""Whether what is offered would be refused now, whatever is answered yet; and tasks that lead out of it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from services.access.principal import Principal
from services.desk.desk import Desk
from services.tasks.offered import Offer
from services.tasks.plain import command_of, question_of
from services.tasks.questions import Kind, Question, questions_of
from services.tournament.catalogue import commands
from services.tournament.kernel.facts import Command
from services.tournament.lookups import players_in
from services.tournament.play.scores import Game, Sheet
from services.tournament.seating.presence import LATE_FOR_SESSION, PLACE_FORFEITED
from services.tournament.seating.walk_ins import CHECK_IN_OVER
from services.tournament.state import State
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
    problem = tried(desk, tournament, principal, offer)
    return None if problem is None else cleared_by_none(problem, commands()[offer.task], offer.answers)


def tried(desk: Desk, tournament: str, principal: Principal, offer: Offer) -> Problem | None:
    """What refuses it, something standing for each answer that is not known; None where it would be done."""
    kind, state = commands()[offer.task], desk.state(tournament)
    answers = {question.name: _stand_in(question, state, offer.answers) for question in questions_of(kind)}
    try:
        zone = ZoneInfo(state.plan.zone)
        desk.foresee(tournament, command_of(kind, {**answers, **offer.answers}, zone), principal)
    except Problem as problem:
        if problem.is_of_the_machine:
            raise
        return problem
    return None


def cleared_by_none(problem: Problem, kind: type[Command], known: Mapping[str, str]) -> Problem | None:
    """What of a refusal, which may be of several things, no answer clears that is not known."""
    return next((each for each in (problem, *problem.others) if _clears(each, kind, known) is None), None)


def answers_clearing(problem: Problem, kind: type[Command], known: Mapping[str, str]) -> Sequence[str]:
    """The questions whose answers may clear a refusal, "" for one that it does not name."""
    return [_clears(each, kind, known) or "" for each in (problem, *problem.others)]


def _clears(problem: Problem, kind: type[Command], known: Mapping[str, str]) -> str | None:
    """The question whose answer may clear it, "" where it does not name one; None for none."""
    if problem.kind in _BY_AN_ANSWER:
        return ""
    if problem.status not in _BY_STATE:
        at = question_of(problem, kind)
        return None if at in known else at
    at = str(problem.where.get("field", "")).partition(".")[0].partition("[")[0]
    return at if at in {question.name for question in questions_of(kind)} - {*known} else None


def _stand_in(question: Question, state: State, known: Mapping[str, str]) -> str:
    """What can stand for an answer; "" where nothing has to."""
    if question.needed and question.kind == "choice":
        return question.options[0]
    sheet = state.sheets.get(known.get("sheet", ""))
    if sheet is not None and question.kind in ("figures", "games"):
        return _figures(state, sheet, question, known.get("game", ""))
    return _STAND_INS.get(question.kind, "") if question.needed or question.name == "reason" else ""


def _figures(state: State, sheet: Sheet, question: Question, number: str) -> str:
    """Figures that fit who is to have some in a game, or in each of a sheet: the first has won."""

    def of(game: Game | None) -> list[dict[str, object]]:
        winner, *others = players_in(state, sheet, game)
        lost = [{"entrant": each, "game_won": 0, "score": "-10", "tiles": 2} for each in others]
        return [{"entrant": winner, "game_won": 1, "score": str(10 * len(lost)), "tiles": 0}, *lost]

    games = dict(enumerate(sheet.games, 1))
    if question.kind == "figures":
        found: object = of(games.get(int(number)) if number.isdecimal() else None)
    else:
        found = [{"game": each, "ended_by": "cleared", "seats": of(game)} for each, game in games.items()]
    return json.dumps(found)


def ways_out(problem: Problem, desk: Desk, tournament: str, principal: Principal) -> list[Offer]:
    """Those that whoever asks may do, and that are not refused in their turn."""
    seen = desk.visibility(tournament, principal)
    known = dict(_ids(problem.params))
    found = []
    for name in commands_named(problem.text()):
        if name in commands() and seen.scope(name) is not None:
            asked = {question.name for question in questions_of(commands()[name])}
            offer = Offer(name, {field: id for field, id in known.items() if field in asked})
            if refusal(desk, tournament, principal, offer) is None:
                found.append(offer)
    return found


def _ids(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a refusal names by its field, also within the parts of its sentence."""
    for name, value in values.items():
        if isinstance(value, Phrase):
            yield from _ids(value.values)
        elif isinstance(value, str):
            yield name, value
