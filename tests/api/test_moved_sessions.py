"""A session with a new date is called by it wherever it is named, and by the old one in what was before."""

import re
from datetime import timedelta

import pytest

from tests.api.conftest import ID, SEATING, SESSION, START, House, scores
from tests.api.signing_in.browser import Browser
from tests.api.test_pages import read

PLANNED, MOVED = "6 March 2027", "7 March 2027"
TABLE = f"{SESSION}/1"


@pytest.fixture
def moved(founded: House) -> House:
    """The session was suspended, has its date a day later, and is played then."""
    day = {"day": "2027-03-06"}
    founded.done("suspend-day", {**day, "grounds": "other"})
    founded.done("reschedule-sessions", {**day, "new_day": "2027-03-07", "sessions": [SESSION]})
    founded.clock.set(SEATING.replace(day=7) - timedelta(minutes=10))
    for number in range(1, 9):
        founded.done("check-in", {"entrant": f"{number:04d}"})
    founded.clock.set(START.replace(day=7))
    founded.done("draw-seats", {"session": SESSION})
    founded.done("assign-referees", {"session": SESSION, "assignments": {"REF-1": [1], "REF-2": [2]}})
    founded.done("start-session", {"session": SESSION})
    founded.done("record-game-result", {"sheet": TABLE, "game": 1, "seats": scores(30, -5, -10, -15)})
    founded.done("raise-dispute", {"sheet": TABLE, "game": 1, "statement": "A joker was counted as 25."})
    return founded


def player(house: House) -> str:
    return house.desk.state(ID).sheets[TABLE].seats[0]


def test_the_public_page_of_a_table_names_the_day_it_is_played_on(moved: House) -> None:
    text, _ = read(moved.anyone, f"/t/{ID}/tables/{TABLE}?lang=en")
    assert MOVED in text
    assert PLANNED not in text


def test_a_refusal_names_it_too(moved: House) -> None:
    answer = moved.organizer.command("start-session", {"session": SESSION})
    assert answer.status_code == 409
    assert MOVED in answer.get_json()["detail"]


@pytest.mark.parametrize(
    "path",
    [
        "/docket/D-0001",
        "/entrants/{number}",
        "/history/why?id={number}&stage=preliminary",
        "/history/case?id={number}&stage=preliminary",
        "/history/thing?of=sheet&id={table}",
        "/history?kind=ruling&show=sheets",
    ],
)
def test_pages_of_officials_do_likewise(moved: House, path: str) -> None:
    chief = Browser(moved).sign_in()
    page = chief.page(f"/t/{ID}{path.format(table=TABLE, number=player(moved))}")
    # What was written down before the new date names the day of then.
    then = (
        r"(?s)<(li|tr)[^>]*>(?:(?!</\1>).)*(suspended|take place|[Rr]egistered|ew date)(?:(?!</\1>).)*</\1>"
    )
    later = re.sub(then, "", page)
    assert MOVED in later
    assert not re.search(rf"session 1 of Saturday, {PLANNED}", later)


def test_an_explanation_names_the_day_as_of_the_moment_that_is_asked_for(moved: House) -> None:
    address = f"/api/v1/tournaments/{ID}/explain?entrant={player(moved)}"
    now = moved.organizer.get(address).get_data(as_text=True)
    assert MOVED in now
    assert f"Registered for session 1 of Saturday, {PLANNED}" in now, "as it was called then"
    before = moved.desk.state(ID).sessions[SESSION].moves[0][0] - 1
    then = moved.organizer.get(f"{address}&as_of={before}").get_data(as_text=True)
    assert PLANNED in then
    assert MOVED not in then


def test_the_timeline_names_the_day_that_was_known_then(moved: House) -> None:
    rows = moved.organizer.get(f"/api/v1/tournaments/{ID}/timeline?limit=1000").get_json()["rows"]
    suspended, given, started = (
        next(row["text"] for row in rows if row["type"] == type)
        for type in ("sessions-suspended", "sessions-rescheduled", "session-started")
    )
    assert PLANNED in suspended
    assert MOVED not in suspended
    assert PLANNED in given
    assert MOVED in given
    assert MOVED in started
    assert PLANNED not in started
