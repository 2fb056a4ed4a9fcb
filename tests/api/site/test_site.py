"""The site of a tournament: what everyone finds there, in every format, and what nobody does."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from services.desk.site.entrants import shown_entrants
from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from tests.api.conftest import ID, SEATING, SESSION, START, House, found, start
from tests.api.test_formats import found_in
from tests.api.test_pages import SITE, ranked, read
from tests.unit.tournament.given_formats import MSO
from tests.wording import fixed

AT = f"/t/{ID}"
PLAYER = {"session": SESSION, "name_en": "Somebody", "birth_date": "1990-01-01"}


def text_of(house: House, path: str = AT, language: str = "en") -> str:
    text, _ = read(house.anyone, f"{path}{'&' if '?' in path else '?'}lang={language}")
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", text))


def part(house: House, path: str, name: str) -> str:
    answer = house.anyone.get(f"{path}?part={name}&lang=en", {"Accept": "text/html"})
    assert answer.status_code == 200
    text = answer.get_data(as_text=True)
    assert "<html" not in text
    return text


def test_the_overview_says_what_when_and_where(house: House) -> None:
    venue = {
        "name": "Town hall",
        "address": "1 Main Street",
        "travel": "Bus 7",
        "map": "https://example.org/m",
    }
    file = {
        **TOURNAMENT_FILE,
        "venue": venue,
        "contact": "ask@example.org",
        "privacy": "https://example.org/p",
    }
    found(house, file)
    text, page = read(house.anyone, f"{AT}?lang=en")
    for words in ("Spring Cup", "Town hall", "1 Main Street", "Bus 7", "6 March 2027"):
        assert words in text
    assert "https://example.org/m" in page.links
    assert "mailto:ask@example.org" in page.links
    assert "https://example.org/p" in page.links
    assert f"/api/v1/tournaments/{ID}/calendar.ics?lang=en" in page.links


def test_whatever_a_tournament_file_says_stays_text(house: House) -> None:
    bad = "<script>alert(1)</script>"
    venue = {"name": bad, "address": bad, "travel": bad}
    file = {**TOURNAMENT_FILE, "title": bad, "organizer": bad, "contact": bad, "venue": venue}
    found(house, file)
    house.done("make-announcement", {"audience": "everyone", "en": bad, "zh": f"{bad} javascript:alert(1)"})
    for path in ("/", *SITE):
        for language in ("en", "zh"):
            text, page = read(house.anyone, f"{path}?lang={language}")
            assert "<script>" not in text
            assert all(link.startswith(("/", "?", "#")) for link in page.links)


def test_what_is_next_is_counted_down_to_and_then_is_on(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(hours=2))
    now = part(founded, AT, "now")
    assert say("page-next-on", "en") in now
    assert re.search(r'data-until="2027-03-06T12:00:00\+08:00"', now), "check-in opens"
    founded.clock.set(SEATING - timedelta(minutes=10))
    now = part(founded, AT, "now")
    assert say("page-phase-check-in", "en") in now
    assert re.search(r'data-until="2027-03-06T12:30:00\+08:00"', now), "seats are drawn"
    start(founded)
    now = part(founded, AT, "now")
    assert say("page-phase-playing", "en") in now
    assert re.search(r'data-until="2027-03-06T13:45:00\+08:00"', now), "play ends"


def test_the_end_of_play_is_counted_from_when_it_began(founded: House) -> None:
    start(founded)
    founded.done("undo-session-start", {"session": SESSION, "reason": "too soon"})
    founded.clock.set(START + timedelta(minutes=12))
    founded.done("start-session", {"session": SESSION})
    assert "T13:57:00+08:00" in part(founded, AT, "now")


def test_a_page_that_follows_from_the_clock_is_made_anew_each_minute_and_not_before(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=31, seconds=40))
    before = founded.anyone.get(AT)
    header = {"If-None-Match": before.headers["ETag"]}
    founded.clock.set(SEATING - timedelta(minutes=31, seconds=10))
    assert founded.anyone.get(AT, header).status_code == 304
    founded.clock.set(SEATING - timedelta(minutes=30))
    after = founded.anyone.get(AT, header)
    assert after.status_code == 200
    assert say("page-phase-check-in", "en") in after.get_data(as_text=True)


def test_what_is_suspended_stands_above_all_with_the_next_word(in_play: House) -> None:
    word = "2027-03-06T16:00:00+08:00"
    in_play.done("suspend-day", {"day": "2027-03-06", "grounds": "signal_8_or_above", "next_word": word})
    now = part(in_play, AT, "now")
    assert now.index(fixed("page-off")) < now.index(say("notice-grounds-signal-8-or-above", "en"))
    assert f'data-until="{word}"' in now
    assert "suspended" in part(in_play, f"{AT}/programme", "days")
    in_play.clock.set(datetime(2027, 3, 6, 9, 0, tzinfo=UTC))
    assert say("page-new-date-follows", "en") in part(in_play, AT, "now")


def test_why_a_day_is_suspended_stands_there_as_those_concerned_read_it(in_play: House) -> None:
    words = {"en": "A pipe burst in the hall.", "zh": "場地水管爆裂。"}
    in_play.done("suspend-day", {"day": "2027-03-06", "grounds": "other", **words})
    for language, said in words.items():
        assert said in text_of(in_play, AT, language)
        assert said in text_of(in_play, f"{AT}/news", language)
    in_play.done("give-further-word", {"day": "2027-03-06", "en": "It is dry again.", "zh": "已修好。"})
    assert "It is dry again." in part(in_play, AT, "now")


def test_a_new_date_says_which_day_it_was_planned_for(in_play: House) -> None:
    in_play.done("suspend-day", {"day": "2027-03-06", "grounds": "other"})
    moved = {"day": "2027-03-06", "new_day": "2027-03-07", "sessions": [SESSION]}
    in_play.done("reschedule-sessions", moved)
    days = part(in_play, f"{AT}/programme", "days")
    assert "Sunday, 7 March 2027" in days
    assert say("page-planned-for", "en", day="Saturday, 6 March 2027") in days


@pytest.mark.parametrize(
    ("days", "english", "chinese"),
    [
        (("2027-07-10",), "British Summer Time", "英國夏令時間"),
        (("2027-01-10",), "Greenwich Mean Time", "格林威治標準時間"),
        (
            ("2027-10-30", "2027-10-31"),
            "British Summer Time, Greenwich Mean Time",
            "英國夏令時間、格林威治標準時間",
        ),
    ],
)
def test_the_hours_are_those_of_the_days_of_play_whatever_the_season_now(
    house: House, days: tuple[str, ...], english: str, chinese: str
) -> None:
    stage = TOURNAMENT_FILE["stage"][0]
    session = stage["sessions"][0]
    sessions = [{**session, "id": f"{day}/1", "day": day} for day in days]
    file = fields(zone="Europe/London", stage=[{**stage, "sessions": sessions}], award=[])
    assert house.organizer.post("/api/v1/tournaments", file).status_code == 201
    assert say("page-times-are", "en", zone=english) in text_of(house, f"{AT}/programme")
    assert say("page-times-are", "zh", zone=chinese) in text_of(house, f"{AT}/programme", "zh")


def test_a_warning_that_may_come_is_said_until_it_is_decided(in_play: House) -> None:
    day = "2027-03-06"
    in_play.clock.set(datetime(2027, 3, 5, 12, 0, tzinfo=UTC))
    stages = [{**stage, "weather": "hko"} for stage in TOURNAMENT_FILE["stage"]]
    in_play.organizer.command("amend-tournament", {**TOURNAMENT_FILE, "stage": stages})
    house = in_play
    answer = house.organizer.command("announce-weather-watch", {"day": day, "code": "TC3"})
    assert answer.status_code == 201, answer.get_json()
    now = part(house, AT, "now")
    assert say("page-weather-watched", "en", day="Saturday, 6 March 2027") in now
    assert 'data-until="2027-03-06T10:00:00+08:00"' in now
    house.done("announce-play", {"day": day})
    now = part(house, AT, "now")
    assert say("page-goes-ahead", "en", day="Saturday, 6 March 2027") in now
    assert fixed("page-weather-watched") not in now
    house.clock.set(datetime(2027, 3, 7, 12, 0, tzinfo=UTC))
    assert fixed("page-goes-ahead") not in part(house, AT, "now")


def test_places_that_are_left_are_counted_while_people_register(founded: House) -> None:
    days = part(founded, f"{AT}/programme", "days")
    room = founded.desk.state(ID).room_in(founded.desk.state(ID).sessions[SESSION])
    assert room is not None
    assert say("page-places-left", "en", count=room - 8) in days
    start(founded)
    begun = part(founded, f"{AT}/programme", "days").partition(SESSION)[2].partition("session-line")[0]
    assert say("page-phase-playing", "en") in begun
    assert say("page-phase-open", "en") not in begun


def test_once_seats_are_drawn_those_are_counted_who_sit(founded: House) -> None:
    founded.done("register-entrant", {**PLAYER, "entrant_no": "0091"})
    line = counts_of(founded)
    assert say("page-people", "en", count=9) in line
    start(founded)
    session = founded.desk.state(ID).sessions[SESSION]
    assert len(session.entrants) == 9
    for phase in ("playing", "over"):
        if phase == "over":
            ranked(founded)
        line = counts_of(founded)
        assert say("page-people", "en", count=8) in line, phase
        assert say("page-tables-count", "en", count=len(session.tables)) in line


def counts_of(house: House) -> str:
    """How many people and tables the first session of the programme has."""
    days = part(house, f"{AT}/programme", "days")
    return str(re.findall(r'<p class="soft counts">(.*?)</p>', days, re.DOTALL)[0])


def test_who_waits_is_counted_until_seats_are_drawn(founded: House) -> None:
    room = founded.desk.state(ID).room_in(founded.desk.state(ID).sessions[SESSION])
    assert room is not None
    for number in range(room - 8 + 2):
        founded.done("register-entrant", {**PLAYER, "entrant_no": f"1{number:03d}"})
    assert say("page-waiting-count", "en", count=2) in counts_of(founded)
    start(founded)
    assert fixed("page-waiting-count") not in counts_of(founded)


def test_who_is_signed_in_or_sends_a_token_reads_what_everyone_reads(shared_in_play: House) -> None:
    for path in SITE:
        assert shared_in_play.organizer.get(path).get_data() == shared_in_play.anyone.get(path).get_data()


@pytest.mark.parametrize("query", ["part=none", "as_of=99999", "as_of=never"])
def test_a_question_that_makes_no_sense_is_refused(shared_in_play: House, query: str) -> None:
    answer = shared_in_play.anyone.get(f"{AT}?{query}")
    assert answer.status_code in (400, 404)
    assert answer.content_type == "application/problem+json"


def test_the_past_is_shown_as_it_was(shared_in_play: House) -> None:
    founding = shared_in_play.anyone.get(f"{AT}?as_of=2&lang=en", {"Accept": "text/html"}).get_data(
        as_text=True
    )
    assert say("page-past", "en", seq=2) in founding
    assert say("page-phase-playing", "en") not in founding
    assert say("page-phase-playing", "en") in text_of(shared_in_play)


def test_every_reading_stands_with_its_source(house: House) -> None:
    found_in(house, MSO)
    plan = house.desk.state(MSO).plan
    assert plan.readings
    for language in ("en", "zh"):
        text = text_of(house, f"/t/{MSO}/rules", language)
        for reading in plan.readings.values():
            assert reading.note.in_language(language) in text.replace("&#39;", "'")
    english = text_of(house, f"/t/{MSO}/rules")
    assert all(reading.cites in english for reading in plan.readings.values())


def fields(**more: Any) -> dict[str, Any]:
    return {**TOURNAMENT_FILE, **more}


def test_the_timer_guide_is_linked_where_there_is_one(house: House) -> None:
    house.organizer.post("/api/v1/tournaments", fields(timer_guide="https://example.org/timer"))
    _, page = read(house.anyone, f"{AT}?lang=en")
    assert "https://example.org/timer" in page.links
    house.organizer.command("amend-tournament", fields(timer_guide_file="data:;base64,T25l"))
    _, page = read(house.anyone, f"{AT}?lang=en")
    assert f"/t/{ID}/timer-guide?lang=en" in page.links
    house.organizer.command("amend-tournament", fields())
    _, page = read(house.anyone, f"{AT}?lang=en")
    assert not any("timer" in link for link in page.links)


def test_the_calendar_and_the_board_stand_with_the_programme_and_not_with_messages(
    shared_founded: House,
) -> None:
    text, _ = read(shared_founded.anyone, f"{AT}?lang=en")
    cards = re.findall(r'<section class="card" aria-labelledby="(\w+)">(.*?)</section>', text, re.DOTALL)
    holding = {words: name for name, card in cards for words in ("calendar.ics", "/board") if words in card}
    assert holding == {"calendar.ics": "sessions", "/board": "sessions"}
    assert say("page-messages-on-phone", "en") in text


@pytest.mark.parametrize("page", ["standings", "results"])
def test_where_results_are_announced_is_said_and_linked(house: House, page: str) -> None:
    stages = [{**stage, "places_seen": "published"} for stage in TOURNAMENT_FILE["stage"]]
    places = ["www.example.org/cup", "notice board"]
    found(house, {**TOURNAMENT_FILE, "stage": stages, "results_published_at": places})
    text, _ = read(house.anyone, f"{AT}/{page}?lang=en")
    assert (
        'Results are announced at: <a href="https://www.example.org/cup" rel="external noopener noreferrer">'
        "www.example.org/cup</a>, notice board" in text
    )


def test_people_of_one_name_stand_in_the_order_of_their_teams(founded: House) -> None:
    teams = ["Fox", "Elm", "Dog", "Cat", "Bee", "Ant"]
    for number, team in enumerate(teams, 50):
        named = {"name_en": "Emily Taylor", "team": team, "consent": True}
        founded.done(
            "register-entrant",
            {"session": SESSION, "birth_date": "1990-05-17", "entrant_no": str(number), **named},
        )
    listed = shown_entrants(founded.desk, ID, "en", 0, 100).rows
    assert [shown.team for shown in listed if shown.name == "Emily Taylor"] == sorted(teams)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_rules_have_the_figures_of_each_stage_in_place_of_those_of_their_document(
    house: House, language: str
) -> None:
    first, final = TOURNAMENT_FILE["stage"]
    found(house, fields(stage=[first, {**final, "games": 2}]))
    plan = house.desk.state(ID).plan
    text = text_of(house, f"/t/{ID}/rules", language)
    for stage, games in ((first, 3), (final, 2)):
        of = f"{plan.stage_name(stage['id']).in_language(language)}{say('page-colon', language)}"
        assert of + of_games(games, language) in text
    house.organizer.command(
        "amend-tournament", fields(stage=[{**each, "games": 2} for each in (first, final)])
    )
    text = text_of(house, f"/t/{ID}/rules", language)
    assert of_games(2, language) in text
    assert f"{say('page-colon', language)}{of_games(2, language)}" not in text
    assert of_games(3, language) not in text


def of_games(games: int, language: str) -> str:
    return say("axis-course-games-per-sheet", language, value=games)
