"""The people of the demo: names that fit together, ages that fit the rules."""

from datetime import date
from itertools import pairwise

import pytest

from services.demo.chance import Dice
from services.demo.days import Calendar
from services.demo.definitions import demo_definition
from services.demo.people import Household, Town, draw_name, draw_surname
from services.tournament.definition.ages import age_on, is_old_enough
from services.tournament.people.registration import RegisterEntrant

DEFINITION = demo_definition()


def born(person: RegisterEntrant) -> date:
    assert person.birth_date is not None
    return person.birth_date


@pytest.fixture(scope="module")
def households() -> list[Household]:
    town = Town(DEFINITION, Dice("test"), Calendar(DEFINITION))
    return [town.household() for _ in range(800)]


def test_a_chinese_name_is_romanised_syllable_by_syllable() -> None:
    dice = Dice("Chan Tai Man")
    for _ in range(300):
        zh, en = draw_surname(dice)
        name_en, name_zh = draw_name(dice, (zh, en), "adult")
        if zh:
            assert name_zh.startswith(zh)
            assert len(name_zh) == len(zh) + 2
            assert len(name_en.removeprefix(en).split()) in (2, 3)
        else:
            assert not name_zh
            assert name_en.endswith(en)


def test_everyone_is_old_enough_on_the_first_day(households: list[Household]) -> None:
    first = DEFINITION.days("preliminary")[0]
    assert all(
        is_old_enough(born(person), DEFINITION.minimum_age, first)
        for household in households
        for person in household
    )


def test_a_unit_is_a_child_and_a_parent_of_fitting_age(households: list[Household]) -> None:
    for household in households:
        roles = sorted(person.family_role for person in household if person.family_role is not None)
        assert roles in ([], ["child", "parent"])
        for person in household:
            age = age_on(born(person), DEFINITION.days("final")[0])
            if person.family_role == "child":
                assert 7 <= age <= 18
            if person.family_role == "parent":
                assert age >= 18


def test_brothers_and_sisters_are_a_year_apart_and_parents_of_an_age_to_have_them(
    households: list[Household],
) -> None:
    for household in households:
        if not any(person.family_role for person in household):
            continue
        births = sorted(born(person) for person in household)
        young = [birth for birth in births if birth.year > 2005]
        old = [birth for birth in births if birth.year <= 2005]
        assert all((later - earlier).days > 360 for earlier, later in pairwise(young))
        assert all(young[0].year - birth.year >= 20 for birth in old)


def test_some_families_have_a_further_child_beside_the_unit(households: list[Household]) -> None:
    assert any(len(household) > 2 and household[0].family for household in households)


def test_all_generations_and_both_languages_come(households: list[Household]) -> None:
    people = [person for household in households for person in household]
    ages = [age_on(born(person), DEFINITION.days("final")[0]) for person in people]
    assert min(ages) == 7
    assert max(ages) > 70
    assert {person.language for person in people} == {"en", "zh"}
    assert {person.consent for person in people} == {True, False}
    assert any(not household[0].team for household in households)


def test_addresses_are_of_a_domain_that_is_nobodys(households: list[Household]) -> None:
    assert all(person.email.endswith("@example.org") for household in households for person in household)


def test_the_youngest_turns_seven_on_the_eve_of_the_first_day() -> None:
    assert Town(DEFINITION, Dice("test"), Calendar(DEFINITION)).youngest == date(2019, 3, 27)
