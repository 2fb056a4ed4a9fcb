"""What a ruling would change is read before it is confirmed: figures, places by name, the cut."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from shared.catalogue import say
from shared.database import Database
from shared.vault import Vault
from tests.api.conftest import ID, SESSION, House, found, start
from tests.api.courses import FINAL, steps
from tests.api.test_pages import ranked
from tests.bots.conftest import Office, Phone, running
from tests.bots.test_ruling import TABLE, TABLE_LABEL
from tests.simulators.telegram import Telegram
from tests.wording import fixed


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
    assert say("bot-ruling-finding", language[:2]) in chief.say(figures)
    chief.say("A joker.\nIt was seen.")
    read_back = chief.wait_for("bot-ruling-read-back")
    texts = [str(message["text"]) for message in office.telegram.messages(chief.chat)]
    return chief, "\n".join(texts[-3:]), read_back


def places(office: Office) -> dict[str, int]:
    """Everyone's place by number."""
    rows = office.house.organizer.get(f"/api/v1/tournaments/{ID}/standings").get_json()["rows"]
    return {row["entrant_no"]: row["place"] for row in rows}


def test_figures_and_places_are_foretold_by_name_as_they_then_are(played: Office) -> None:
    before = places(played)
    seats = played.state.sheets[TABLE].seats
    figures = "A −32/2, ★B 52/0, C −12/2, D −8/2"
    chief, text, read_back = foreseen(played, figures, None)
    assert f"A {seats[0]} Player Number" in text
    assert ": 30/0★ → −32/2" in text
    assert ": −10/2 → 52/0★" in text
    assert ": −12/2 =" in text
    assert say("bot-impact-none", "en") not in text
    assert fixed("bot-case-raised-for", by="Organizer", entrant="none") in read_back
    chief.press("bot-confirm-ruling")
    after = places(played)
    moved = [number for number in before if before[number] != after[number]]
    assert moved
    for number in moved:
        (line,) = [
            line for line in text.split("\n") if line.startswith(f"{number} Player Number{int(number)}: ")
        ]
        assert line.endswith(f": {before[number]} → {after[number]}")
    for number in before.keys() - set(moved):
        assert not any(line.startswith(f"{number} ") for line in text.split("\n"))


def test_only_where_no_place_changes_that_is_said(played: Office) -> None:
    before = places(played)
    chief, text, _ = foreseen(played, "A 30/0, B -11/2, C -11/2, D -8/2", None)
    unchanged = say("bot-impact-none", "en") in text
    chief.press("bot-confirm-ruling")
    assert unchanged == (places(played) == before)


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Raised by Organizer in the name of {}"), ("zh-hant", "提出者：主辦單位（代 {}")],
)
def test_who_raised_a_case_and_in_whose_name_is_read_back(office: Office, language: str, text: str) -> None:
    entrant = office.state.sheets[TABLE].seats[1]
    _, _, read_back = foreseen(office, "A 0, B 12/3, C 7/2, D 20/5", entrant, language)
    assert text.format(f"{entrant} ") in read_back


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Raised by Referee REF-1 Judge 1"),
        ("zh-hant", "提出者：裁判 REF-1 Judge 1"),
    ],
)
def test_a_referee_who_raised_a_case_is_named(office: Office, language: str, text: str) -> None:
    referee = office.phone("referee:REF-1")
    referee.say("/dispute")
    referee.press(TABLE_LABEL)
    referee.press("bot-no-game")
    referee.say("Tiles fell")
    referee.press("bot-confirm")
    chief = office.phone("referee:CHIEF", language=language)
    chief.say("/docket")
    assert text in chief.press("D-0001")


Played = Callable[[str], Office]


@pytest.fixture
def course(telegram: Telegram, sqlite_database: Database, vault: Vault) -> Iterator[Played]:
    """Plays a tournament with a final up to a moment."""
    with ExitStack() as bots:

        def until(moment: str) -> Office:
            house = House(sqlite_database, vault)
            next(reached for reached in steps(house, "live", "one") if reached == moment)
            house.done("appoint-referee", {"referee": "CHIEF", "name": "Wong Chief", "chief": True})
            office = Office(house, telegram, vault)
            bots.enter_context(running(office))
            return office

        yield until


def disqualifying(office: Office, sheet: str, entrant: str, language: str) -> tuple[Phone, str]:
    """The Chief Referee's phone before she disqualifies someone, and all that she reads there."""
    office.house.done("raise-dispute", {"sheet": sheet, "statement": "Aid was used."})
    chief = office.phone("referee:CHIEF", language=language)
    chief.say("/docket")
    chief.press("D-0001")
    for label in {"en": ("Rule", "Disqualify"), "zh-hant": ("裁決", "取消資格")}[language]:
        chief.press(label)
    chief.press(entrant)
    chief.say("A solver on the telephone.")
    chief.say("HK code of conduct 7")
    chief.wait_for("bot-ruling-read-back")
    return chief, "\n".join(str(message["text"]) for message in office.telegram.messages(chief.chat))


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            (
                "Places, Final:",
                "{0} Player Number{1}: 1 → no place",
                "You rule: Disqualify, {0} Player Number{1}",
            ),
        ),
        ("zh-hant", ("名次（決賽）：", "{0} 玩家{1}號：1 → 沒有名次", "裁決：取消資格、{0} 玩家{1}號")),
    ],
)
def test_who_loses_a_place_and_who_moves_up_is_foretold(
    course: Played, language: str, lines: tuple[str, ...]
) -> None:
    office = course("awards made")
    assert office.state.awards is not None
    (champion,) = office.state.awards.places[0].entrants
    sheet = next(other for other in office.state.sheets if other.startswith(FINAL))
    _, text = disqualifying(office, sheet, champion, language)
    for line in lines:
        assert line.format(champion, int(champion)) in text.split("\n")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Cut: in {} Player Number{}, out {} Player Number{}"),
        ("zh-hant", "晉級：增 {} 玩家{}號，減 {} 玩家{}號"),
    ],
)
def test_who_comes_into_the_cut_and_who_falls_out_is_foretold(
    course: Played, language: str, line: str
) -> None:
    office = course("cut made")
    sheet = f"{SESSION}/1"
    before = set(office.state.cut_into("final").qualified)
    number = next(number for number in office.state.sheets[sheet].seats if number in before)
    chief, text = disqualifying(office, sheet, number, language)
    chief.press("bot-confirm-ruling")
    after = set(office.state.cut_into("final").qualified)
    (came,), (fell,) = after - before, before - after
    assert line.format(came, int(came), fell, int(fell)) in text.split("\n")
