"""What a ruling would change is read before it is confirmed: figures, places by name, the cut."""

from collections.abc import Iterator

import pytest

from shared.database import Database
from shared.vault import Vault
from tests.api.conftest import ID, House, found, start
from tests.api.test_pages import ranked
from tests.bots.conftest import Office, Phone, running
from tests.bots.test_ruling import TABLE
from tests.simulators.telegram import Telegram


@pytest.fixture
def played(telegram: Telegram, sqlite_database: Database, vault: Vault) -> Iterator[Office]:
    """Everyone has played and signed, so there are places."""
    office = Office(ranked(start(found(House(sqlite_database, vault)))), telegram, vault)
    office.house.done("appoint-referee", {"referee": "CHIEF", "name": "Wong Chief", "chief": True})
    with running(office):
        yield office


def foreseen(
    office: Office, figures: str, entrant: str | None, language: str = "en"
) -> tuple[Phone, str, str]:
    """The phone at the end of an amendment of game 1, what it foretells, and what it reads back."""
    case = {"sheet": TABLE, "game": 1, "entrant": entrant, "statement": "A tile fell."}
    office.house.done("raise-dispute", case)
    chief = office.phone("referee:CHIEF", language=language)
    chief.say("/docket")
    chief.press("D-0001")
    chief.press({"en": "Rule", "zh-hant": "裁決"}[language])
    chief.press({"en": "Amend a game", "zh-hant": "修訂賽局"}[language])
    assert {"en": "What do you find", "zh-hant": "你的認定"}[language] in chief.say(figures)
    chief.say("A joker.\nIt was seen.")
    read_back = chief.wait_for("Confirm?", "確認？")
    told = [str(own["text"]) for own in office.telegram.messages(chief.chat)]
    return chief, "\n".join(told[-2:]), read_back


def places(office: Office) -> dict[str, int]:
    """Everyone's place by number."""
    rows = office.house.organizer.get(f"/api/v1/tournaments/{ID}/standings").get_json()["rows"]
    return {row["entrant_no"]: row["place"] for row in rows}


def test_figures_and_places_are_foretold_by_name_as_they_then_are(played: Office) -> None:
    before = places(played)
    seats = played.state.sheets[TABLE].seats
    figures = "A −32/2, ★B 52/0, C −12/2, D −8/2"
    chief, told, read_back = foreseen(played, figures, None)
    assert f"A {seats[0]} Player Number" in told
    assert ": 30/0★ → −32/2" in told
    assert ": −10/2 → 52/0★" in told
    assert ": −12/2 =" in told
    assert "No place changes" not in told
    assert "Raised by Organizer in nobody's name" in read_back
    chief.press("Confirm the ruling")
    after = places(played)
    moved = [number for number in before if before[number] != after[number]]
    assert moved
    for number in moved:
        (line,) = [
            line for line in told.split("\n") if line.startswith(f"{number} Player Number{int(number)}: ")
        ]
        assert line.endswith(f": {before[number]} → {after[number]}")
    for number in before.keys() - set(moved):
        assert not any(line.startswith(f"{number} ") for line in told.split("\n"))


def test_only_where_no_place_changes_that_is_said(played: Office) -> None:
    before = places(played)
    chief, told, _ = foreseen(played, "A 30/0, B -11/2, C -11/2, D -8/2", None)
    unchanged = "No place changes." in told
    chief.press("Confirm the ruling")
    assert unchanged == (places(played) == before)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Raised by Organizer in the name of {}"), ("zh-hant", "由主辦單位 代 {}")],
)
def test_who_raised_a_case_and_in_whose_name_is_read_back(office: Office, language: str, said: str) -> None:
    entrant = office.state.sheets[TABLE].seats[1]
    _, _, read_back = foreseen(office, "A 0, B 12/3, C 7/2, D 20/5", entrant, language)
    assert said.format(f"{entrant} ") in read_back


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Raised by Referee REF-1 Judge 1 in nobody's name"),
        ("zh-hant", "由裁判 REF-1 Judge 1 提出，不代表任何參賽者"),
    ],
)
def test_a_referee_who_raised_a_case_is_named(office: Office, language: str, said: str) -> None:
    referee = office.phone("referee:REF-1")
    referee.say("/dispute")
    referee.press(TABLE)
    referee.press("No game in particular")
    referee.say("Tiles fell")
    referee.press("Confirm")
    chief = office.phone("referee:CHIEF", language=language)
    chief.say("/docket")
    assert said in chief.press("D-0001")
