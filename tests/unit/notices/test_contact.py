"""How to reach the organizer stands in messages about registration, where the tournament file says it."""

from msgspec.structs import replace

from services.notices.audiences import Recipient
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.registry import note
from services.tournament.definition.texts import Text
from tests.unit.tournament.given_plans import amending
from tests.unit.tournament.specs import S1, registered


def contact_line(contact: Text | None) -> str:
    tournament = registered(1)
    if contact is not None:
        tournament.given(amending(replace(tournament.state.plan, contact=contact)))
    notice = note(
        1, "registration-received", "entrant:0001", "registration-received", entrant="0001", session=S1
    )
    return filled(Look(tournament.state, notice, Recipient("entrant", "0001"), "en"))


def test_a_contact_ends_the_message() -> None:
    assert contact_line(Text("Telephone 2345 6789", "電話 2345 6789")).endswith(
        "Questions? Telephone 2345 6789"
    )
    assert "Questions?" not in contact_line(None)


def test_a_long_contact_leaves_room_for_the_rest() -> None:
    message = contact_line(Text(both="x" * 400))
    assert message.endswith("x…")
    assert message.count("x") < 130
