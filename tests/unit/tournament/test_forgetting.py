"""Forgetting, the pure part: whose cases are whose, and what the state keeps."""

import pytest

from services.tournament.amendments import AmendDetails, MergeEntrants
from services.tournament.conduct import VerbalWarningGiven
from services.tournament.disputes import DisputeRaised, DisputeWithdrawn
from services.tournament.forgetting import ForgetPerson, PersonForgotten, cases_about
from services.tournament.founding import AppointReferee
from services.tournament.kernel import Event
from services.tournament.rulings import RulingMade
from services.tournament.state import State
from tests.unit.tournament.specs import registered

STATE = State(persons=State().persons.set("person-a", "0001").set("person-b", "0002"))
SHEET = "2026-03-28/1/7"


def raised(dispute: str, by: str | None, *entrants: str) -> Event:
    return DisputeRaised(dispute, "dispute", SHEET, 1, entrants, by, f"case-{dispute}")


def test_her_own_statements_and_the_findings_on_them_are_hers() -> None:
    events = [
        raised("D-1", "0001", "0001"),
        raised("D-2", "0002", "0002"),
        raised("D-3", None, "0001", "0002"),
        raised("D-4", None, "0001"),
        DisputeWithdrawn("D-1", "case-withdrawn"),
        DisputeWithdrawn("D-2", "case-of-another"),
        RulingMade("R-1", "D-4", "clause 3", (), "case-ruling"),
        RulingMade("R-2", "D-3", "clause 3", (), "case-of-a-table"),
    ]
    found = list(cases_about(STATE, events, ["person-a"]))
    assert found == ["case-D-1", "case-D-4", "case-withdrawn", "case-ruling"]


def test_what_she_was_warned_for_is_hers_and_a_referee_has_no_cases() -> None:
    fields = dict.fromkeys(VerbalWarningGiven.__struct_fields__)
    warned = VerbalWarningGiven(**{**fields, "entrant": "0001", "case": "case-warning"})  # type: ignore[arg-type]
    assert list(cases_about(STATE, [warned], ["person-a"])) == ["case-warning"]
    assert list(cases_about(STATE, [warned], ["person-b", "person-of-a-referee"])) == []


def test_an_entrant_is_forgotten_once_and_nothing_of_hers_is_looked_up_again() -> None:
    tournament = registered(2)
    person = tournament.entrant("0001").person
    tournament.when(ForgetPerson(person=person)).then(PersonForgotten(person, "0001", None, "request"))
    entrant = tournament.entrant("0001")
    assert (entrant.consent, entrant.details, entrant.status) == (False, (), "registered")
    tournament.when(ForgetPerson(person=person)).nothing()
    tournament.when(ForgetPerson(person="0001")).nothing()
    tournament.when(AmendDetails(entrant="0001", name_en="Chan")).refused("person-forgotten")


def test_entrants_that_were_merged_are_one_person() -> None:
    tournament = registered(3)
    tournament.when(MergeEntrants(keep="0001", drop="0002"))
    kept, dropped = tournament.entrant("0001").person, tournament.entrant("0002").person
    tournament.when(ForgetPerson(person=dropped, grounds="error")).then(
        PersonForgotten(dropped, "0002", None, "error"), PersonForgotten(kept, "0001", None, "error")
    )
    assert tournament.entrant("0003").details


def test_a_referee_is_forgotten_too() -> None:
    tournament = registered(1)
    tournament.when(AppointReferee(referee="REF-9", name="Ho Ka Man"))
    person = tournament.state.referees["REF-9"].person
    tournament.when(ForgetPerson(person=person)).then(PersonForgotten(person, None, "REF-9", "request"))
    tournament.when(ForgetPerson(person=person)).nothing()


@pytest.mark.parametrize("person", ["person-nobody", ""])
def test_nobody_is_forgotten_who_is_not_there(person: str) -> None:
    registered(1).when(ForgetPerson(person=person)).refused("not-found")
