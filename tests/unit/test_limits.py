"""Every text and collection that comes in has a longest length, and every limit its refusal."""

from typing import Any
from unittest.mock import MagicMock

from services.declarations import every_problem_type
from services.desk.what_if import Question
from services.rules.adjudication.turn import TurnInput
from services.rules.game import GameInput
from services.rules.melding.possibility import RackInput
from services.rules.melding.possible_turn import PositionInput
from services.rules.ruleset import Ruleset
from services.tournament.catalogue import commands
from services.tournament.definition.plan import Competition
from services.web.app import routes_of
from shared.limits import limits
from tests.cases import cases
from tests.unit.bounding import unbounded

INPUTS: dict[str, Any] = {
    **commands(),
    **{
        kind.__name__: kind
        for kind in (GameInput, PositionInput, Question, RackInput, Ruleset, Competition, TurnInput)
    },
}


@cases("name", INPUTS)
def test_every_text_and_collection_of_what_comes_in_has_a_longest_length(name: str) -> None:
    assert unbounded(INPUTS[name]) == []


def test_every_limit_names_the_problem_that_refuses_more() -> None:
    kinds = every_problem_type()
    assert limits()
    for limit in limits().values():
        assert kinds[limit.refused].status in (409, 413, 422, 429, 503), limit.name
        assert limit > 0
        assert limit.unit
        assert limit.of


def test_every_text_and_collection_of_every_body_has_a_longest_length() -> None:
    parts: Any = MagicMock()
    kinds = {
        content.kind for route in routes_of(parts) for content in route.bodies if content.kind is not None
    }
    assert len(kinds) > len(commands())
    assert {kind.__name__: found for kind in kinds if (found := unbounded(kind))} == {}
