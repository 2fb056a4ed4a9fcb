"""Sessions that are written in words where several or none fit: why, and which there are."""

from collections.abc import Iterator

import pytest

from bots.telegram import called
from services.tournament.state import State
from shared.catalogue import say
from shared.database import Database
from shared.vault import Vault
from tests.api.conftest import House
from tests.bots.conftest import Office, running
from tests.bots.test_agreed import tap
from tests.bots.test_reserves import played_to
from tests.bots.test_tasks import begun, labels
from tests.simulators.telegram import Telegram
from tests.wording import fixed


@pytest.fixture
def between(telegram: Telegram, sqlite_database: Database, vault: Vault) -> Iterator[Office]:
    """A session is over, another and the final are still to come."""
    office = Office(played_to(House(sqlite_database, vault), "between sessions"), telegram, vault)
    with running(office):
        yield office


@pytest.mark.parametrize(
    ("language", "final", "none", "several", "over"),
    [
        ("en", "(Final)", "the semifinal", "Saturday", "session 1 of Saturday, 6 March"),
        ("zh-hant", "（決賽）", "準決賽", "星期六", "3月6日第一節"),
    ],
)
def test_it_is_said_why_and_the_buttons_name_the_stage(
    between: Office, language: str, final: str, none: str, several: str, over: str
) -> None:
    phone, tongue = between.phone("organizer:organizer", language=language), language[:2]
    begun(phone, "remind-of-session", language)
    there = labels(between, phone)
    assert [final in label for label in there[:2]] == [False, True]
    assert fixed("bot-task-none", tongue) in phone.say(none)
    assert labels(between, phone) == there
    assert fixed("problem-session-not-on", tongue) in phone.say(over), "what is there is refused by its rule"
    assert fixed("bot-task-which", tongue) in phone.say(several)
    assert labels(between, phone)[:2] == there[:2]
    tap(phone, final)
    phone.wait_for(say("question-kind", tongue))


def test_the_names_of_sessions_are_looked_at_only_where_sessions_are_asked_for(
    between: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[State] = []
    monkeypatch.setattr(called, "SessionsMeant", made.append)
    phone = between.phone("organizer:organizer")
    begun(phone, "withdraw-entrant")
    phone.say("1")
    phone.say("has left")
    assert not made
