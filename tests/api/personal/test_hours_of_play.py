"""A session that began early or late, or has not: the same hours on site, board, page, calendar and API."""

from datetime import datetime, timedelta

import pytest

from shared.catalogue import say
from tests.api.conftest import BASE, ID, SEATING, SESSION, START, House
from tests.api.personal.phone import Phone

END = START + timedelta(hours=1)


def begun(house: House, at: datetime) -> None:
    house.clock.set(SEATING - timedelta(minutes=20))
    for number in range(1, 9):
        house.done("check-in", {"entrant": f"{number:04d}"})
    house.done("draw-seats", {"session": SESSION})
    house.done("assign-referees", {"session": SESSION, "assignments": {"REF-1": [1], "REF-2": [2]}})
    house.clock.set(at)
    house.done("start-session", {"session": SESSION})


@pytest.mark.parametrize(("shift", "hours"), [(-8, ("12:37", "1:37")), (9, ("12:54", "1:54"))])
def test_play_that_began_early_or_late_has_its_real_hours_everywhere(
    phone: Phone, shift: int, hours: tuple[str, str]
) -> None:
    house, (began, ends) = phone.house, hours
    begun(house, START + timedelta(minutes=shift))
    (row,) = [
        row
        for row in house.anyone.get(f"{BASE}/sessions").get_json()["rows"]
        if row["session"]["session"] == SESSION
    ]
    assert datetime.fromisoformat(row["began"]) == START + timedelta(minutes=shift)
    assert datetime.fromisoformat(row["ends"]) == END + timedelta(minutes=shift)
    assert row["session"]["start"] == "12:45", "as planned"
    own = phone.text("?lang=en")
    assert f"Play {began} pm to {ends} pm" in own
    assert say("page-me-play-began", "en") in own
    board = house.anyone.get(f"/t/{ID}/board?view=now&langs=en&lang=en").get_data(as_text=True)
    assert say("page-board-began", "en") in board
    assert say("page-me-play", "en") not in board
    assert f"{began} pm" in board or f"{began}" in board
    site = house.anyone.get(f"/t/{ID}?lang=en").get_data(as_text=True)
    assert f"{began} pm" in site
    assert f"{ends} pm" in site
    calendar = house.anyone.get(f"{BASE}/calendar.ics").get_data(as_text=True).replace("\r\n ", "")
    assert f"Play {began} pm to {ends} pm" in calendar
    minutes = f"13{int(ends[2:]):02d}00"
    assert f"DTEND;TZID=Asia/Hong_Kong:20270306T{minutes}" in calendar
    for text in (own, site, calendar):
        assert "12:45" not in text
    house.done("end-session", {"session": SESSION})
    assert f"{began} pm" in house.anyone.get(f"/t/{ID}/programme?lang=en").get_data(as_text=True)


def test_a_start_written_down_on_another_day_leaves_the_hours_of_the_plan(phone: Phone) -> None:
    begun(phone.house, START + timedelta(days=1))
    row = phone.house.anyone.get(f"{BASE}/sessions").get_json()["rows"][0]
    assert "began" not in row
    assert "play 12:45 pm to 1:45 pm" in phone.text("?lang=en")


def test_a_session_past_its_hours_that_has_not_begun_is_called_alike(phone: Phone) -> None:
    def site() -> str:
        return phone.house.anyone.get(f"/t/{ID}?lang=en").get_data(as_text=True)

    def board() -> str:
        address = f"/t/{ID}/board?view=now&langs=en&lang=en"
        return phone.house.anyone.get(address).get_data(as_text=True)

    phone.house.clock.set(SEATING)
    assert (say("page-phase-check-in", "en") in site(), say("page-board-word-check-in", "en") in board()) == (
        True,
        True,
    )
    phone.house.clock.set(SEATING + timedelta(minutes=1))
    late = phone.house.organizer.command("check-in", {"entrant": "0001"})
    assert late.get_json()["type"] == "/problems/place-forfeited"
    assert (say("page-phase-closed", "en") in site(), say("page-board-word-closed", "en") in board()) == (
        True,
        True,
    )
    assert say("page-phase-check-in", "en") not in site()
    phone.house.clock.set(START + timedelta(minutes=6))
    assert ("delayed" in site(), "DELAYED" in board()) == (True, True)
    assert say("page-phase-check-in", "en") not in site()
