"""What a field of a text says, worked out for one recipient when the message is sent."""

from services.notices.audiences import Recipient
from services.notices.fields import FIELDS
from services.notices.look import Look
from services.notices.registry import note
from tests.unit.tournament.specs import S1, Tournament, registered, registration


def said(tournament: Tournament, field: str, number: str) -> str:
    """The field in English, in a notice to an entrant about the first session."""
    notice = note(1, "registration-received", f"entrant:{number}", session=S1)
    return str(FIELDS[field](Look(tournament.state, notice, Recipient("entrant", number), "en")))


def test_places_on_the_waiting_list_go_by_who_came_first_and_not_by_number() -> None:
    tournament = registered(4, capacity=4, tables=1).given(registration("0009"), registration("0005"))
    assert said(tournament, "waiting_place", "0009") == "1"
    assert said(tournament, "waiting_place", "0005") == "2"
    assert said(tournament, "waiting_place", "0001") == "-"
