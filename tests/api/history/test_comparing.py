"""Who moved between two moments: turned page by page, and looked for."""

import re

import pytest

from services.web.history import detail_pages
from shared.catalogue import say
from tests.api.history.given import HISTORY
from tests.api.signing_in.browser import Browser

COMPARED = f"{HISTORY}/compare?before=2&lang=en"


def movers(page: str) -> list[str]:
    """The numbers of those who moved, as the page lists them."""
    return re.findall(r'class="cell-link" href="[^"]*of=entrant&id=(\d+)&', page)


def test_who_moved_is_turned_page_by_page(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    everybody = movers(browser.page(COMPARED))
    assert len(everybody) > 4
    monkeypatch.setattr(detail_pages, "MOVERS", 3)
    page = browser.page(COMPARED)
    assert movers(page) == everybody[:3]
    assert f"1 to 3 of {len(everybody)}" in page
    assert say("page-history-rows-before", "en") not in page
    (further,) = re.findall(r'href="([^"]+)">Further rows', page)
    assert further.startswith(f"{HISTORY}/compare?")
    page = browser.page(further)
    assert movers(page) == everybody[3:6]
    assert say("page-history-rows-before", "en") in page


@pytest.mark.parametrize("query", ["find={}", "person={}", "entrants={}", "find=Number{}"])
def test_who_is_asked_for_stands_first_among_those_who_moved(browser: Browser, query: str) -> None:
    last = movers(browser.page(COMPARED))[-1]
    number = last.lstrip("0") if "Number" in query else last
    page = browser.page(f"{COMPARED}&{query.format(number)}")
    assert movers(page)[0] == last
    assert page.count('class="mine"') == 1


def test_who_is_looked_for_and_did_not_move_is_said_not_to_be_found(browser: Browser) -> None:
    assert say("page-history-find-no-line", "en", text="zzzz") in browser.page(f"{COMPARED}&find=zzzz")
