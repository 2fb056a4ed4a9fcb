"""Family units: one child of 7 to 18, one parent of 18 or over, declared before the final (HK awards)."""

import re
from datetime import date

from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import AmendDetails, CancelRegistration
from services.tournament.people.families import (
    DeclareFamilyUnit,
    DissolveFamilyUnit,
    FamilyUnitDeclared,
    FamilyUnitDissolved,
)
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.registration import EntrantRegistered, PlaceConfirmed
from services.tournament.seating.presence import CheckIn
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from tests.cases import cases
from tests.unit.tournament.specs import CHILD, F1, S2, check_in, draw, founded, registered, registration
from tests.unit.tournament.stages import placed, qualified

FINAL = date(2026, 4, 12)
"""The day on which ages count."""


def born(age: int, days_before: int = 0) -> date:
    """Whoever turned `age` on the day of the final, or so many days before it."""
    return date.fromordinal(date(FINAL.year - age, FINAL.month, FINAL.day).toordinal() - days_before)


def test_a_family_is_a_unit_once_its_child_and_its_parent_are_registered() -> None:
    tournament = founded()
    tournament.given(registration("0001", born=CHILD, family="F1", family_role="child"))
    tournament.given(registration("0002", family="F1"))
    tournament.when(registration("0003", family="F1", family_role="parent")).then(
        EntrantRegistered, PlaceConfirmed, FamilyUnitDeclared("0001+0003", "0001", "0003")
    )
    assert tournament.entrant("0001").unit == "0001+0003"
    assert tournament.entrant("0002").unit is None


def test_the_order_of_registration_does_not_matter() -> None:
    tournament = founded().given(registration("0001", family="F1", family_role="parent"))
    outcome = tournament.when(registration("0002", born=CHILD, family="F1", family_role="child"))
    assert outcome.only(FamilyUnitDeclared) == FamilyUnitDeclared("0002+0001", "0002", "0001")


@cases(
    "birth, role, fits",
    [
        (born(18), "child", True),  # eighteen on the day stands on either side
        (born(18), "parent", True),
        (born(19, 1), "child", False),
        (born(19), "child", False),
        (born(19, -1), "child", True),  # nineteen the day after
        (born(18, -1), "parent", False),
        (born(7, 20), "child", True),
    ],
)
def test_ages_count_on_the_day_of_the_final(birth: date, role: str, fits: bool) -> None:
    outcome = founded().when(registration("0001", born=birth, family="F1", family_role=role))
    if fits:
        outcome.then(EntrantRegistered, PlaceConfirmed)
    else:
        refused = outcome.refused("family-age", role)
        assert not re.search(r"19|17", refused.problem.text()), "the age itself is nobody's to read"
        assert refused.problem.kind.rule == "HK awards, Super Family Award"


def test_when_the_final_is_moved_ages_count_on_its_new_day() -> None:
    tournament = registered(1).at("2026-04-12 09:30").given(registration("0002", S2, born(19, -7)))
    tournament.given(SuspendDay(day=FINAL, grounds="signal_8_or_above"))
    tournament.given(RescheduleSessions(day=FINAL, new_day=date(2026, 4, 19)))
    tournament.when(DeclareFamilyUnit(child="0002", parent="0001")).refused("family-age")


def test_two_of_eighteen_may_be_child_and_parent() -> None:
    tournament = founded().given(registration("0001", born=born(18)), registration("0002", born=born(18, 5)))
    tournament.when(DeclareFamilyUnit(child="0001", parent="0002")).then(
        FamilyUnitDeclared("0001+0002", "0001", "0002")
    )


def test_one_entrant_is_in_one_unit() -> None:
    tournament = registered(2).given(registration("0003", born=CHILD), registration("0004", born=CHILD))
    tournament.given(DeclareFamilyUnit(child="0003", parent="0001"))
    tournament.when(DeclareFamilyUnit(child="0004", parent="0001")).refused("already-in-unit", "0003+0001")
    tournament.when(DeclareFamilyUnit(child="0003", parent="0002")).refused("already-in-unit")
    tournament.when(DeclareFamilyUnit(child="0004", parent="0004")).refused("invalid-input")


