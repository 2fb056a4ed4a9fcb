"""The day comes to the same, whichever door it is played through."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Protocol

import pytest

from tests.api.conftest import ID, House, opened
from tests.api.conftest import moments as moments
from tests.bots.conftest import Office, running
from tests.bots.conftest import telegram as telegram
from tests.day.by_chat import ByChat
from tests.day.by_http import ByHttp
from tests.day.by_pages import ByPages
from tests.day.hands import Hands
from tests.day.scenario import FINAL, Deed, assigned, plan, the_day
from tests.simulators.telegram import Telegram

SHORT, WHOLE = 12, 97
_OF_VAULT = re.compile(rb'"([a-z]+)-[0-9a-f]{20}"')
"""What somebody, or a text, is called where it is sealed: made by chance."""
Log = list[tuple[str, bytes]]


class Door(Protocol):
    """One way in for everybody."""

    def do(self, deed: Deed) -> None:
        """Do it, up to the event in the log."""

    def hands(self, who: str) -> Hands:
        """What somebody did by hand so far."""


class Mixed:
    """The organizer and the Chief Referee at pages, the referees in chats, in Chinese."""

    def __init__(self, office: Office) -> None:
        self._pages, self._chats = ByPages(office.house, "zh"), ByChat(office, "zh")

    def do(self, deed: Deed) -> None:
        self._of(deed.who).do(deed)

    def hands(self, who: str) -> Hands:
        return self._of(who).hands(who)

    def _of(self, who: str) -> ByPages | ByChat:
        return self._pages if who in ("organizer", "CR") else self._chats


def log_of(house: House) -> Log:
    """What was recorded: the types, and what they say; what is sealed is named by its turn."""
    names: dict[bytes, bytes] = {}

    def named(found: re.Match[bytes]) -> bytes:
        return names.setdefault(found[0], b'"%s %d"' % (found[1], len(names)))

    events = house.desk.events(ID, 0, 100_000)
    return [(event.type, _OF_VAULT.sub(named, bytes(event.data))) for event in events]


@contextmanager
def founded(moment: Path, folder: Path, people: int) -> Iterator[House]:
    """The tournament and its officials; nobody is registered yet."""
    folder.mkdir()
    with opened(moment, folder) as house:
        answer = house.organizer.post("/api/v1/tournaments", plan(people))
        assert answer.status_code == 201, answer.get_json()
        for referee in assigned(range(1, -(-people // 4) + 1)):
            house.done("appoint-referee", {"referee": referee, "name": f"Judge {referee}"})
        house.done("appoint-referee", {"referee": "CR", "name": "Chief Judge", "chief": True})
        yield house


class Day:
    """A day that was played: its log, and what was done by hand.

    Attributes:
        sheet: of the final's first table, from the page or chat of its referee to the last signature.
        desk: at each check-in.
    """

    def __init__(self, house: House, people: int, door: Door) -> None:
        self.sheet, self.desk = Hands(), list[Hands]()
        for deed in the_day(house, people):
            before = door.hands(deed.who) + Hands()
            door.do(deed)
            spent = door.hands(deed.who).since(before)
            if deed.answers.get("sheet") == f"{FINAL}/1":
                self.sheet = Hands(
                    self.sheet.presses + spent.presses, self.sheet.characters + spent.characters
                )
            elif deed.task == "check-in":
                self.desk.append(spent)
        self.log = log_of(house)


@pytest.fixture(scope="module")
def by_http(moments: Mapping[str, Path], tmp_path_factory: pytest.TempPathFactory) -> "Played":
    return Played(moments["house"], tmp_path_factory.mktemp("http"))


class Played:
    """The log of the day by HTTP, for so many people."""

    def __init__(self, moment: Path, folder: Path) -> None:
        self._moment, self._folder = moment, folder
        self.log = cache(self._log)

    def _log(self, people: int) -> Log:
        with founded(self._moment, self._folder / str(people), people) as house:
            return Day(house, people, ByHttp(house)).log


whole = pytest.param(WHOLE, marks=pytest.mark.wide(whole=True))


@pytest.mark.parametrize("people", [whole])
def test_by_pages_alone(by_http: Played, moments: Mapping[str, Path], tmp_path: Path, people: int) -> None:
    with founded(moments["house"], tmp_path / "pages", people) as house:
        day = Day(house, people, ByPages(house))
    assert day.log == by_http.log(people)
    assert day.sheet.seconds < 90, "a sheet of three games, entered and signed by four"
    by_scanner = [spent.presses for spent in day.desk].count(1)
    assert by_scanner == len(day.desk) - 2, "but for the way to the desk of each session it is a press each"
    assert all(spent.seconds <= 2 for spent in day.desk if spent.presses == 1), "also typed by hand"


@pytest.mark.parametrize("people", [whole])
def test_in_chats_alone(
    by_http: Played, moments: Mapping[str, Path], tmp_path: Path, telegram: Telegram, people: int
) -> None:
    with founded(moments["house"], tmp_path / "chats", people) as house:
        office = Office(house, telegram, house.desk.vault)
        with running(office):
            day = Day(house, people, ByChat(office))
    assert day.log == by_http.log(people)
    assert day.sheet.seconds < 90


@pytest.mark.parametrize("people", [SHORT, whole])
def test_at_pages_and_in_chats(
    by_http: Played, moments: Mapping[str, Path], tmp_path: Path, telegram: Telegram, people: int
) -> None:
    with founded(moments["house"], tmp_path / "mixed", people) as house:
        office = Office(house, telegram, house.desk.vault)
        with running(office):
            day = Day(house, people, Mixed(office))
    assert day.log == by_http.log(people)
