"""Calendars over HTTP: stable entries, the entrant's own table for her, and a feed that can be ended."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import pytest
from icalendar import Calendar

from services.access.kinds import TOKEN
from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from shared.database import Database
from shared.vault import Vault
from tests.api import conftest
from tests.api.conftest import BASE, SESSION, Client, House, assert_problem
from tests.wording import fixed

ADDRESS = f"{BASE}/calendar.ics"


def entries(client: Client, address: str) -> Mapping[str, Any]:
    response = client.get(address)
    assert response.status_code == 200, response.get_data()
    assert response.content_type == "text/calendar; charset=utf-8"
    read = Calendar.from_ical(response.get_data())
    (zone,) = read.walk("VTIMEZONE")
    # RFC 5545: a zone without any part of it is none, and programs refuse the whole calendar.
    assert zone.walk("STANDARD")
    return {str(component["UID"]): component for component in read.walk("VEVENT")}


def test_anyone_reads_the_programme_and_a_session(shared_founded: House) -> None:
    assert len(entries(shared_founded.anyone, ADDRESS)) == 2
    (entry,) = entries(shared_founded.anyone, f"{ADDRESS}?session={SESSION}").values()
    assert entry["DTSTART"].dt.isoformat() == "2027-03-06T12:00:00+08:00"
    assert entry["DTEND"].dt.isoformat() == "2027-03-06T13:45:00+08:00"
    assert entry["LOCATION"] == "Town hall, 1 High Street"
    assert fixed("calendar-times", seating="12:30 pm") in entry["DESCRIPTION"]
    (chinese,) = entries(shared_founded.anyone, f"{ADDRESS}?session={SESSION}&lang=zh").values()
    assert say("word-stage-preliminary", "zh") in chinese["SUMMARY"]


def test_a_session_may_be_named_in_peoples_words_wherever_a_query_takes_one(shared_in_play: House) -> None:
    chief = shared_in_play.client("chief_referee", "CR")
    for path in ("calendar.ics", "standings", "sheets", "timeline"):
        read = [
            chief.get(f"{BASE}/{path}?session={quote(session)}")
            for session in (SESSION, "session 1 of Saturday, 6 March", "３月６日第一節")
        ]
        assert [each.status_code for each in read] == [200] * 3, path
        assert len({each.get_data() for each in read}) == 1, path


def test_an_entry_says_where_the_map_is_and_whom_to_ask(
    sqlite_database: Database, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    venue = {**TOURNAMENT_FILE["venue"], "map": "https://maps.example.org/hall"}
    file = {
        **TOURNAMENT_FILE,
        "venue": venue,
        "contact": {"en": "Telephone 1234", "zh": "電話 1234"},
    }
    monkeypatch.setattr(conftest, "TOURNAMENT_FILE", file)
    house = conftest.found(House(sqlite_database, vault))
    (entry,) = entries(house.anyone, f"{ADDRESS}?session={SESSION}").values()
    assert entry["DESCRIPTION"].endswith("By bus\nhttps://maps.example.org/hall\nTelephone 1234")


def test_a_suspended_session_is_cancelled_and_comes_back_under_the_same_uid(founded: House) -> None:
    def shown() -> Any:
        ((uid, entry),) = entries(founded.anyone, f"{ADDRESS}?session={SESSION}").items()
        return uid, entry["SEQUENCE"], entry["STATUS"], entry["DTSTART"].dt.date().isoformat()

    uid, first, status, _ = shown()
    assert status == "CONFIRMED"
    before = founded.head[0]
    body = {"day": "2027-03-06", "grounds": "signal_8_or_above", "reason": "Signal 8"}
    founded.done("suspend-day", body)
    assert shown()[0::2] == (uid, "CANCELLED")
    founded.done("reschedule-sessions", {"day": "2027-03-06", "new_day": "2027-03-07"})
    again, last, status, day = shown()
    assert (again, status, day) == (uid, "CONFIRMED", "2027-03-07")
    assert last == founded.head[0] > first
    (past,) = entries(founded.anyone, f"{ADDRESS}?session={SESSION}&as_of={before}").values()
    assert past["SEQUENCE"] == first


def test_an_entrant_has_her_table_and_no_one_else_does(shared_in_play: House) -> None:
    address = f"{ADDRESS}?entrant=0001"
    herself = shared_in_play.client("participant", "0001")
    (entry,) = entries(herself, address).values()
    assert fixed("calendar-seat", table="2") in entry["DESCRIPTION"]
    assert "Number1" not in herself.get(address).get_data(as_text=True)
    assert entries(shared_in_play.organizer, address)
    assert_problem(shared_in_play.anyone.get(address), 401, "unauthenticated")
    assert_problem(shared_in_play.client("participant", "0002").get(address), 403, "forbidden")
    assert_problem(shared_in_play.client("display", "board").get(address), 403, "forbidden")


def test_the_same_moment_has_the_same_bytes_and_a_304(in_play: House) -> None:
    first = in_play.anyone.get(ADDRESS)
    in_play.done("set-consent", {"entrant": "0001", "shown": True})
    second = in_play.anyone.get(ADDRESS)
    assert first.get_data() == second.get_data()
    again = in_play.anyone.get(ADDRESS, {"If-None-Match": second.headers["ETag"]})
    assert again.status_code == 304


def test_a_feed_opens_one_calendar_until_its_token_is_revoked(shared_in_play: House) -> None:
    herself = shared_in_play.client("participant", "0001")
    made = herself.send("POST", f"{BASE}/calendar-feed")
    assert made.status_code == 201
    href = made.get_json()["href"]
    assert herself.token is not None
    assert herself.token not in href
    feed = shared_in_play.anyone.get(href)
    assert feed.get_data() == herself.get(f"{ADDRESS}?entrant=0001").get_data()
    assert feed.headers["Cache-Control"] == "no-store"
    again = shared_in_play.anyone.get(href, {"If-None-Match": feed.headers["ETag"]})
    assert (again.status_code, again.headers["Cache-Control"]) == (304, "no-store")
    assert_problem(shared_in_play.anyone.get(href[:-1]), 404, "calendar-feed-ended")
    shared_in_play.desk.grants.revoke_all([TOKEN], "0001")
    assert_problem(shared_in_play.anyone.get(href), 404, "calendar-feed-ended")


def test_a_feed_is_for_oneself_or_made_by_the_organizer(shared_in_play: House) -> None:
    other = shared_in_play.client("participant", "0002")
    assert_problem(other.send("POST", f"{BASE}/calendar-feed?entrant=0001"), 403, "forbidden")
    assert_problem(shared_in_play.anyone.send("POST", f"{BASE}/calendar-feed"), 401)
    assert shared_in_play.organizer.send("POST", f"{BASE}/calendar-feed?entrant=0001").status_code == 201
    assert_problem(shared_in_play.organizer.send("POST", f"{BASE}/calendar-feed?entrant=9"), 404, "not-found")


def with_hours(*kept: str) -> dict[str, Any]:
    """The tournament file with these fields alone of the hours of its first session."""
    first, *later = TOURNAMENT_FILE["stage"]
    session, *others = first["sessions"]
    left = {name: value for name, value in session.items() if name in ("id", "tables", "capacity", *kept)}
    return {**TOURNAMENT_FILE, "minimum_age": 0, "stage": [{**first, "sessions": [left, *others]}, *later]}


def test_a_session_without_an_end_has_none_and_one_without_hours_is_of_the_whole_day(house: House) -> None:
    for kept, begins in ((("day", "start"), "2027-03-06T12:45:00+08:00"), (("day",), "2027-03-06")):
        file = {**with_hours(*kept), "id": f"cup-{len(kept)}"}
        assert house.organizer.post("/api/v1/tournaments", file).status_code == 201
        address = f"/api/v1/tournaments/{file['id']}/calendar.ics"
        (entry,) = entries(house.anyone, f"{address}?session={SESSION}").values()
        assert (entry["DTSTART"].dt.isoformat(), "DTEND" in entry) == (begins, False)


def test_a_session_comes_into_the_calendar_when_it_gets_its_day(house: House) -> None:
    assert house.organizer.post("/api/v1/tournaments", with_hours()).status_code == 201
    (last,) = entries(house.anyone, ADDRESS)
    assert SESSION not in last
    amended = house.organizer.post(f"{BASE}/commands/amend-tournament", with_hours("day", "start", "end"))
    assert amended.status_code == 201, amended.get_json()
    assert f"session-{SESSION}@" in "".join(entries(house.anyone, ADDRESS))


def test_what_is_not_there_is_refused(shared_founded: House) -> None:
    assert_problem(shared_founded.anyone.get(f"{ADDRESS}?session=2027-01-01/1"), 404, "not-found")
    assert_problem(shared_founded.organizer.get(f"{ADDRESS}?entrant=9999"), 404, "not-found")
    assert_problem(
        shared_founded.organizer.get(f"{ADDRESS}?entrant=0001&session={SESSION}"), 400, "parameter-wrong"
    )
    assert_problem(shared_founded.anyone.get(f"{ADDRESS}?as_of=never"), 400, "moment-unclear")
