"""Asked to be a family unit: one tap under the notice says yes or no."""

import pytest

from services.notices.notice import Notice
from shared.catalogue import say
from tests.api.conftest import ID
from tests.bots.conftest import Office


def asked(office: Office) -> Notice:
    """0001 asks 0008, a child, to be a family unit."""
    office.house.done("amend-details", {"entrant": "0008", "birth_date": "2015-08-30"})
    pair = {"child": "0008", "parent": "0001"}
    answer = office.house.client("participant", "0001", ID).command("declare-family-unit", pair)
    assert answer.status_code == 201
    assert [event["type"] for event in answer.get_json()["events"]] == ["family-unit-proposed"]
    return next(notice for notice in office.desk.notices.read(ID) if notice.kind == "family-asked")


@pytest.mark.parametrize(
    ("button", "text", "units"),
    [("Confirm", "are a family unit now", 1), ("Refuse", "are no family unit", 0)],
)
def test_who_is_asked_answers_with_one_tap(office: Office, button: str, text: str, units: int) -> None:
    notice = asked(office)
    assert notice.audience == "entrant:0008"
    phone, stranger = office.phone("entrant:0008"), office.phone("entrant:0002")
    id = office.deliver(phone, notice, "entrant:0008")
    assert say("bot-unknown-button", "en") in stranger.toast(f"n:confirm:{id}")
    assert text in phone.press(button)
    assert len(office.state.units) == units
    assert not office.state.unit_proposals


def test_who_is_asked_after_it_was_withdrawn_is_told_that_there_is_nothing(office: Office) -> None:
    notice = asked(office)
    phone = office.phone("entrant:0008")
    office.deliver(phone, notice, "entrant:0008")
    pair = {"child": "0008", "parent": "0001"}
    office.house.client("participant", "0001", ID).command("decline-family-unit", pair)
    assert "no proposal of family unit" in phone.press("bot-action-confirm")
    assert not office.state.units
