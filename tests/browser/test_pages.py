"""Every page in both languages on a phone: whether it is quiet, and everyone can use it.

`make test` looks at one page of each room, in one language or the other; `make test-all` at some of all rows
in both.
"""

from collections.abc import Iterator

import pytest

from shared.i18n import LANGUAGES, Language
from tests.browser.checking import ALWAYS, BY_HAND, CHECKS, READ, failures
from tests.browser.pages import NO_PAGES, VIEWS
from tests.browser.served import Site
from tests.browser.views import View
from tests.browser.visits import KeptVisits

SOON = {
    *("home", "overview-hk-playing", "standings-hk-2026", "entrant", "results-checked", "sheet-hk-playing"),
    *("problem", "refused", "personal-code", "personal-over", "sign-in-link", "staff-organizer", "case"),
    *(
        "ruling-confirm",
        "evidence-turn",
        "deliveries",
        "announce-read-back",
        "history-past-with-curves",
        "evidence",
    ),
    "board-by-link",
}
"""One page or two of each room, with what is done there."""


def _looks() -> Iterator[object]:
    """Each row in each language; all but one language of what is looked at soon are for `make test-all`."""
    for place, view in enumerate(VIEWS):
        for turn, language in enumerate(LANGUAGES):
            soon = view.name in SOON and turn == place % len(LANGUAGES)
            marks = () if soon else (pytest.mark.wide,)
            yield pytest.param(view, language, id=f"{language}-{view.name}", marks=marks)


@pytest.mark.parametrize(("view", "language"), [*_looks()])
def test_a_page_is_quiet_loads_nothing_foreign_and_can_be_used_by_everyone(
    site: Site, kept_visits: KeptVisits, view: View, language: Language
) -> None:
    site.look_at(view.tournament)
    with kept_visits.visit(view.opened_by, language) as visited:
        view.show(visited)
        assert failures(visited, view, (*ALWAYS, *BY_HAND, *READ)) == {}


def test_every_page_is_listed_once_and_every_other_route_has_a_reason(site: Site) -> None:
    routes = {route.name for route in site.wiring.web.routes.values() if not route.tag}
    listed = {view.route for view in VIEWS} - {""}
    assert routes - listed - set(NO_PAGES) == set(), "a row in VIEWS, or a reason in NO_PAGES"
    assert (listed | set(NO_PAGES)) - routes == set(), "there is no such route"
    assert listed & set(NO_PAGES) == set()
    names = [view.name for view in VIEWS]
    assert len(names) == len(set(names))
    assert set(names) >= SOON
    assert {name for view in VIEWS for name in view.not_yet} <= CHECKS
