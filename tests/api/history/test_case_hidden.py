"""The link to a case file while places are not shown: what changed the figures, and no place."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from shared.catalogue import say
from tests.api.conftest import ID, SESSION, House, scores
from tests.api.courses import steps
from tests.api.history.test_case_links import link_made
from tests.api.signing_in.browser import Browser
from tests.api.telling_apart import courses
from tests.made_once import MadeOnce
from tests.wording import fixed


@pytest.fixture
def hidden(made_once: MadeOnce, moments: Mapping[str, Path], tmp_path: Path) -> Iterator[House]:
    """Places are seen when they are published, and the first session has been played."""
    with courses(steps, made_once, moments, tmp_path) as at:
        yield at("published", "first", "between sessions")


def test_a_link_says_what_changed_the_figures_and_not_that_there_is_no_place(hidden: House) -> None:
    before = hidden.desk.head(ID).seq
    sheet = f"{SESSION}/1"
    hidden.done(
        "correct-game",
        {"sheet": sheet, "game": 1, "seats": scores(24, -9, -8, -7), "reason": "The paper has 24"},
    )
    first = hidden.desk.state(ID).sheets[sheet].seats[0]
    path = link_made(hidden, first, before=str(before))
    page = Browser(hidden).page(f"{path}?lang=en")
    _, _, changed = page.partition("What changed the figures")
    card = changed.partition("</section>")[0]
    assert "score 24" in card
    assert fixed("explain-game-before", score="20", won="won") in card
    assert say("page-history-place-hidden", "en") in page
    assert say("page-history-not-ranked", "en") not in page
    assert say("page-history-check-later", "en") in page


def test_where_places_are_shown_the_organizer_reads_it_with_the_place(hidden: House) -> None:
    browser = Browser(hidden).sign_in("organizer", "office")
    number = hidden.desk.state(ID).sheets[f"{SESSION}/1"].seats[0]
    page = browser.page(f"/t/{ID}/history/case?id={number}&before=10&lang=en")
    assert say("page-history-what-moved", "en") in page
    assert say("page-history-figures-changed", "en") not in page
    assert 'href="#hand-over"' in page
