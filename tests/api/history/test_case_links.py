"""A link to a case file as the complainant sees it: who makes it, what it opens, when it opens nothing."""

import re
from datetime import timedelta
from html import unescape
from urllib.parse import urlsplit

import pytest

from services.access.kinds import CASE_LINK
from services.access.visibility import Visibility
from services.desk.params import ExplainParams
from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from shared.i18n import LANGUAGES
from tests.api.conftest import ID, SESSION, House, entrants, scores
from tests.api.history.given import HISTORY
from tests.api.signing_in.browser import SITE, Browser

OTHER = "other-cup"


@pytest.fixture
def house(in_play: House) -> House:
    """A game is recorded at table 1, and ruled on since a complaint of seat B."""
    house = in_play
    sheet = f"{SESSION}/1"
    house.done("record-game-result", {"sheet": sheet, "game": 1, "seats": scores(30, -10, -12, -8)})
    seats = house.desk.state(ID).sheets[sheet].seats
    raised = house.client("participant", seats[1], ID).command(
        "raise-dispute", {"sheet": sheet, "game": 1, "statement": "My tiles were counted twice"}
    )
    assert raised.status_code == 201, raised.get_json()
    return house


@pytest.fixture
def who(house: House) -> str:
    """The number of the complainant."""
    return house.desk.state(ID).sheets[f"{SESSION}/1"].seats[1]


def organizer(house: House) -> Browser:
    return Browser(house).sign_in("organizer", "office")


def fields(browser: Browser, who: str, **more: str) -> dict[str, str]:
    word = browser.word(f"{HISTORY}/case?id={who}")
    return {"form": word, "id": who, "stage": "preliminary", "before": "10", "as_of": "", "days": "7", **more}


def link_made(house: House, who: str, **more: str) -> str:
    """The path of a new link."""
    browser = organizer(house)
    answer = browser.post(f"{HISTORY}/case-links", fields(browser, who, read="yes", **more))
    text = unescape(answer.get_data(as_text=True))
    assert answer.status_code == 200, text
    (address,) = re.findall(r'data-copy="([^"]+/evidence/[^"]+)"', text)
    assert address.startswith(SITE)
    return str(urlsplit(address).path)


def test_whoever_has_the_link_reads_the_case_file_without_signing_in(house: House, who: str) -> None:
    answer = Browser(house).get(f"{link_made(house, who)}?lang=en")
    page = unescape(answer.get_data(as_text=True))
    assert answer.status_code == 200
    assert f"Case file: {who}" in page
    assert "My tiles were counted twice" in page
    assert house.head[1].hex() in page
    assert answer.headers["Cache-Control"] == "no-store"
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert "no-store" in Browser(house).get(f"{link_made(house, who)}?lang=zh").headers["Cache-Control"]


def test_what_it_opens_is_read_before_it_is_made(house: House, who: str) -> None:
    browser = organizer(house)
    first = unescape(browser.post(f"{HISTORY}/case-links", fields(browser, who)).get_data(as_text=True))
    assert "My tiles were counted twice" in first
    assert say("page-history-link-read-first", "en") in first
    assert not house.desk.grants.listed(CASE_LINK)
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', first[first.index("/case-links") :]))
    made = browser.post(f"{HISTORY}/case-links", sent).get_data(as_text=True)
    (path,) = re.findall(r'data-copy="[^"]+(/t/[^"?]+/evidence/[^"?]+)', made)
    opened = Browser(house).page(f"{path}?lang=en")
    assert (
        first[first.index("<dl") : first.index("</dl>")]
        == opened[opened.index("<dl") : opened.index("</dl>")]
    )


def test_nothing_of_others_stands_on_it(house: House, who: str) -> None:
    page = Browser(house).page(link_made(house, who))
    for number in (entrant["entrant_no"] for entrant in entrants(8)):
        if number != who:
            assert f"Number{int(number)}" not in page
            assert f"玩家{int(number)}號" not in page
    around = page[page.index("<main") :]
    numbers = set(re.findall(r"(?<![0-9a-f#-])00[0-9]{2}(?![0-9a-f:-])", around))
    assert numbers == {who}


def test_its_text_is_kept_nowhere_and_the_organizer_lists_and_ends_it(house: House, who: str) -> None:
    path = link_made(house, who)
    text = path.rsplit("/", 1)[1]
    (kept,) = house.desk.grants.listed(CASE_LINK)
    assert text not in repr(kept)
    assert text.encode() not in kept.secret
    browser = organizer(house)
    page = browser.page(f"{HISTORY}/case-links")
    assert text not in page
    (which,) = re.findall(r'name="which" value="([^"]+)"', page)
    assert Browser(house).get(path).status_code == 200
    ended = browser.post(
        f"{HISTORY}/case-links/end", {"form": browser.word(f"{HISTORY}/case-links"), "which": which}
    )
    assert ended.status_code == 303
    assert Browser(house).get(path).status_code == 410
    assert say("page-history-link-over", "en") in browser.page(f"{HISTORY}/case-links")


def test_it_holds_for_so_many_days_and_not_longer(house: House, who: str) -> None:
    for days in (1, 7, 30):
        path = link_made(house, who, days=str(days))
        house.clock.advance(timedelta(days=days, minutes=-1))
        assert Browser(house).get(path).status_code == 200
        house.clock.advance(timedelta(minutes=2))
        assert Browser(house).get(path).status_code == 410


