"""A parent and a child of one name at one place of reading: what is for one of them says the number."""

import pytest

from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.families import DissolveFamilyUnit
from shared.database import Database
from shared.vault import Vault
from tests.delivery.given import Book, Office
from tests.delivery.test_child_in_the_hall import FAMILY, PARENT, SON
from tests.unit.notices.test_beyond_the_session import due
from tests.unit.tournament.specs import CHILD, S1, registered, registration

UNIT = f"{SON}+{PARENT}"
ALIKE = {"name_en": "Grace Taylor", "name_zh": "陳大文", "language": "en"}


@pytest.fixture
def office(database: Database, vault: Vault) -> Office:
    tournament = registered(3).given(
        registration(SON, S1, CHILD, family="F-1", family_role="child"),
        registration(PARENT, S1, family="F-1", family_role="parent"),
    )
    office = Office(database, vault, Book(tournament))
    office.book.also = dict.fromkeys(FAMILY, ALIKE)
    return office


def test_a_message_to_one_of_two_of_one_name_in_a_chat_says_their_number(office: Office) -> None:
    office.chat("7", SON, PARENT)
    office.write(*due(office.book.tournament, CancelRegistration(entrant=PARENT)))
    office.drain()
    names = {sent.message.names for sent in office.telegram.sent if "cancelled" in sent.message.kind}
    assert names == {(f"{PARENT} Grace Taylor",)}


def test_a_mail_to_one_of_two_of_one_name_at_an_address_says_their_number(office: Office) -> None:
    office.book.emails = dict.fromkeys(FAMILY, "taylor@example.org")
    office.write(*due(office.book.tournament, CancelRegistration(entrant=PARENT)))
    office.drain()
    names = {sent.message.names for sent in office.email.sent if "cancelled" in sent.message.kind}
    assert names == {(f"{PARENT} Grace Taylor",)}


def test_a_unit_of_two_of_one_name_is_told_by_their_numbers_too(office: Office) -> None:
    office.chat("7", SON, PARENT)
    office.write(*due(office.book.tournament, DissolveFamilyUnit(unit=UNIT, reason="another parent")))
    office.drain()
    (message,) = office.telegram.sent
    assert message.message.names == (f"{SON} Grace Taylor", f"{PARENT} Grace Taylor")
    assert f"{SON} Grace Taylor and {PARENT} Grace Taylor is dissolved" in message.message.text


def test_in_a_chat_of_one_alone_no_number_is_needed(office: Office) -> None:
    office.chat("7", SON)
    office.write(*due(office.book.tournament, DissolveFamilyUnit(unit=UNIT, reason="another parent")))
    office.drain()
    (message,) = office.telegram.sent
    assert message.message.names == ("Grace Taylor",)
