"""Reserves read what they are for, may decline, and read that it is over, in the chat as on the page."""

from collections.abc import Iterator

import pytest

from shared.catalogue import say
from shared.database import Database
from shared.vault import Vault
from tests.api.conftest import ID, House
from tests.api.courses import FINAL, begin, start, steps
from tests.bots.conftest import Office, running
from tests.simulators.telegram import Telegram


def played_to(house: House, moment: str) -> House:
    for reached in steps(house, "live", "first"):
        if reached == moment:
            return house
    raise AssertionError(f"no moment {moment}")


@pytest.fixture
def cut_made(telegram: Telegram, sqlite_database: Database, vault: Vault) -> Iterator[Office]:
    """Four of twelve are in the final, and nobody is placed there yet."""
    office = Office(played_to(House(sqlite_database, vault), "cut made"), telegram, vault)
    with running(office):
        yield office


@pytest.mark.parametrize(
    ("language", "line", "over", "decline", "done"),
    [
        (
            "en",
            "Reserve number 1 for the Final (Saturday, 13 March 2027, session 1): we tell you at once",
            "it has begun, and nobody moves up any more",
            "Be no reserve any more",
            "has given the place back",
        ),
        (
            "zh-hant",
            "決賽（2027年3月13日星期六第 1 場）後備第 1 名，如獲遞補即時通知。",
            "決賽已開始，不再遞補。",
            "不再擔任後備",
            "已",
        ),
    ],
)
def test_a_reserve_reads_of_it_and_may_decline(
    cut_made: Office,
    language: str,
    line: str,
    over: str,
    decline: str,
    done: str,
) -> None:
    first, second, *_ = cut_made.state.cut_into("final").reserves
    phone = cut_made.phone(f"entrant:{first}", language=language)
    shown = phone.answers("/schedule", line)
    assert say("bot-schedule-nothing", "en") not in shown
    phone.answers("/me", line)
    phone.press("bot-action-cannot-come")
    assert first in cut_made.state.cut_into("final").reserves
    phone.press(decline)
    assert done in phone.press("bot-absence-yes")
    assert cut_made.state.cut_into("final").reserves[0] == second
    assert line not in phone.say("/schedule")
    other = cut_made.phone(f"entrant:{second}", language=language)
    other.answers("/schedule", line)
    begin_final(cut_made)
    other.answers("/schedule", over)
    nobody, place = ("Nobody is ranked yet.", "➤ ") if language == "en" else ("暫時未有名次。", "➤ ")
    other.answers("/standings", nobody, place)
    assert any(notice.kind == "reserve-over" for notice in cut_made.desk.notices.read(ID))


def begin_final(office: Office) -> None:
    office.house.done("place-finalists")
    begin(office.house, FINAL, sorted(office.state.sessions[FINAL].entrants))
    start(office.house, FINAL, {"REF-2": [1]})
