"""A parent at home whose child is in a suspended hall: one message for the family, which names the child."""

import pytest

from services.delivery.by_phone import ByPhone
from services.delivery.push_addresses import WEB_PUSH
from services.delivery.received import Received
from services.tournament.weather.suspension import SuspendDay
from shared.database import Database
from shared.i18n import Language
from shared.vault import Vault
from tests.delivery.given import ID, Book, Office, Recording
from tests.simulators.browsers import Browser
from tests.unit.notices.test_beyond_the_session import DAY, due
from tests.unit.tournament.specs import CHILD, S1, check_in, draw, registered, registration, start

PARENT, SON = "0005", "0004"
FAMILY = {
    f"entrant:{PARENT}": {"name_en": "Wong Ka Yan", "name_zh": "王嘉欣"},
    f"entrant:{SON}": {"name_en": "Wong Tsz Hin", "name_zh": "王子軒"},
}


@pytest.fixture
def hall(database: Database, vault: Vault) -> Office:
    """Play is stopped; the parent was drawn no seat in it, as they never came."""
    tournament = registered(3).given(
        registration(SON, S1, CHILD, family="F-1", family_role="child"),
        registration(PARENT, S1, family="F-1", family_role="parent"),
    )
    start(draw(check_in(tournament, S1, PARENT), S1), S1)
    office = Office(database, vault, Book(tournament))
    office.book.also = {key: {**names, "language": "en"} for key, names in FAMILY.items()}
    return office


def stopped(office: Office) -> None:
    office.write(*due(office.book.tournament, SuspendDay(day=DAY, grounds="black_rainstorm")))
    office.drain()


def test_a_family_at_one_address_gets_one_mail_with_one_account_that_names_the_child(hall: Office) -> None:
    hall.book.emails = dict.fromkeys(FAMILY, "wong@example.org")
    stopped(hall)
    (mail,) = hall.email.sent
    child, parent = mail.message.text.splitlines()[:2]
    assert child.startswith("Wong Tsz Hin: STOPPED (black rain): Stay in the hall")
    assert parent.startswith("Wong Ka Yan: STOPPED (black rain): Wong Tsz Hin, your child, is in the hall")
    for account in (child, parent):
        assert "Its results do not count, and it starts again" in account


def test_a_parent_at_another_address_reads_the_same_account_in_their_language(hall: Office) -> None:
    hall.book.emails = {f"entrant:{PARENT}": "wong@example.org"}
    hall.book.also = {key: {**names, "language": "zh"} for key, names in FAMILY.items()}
    stopped(hall)
    (mail,) = hall.email.sent
    assert mail.message.subject.startswith("賽事暫停，你的子女在場內")
    assert "你的子女王子軒正在場內，由工作人員照顧。" in mail.message.text
    assert "中止，成績作廢並將重賽" in mail.message.text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_chat_and_the_phone_call_name_the_child_too(hall: Office, language: Language) -> None:
    hall.chat("7", PARENT, language=language)
    stopped(hall)
    named = {"en": "Wong Tsz Hin, your child", "zh": "你的子女王子軒"}[language]
    (message,) = hall.telegram.sent
    assert named in message.message.text
    by_phone = ByPhone(hall.database, hall.book, hall.clock)
    (mother,) = [missing for missing in by_phone.outstanding(ID) if missing.recipient == f"entrant:{PARENT}"]
    assert named in by_phone.sentence(ID, mother, language)


def test_what_was_pushed_names_the_child_too(hall: Office) -> None:
    hall.also = [Recording(WEB_PUSH, clock=hall.clock)]
    hall.subscribe(Browser("https://push.example/1"), PARENT)
    stopped(hall)
    (shown,) = Received(hall.database, hall.links, hall.book, "").of(ID, [f"entrant:{PARENT}"], "en", 5)
    assert "Wong Tsz Hin, your child, is in the hall" in shown.text


def test_a_child_of_the_name_of_the_parent_is_named_with_the_number(hall: Office) -> None:
    alike = {"name_en": "Grace Taylor", "name_zh": "陳大文", "language": "en"}
    hall.book.also = dict.fromkeys(FAMILY, alike)
    hall.chat("7", SON, PARENT)
    stopped(hall)
    (sent,) = hall.telegram.sent
    child, parent = sent.message.text.splitlines()[:2]
    assert child.startswith(f"{SON} Grace Taylor: ")
    assert parent.startswith(f"{PARENT} Grace Taylor: ")
    assert f"{SON} Grace Taylor, your child" in parent
