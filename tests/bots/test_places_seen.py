"""On a phone, too, there are no places before they are shown; own figures are there."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from shared.database import Database
from shared.vault import Vault
from tests.api import conftest
from tests.api.conftest import House, found, start
from tests.api.test_pages import ranked
from tests.bots.conftest import Office, running
from tests.simulators.telegram import Telegram
from tests.wording import fixed

ENGLISH = "Places are shown once the Preliminary results are published."
CHINESE = "初賽成績公布後方會顯示名次。"


@pytest.fixture
def waiting(
    telegram: Telegram, sqlite_database: Database, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Office]:
    """The preliminary is played, and its places are shown with its publication."""
    file: dict[str, Any] = json.loads(json.dumps(TOURNAMENT_FILE))
    file["stage"][0]["places_seen"] = "published"
    monkeypatch.setattr(conftest, "TOURNAMENT_FILE", file)
    office = Office(ranked(start(found(House(sqlite_database, vault)))), telegram, vault)
    office.house.done("conclude-qualification")
    with running(office):
        yield office


def test_a_parents_phone_reads_the_figures_of_both_children_and_no_place_until_then(waiting: Office) -> None:
    phone = waiting.phone("entrant:0001", "entrant:0002")
    shown = phone.say("/standings")
    assert ENGLISH in shown
    assert "Player Number1: " in shown
    assert "Player Number2: " in shown
    assert "1. " not in shown
    assert "Player Number3" not in shown
    assert "Player Number4" not in shown
    assert say("bot-is-qualified", "en") not in phone.answers(
        "/me", "Player Number1, number", "Player Number2, number"
    )
    phone.answers("/results", "bot-not-published")
    assert CHINESE in waiting.phone("entrant:0003", language="zh-hant").say("/standings")
    waiting.house.done("publish-results", {"stage": "preliminary"})
    shown = phone.answers("/standings", "1. ", fixed("bot-standings-final", version=1))
    assert shown.count("➤") == 2
    phone.answers("/me", "bot-is-qualified", "Player Number2, number")
    phone.answers("/results", "place ")


def test_the_phone_of_an_official_reads_places_at_once(waiting: Office) -> None:
    waiting.phone("organizer:organizer").answers("/standings", "1. ", "bot-standings-provisional")
