"""tileledger links: the e-mail addresses of those who hold an office."""

import json

import pytest

from services.delivery.addressing import Reach, drafts
from services.notices.audiences import ORGANIZER
from services.wiring import wired
from tests.cli.conftest import Command
from tests.cli.files import TOURNAMENT

OFFICE = "organizer:organizer"


@pytest.fixture
def created(tileledger: Command) -> Command:
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    return tileledger


def shown(created: Command, recipient: str = OFFICE) -> list[str]:
    return created("links", "email", "cup", recipient).out.split()


def test_an_organizers_address_is_linked_and_then_written_to(created: Command) -> None:
    ran = created("links", "email", "cup", OFFICE, "Office@Example.org", "--language", "en")
    assert (ran.code, ran.out) == (0, "")
    assert "organizer:organizer of cup is written to at office@example.org" in ran.err
    assert shown(created) == ["office@example.org"]
    with wired() as wiring:
        linked = wiring.links.of_recipients("cup")
    reach = Reach(linked, frozenset(), {}, frozenset(("email",)), "zh")
    (draft,) = drafts([ORGANIZER], reach)
    assert (draft.channel, draft.language, draft.status) == ("email", "en", "pending")


def test_several_addresses_are_kept_and_each_ended_by_itself(created: Command) -> None:
    for address in ("b@example.org", "a@example.org", "a@example.org"):
        assert created("links", "email", "cup", OFFICE, address).code == 0
    assert shown(created) == ["a@example.org", "b@example.org"]
    assert "no longer" in created("links", "email", "cup", OFFICE, "A@example.org", "--remove").err
    assert shown(created) == ["b@example.org"]
    assert "not-found" in created("links", "email", "cup", OFFICE, "a@example.org", "--remove").err


def test_a_referees_address_is_her_own(created: Command) -> None:
    body = json.dumps({"referee": "R01", "name": "Judge"}).encode()
    created("submit", "cup", "appoint-referee", stdin=body)
    assert created("links", "email", "cup", "referee:R01", "r@example.org").code == 0
    assert shown(created, "referee:R01") == ["r@example.org"]
    assert shown(created) == []


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("cup", OFFICE, "nobody"), "email-invalid"),
        (("cup", "entrant:0001", "a@example.org"), "invalid-input"),
        (("cup", "public:channel", "a@example.org"), "invalid-input"),
        (("cup", OFFICE, "--remove"), "invalid-input"),
        (("cup", OFFICE, "--language", "en"), "invalid-input"),
        (("cup", "organizer:other", "a@example.org"), "not-found"),
        (("cup", "referee:R99", "a@example.org"), "not-found"),
        (("cup", "referee:R99"), "not-found"),
        (("nowhere", OFFICE, "a@example.org"), "tournament-unknown"),
    ],
)
def test_what_is_no_office_or_address_is_refused(
    arguments: tuple[str, ...], code: str, created: Command
) -> None:
    ran = created("links", "email", *arguments)
    assert ran.code == 1
    assert code in ran.err
    assert shown(created) == []
