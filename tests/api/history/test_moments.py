"""A moment of the time machine: how it is written, what is refused, and what comes before and after it."""

import re
from html import unescape
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from services.web.history.asked import STEPS
from shared.catalogue import say
from tests.api.conftest import ID, House
from tests.api.history.given import HISTORY, seq_of
from tests.api.signing_in.browser import Browser
from tests.wording import fixed


def test_a_moment_is_a_seq_or_a_time(browser: Browser, house: House) -> None:
    last = house.head[0]
    assert seq_of(browser.page(f"{HISTORY}?as_of=20")) == 20
    assert seq_of(browser.page(HISTORY)) == last
    at = house.desk.events(ID, 29, 1)[0].recorded_at.isoformat()
    asked = seq_of(browser.page(f"{HISTORY}?as_of={quote(at)}"))
    assert asked == house.desk.moment(ID, at)
    assert seq_of(browser.page(f"{HISTORY}?as_of=")) == last


@pytest.mark.parametrize("moment", ["0", "-1", "99999", "whenever", "1e3", "9" * 50])
def test_a_moment_that_was_not_is_refused_beside_its_field_and_the_view_stays(
    browser: Browser, house: House, moment: str
) -> None:
    answer = browser.get(f"{HISTORY}?as_of={moment}&here=20&show=docket&entrants=0001&lang=en")
    page = unescape(answer.get_data(as_text=True))
    assert answer.status_code in (400, 404)
    assert seq_of(page) == 20
    assert 'data-show="docket" aria-current="page"' in page
    assert 'id="curves-data"' in page
    field = page[page.index('<input id="as_of"') :].partition("</div>")[0]
    assert f'value="{moment}"' in field
    assert 'aria-invalid="true"' in field
    assert 'class="wrong" id="wrong-as_of"' in field
    # A program is told the problem alone.
    problem = house.organizer.get(f"{HISTORY}?as_of={moment}", {"Accept": "application/problem+json"})
    assert (problem.status_code, problem.mimetype) == (answer.status_code, "application/problem+json")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_moment_is_taken_as_the_page_prints_it(browser: Browser, house: House, language: str) -> None:
    page = browser.page(f"{HISTORY}?as_of=30&lang={language}")
    printed = re.findall(r'<p class="seen-at">.*?<time [^>]*>([^<]+)</time>', page)[0]
    recorded = house.desk.events(ID, 29, 1)[0].recorded_at
    later = [event.seq for event in house.desk.events(ID, 0, 1000) if event.recorded_at <= recorded]
    assert seq_of(browser.page(f"{HISTORY}?as_of={quote(printed)}")) == later[-1]
    for text in ("30", "Event 30", "第 30 項"):
        assert seq_of(browser.page(f"{HISTORY}?as_of={quote(text)}")) == 30


def test_a_time_after_the_last_event_is_told_to_be_the_present(browser: Browser) -> None:
    for path in (f"{HISTORY}?as_of=2031-01-01", f"{HISTORY}/compare?before=2031-01-01"):
        assert fixed("page-history-beyond", moment="6 Mar 2027, 12:45:00") in browser.page(path)
    assert fixed("page-history-beyond") not in browser.page(HISTORY)
    assert fixed("page-history-beyond", "zh") in browser.page(f"{HISTORY}?as_of=2031-01-01&lang=zh")


def test_a_moment_to_compare_with_is_asked_for_again(browser: Browser) -> None:
    answer = browser.get(f"{HISTORY}/compare?before=whenever&as_of=20&lang=en")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 400
    assert 'value="whenever"' in page
    assert 'id="wrong-before"' in page


def test_what_is_past_is_framed_as_such(browser: Browser, house: House) -> None:
    last = house.head[0]
    past, present = browser.page(f"{HISTORY}?as_of={last - 1}"), browser.page(HISTORY)
    assert "seen is-past" in past
    assert say("page-history-as-of", "en", last=last, seq=last - 1) in past
    assert "is-past" not in present
    assert fixed("page-history-at-present") in present


@pytest.mark.parametrize("step", STEPS)
def test_back_and_forward_lead_to_the_event_or_mark_before_and_after(
    browser: Browser, house: House, step: str
) -> None:
    marks = house.organizer.get(f"/api/v1/tournaments/{ID}/marks").get_json()["rows"]
    last = house.head[0]
    seqs = (
        [mark["seq"] for mark in marks if mark["kind"] == step] if step != "event" else [*range(1, last + 1)]
    )
    for seq in (1, last // 2, last):
        page = browser.page(f"{HISTORY}?as_of={seq}&step={step}")
        for way, expected in (
            ("previous", [other for other in seqs if other < seq][-1:]),
            ("next", [other for other in seqs if other > seq][:1]),
        ):
            (link,) = re.findall(rf'<a class="button" id="{way}"([^>]*)>', page)
            led = re.findall(r'href="([^"]+)"', link)
            assert [int(parse_qs(urlsplit(to).query)["as_of"][0]) for to in led] == expected, (seq, way)


def test_a_compared_moment_shows_who_moved_and_by_which_event(browser: Browser, house: House) -> None:
    last = house.head[0]
    page = browser.page(f"{HISTORY}/compare?before={last - 1}")
    assert say("page-history-not-ranked", "en") in page
    assert f"as_of={last}" in page
    assert fixed("page-history-between", count=1) in page


def test_the_moments_of_the_slider_are_those_of_the_query(browser: Browser, house: House) -> None:
    asked = house.organizer.get(f"/api/v1/tournaments/{ID}/moments").get_json()
    answer = browser.get(f"{HISTORY}/moments?lang=en")
    assert answer.get_json() == asked
    assert answer.headers["Cache-Control"] == "no-store"
