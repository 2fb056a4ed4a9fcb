"""Forgetting: the log says that someone was forgotten; results stand under the number."""

from services.tournament.definition.founding import AppointReferee
from services.tournament.people.amendments import AmendDetails, MergeEntrants
from services.tournament.people.consents import SetConsent
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.people.forgetting import ForgetPerson, PersonForgotten
from services.tournament.standings.standing import standings
from tests.unit.tournament.specs import CHILD, founded, registered, registration
from tests.unit.tournament.stages import preliminary


def test_an_entrant_is_forgotten_once_and_by_vault_subject() -> None:
    tournament = registered(1).given(SetConsent(entrant="0001", shown=True))
    tournament.when(ForgetPerson(person="person-1", grounds="request")).then(
        PersonForgotten("person-1", "0001", None, "request")
    )
    assert tournament.entrant("0001").details == ()
    assert not tournament.entrant("0001").consent
    tournament.when(ForgetPerson(person="person-1")).nothing()
    tournament.when(ForgetPerson(person="person-9")).refused("not-found")


def test_a_referee_is_forgotten_too() -> None:
    tournament = founded().given(AppointReferee(referee="R01", name="Lam Siu Ming"))
    tournament.when(ForgetPerson(person="person-1", grounds="expiry")).then(
        PersonForgotten("person-1", None, "R01", "expiry")
    )


def test_whoever_was_registered_twice_is_forgotten_under_both_numbers() -> None:
    tournament = registered(3).given(MergeEntrants(keep="0001", drop="0002"))
    forgotten = tournament.when(ForgetPerson(person="person-2")).all(PersonForgotten)
    assert sorted(person_forgotten.entrant or "" for person_forgotten in forgotten) == ["0001", "0002"]


def test_results_stand_under_the_number() -> None:
    tournament = preliminary(8)
    before = standings(tournament.state, "preliminary")
    tournament.given(ForgetPerson(person="person-1"))
    assert standings(tournament.state, "preliminary") == before


def test_nothing_personal_comes_back_under_that_number() -> None:
    tournament = registered(1).given(registration("0002", born=CHILD), ForgetPerson(person="person-1"))
    tournament.when(AmendDetails(entrant="0001", email="x@example.org")).refused("person-forgotten")
    tournament.when(DeclareFamilyUnit(child="0002", parent="0001")).refused("birth-date-unknown")
