"""What happens on the day at the venue is the check-in, and stands only where people check in."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from services.web.api.examples import TOURNAMENT_FILE
from tests.api.conftest import ID, House, entrants
from tests.api.personal.phone import Phone
from tests.api.site.test_site import text_of
from tests.wording import fixed


def planned(house: House, check_in: str, **hours: str | None) -> None:
    """The same tournament with another way to check in, and other hours for its sessions."""
    stages = [
        {
            **stage,
            "check_in": check_in,
            "sessions": [_changed(session, hours) for session in stage["sessions"]],
        }
        for stage in TOURNAMENT_FILE["stage"]
    ]
    answer = house.organizer.command("amend-tournament", {**TOURNAMENT_FILE, "stage": stages})
    assert answer.status_code in (200, 201), answer.get_json()


def _changed(session: dict[str, Any], hours: Mapping[str, str | None]) -> dict[str, Any]:
    """A session with these hours, without those that are None."""
    return {name: value for name, value in {**session, **hours}.items() if value is not None}


def words(phone: Phone, language: str = "en") -> str:
    """The page up to the messages, in plain words."""
    text = phone.text(f"?lang={language}").partition('aria-labelledby="messages"')[0]
    return " ".join(unescape(re.sub("<[^>]*>", " ", text)).split())


def calendar(phone: Phone) -> str:
    return phone.get("/calendar/0001.ics?lang=en").get_data(as_text=True).replace("\r\n ", "")


def test_where_people_check_in_it_is_called_so_everywhere(founded: House) -> None:
    phone = Phone(founded, "0001")
    phone.drain()
    assert fixed("bot-hours", registration="12:00 noon", start="12:45 pm") in words(phone)
    assert "Registration 12:00" not in words(phone)
    assert "Check-in 12:00 noon\\, seating until" in calendar(phone)
    assert (
        fixed("notice-registration-received", registration="12:00 noon", start="12:45 pm", suspended="false")
        in phone.text()
    )


def test_where_nobody_checks_in_no_hour_of_it_stands(founded: House) -> None:
    planned(founded, "none")
    founded.done("import-entrants", {"entrants": entrants(9)[8:]})
    phone = Phone(founded, "0009")
    phone.drain()
    shown = words(phone)
    assert fixed("bot-hours", registration="none", seating="12:30 pm", start="12:45 pm") in shown
    assert "12:00 noon" not in shown
    assert "報到" not in words(phone, "zh")
    assert "Be seated by 12:30 pm, play starts" in phone.text()
    assert "Check-in" not in text_of(founded, f"/t/{ID}/programme")
    assert "Seating until 12:30 pm" in calendar(Phone(founded, "0001"))


def test_where_play_begins_at_once_its_hours_say_all(founded: House) -> None:
    planned(founded, "none", registration=None, seating=None)
    shown = words(Phone(founded, "0001"))
    assert "Seated by" not in shown
    assert "Play 12:45 pm to" in shown


def test_where_check_in_seating_and_play_are_at_one_hour_it_is_said_once(founded: House) -> None:
    planned(founded, "each", registration="17:00", seating="17:00", start="17:00", end="19:00")
    founded.done("import-entrants", {"entrants": entrants(9)[8:]})
    phone = Phone(founded, "0009")
    shown = phone.get("/calendar/0009.ics?lang=en").get_data(as_text=True).replace("\r\n ", "")
    assert "DESCRIPTION:Play 5:00 pm to 7:00 pm." in shown
    assert "Check-in" not in shown
    assert "Play 5:00 pm to 7:00 pm" in words(phone)
    assert "下午5:00至晚上7:00比賽" in words(phone, "zh")
