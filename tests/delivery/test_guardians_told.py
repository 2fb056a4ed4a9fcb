"""A consent given in a child's chat is told to the guardian on file, by e-mail, and to nobody else."""

import pytest

from services.tournament.people.consents import SetConsent
from shared.database import Database
from shared.i18n import Language
from shared.vault import Vault
from tests.delivery.given import Book, Office
from tests.unit.notices.test_beyond_the_session import due
from tests.unit.tournament.specs import CHILD, S1, registered, registration

KID = "0004"
KEY = f"entrant:{KID}"
GUARDIAN = "lau@example.org"


@pytest.fixture
def office(database: Database, vault: Vault) -> Office:
    tournament = registered(3).given(registration(KID, S1, CHILD))
    office = Office(database, vault, Book(tournament))
    office.book.emails = {KEY: "kid@example.org"}
    office.book.also = {KEY: {"birth_date": CHILD.isoformat(), "guardian_email": GUARDIAN, "language": "en"}}
    return office


def consent(office: Office, *, shown: bool = True) -> None:
    said = SetConsent(entrant=KID, shown=shown, scope="board", by="guardian", guardian="Lau Mei Ling")
    office.write(*due(office.book.tournament, said))
    office.drain()


@pytest.mark.parametrize(
    ("language", "text", "subject"),
    [
        ("en", "If this was not you, tell the organizer", "A consent was recorded for your child"),
        ("zh", "如非你本人所作，請通知主辦單位撤回。", "已為你的子女記錄一項同意"),
    ],
)
def test_the_guardian_on_file_is_told_of_a_consent_given_in_the_childs_chat(
    office: Office, language: Language, text: str, subject: str
) -> None:
    office.book.also = {KEY: {**office.book.also[KEY], "language": language}}
    office.chat("7", KID)
    consent(office)
    (mail,) = office.email.sent
    assert mail.address == GUARDIAN
    assert text in mail.message.text
    assert mail.message.subject.startswith(subject)
    assert "Lau Mei Ling" not in mail.message.text
    assert office.telegram.sent == []


def test_without_a_chat_it_was_given_by_the_code_that_came_to_the_same_address(
    office: Office,
) -> None:
    consent(office)
    assert office.email.sent == []


def test_without_an_address_of_a_guardian_nobody_is_told(office: Office) -> None:
    office.book.also = {KEY: {"birth_date": CHILD.isoformat(), "language": "en"}}
    office.chat("7", KID)
    consent(office)
    assert office.email.sent == []
    assert office.telegram.sent == []


def test_a_consent_that_is_withdrawn_is_told_to_nobody(office: Office) -> None:
    consent(office)
    office.chat("7", KID)
    consent(office, shown=False)
    assert office.email.sent == []
