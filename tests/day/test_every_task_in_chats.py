"""The same of every task in a chat: a second press, the way back, a second device, and other offices."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from services.access.rights import right
from services.personal.texts import bot_text
from services.tasks.day_questions import known_of
from shared.catalogue.titles import task_title
from tests.api.conftest import moments as moments
from tests.api.conftest import opened
from tests.bots.conftest import Office, running
from tests.bots.conftest import telegram as telegram
from tests.day.by_chat import Chat, parts_of
from tests.day.by_http import ByHttp
from tests.day.every_task import PEOPLE, given, the_closing
from tests.day.scenario import Deed
from tests.day.test_day import founded
from tests.day.test_every_task import OFFICES, deeds
from tests.simulators.telegram import Telegram


class Phones:
    """The chats of everybody, two for whoever does something."""

    def __init__(self, office: Office) -> None:
        self._office, self._chats = office, dict[tuple[str, str], Chat]()
        self.wrong: dict[str, list[str]] = {}

    def try_all(self, deed: Deed) -> None:
        """Try what can go wrong before it is confirmed, confirm it, and try what can go wrong then."""
        mine, other = self._chat(deed.who), self._chat(deed.who, "second")
        self._other_office(deed)
        head = self._office.house.head
        confirm = mine.ask(deed)
        self._way_back(deed, mine, confirm)
        assert other.ask(deed) == confirm
        self._check(deed, self._office.house.head == head, "done before it was confirmed")
        data, number = mine.phone.button(confirm)
        mine.press(confirm, last=True)
        done = self._office.house.head
        self._check(deed, done != head, f"not done: {mine.phone.read}")
        mine.phone.toast(data, number)
        self._check(deed, self._office.house.head == done, "done by a second press")
        read = len(other.phone.lines)
        other.press(confirm, last=True)
        self._check(deed, self._office.house.head == done, f"done again: {other.phone.read}")
        self._check(deed, len(other.phone.lines) > read, "a second device is told nothing")

    def _way_back(self, deed: Deed, chat: Chat, confirm: str) -> None:
        """[Back] asks for the last answer, which can be kept, and leads to what was read back."""
        back, keep = bot_text("one_back", "en"), bot_text("keep", "en")
        if chat.has(back):
            chat.press(back)
            self._check(deed, chat.has(keep), f"an answer is lost by [Back]: {chat.phone.read}")
            chat.press(keep)
        self._check(deed, chat.has(confirm), f"[Back] leads on to {chat.phone.read}")

    def _other_office(self, deed: Deed) -> None:
        title = task_title(deed.task, "en")
        for role, who in OFFICES.items():
            if right(role, deed.task) is None:
                chat = self._chat(who)
                chat.phone.say(f"/tasks {title}")
                self._check(deed, not chat.has(title), f"{role} is offered it")

    def _chat(self, who: str, device: str = "first") -> Chat:
        if (who, device) not in self._chats:
            self._chats[who, device] = Chat(self._office, who, "en")
        return self._chats[who, device]

    def _check(self, deed: Deed, good: bool, what: str) -> None:
        if not good:
            self.wrong.setdefault(deed.task, []).append(what)


def tried(office: Office, course: Iterator[Deed]) -> dict[str, list[str]]:
    """What went wrong; what is decided about a day is tried in tests/bots/test_suspending.py."""
    phones, door = Phones(office), ByHttp(office.house)
    for deed in (part for each in course for part in parts_of(each)):
        if known_of(deed.task) is not None:
            door.do(deed)
            continue
        phones.try_all(deed)
    return phones.wrong


@pytest.mark.wide
def test_every_task_of_the_course_in_a_chat(
    moments: Mapping[str, Path], tmp_path: Path, telegram: Telegram
) -> None:
    with opened(moments["house"], tmp_path) as house:
        office = Office(given(house), telegram, house.desk.vault)
        with running(office):
            assert tried(office, deeds(house)) == {}


@pytest.mark.wide
def test_every_task_that_closes_a_stage_in_a_chat(
    moments: Mapping[str, Path], tmp_path: Path, telegram: Telegram
) -> None:
    with founded(moments["house"], tmp_path / "closing", PEOPLE) as house:
        office = Office(house, telegram, house.desk.vault)
        with running(office):
            assert tried(office, the_closing(house)) == {}
