"""A family reads of its unit by names where one place of reading stands for both, else by numbers."""

from datetime import timedelta

import pytest

from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.families import DeclareFamilyUnit, DissolveFamilyUnit
from shared.database import Database
from shared.i18n import Language
from shared.vault import Vault
from tests.delivery.given import Book, Office
from tests.delivery.test_child_in_the_hall import FAMILY, PARENT, SON
from tests.unit.notices.test_beyond_the_session import due
from tests.unit.tournament.specs import CHILD, S1, registered, registration

UNIT = f"{SON}+{PARENT}"


@pytest.fixture
def office(database: Database, vault: Vault) -> Office:
    tournament = registered(3).given(registration(SON, S1, CHILD), registration(PARENT, S1))
    tournament.given(DeclareFamilyUnit(child=SON, parent=PARENT))
    office = Office(database, vault, Book(tournament))
    office.book.also = {key: {**names, "language": "en"} for key, names in FAMILY.items()}
    return office


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize(
    ("language", "by_name", "by_number", "award"),
    [
        ("en", "of Wong Tsz Hin and Wong Ka Yan is dissolved", f"of {SON} and {PARENT} is", "not ranked for"),
        ("zh", "王子軒與王嘉欣的家庭組合已解散", f"{SON} 與 {PARENT} 的家庭組合已解散", "不再計算"),
    ],
)
def test_who_remains_reads_that_the_unit_is_dissolved(
    office: Office, shared: bool, language: Language, by_name: str, by_number: str, award: str
) -> None:
    office.chat("7", SON, *([PARENT] if shared else []), language=language)
    office.write(*due(office.book.tournament, CancelRegistration(entrant=PARENT)))
    office.drain()
    # A chat that hears that somebody left hears of the unit in the next second.
    office.clock.advance(timedelta(seconds=2))
    office.drain()
    (text,) = [sent.message.text for sent in office.telegram.sent if "family" in sent.message.kind]
    assert (by_name if shared else by_number) in text
    assert award in text


def test_a_unit_dissolved_by_itself_is_told_to_both_once_where_they_share_a_chat(office: Office) -> None:
    office.chat("7", SON, PARENT)
    office.write(*due(office.book.tournament, DissolveFamilyUnit(unit=UNIT, reason="another parent")))
    office.drain()
    (message,) = office.telegram.sent
    assert message.message.names == ("Wong Tsz Hin", "Wong Ka Yan")
    assert "Wong Tsz Hin and Wong Ka Yan is dissolved" in message.message.text