def test_it_shows_the_moment_it_was_made_for(house: House, who: str) -> None:
    last = house.head[0]
    path = link_made(house, who)
    house.done("record-game-result", {"sheet": f"{SESSION}/1", "game": 2, "seats": scores(9, -3, -3, -3)})
    page = Browser(house).page(path)
    assert f"event {last}," in page
    assert "score −3" not in page


def test_it_opens_nothing_of_whoever_was_forgotten(house: House, who: str) -> None:
    path = link_made(house, who)
    house.done("forget-person", {"person": who})
    answer = Browser(house).get(path)
    assert answer.status_code == 410
    assert "case-link-over" in answer.get_data(as_text=True)


def test_it_opens_nothing_in_another_tournament_and_no_other_text_opens_anything(
    house: House, who: str
) -> None:
    path = link_made(house, who)
    assert house.organizer.post("/api/v1/tournaments", {**TOURNAMENT_FILE, "id": OTHER}).status_code == 201
    for wrong in (
        path.replace(ID, OTHER),
        path[:-1],
        f"{path}A",
        path[:-1] + ("A" if path[-1] != "A" else "B"),
        f"/t/{ID}/evidence/x",
        f"/t/{ID}/evidence/" + "é" * 43,
    ):
        answer = Browser(house).get(wrong)
        if answer.status_code == 302:  # what is cut off may end in a mark, which is left out first
            answer = Browser(house).get(answer.headers["Location"])
        assert answer.status_code == 404, wrong


def test_only_the_organizer_makes_lists_and_ends_links(house: House, who: str) -> None:
    chief = Browser(house).sign_in()
    assert say("page-history-hand-over", "en") not in chief.page(f"{HISTORY}/case?id={who}")
    assert chief.get(f"{HISTORY}/case-links").status_code == 403
    assert chief.post(f"{HISTORY}/case-links", {"form": "x", "id": who}).status_code == 403
    assert Browser(house).post(f"{HISTORY}/case-links", {"form": "x", "id": who}).status_code == 401


def test_what_is_wrong_or_comes_from_another_site_makes_no_link(house: House, who: str) -> None:
    browser = organizer(house)
    whole = fields(browser, who)
    for wrong, status in (
        ({"form": "x"}, 403),
        ({"id": "nobody"}, 404),
        ({"stage": "quarter-final"}, 404),
        ({"as_of": "whenever"}, 400),
        ({"before": "99999"}, 404),
        ({"days": "400"}, 422),
        ({"days": "-7"}, 422),
        ({"days": "x"}, 422),
    ):
        answer = browser.post(f"{HISTORY}/case-links", {**whole, **wrong})
        assert answer.status_code == status, wrong
    elsewhere = browser.post(f"{HISTORY}/case-links", whole, origin="https://evil.example")
    assert elsewhere.status_code == 403
    assert say("page-history-no-links", "en") in browser.page(f"{HISTORY}/case-links")


def test_the_file_has_the_signature_that_became_void_and_what_was_written_and_answered(
    house: House, who: str
) -> None:
    sheet = f"{SESSION}/1"
    house.done("withdraw-dispute", {"dispute": next(iter(house.desk.state(ID).disputes)), "reason": "Seen."})
    for game in (2, 3):
        house.done("record-game-result", {"sheet": sheet, "game": game, "seats": scores(30, -10, -12, -8)})
    for number in house.desk.state(ID).sheets[sheet].seats:
        house.done("sign-sheet", {"sheet": sheet, "entrant": number, "medium": "paper"})
    asked = house.client("participant", who, ID).command(
        "ask-organizer", {"entrant": who, "question": "Why am I fifth?"}
    )
    assert asked.status_code == 201, asked.get_json()
    (question,) = house.desk.state(ID).questions
    house.done("answer-question", {"question": question, "answer": "A joker was missed."})
    corrected = {"sheet": sheet, "game": 1, "seats": scores(35, -15, -12, -8), "reason": "On paper."}
    house.done("correct-game", corrected)
    recorded = next(each for each in house.desk.events(ID, 0, 1000) if each.type == "game-result-recorded")
    link = link_made(house, who, before=str(recorded.seq - 1))
    for lang in LANGUAGES:
        page = unescape(Browser(house).get(link, **{"Accept-Language": lang}).get_data(as_text=True))
        assert f'<html lang="{lang}' in page or f'lang="{lang}' in page.partition("<head")[0]
        assert say("explain-signature-voided", lang) in page
        assert "Why am I fifth?" in page
        assert "A joker was missed." in page
        moved = page.partition(say("page-history-what-moved", lang))[2].partition("</section>")[0]
        values = {"won": "|", "score": "", "tiles": 2, "source": ""}
        assert say("explain-game-before", lang, **values).partition("|")[0] not in moved
        assert say("page-history-place-moved", lang, before=None, after=1)[:6] in moved
    chain = house.desk.ask(ID, "explain", ExplainParams(entrant=who), Visibility("participant", who)).chain
    (void,) = [reason for reason in chain if reason.text == say("explain-signature-voided", "en")]
    (event,) = house.desk.events(ID, void.seq - 1, 1)
    assert event.type == "signatures-voided"
    officials = organizer(house).page(f"{HISTORY}/case?id={who}&lang=en")
    assert "Why am I fifth?" in officials
    chief = Browser(house).sign_in("chief_referee", "CR").page(f"{HISTORY}/case?id={who}&lang=en")
    assert "Why am I fifth?" not in chief, "questions are the organizer's to read"
