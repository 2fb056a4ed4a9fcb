"""What the board keeps back: who came through, before that is published; and what holds no longer."""

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from shared.catalogue import say
from tests.api.board.test_board import text_of as board_of
from tests.api.board.test_board import views, words
from tests.api.conftest import ID, START, House
from tests.api.courses import steps
from tests.api.telling_apart import Courses, courses
from tests.api.test_pages import ranked
from tests.made_once import MadeOnce
from tests.wording import fixed

DAY = "2027-03-06"


@pytest.fixture
def at(made_once: MadeOnce, moments: Mapping[str, Path], tmp_path: Path) -> Iterator[Courses]:
    with courses(steps, made_once, moments, tmp_path) as found:
        yield found


def test_a_seat_plan_that_tells_who_came_through_is_not_shown(at: Courses) -> None:
    house = at("published", "first", "final seated")
    for query in ("", "?view=seats", "?view=standings"):
        text = board_of(house, f"/t/{ID}/board{query}")
        assert re.findall(r">\s*\d{4}\s*<", text) == [], query
    assert say("page-board-seats-hidden", "en") in board_of(house, f"/t/{ID}/board?view=seats")


def test_two_courses_of_the_same_day_look_the_same_while_places_are_not_seen(at: Courses) -> None:
    first, other = (at("published", course, "final seated") for course in ("first", "other"))
    for view in ("seats", "results", "standings", "day", "now"):
        path = f"/t/{ID}/board?view={view}"
        assert words(board_of(first, path)) == words(board_of(other, path)), view


def reported(house: House, warning: Mapping[str, str]) -> None:
    """The Observatory answers with this warning."""
    now = house.clock.now().isoformat()
    house.done("report-warnings", {"fetched_at": now, "body": "00" * 32, "signals": [warning]})


def test_once_a_further_word_was_told_staff_say_what_to_do(in_play: House) -> None:
    in_play.done("suspend-day", {"day": DAY, "grounds": "black_rainstorm"})
    assert fixed("page-board-what-to-do", what="rain") in board_of(in_play)
    in_play.done("give-further-word", {"day": DAY, "en": "You may go home now.", "zh": "現可回家。"})
    assert fixed("page-board-what-to-do", what="rain") not in board_of(in_play)
    text = board_of(in_play)
    assert fixed("page-board-what-to-do", what="staff") in text
    assert "Children leave only with whoever fetches them." in text
    assert "You may go home now." in text


def test_a_further_word_stands_beside_what_to_do_in_a_typhoon_until_its_signal_is_lowered(
    in_play: House,
) -> None:
    warning = {"code": "TC8NE", "begin": START.isoformat()}
    reported(in_play, warning)
    in_play.done("suspend-day", {"day": DAY, "grounds": "signal_8_or_above"})
    words = {"en": "The hall is open until 8 pm.", "zh": "場地開放至晚上八時。"}
    in_play.done("give-further-word", {"day": DAY, **words})
    for language, first in (("en", "Go home as soon as it is safe"), ("zh", "請於交通安全時盡早回家")):
        text = board_of(in_play, f"/t/{ID}/board?langs={language}")
        assert first in text
        assert words[language] in text
    in_play.clock.advance(timedelta(minutes=30))
    reported(in_play, {**warning, "until": in_play.clock.now().isoformat()})
    assert fixed("page-board-what-to-do", what="cyclone") not in board_of(in_play)


def test_what_to_do_in_a_typhoon_stands_on_where_no_signal_was_reported(in_play: House) -> None:
    in_play.done("suspend-day", {"day": DAY, "grounds": "signal_8_or_above"})
    in_play.done("give-further-word", {"day": DAY, "en": "We are here.", "zh": "我們仍在。"})
    assert fixed("page-board-what-to-do", what="cyclone") in board_of(in_play)


def test_who_is_to_stay_in_the_hall_reads_so_on_beside_a_new_date_until_the_day_is_over(
    in_play: House,
) -> None:
    in_play.done("suspend-day", {"day": DAY, "grounds": "black_rainstorm"})
    in_play.done("reschedule-sessions", {"day": DAY, "new_day": "2027-03-07", "sessions": [f"{DAY}/1"]})
    assert views(in_play) == ["alarm"]
    assert fixed("page-board-what-to-do", what="rain") in board_of(in_play)
    in_play.clock.set(START + timedelta(days=1))
    assert "alarm" not in views(in_play)


def test_a_day_to_come_that_is_off_is_told_among_the_news_and_stops_no_screen(in_play: House) -> None:
    sessions = in_play.desk.state(ID).sessions.values()
    (final,) = (str(session.day) for session in sessions if session.stage == "final")
    in_play.done("suspend-day", {"day": final, "grounds": "other"})
    assert "alarm" not in views(in_play)
    ranked(in_play)
    assert views(in_play) == ["news"]
    assert "suspended" in words(board_of(in_play))
    in_play.clock.set(START + timedelta(minutes=30))
    assert "alarm" not in views(in_play)
