"""Two stages that people register for, over HTTP: sessions asked for, a calendar of both, a page of each."""

import tomllib
from typing import Any

import msgspec
import pytest
from icalendar import Calendar

from services.tournament.definition.templates import template
from shared.catalogue import say
from shared.database import Database
from shared.vault import Vault
from tests.api import conftest
from tests.api.conftest import BASE, ID, House, assert_problem, found


@pytest.fixture
def divisions(sqlite_database: Database, vault: Vault, monkeypatch: pytest.MonkeyPatch) -> House:
    """Eight in the Open on Saturday; nobody yet in the Junior, on Sunday."""
    file: dict[str, Any] = tomllib.loads(template("divisions", ID))
    for session in file["stage"][1]["sessions"]:
        session["day"] = "2027-03-07"
    file["stage"][0]["sessions"][0]["id"] = conftest.SESSION
    monkeypatch.setattr(conftest, "TOURNAMENT_FILE", msgspec.json.decode(msgspec.json.encode(file)))
    return found(House(sqlite_database, vault))


def calendar_of(house: House, entrant: str) -> dict[str, tuple[str, str]]:
    response = house.organizer.get(f"{BASE}/calendar.ics?entrant={entrant}")
    entries = Calendar.from_ical(response.get_data()).walk("VEVENT")
    return {
        str(entry["UID"]).partition("@")[0]: (str(entry["STATUS"]), str(entry["SUMMARY"]))
        for entry in entries
    }


def test_who_names_no_session_is_told_the_sessions_of_both(divisions: House) -> None:
    response = divisions.organizer.post(f"{BASE}/commands/register-entrant", {"name_en": "Somebody"})
    body = assert_problem(response, 422, "session-needed")
    assert "Round 1 (Open); Round 1 (Junior)" in body["detail"]


def test_who_is_in_both_has_both_in_the_calendar_and_what_is_given_back_is_cancelled(
    divisions: House,
) -> None:
    divisions.done("enter-stage", {"entrant": "0001", "session": "junior-1"})
    opened, junior = f"entrant-0001-{conftest.SESSION}", "entrant-0001-junior-1"
    both = calendar_of(divisions, "0001")
    assert {uid: status for uid, (status, _) in both.items()} == {opened: "CONFIRMED", junior: "CONFIRMED"}
    assert "Junior" in both[junior][1]
    divisions.done("cancel-registration", {"entrant": "0001", "stage": "open"})
    after = calendar_of(divisions, "0001")
    assert (after[opened][0], after[junior][0]) == ("CANCELLED", "CONFIRMED")


def test_a_further_entry_that_waits_is_tentative_in_the_calendar(divisions: House) -> None:
    for number in range(21, 41):
        known = {"entrant_no": f"{number:04d}", "name_en": f"Junior {number}", "session": "junior-1"}
        divisions.done("register-entrant", known)
    divisions.done("enter-stage", {"entrant": "0001", "session": "junior-1"})
    statuses = {uid: status for uid, (status, _) in calendar_of(divisions, "0001").items()}
    assert statuses["entrant-0001-junior-1"] == "TENTATIVE"
    assert statuses[f"entrant-0001-{conftest.SESSION}"] == "CONFIRMED"
    row = divisions.organizer.get(f"{BASE}/entrant?entrant=0001").get_json()["entrant"]
    assert (row["status"], [entry["waits"] for entry in row["entries"]]) == ("registered", [True])
    audience = divisions.organizer.get(f"{BASE}/audience?audience=waiting:junior-1").get_json()
    assert audience["recipients"] == ["entrant:0001"]


def test_the_page_has_a_part_for_each_stage(divisions: House) -> None:
    page = divisions.anyone.get(f"/t/{ID}/results").get_data(as_text=True)
    assert say("page-sheet-open", "en") in page
    assert "Junior" in page


def test_a_participant_gives_one_entry_back_and_enters_none(divisions: House) -> None:
    divisions.done("enter-stage", {"entrant": "0001", "session": "junior-1"})
    herself = divisions.client("participant", "0001")
    assert herself.command("cancel-registration", {"stage": "junior", "entrant": "0001"}).status_code == 201
    again = herself.command("enter-stage", {"entrant": "0001", "session": "junior-1"})
    assert_problem(again, 403, "forbidden")
