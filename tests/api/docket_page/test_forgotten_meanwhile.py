"""Somebody of the case is forgotten while a ruling is read back: it goes through without their name."""

import pytest

from shared.catalogue import say
from tests.api.conftest import House
from tests.api.docket_page.given import TABLE, seats
from tests.api.docket_page.ruling_forms import FIGURES, Chief, rulings


def forget(house: House) -> str:
    """The second at the table is forgotten; the name that they had."""
    number = seats(house)[1]
    house.done("forget-person", {"person": number})
    return f"Number{int(number)}"


@pytest.mark.parametrize("effect", ["none", "amend_game", "disqualify", "warning"])
def test_a_ruling_that_was_read_back_goes_through_and_names_nobody_who_was_forgotten(
    disputed: House, effect: str
) -> None:
    chief, number = Chief(disputed), seats(disputed)[1]
    steps = {"none": [], "amend_game": [("figures", FIGURES)]}.get(effect, [("entrant", {"entrant": number})])
    read = chief.drafts(effect, *steps)
    name = forget(disputed)
    assert name in read, "who is told is named, whatever is ruled"
    page = chief.page_after_confirming(read)
    assert len(rulings(disputed)) == 1
    assert name not in page
    assert f"is told now: {number}" not in page, "nobody tells who was forgotten anything"


def test_what_changed_beside_it_is_read_anew_without_the_name(disputed: House) -> None:
    chief = Chief(disputed)
    read = chief.drafts("amend_game", ("figures", FIGURES))
    name = forget(disputed)
    assert name in read
    counts = zip("ABCD", (0, 6, 10, 15), (0, 1, 2, 3), strict=True)
    figures = [{"seat": seat, "count": count, "tiles": tiles} for seat, count, tiles in counts]
    correction = {"sheet": TABLE, "game": 2, "ended_by": "cleared", "reason": "a slip"}
    disputed.done("correct-game", {**correction, "seats": figures})
    page = chief.page_after_confirming(read)
    assert say("bot-read-back-changed", "en") in page
    assert name not in page
    assert rulings(disputed) == []
    assert chief.confirms(page).status_code == 303
    assert len(rulings(disputed)) == 1
