"""Families as the page of standings lists them: by consent of both, and no place left out."""

import re

from services.desk.views import FamilyView
from services.tournament.standings.standing import family_standings
from services.web.standings.table import with_unnamed
from shared.catalogue import say
from tests.api.standings.conftest import ClientOf
from tests.api.standings.reading import lines
from tests.api.test_pages import read
from tests.cases import cases
from tests.pasts import SMALL, PastOf

HK = "/t/hk-2026/standings"


def test_families_stand_there_with_the_consent_of_both_alone(past_of: PastOf, client_of: ClientOf) -> None:
    past = past_of(SMALL)
    state = past.desk.state("hk-2026")
    text, _ = read(client_of(SMALL), f"{HK}?view=families")
    shown = lines(text)
    both = {
        name
        for name, unit in state.units.items()
        if all(state.entrants[number].shown_in("family_award") for number in (unit.child, unit.parent))
    }
    assert set(shown) == both
    assert 0 < len(both) < len(state.units)


def test_the_place_of_a_family_that_is_not_named_stays_in_the_list_without_it(
    past_of: PastOf, client_of: ClientOf
) -> None:
    past = past_of(SMALL)
    ranked = family_standings(past.desk.state("hk-2026"))
    text, _ = read(client_of(SMALL), f"{HK}?view=families")
    shown = {int(place) for place in re.findall(r"<tr[^>]*><td>(\d+)", text)}
    assert say("page-family-unnamed", "en") in text
    assert shown == {row.place for row in ranked if row.place <= max(shown)}


def test_an_award_that_went_to_a_family_stands_on_the_site_named_or_not(
    past_of: PastOf, client_of: ClientOf
) -> None:
    state = past_of(SMALL).desk.state("hk-2026")
    assert state.awards is not None
    (unit,) = (state.units[name] for name in state.awards.family_units)
    agreed = all(state.entrants[number].shown_in("family_award") for number in (unit.child, unit.parent))
    text, _ = read(client_of(SMALL), "/t/hk-2026?lang=en")
    assert say("cited-super-family-award", "en") in text
    assert (say("page-family-unnamed", "en") in text) is not agreed


def family(place: int | None, tied: bool = False) -> FamilyView:
    return FamilyView(place, f"F{place}", "0001", "0002", 1, "1", 1, tied)


@cases(
    "rows, unnamed",
    [
        ([family(2), family(3), family(5)], [1, 4]),
        ([family(1, tied=True), family(1, tied=True), family(3)], []),
        ([family(1, tied=True), family(3), family(None)], []),
        ([family(1, tied=True), family(4)], [3]),
        ([family(None), family(None)], []),
    ],
)
def test_a_tie_leaves_no_place_out(rows: list[FamilyView], unnamed: list[int]) -> None:
    assert [line for line in with_unnamed(rows) if isinstance(line, int)] == unnamed
