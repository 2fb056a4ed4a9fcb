"""Home: every tournament by how far it has come and when, without reading any log."""

import re
from datetime import date, timedelta
from typing import Any

import pytest

from services.desk.cache import StateCache
from services.desk.site.programme import course_of
from services.projections.listing import ListingStore
from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from tests.api.conftest import ID, MORNING, House, assert_problem, found, start
from tests.api.test_pages import ranked, read
from tests.cases import cases

PATH = "/api/v1/tournaments"


def add(house: House, id: str, day: str | None) -> None:
    """A tournament of one session on a day, or on none yet."""
    session: dict[str, Any] = {"id": "only", "tables": 2}
    if day is not None:
        session |= {"day": day, "start": "14:00", "end": "15:00"}
    file = {
        "id": id,
        "title": f"Cup {id}",
        "ruleset": "hk-2026",
        "zone": "Asia/Hong_Kong",
        "stage": [{"id": "games", "sessions": [session]}],
    }
    answer = house.organizer.post(PATH, file)
    assert answer.status_code == 201, answer.get_json()


def listed(house: House, path: str = "/?lang=en") -> list[str]:
    text, _ = read(house.anyone, path)
    return re.findall(r'<h3><a href="/t/([a-z0-9-]+)\?', text)


def test_under_way_comes_first_then_what_is_to_come_then_what_is_over(founded_on_each: House) -> None:
    today = MORNING.date()
    for id, days in (("soon", 3), ("later", 40), ("now", 0), ("over", -40), ("long-over", -400)):
        add(founded_on_each, id, str(today + timedelta(days=days)))
    add(founded_on_each, "someday", None)
    assert listed(founded_on_each) == ["now", "soon", ID, "later", "someday", "over", "long-over"]
    text, _ = read(founded_on_each.anyone, "/?lang=en")
    assert (
        text.index(say("page-course-under-way", "en"))
        < text.index(say("page-course-coming", "en"))
        < text.index(say("page-course-over", "en"))
    )
    assert say("page-no-day-yet", "en") in text


def test_the_next_session_stands_there_with_its_moment_and_what_is_played_is_said(
    shared_founded: House,
) -> None:
    text, _ = read(shared_founded.anyone, "/?lang=en")
    assert 'data-until="2027-03-06T12:45:00+08:00"' in text
    assert "Check-in: 12:00 noon–12:30 pm" in re.sub("<[^>]*>", "", text), "who is late forfeits"
    assert say("page-being-played", "en") not in text


def test_play_and_its_end_are_seen_at_once(in_play: House) -> None:
    text, _ = read(in_play.anyone, "/?lang=en")
    assert say("page-being-played", "en") in text
    ranked(in_play)
    text, _ = read(in_play.anyone, "/?lang=en")
    assert say("page-being-played", "en") not in text


def test_published_results_are_named_where_there_are_some(house: House) -> None:
    found(house, {**TOURNAMENT_FILE, "stage": TOURNAMENT_FILE["stage"][:1], "award": []})
    ranked(start(house))
    assert ways(house) == [say("page-programme", "en"), say("page-standings", "en")]
    assert say("page-results", "en") not in overview(house)
    house.done("publish-results", {"stage": "preliminary"})
    assert ways(house) == [say("page-results", "en"), say("page-standings", "en")]
    assert say("page-results", "en") in overview(house)


def ways(house: House) -> list[str]:
    """Where the only tournament of home leads to."""
    text, _ = read(house.anyone, "/?lang=en")
    (card,) = re.findall(r'class="cluster ways">(.*?)</p>', text, re.DOTALL)
    return re.findall(">([^<]+)</a>", card)


def overview(house: House) -> str:
    """What stands on the overview of a tournament that is over, without what leads to each page."""
    text, _ = read(house.anyone, f"/t/{ID}?lang=en")
    (card,) = re.findall(r'<section class="card main over">(.*?)</section>', text, re.DOTALL)
    return str(card)


def test_a_title_that_changed_is_seen_at_once(founded: House) -> None:
    assert "Spring Cup" in read(founded.anyone, "/?lang=en")[0]
    founded.organizer.command("amend-tournament", {**TOURNAMENT_FILE, "title": "Autumn Cup"})
    assert "Autumn Cup" in read(founded.anyone, "/?lang=en")[0]


def test_a_list_folds_no_log_and_reads_what_has_not_changed_once(
    founded: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        add(founded, f"cup-{number}", "2027-05-01")

    def fold(*arguments: object) -> None:
        raise AssertionError("a log was read")

    monkeypatch.setattr(StateCache, "current", fold)
    monkeypatch.setattr(StateCache, "at", fold)
    assert len(listed(founded)) == 6
    monkeypatch.setattr(ListingStore, "read", fold)
    assert len(listed(founded)) == 6


def test_the_list_is_paged_in_its_own_order(founded: House) -> None:
    for number, day in enumerate(("2027-06-01", "2027-04-01", "2027-05-01")):
        add(founded, f"cup-{number}", day)
    whole = listed(founded)
    assert whole == [ID, "cup-1", "cup-2", "cup-0"]
    _, page = read(founded.anyone, "/?limit=3&lang=en")
    (following,) = [link for link in page.links if "after=" in link]
    assert following == "/?limit=3&after=cup-2&lang=en"
    assert listed(founded, "/?limit=3&lang=en") + listed(founded, following) == whole
    assert 'rel="next"' not in read(founded.anyone, following)[0]


@cases("after", ["nowhere", "%00", "'; drop table event", "x" * 150])
def test_to_go_on_after_what_is_not_there_is_refused(shared_founded: House, after: str) -> None:
    assert shared_founded.anyone.get(f"/?after={after}").status_code in (400, 404)
    assert_problem(shared_founded.anyone.get("/?after=nowhere"), 404, "not-found")


@cases("limit", ["0", "1001", "-5", "all"])
def test_a_page_of_no_length_that_can_be_is_refused(shared_founded: House, limit: str) -> None:
    assert_problem(shared_founded.anyone.get(f"/?limit={limit}"), 400, "parameter-wrong")


def test_without_a_tournament_home_says_so(house: House) -> None:
    assert say("page-no-tournaments", "en") in read(house.anyone, "/?lang=en")[0]


DAY = date(2027, 3, 6)


@cases(
    "statuses, days, today, course",
    [
        ({"scheduled"}, [DAY], DAY - timedelta(days=1), "coming"),
        ({"scheduled"}, [DAY], DAY, "under_way"),
        ({"scheduled"}, [DAY], DAY + timedelta(days=30), "under_way"),
        ({"scheduled"}, [DAY], DAY + timedelta(days=31), "over"),
        ({"suspended"}, [DAY], DAY + timedelta(days=3), "under_way"),
        ({"scheduled"}, [], DAY, "coming"),
        ({"ended"}, [DAY], DAY, "over"),
        ({"ended"}, [], DAY, "over"),
        ({"ended", "scheduled"}, [DAY + timedelta(days=9)], DAY, "under_way"),
        ({"drawn"}, [DAY + timedelta(days=9)], DAY, "under_way"),
        ({"playing"}, [DAY], DAY + timedelta(days=300), "under_way"),
        (set(), [], DAY, "coming"),
    ],
)
def test_how_far_a_tournament_has_come_follows_from_its_sessions_and_its_days(
    statuses: set[str], days: list[date], today: date, course: str
) -> None:
    assert course_of(statuses, days, today) == course
