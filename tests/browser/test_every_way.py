"""Every page in every way: on each screen, in the dark and on paper, with large text, by keyboard alone.

A page is opened once by fingers and once by mouse, and looked at there in one way after the other, in both
languages; in further states by fingers in one language and by mouse in the other. On a phone by day every
state is looked at in both in `test_pages`.
"""

from collections.abc import Iterator, Mapping

import pytest

from shared.i18n import LANGUAGES, Language
from tests.browser.checking import ALWAYS, AT_LENGTH, BY_HAND, BY_KEYBOARD, READ, Check, failures
from tests.browser.pages import VIEWS
from tests.browser.served import Site
from tests.browser.views import View
from tests.browser.visits import KeptVisits
from tests.browser.ways import BOARD, DARK, PHONE, PRINT, TABLET, WAYS, Way

pytestmark = pytest.mark.wide

BY_FINGERS: Mapping[Way, tuple[Check, ...]] = {
    PHONE: (*ALWAYS, *AT_LENGTH),
    TABLET: (*ALWAYS, *BY_HAND, *READ),
    DARK: (*ALWAYS, *READ, *BY_KEYBOARD),
}
"""What is looked at in each way, in this order: the last of it shortens the page and moves about in it."""
BY_MOUSE: Mapping[Way, tuple[Check, ...]] = {BOARD: (*ALWAYS, *READ), PRINT: (*ALWAYS, *READ)}


def _looks() -> Iterator[object]:
    """Each row with the ways and the language in which it is looked at."""
    looked_at: set[str] = set()
    for place, view in enumerate(VIEWS):
        again = view.route in looked_at
        looked_at.add(view.route)
        for name, ways, turn in (("fingers", BY_FINGERS, place), ("mouse", BY_MOUSE, place + 1)):
            for language in (LANGUAGES[turn % len(LANGUAGES)],) if again else LANGUAGES:
                yield pytest.param(view, ways, language, id=f"{name}-{language}-{view.name}")


@pytest.mark.parametrize(("view", "ways", "language"), [*_looks()])
def test_a_page_holds_in_every_way(
    site: Site, kept_visits: KeptVisits, view: View, ways: Mapping[Way, tuple[Check, ...]], language: Language
) -> None:
    site.look_at(view.tournament)
    first = next(iter(ways))
    with kept_visits.visit(view.opened_by, language, first) as visited:
        view.show(visited)
        wrong = {}
        for way, checks in ways.items():
            visited.turn_to(way)
            wrong[way.name] = failures(visited, view, checks)
        visited.turn_to(first)
        assert {name: found for name, found in wrong.items() if found} == {}


def test_no_way_is_left_out() -> None:
    assert {*BY_FINGERS, *BY_MOUSE} == {*WAYS}
