"""What an event says of one person names nobody else, in either language."""

import pytest

from services.desk.redaction import notice_of, told_of
from services.notices.registry import note
from services.tournament.people.family_proposals import FamilyUnitProposed
from tests.unit.tournament.specs import founded


@pytest.mark.parametrize(("language", "phrase"), [("en", "another entrant"), ("zh", "另一參賽者")])
def test_a_partner_is_another_entrant(language: str, phrase: str) -> None:
    event = FamilyUnitProposed(child="0007", parent="0008", by="0007")
    text = told_of(event, ["0007"], language, founded().state.plan)
    assert "0007" in text
    assert "0008" not in text
    assert phrase in text


def test_a_notice_keeps_what_is_hers() -> None:
    given = note(5, "family-asked", "entrant:0008", child="0007", parent="0008", by="0007", session="S1")
    assert notice_of(given, ["0008"]).parameters == {"parent": "0008", "session": "S1"}
