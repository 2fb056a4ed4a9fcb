"""The page of standings while places are not seen: what is known, when they come, nothing that tells them."""

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from shared.catalogue import say
from tests.api.conftest import BASE, ID, MORNING
from tests.api.courses import seat, steps
from tests.api.standings.reading import lines, seen
from tests.api.telling_apart import Courses, courses
from tests.api.test_pages import read
from tests.made_once import MadeOnce

ADDRESS = f"/t/{ID}/standings"


@pytest.fixture
def at(made_once: MadeOnce, moments: Mapping[str, Path], tmp_path: Path) -> Iterator[Courses]:
    with courses(steps, made_once, moments, tmp_path) as found:
        yield found


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            (
                "Places are shown once the Preliminary results are published.",
                "Sessions over so far: 2 of 2.",
                "Results are announced on Monday, 8 March 2027.",
                "personal page",
            ),
        ),
        ("zh", ("初賽成績公布後方會顯示名次。", "已完成的場次：2 / 2。", "2027年3月8日", "個人頁面")),
    ],
)
def test_the_page_says_what_is_known_and_when_places_come(
    at: Courses, lang: str, words: tuple[str, ...]
) -> None:
    house = at("published", "first", "cut made")
    text, _ = read(house.anyone, f"{ADDRESS}?lang={lang}")
    for each in words:
        assert each in seen(text)
    assert lines(text) == {}
    assert ".csv" not in text


@pytest.mark.parametrize("page", ["standings", "results", "board?view=standings"])
@pytest.mark.parametrize(
    ("lang", "on_the_day", "afterwards"),
    [
        ("en", "Results are announced on Monday, 8 March 2027.", "Results are announced after play."),
        ("zh", "成績將於2027年3月8日", "成績將於賽後公布。"),
    ],
)
def test_results_of_play_that_was_moved_behind_their_day_are_announced_after_play(
    at: Courses, page: str, lang: str, on_the_day: str, afterwards: str
) -> None:
    house = at("published", "first", "between sessions")
    address = f"/t/{ID}/{page}{'&' if '?' in page else '?'}lang={lang}"
    assert on_the_day in seen(house.anyone.get(address).get_data(as_text=True))
    (waiting,) = (
        session.plan.id
        for session in house.desk.state(ID).sessions_of("preliminary")
        if session.status != "ended"
    )
    day = str(house.desk.state(ID).sessions[waiting].day)
    house.clock.set(MORNING + timedelta(hours=1))
    house.done("suspend-day", {"day": day, "grounds": "other"})
    house.done("reschedule-sessions", {"day": day, "new_day": "2027-03-09", "sessions": [waiting]})
    text = seen(house.anyone.get(address).get_data(as_text=True))
    assert afterwards in text
    assert on_the_day not in text


@pytest.mark.parametrize("view", ["places", "names", "families"])
def test_no_view_of_the_page_and_no_file_names_anyone_while_places_are_hidden(at: Courses, view: str) -> None:
    house = at("published", "first", "cut made")
    numbers = house.desk.state(ID).entrants
    for address in (f"{ADDRESS}?view={view}", f"{ADDRESS}?view={view}&q=0", f"{ADDRESS}.csv"):
        text = seen(house.anyone.get(address).get_data(as_text=True))
        # Within the hash of the head four digits are no number.
        shown = [number for number in numbers if re.search(rf"\b{number}\b", text)]
        assert shown == [], address


@pytest.mark.parametrize("wanted", ["zzzz", "1", "0001"])
def test_nothing_can_be_looked_for_where_there_is_nothing_to_find(at: Courses, wanted: str) -> None:
    house = at("published", "first", "between sessions")
    text, _ = read(house.anyone, f"{ADDRESS}?q={wanted}")
    assert 'role="search"' not in text
    assert say("page-found-no-place", "en") not in text
    assert 'role="search"' in read(house.organizer, ADDRESS)[0]


def test_a_participant_has_their_own_figures_without_a_place_and_officials_see_all(at: Courses) -> None:
    house = at("published", "first", "cut made")
    number = seat(house, "A")
    text, _ = read(house.client("participant", number, ID), ADDRESS)
    assert list(lines(text)) == [number]
    assert lines(text)[number][0] == "–"
    assert 'class="cut"' not in text
    everything, _ = read(house.organizer, ADDRESS)
    assert len(lines(everything)) == 12
    assert "Places are shown once" not in everything


def test_the_cross_table_hides_what_the_standings_hide(at: Courses) -> None:
    house = at("published", "first", "cut made")
    number = seat(house, "A")
    answer = house.anyone.get(f"{BASE}/cross-table").get_json()
    assert (answer["rows"], answer["places_hidden"]["until"]) == ([], "published")
    (row,) = house.client("participant", number, ID).get(f"{BASE}/cross-table").get_json()["rows"]
    assert (row["entrant_no"], row["place"], row["tied"]) == (number, None, None)
    assert len(house.organizer.get(f"{BASE}/cross-table").get_json()["rows"]) == 12


def test_with_the_publication_the_places_stand_there(at: Courses) -> None:
    house = at("published", "first", "published")
    text, _ = read(house.anyone, ADDRESS)
    assert len(lines(text)) == 12
    assert next(iter(lines(text).values()))[0].split()[0] == "1"
