"""A search ends, with an answer or with the steps that were allowed."""

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from services.rules.adjudication.turn import TurnInput
from services.rules.adjudication.verdict import adjudicate
from services.rules.melding.effort import SEARCH_STEPS, Effort
from services.rules.melding.possibility import RackInput, could_meld
from services.rules.melding.possible_turn import PositionInput, possible_turn
from services.rules.ruleset import load
from services.rules.tiles import COLOURS, NUMBERS
from shared.problems import Problem
from tests.profiles import examples
from tests.refusing import refusing

TILES = [*(f"{colour}{number}" for colour in COLOURS for number in NUMBERS), "J"] * 2
HEAPS = st.lists(st.sampled_from(range(len(TILES))), unique=True, max_size=len(TILES)).map(
    lambda places: tuple(TILES[place] for place in places)
)
HARD = tuple(TILES[:39] + TILES[53:92] + ["J", "J"])


def test_a_search_that_uses_up_its_steps_is_given_up_and_says_the_way_out() -> None:
    for search in (
        lambda: possible_turn(load("mso-2019"), PositionInput((), HARD), Effort(5)),
        lambda: could_meld(load("hk-2026"), RackInput(HARD, None), Effort(5)),
    ):
        with refusing("too-hard") as raised:
            search()
        assert raised.value.status == 422
        assert "tileledger rules" in raised.value.text("en")


def test_all_searches_of_one_question_share_its_steps() -> None:
    effort = Effort(None)
    could_meld(load("hk-2026"), RackInput(HARD, None), effort)
    needed = (1 << 62) - effort.left
    could_meld(load("hk-2026"), RackInput(HARD, None), Effort(needed))
    with refusing("too-hard"):
        could_meld(load("hk-2026"), RackInput(HARD, None), Effort(needed - 1))


@given(rack=HEAPS, table=HEAPS)
@settings(max_examples=examples(15, in_all=150), deadline=None)
def test_no_heap_of_tiles_is_searched_for_longer_than_is_allowed(
    rack: tuple[str, ...], table: tuple[str, ...]
) -> None:
    rules = load("mso-2019")
    questions = (
        lambda effort: possible_turn(rules, PositionInput((table,), rack), effort),
        lambda effort: possible_turn(rules, PositionInput((), rack), effort),
        lambda effort: could_meld(rules, RackInput(rack, None), effort),
    )
    for question in questions:
        effort = Effort()
        with suppress(Problem):
            question(effort)
        assert SEARCH_STEPS - effort.left <= SEARCH_STEPS + 1
    for ruleset in ("hk-2026", "pressman-2006"):
        for melded in (True, False):
            with suppress(Problem):
                adjudicate(load(ruleset), TurnInput(melded, (table,), rack, (table, rack)))
