"""Two of one name on one page are told apart by their numbers; what is done for one says which."""

import re

from tests.api.conftest import House
from tests.api.personal.phone import Phone

CHILD, PARENT = "0001", "0002"
NAME = "Grace Taylor"


def test_two_of_one_name_stand_under_their_numbers_in_headings_and_read_backs(founded: House) -> None:
    for number in (CHILD, PARENT):
        founded.done("amend-details", {"entrant": number, "name_en": NAME})
    phone = Phone(founded, CHILD, PARENT)
    text = phone.text()
    headings = re.findall(r'<h2 id="person-(\d+)">(.*?)</h2>', text)
    assert headings == [(number, f"{number} {NAME}") for number in (CHILD, PARENT)]
    (purpose,) = set(re.findall(r'name="purpose" value="(withdraw [^"]*)"', text))
    for number in (CHILD, PARENT):
        assert f"{number} {NAME}" in phone.ask(purpose, number).get_data(as_text=True)


def test_one_alone_is_called_by_name(founded: House) -> None:
    for number in (CHILD, PARENT):
        founded.done("amend-details", {"entrant": number, "name_en": NAME})
    text = Phone(founded, CHILD).text()
    assert f'<h2 id="person-{CHILD}">{NAME}</h2>' in text
    assert f"{CHILD} {NAME}" not in text


def test_a_parent_of_the_name_of_the_child_consents_by_the_name_alone(founded: House) -> None:
    """The name of a guardian is recorded; a number is no part of it."""
    child, parent = "0002", "0001"
    founded.done("amend-details", {"entrant": child, "name_en": NAME, "birth_date": "2015-08-30"})
    founded.done("amend-details", {"entrant": parent, "name_en": NAME})
    founded.done("declare-family-unit", {"child": child, "parent": parent})
    phone = Phone(founded, child, parent)
    (purpose, *_) = re.findall(rf"person={child}&amp;purpose=(consent[^&]*)", phone.text())
    page = phone.text(f"/consent?person={child}&purpose={purpose}&lang=en")
    assert f'value="{NAME}"' in page
    assert f'value="{parent} {NAME}"' not in page