def test_a_family_has_one_child_and_one_parent_for_the_award() -> None:
    tournament = founded().given(registration("0001", born=CHILD, family="F1", family_role="child"))
    tournament.when(registration("0002", born=CHILD, family="F1", family_role="child")).refused(
        "family-role-taken", "0001"
    )
    tournament.given(registration("0002", born=CHILD, family="F1"))


def test_a_unit_needs_a_child_and_a_parent_who_are_registered_and_fit() -> None:
    tournament = registered(2).given(registration("0003", born=CHILD))
    tournament.when(DeclareFamilyUnit(child="0001", parent="0002")).refused("family-age", "child")
    tournament.when(DeclareFamilyUnit(child="0003", parent="0009")).refused("not-found")
    tournament.given(CancelRegistration(entrant="0002"))
    tournament.when(DeclareFamilyUnit(child="0003", parent="0002")).refused("not-found", "0002")


def test_without_a_birth_date_the_age_cannot_be_tested() -> None:
    tournament = registered(1).given(registration("0002", born=CHILD))
    tournament.given(ForgetPerson(person=tournament.entrant("0001").person))
    tournament.when(DeclareFamilyUnit(child="0002", parent="0001")).refused("birth-date-unknown", "0001")


def test_a_family_whose_parent_was_forgotten_is_not_declared_by_itself() -> None:
    tournament = founded().given(registration("0001", family="F1", family_role="parent"))
    tournament.given(ForgetPerson(person=tournament.entrant("0001").person))
    tournament.when(registration("0002", born=CHILD, family="F1", family_role="child")).then(
        EntrantRegistered, PlaceConfirmed
    )
    assert tournament.entrant("0002").group != tournament.entrant("0001").group, "the name went with the key"


def test_a_unit_can_be_dissolved_and_declared_anew() -> None:
    tournament = registered(2).given(registration("0003", born=CHILD))
    tournament.given(DeclareFamilyUnit(child="0003", parent="0001"))
    tournament.when(DissolveFamilyUnit(unit="0003+0001", reason=" ")).refused("invalid-input")
    tournament.when(DissolveFamilyUnit(unit="0003+0001", reason="the other parent plays")).then(
        FamilyUnitDissolved("0003+0001", "case-1")
    )
    tournament.when(DissolveFamilyUnit(unit="0003+0001", reason="again")).refused("not-found", "0003+0001")
    tournament.when(DeclareFamilyUnit(child="0003", parent="0002")).then(FamilyUnitDeclared)


def test_who_waits_may_be_declared() -> None:
    tournament = registered(4, capacity=4, tables=1).given(registration("0005", born=CHILD))
    tournament.when(DeclareFamilyUnit(child="0005", parent="0001")).then(FamilyUnitDeclared)


def test_units_are_declared_before_the_final() -> None:
    tournament = placed(qualified())
    tournament.at("2026-04-11 18:00").given(AmendDetails(entrant="0015", birth_date=CHILD))
    tournament.given(DeclareFamilyUnit(child="0015", parent="0001"))
    draw(check_in(tournament, F1), F1)
    tournament.when(DissolveFamilyUnit(unit="0015+0001", reason="late")).refused("final-begun")
    tournament.given(AmendDetails(entrant="0016", birth_date=CHILD))
    refused = tournament.when(DeclareFamilyUnit(child="0016", parent="0002")).refused("final-begun")
    assert refused.problem.kind.rule == "HK awards, Super Family Award"


@cases(
    "moment, event",
    [
        ("2026-04-12 09:30", SuspendDay(day=FINAL, grounds="signal_8_or_above")),
        ("2026-04-12 13:05", CheckIn(entrant="0001")),
    ],
)
def test_a_final_that_has_not_begun_leaves_time_to_declare(moment: str, event: Command) -> None:
    tournament = placed(qualified()).at(moment).given(event, AmendDetails(entrant="0015", birth_date=CHILD))
    tournament.when(DeclareFamilyUnit(child="0015", parent="0001")).then(FamilyUnitDeclared)
