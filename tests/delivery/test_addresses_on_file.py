"""Addresses on file that bounce: the next one given, the chat, and who nothing reaches is listed."""

from collections.abc import Callable
from typing import Literal

import pytest

from services.delivery.by_phone import ByPhone
from services.delivery.channel import Outcome
from services.notices.rendering import Message
from services.tournament.people.amendments import AmendDetails
from tests.delivery.given import ID, SENT, Office

GUARDED = {"birth_date": "2015-08-30", "guardian": "Lau Mei Ling", "guardian_email": "lau@example.org"}
BOUNCED = Outcome("gone", why="SMTP 550")


def bouncing(*addresses: str) -> Callable[[str, Message], Outcome]:
    return lambda address, message: BOUNCED if address in addresses else SENT


@pytest.mark.parametrize("known", ["gone", "refused"])
def test_what_bounces_at_the_guardians_goes_to_the_address_given_beside_it(
    office: Office, known: Literal["gone", "refused"]
) -> None:
    office.book.emails["entrant:0001"] = "0001@example.org"
    office.book.also = {"entrant:0001": GUARDED}
    office.email.says = lambda address, message: (
        Outcome(known, why="SMTP 550") if address == "lau@example.org" else SENT
    )
    office.notify("suspended", "entrant:0001", grounds="other")
    office.drain()
    assert office.email.to == ["lau@example.org", "0001@example.org"]
    statuses = {row.address_id: row.status for row in office.all()}
    assert statuses == {"email:guardian:entrant:0001": "failed", "email:entrant:0001": "sent"}
    office.notify("suspended", "entrant:0001", grounds="other")
    office.drain()
    assert (
        office.email.to[2:]
        == {
            "gone": ["0001@example.org"],
            "refused": ["lau@example.org", "0001@example.org"],
        }[known]
    ), "one that is gone is not tried again"


def test_whom_no_address_on_file_reaches_is_listed_for_the_organizer(office: Office) -> None:
    office.book.emails["entrant:0001"] = "0001@example.org"
    office.book.also = {"entrant:0001": GUARDED}
    office.email.says = bouncing("lau@example.org", "0001@example.org")
    listed = ByPhone(office.database, office.book, office.clock)
    for _ in range(2):
        office.notify("suspended", "entrant:0001", grounds="other")
        office.drain()
        assert [(row.recipient, row.missing) for row in listed.outstanding(ID)] == [
            ("entrant:0001", "unreached")
        ]
    assert office.email.to == ["lau@example.org", "0001@example.org"]


def test_details_that_are_given_anew_count_again(office: Office) -> None:
    office.book.emails["entrant:0001"] = "0001@example.org"
    office.book.also = {"entrant:0001": GUARDED}
    office.email.says = bouncing("lau@example.org")
    office.notify("suspended", "entrant:0001", grounds="other")
    office.drain()
    office.email.says = bouncing()
    office.book.tournament.given(AmendDetails(entrant="0001", guardian_email="lau@example.org"))
    office.notify("suspended", "entrant:0001", grounds="other")
    office.drain()
    assert office.email.to[2:] == ["lau@example.org"]


def test_a_family_whose_address_bounces_falls_back_each_to_their_own(office: Office) -> None:
    office.book.emails["entrant:0001"] = "0001@example.org"
    office.book.emails["entrant:0002"] = "lau@example.org"
    office.book.also = {"entrant:0001": GUARDED}
    office.email.says = bouncing("lau@example.org")
    office.notify("suspended", "everyone", grounds="other")
    office.drain()
    assert office.email.to == ["lau@example.org", "0001@example.org"]
    office.notify("suspended", "everyone", grounds="other")
    office.drain()
    assert office.email.to[2:] == ["0001@example.org"], "it is known to be dead for both"


def test_who_would_rather_have_email_gets_it_in_the_chat_where_that_bounces(office: Office) -> None:
    office.book.emails["entrant:0001"] = "0001@example.org"
    office.chat("chat", "0001")
    office.links.preferences.prefer_email(ID, "entrant:0001", by_email=True)
    office.email.says = bouncing("0001@example.org")
    office.notify("suspended", "entrant:0001", grounds="other")
    office.drain()
    assert (office.email.to, office.telegram.to) == (["0001@example.org"], ["chat"])


def test_an_invitation_that_bounces_goes_nowhere_but_to_the_next_address(office: Office) -> None:
    office.book.emails["entrant:0001"] = "0001@example.org"
    office.book.also = {"entrant:0001": GUARDED}
    office.email.says = bouncing("lau@example.org")
    office.notify("invitation", "everyone")
    office.drain()
    assert office.email.to == ["lau@example.org", "0001@example.org"]
