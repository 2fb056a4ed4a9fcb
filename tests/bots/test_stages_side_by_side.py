"""The bot in a tournament of two stages that people register for: each person reads of the own one."""

import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from services.tournament.definition.templates import template
from services.tournament.kernel.ids import TableId
from shared.catalogue import say
from shared.database import Database
from shared.vault import Vault
from tests.api import conftest
from tests.api.conftest import BASE, ID, SEATING, SESSION, House, found
from tests.bots.conftest import Office, running
from tests.simulators.telegram import Telegram

OPEN, JUNIORS = [f"{number:04d}" for number in range(1, 9)], ["0021", "0022"]


@pytest.fixture
def divisions(
    telegram: Telegram, sqlite_database: Database, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Office]:
    """Eight in the Open, two in the Junior; the first round of both is in play, and decided in the Junior."""
    file: dict[str, Any] = tomllib.loads(template("divisions", ID))
    for stage in file["stage"]:
        for field in ("registration", "seating", "start"):
            del stage["sessions"][0][field]
    file["stage"][0]["sessions"][0]["id"] = SESSION
    monkeypatch.setattr(conftest, "TOURNAMENT_FILE", msgspec.json.decode(msgspec.json.encode(file)))
    house = found(House(sqlite_database, vault))
    for number in JUNIORS:
        known = {"entrant_no": number, "name_en": f"Junior {number}", "session": "junior-1", "consent": True}
        house.done("register-entrant", known)
    house.clock.set(SEATING)
    for number in (*OPEN, *JUNIORS):
        house.done("check-in", {"entrant": number})
    for session in (SESSION, "junior-1"):
        house.done("draw-seats", {"session": session, "seed": "read out"})
        house.done("start-session", {"session": session})
    seats = [{"entrant": "0021", "rack": []}, {"entrant": "0022", "count": 21, "tiles": 3}]
    house.done("record-game-result", {"sheet": str(TableId("junior-1", 1)), "game": 1, "seats": seats})
    office = Office(house, telegram, vault)
    with running(office):
        yield office


def test_each_reads_the_schedule_and_the_standings_of_the_own_stage(divisions: Office) -> None:
    junior, adult = divisions.phone("entrant:0021"), divisions.phone("entrant:0001")
    junior.answers("/schedule", "able 1")
    shown = junior.say("/standings")
    assert "Junior\n" in shown
    assert "1 point, 1 won, score 21" in shown
    assert say("bot-action-open", "en") not in shown
    assert "Junior\n" not in adult.say("/standings")


def test_a_family_on_one_phone_and_an_official_read_of_both(divisions: Office) -> None:
    family = divisions.phone("entrant:0021", "entrant:0022", "entrant:0001")
    shown = family.say("/standings")
    assert shown.count("Junior\n") == 1
    assert "1 point, 1 won, score 21" in shown
    official = divisions.phone("referee:CR")
    assert "1 point, 1 won, score 21" in official.say("/standings")


def test_who_is_in_both_reads_of_both(divisions: Office) -> None:
    phone = divisions.phone("entrant:0001")
    once = phone.answers("/schedule", "bot-late-misses")
    divisions.house.done("enter-stage", {"entrant": "0001", "session": "junior-2"})
    row = divisions.house.organizer.get(f"{BASE}/entrant?entrant=0001").get_json()["entrant"]
    assert [entry["session"] for entry in row["entries"]] == ["junior-2"]
    both = phone.answers("/schedule", "bot-late-misses")
    assert len(both.splitlines()) > len(once.splitlines())
    assert "Not played: Saturday, 6 March 2027, Round 1 (Junior).\n" in both, (
        "entered after it, not late for it"
    )
    phone.say("/standings")
    assert any("Junior\n" in message["text"] for message in phone.telegram.messages(phone.chat))
