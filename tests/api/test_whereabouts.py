"""No answer says where a named person is or is going to be: names beside numbers wait until play is over."""

import re

import pytest

from tests.api.conftest import BASE, ID, SESSION, Client, House, start
from tests.api.test_pages import ranked
from tests.api.test_visibility import reads, whole
from tests.sampling import mostly_wide

CHILD, PARENT, OTHER = "0008", "0002", "0004"
NAMES = {number: (f"Player Number{int(number)}", f"玩家{int(number)}號") for number in (CHILD, PARENT, OTHER)}
WITHOUT_NUMBERS = re.compile(rf"/t/{ID}/entrants(?:\?|$)|q=")
"""What shows names alone."""


@pytest.fixture
def family(founded: House) -> House:
    """Consent to every place was given by 0002, 0004, 0006 and 0008; 0002 and 0008 are a family unit."""
    founded.done("amend-details", {"entrant": CHILD, "birth_date": "2015-08-30"})
    founded.done("declare-family-unit", {"child": CHILD, "parent": PARENT})
    return founded


def naming(house: House, client: Client, numbers: tuple[str, ...]) -> set[str]:
    """The addresses, without an empty query, whose answers hold a name of these."""
    pages = (f"/t/{ID}/standings?view=families", f"/t/{ID}/board?view=seats", f"/t/{ID}/board?view=places")
    asked = [*reads(house, ID), *pages]
    if client.token is not None:
        asked = [address for address in asked if "/stream" not in address and "/export" not in address]
    names = [name.encode() for number in numbers for name in NAMES[number]]
    answers = {address: whole(client, address).get_data() for address in asked}
    found = (address for address, answer in answers.items() if any(name in answer for name in names))
    return {address.removesuffix("?") for address in found}


@pytest.mark.parametrize("moment", mostly_wide(["registered", "drawn", "playing"], ["drawn"]))
def test_before_a_session_is_over_names_stand_beside_no_number(family: House, moment: str) -> None:
    if moment != "registered":
        start(family)
    if moment == "drawn":
        family.done("undo-session-start", {"session": SESSION, "reason": "Too early"})
    askers = (
        family.anyone,
        family.client("display", "board-1", ID),
        family.client("participant", "0001", ID),
    )
    for client in askers:
        beside = {
            address for address in naming(family, client, (*NAMES,)) if not WITHOUT_NUMBERS.search(address)
        }
        assert beside == set()
    assert naming(family, family.organizer, (*NAMES,)) >= {f"{BASE}/families"}


def test_names_stand_beside_numbers_once_the_session_is_over_and_not_while_it_is_reopened(
    family: House,
) -> None:
    start(family)
    before = f"{BASE}/sessions?as_of={family.head[0]}"
    ranked(family)
    there = naming(family, family.anyone, (OTHER,))
    assert {f"{BASE}/sessions", f"{BASE}/standings", f"/t/{ID}/standings"} <= there
    assert f"{BASE}/families" in naming(family, family.anyone, (CHILD,))
    assert NAMES[OTHER][0] in family.anyone.get(before).get_data(as_text=True), "judged as of now"
    family.done("reopen-session", {"session": SESSION, "reason": "The gong came too early"})
    assert naming(family, family.anyone, (*NAMES,)) <= {
        address for address in reads(family, ID) if WITHOUT_NUMBERS.search(address)
    }
    assert NAMES[OTHER][0] not in family.anyone.get(before).get_data(as_text=True)


def test_the_members_of_a_family_unit_read_both_names_before_play(family: House) -> None:
    for number in (CHILD, PARENT):
        (row,) = family.client("participant", number, ID).get(f"{BASE}/families").get_json()["rows"]
        assert (row["child_name"], row["parent_name"]) == (NAMES[CHILD][0], NAMES[PARENT][0])
    (row,) = family.anyone.get(f"{BASE}/families").get_json()["rows"]
    assert not {"child_name", "parent_name"} & set(row)
