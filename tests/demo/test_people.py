"""The people of the demo: names that fit together, ages that fit the rules."""

from datetime import date
from itertools import islice, pairwise

import pytest

from services.demo.chance import Dice
from services.demo.definitions import demo_definition
from services.demo.names import draw_name, draw_surname
from services.demo.people import Household, Town
from services.tournament.definition.ages import age_on, is_old_enough

DEFINITION = demo_definition()


@pytest.fixture(scope="module")
def households() -> list[Household]:
    return list(islice(Town(DEFINITION, Dice("test")).households(), 800))


def test_a_chinese_name_is_romanised_syllable_by_syllable() -> None:
    dice = Dice("Chan Tai Man")
    for _ in range(300):
        surname = draw_surname(dice)
        name = draw_name(dice, surname, "adult", "f")
        if surname.zh:
            assert name.zh.startswith(surname.zh)
            assert len(name.zh) == len(surname.zh) + 2
            assert len(name.en.removeprefix(surname.en).split()) in (2, 3)
        else:
            assert not name.zh
            assert name.en.endswith(surname.en)


def test_everyone_is_old_enough_on_the_first_day(households: list[Household]) -> None:
    first = DEFINITION.days("preliminary")[0]
    assert all(
        is_old_enough(person.birth, DEFINITION.minimum_age, first)
        for household in households
        for person in household.members
    )


def test_a_unit_is_a_child_and_a_parent_of_fitting_age(households: list[Household]) -> None:
    for household in households:
        roles = sorted(person.role for person in household.members if person.role is not None)
        assert roles in ([], ["child", "parent"])
        for person in household.members:
            age = age_on(person.birth, DEFINITION.days("final")[0])
            if person.role == "child":
                assert 7 <= age <= 18
            if person.role == "parent":
                assert age >= 18


def test_brothers_and_sisters_are_a_year_apart_and_parents_of_an_age_to_have_them(
    households: list[Household],
) -> None:
    for household in households:
        if not any(person.role for person in household.members):
            continue
        births = sorted(person.birth for person in household.members)
        young = [birth for birth in births if birth.year > 2005]
        old = [birth for birth in births if birth.year <= 2005]
        assert all((later - earlier).days > 360 for earlier, later in pairwise(young))
        assert all(young[0].year - birth.year >= 20 for birth in old)


def test_some_families_have_a_further_child_beside_the_unit(households: list[Household]) -> None:
    assert any(len(household.members) > 2 and household.family for household in households)


def test_all_generations_and_both_languages_come(households: list[Household]) -> None:
    people = [person for household in households for person in household.members]
    ages = [age_on(person.birth, DEFINITION.days("final")[0]) for person in people]
    assert min(ages) == 7
    assert max(ages) > 70
    assert {person.language for person in people} == {"en", "zh"}
    assert {person.consent for person in people} == {True, False}
    assert any(not household.team for household in households)


def test_addresses_are_of_a_domain_that_is_nobodys(households: list[Household]) -> None:
    assert all(
        person.email.endswith("@example.org") for household in households for person in household.members
    )


def test_the_youngest_turns_seven_on_the_eve_of_the_first_day() -> None:
    assert Town(DEFINITION, Dice("test")).youngest == date(2019, 3, 27)
