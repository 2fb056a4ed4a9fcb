"""A family unit needs the word of both, or of an official; nobody learns about another by asking."""

from datetime import date

import pytest

from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import AmendDetails, CancelRegistration, MergeEntrants
from services.tournament.people.families import DeclareFamilyUnit, FamilyUnitDeclared
from services.tournament.people.family_proposals import (
    AgreeToFamilyUnit,
    DeclineFamilyUnit,
    FamilyUnitDeclined,
    FamilyUnitProposed,
    proposals_of,
)
from services.tournament.people.forgetting import ForgetPerson
from tests.cases import cases
from tests.unit.tournament.specs import CHILD, F1, Tournament, check_in, draw, registered, registration
from tests.unit.tournament.stages import placed, qualified

ASKED = DeclareFamilyUnit(child="0003", parent="0001")
PARENT, SON = "participant:0001", "participant:0003"


def people() -> Tournament:
    """0001 and 0002 could be parents, 0003 and 0004 children."""
    return registered(2).given(registration("0003", born=CHILD), registration("0004", born=CHILD))


def proposed() -> Tournament:
    return people().given(ASKED, by=PARENT)


def test_a_participant_proposes_and_the_other_agrees() -> None:
    tournament = people()
    tournament.when(ASKED, by=PARENT).then(FamilyUnitProposed("0003", "0001", "0001"))
    assert not tournament.state.units
    asked = tournament.state.seq
    outcome = tournament.when(AgreeToFamilyUnit(child="0003", parent="0001"), by=SON)
    outcome.then(FamilyUnitDeclared("0003+0001", "0003", "0001"))
    assert outcome.entries[0].caused_by == asked
    assert tournament.entrant("0001").unit == tournament.entrant("0003").unit == "0003+0001"
    assert proposals_of(tournament.state, "0001") == []


def test_a_child_may_propose_as_well() -> None:
    tournament = people().given(ASKED, by=SON)
    tournament.when(AgreeToFamilyUnit(child="0003", parent="0001"), by=PARENT).then(FamilyUnitDeclared)


def test_proposing_what_the_other_has_proposed_is_agreeing() -> None:
    proposed().when(ASKED, by=SON).then(FamilyUnitDeclared)


def test_proposing_again_changes_nothing() -> None:
    proposed().when(ASKED, by=PARENT).nothing()


def test_an_official_declares_at_once_or_agrees_for_the_other() -> None:
    people().when(ASKED, by="organizer").then(FamilyUnitDeclared)
    proposed().when(ASKED, by="service").then(FamilyUnitDeclared)
    proposed().when(AgreeToFamilyUnit(child="0003", parent="0001"), by="organizer").then(FamilyUnitDeclared)


def test_who_proposed_cannot_agree_for_the_other() -> None:
    tournament = proposed()
    tournament.when(AgreeToFamilyUnit(child="0003", parent="0001"), by=PARENT).refused("not-found")
    tournament.when(AgreeToFamilyUnit(child="0004", parent="0001"), by=PARENT).refused("not-found")


@pytest.mark.parametrize("by", [PARENT, SON, "organizer"])
def test_either_takes_it_back_and_nobody_can_agree_any_more(by: str) -> None:
    tournament = proposed()
    tournament.when(DeclineFamilyUnit(child="0003", parent="0001"), by=by).then(
        FamilyUnitDeclined("0003", "0001")
    )
    tournament.when(AgreeToFamilyUnit(child="0003", parent="0001"), by=SON).refused("not-found")
    tournament.when(DeclineFamilyUnit(child="0003", parent="0001"), by=by).refused("not-found")


def test_one_proposal_at_a_time() -> None:
    tournament = proposed()
    another = DeclareFamilyUnit(child="0004", parent="0001")
    tournament.when(another, by=PARENT).refused("asked-another", "0003+0001")
    tournament.given(DeclineFamilyUnit(child="0003", parent="0001"), by=PARENT)
    tournament.when(another, by=PARENT).then(FamilyUnitProposed)


def test_who_proposes_is_refused_by_their_own_age_unit_and_registration_alone() -> None:
    tournament = people()
    tournament.when(DeclareFamilyUnit(child="0001", parent="0002"), by=PARENT).refused("family-age")
    tournament.when(DeclareFamilyUnit(child="0001", parent="0001"), by=PARENT).refused("invalid-input")
    tournament.given(DeclareFamilyUnit(child="0003", parent="0002"))
    unit_of_0002 = DeclareFamilyUnit(child="0004", parent="0002")
    tournament.when(unit_of_0002, by="participant:0002").refused("already-in-unit")
    tournament.given(CancelRegistration(entrant="0001"))
    tournament.when(DeclareFamilyUnit(child="0004", parent="0001"), by=PARENT).refused("not-found", "0001")


def test_who_agrees_is_refused_by_their_own_age() -> None:
    tournament = people().given(DeclareFamilyUnit(child="0002", parent="0001"), by=PARENT)
    tournament.when(AgreeToFamilyUnit(child="0002", parent="0001"), by="participant:0002").refused(
        "family-age"
    )


@cases(
    "since",
    [
        DeclareFamilyUnit(child="0004", parent="0001"),
        CancelRegistration(entrant="0001"),
        MergeEntrants(keep="0002", drop="0001"),
        ForgetPerson(person="0001"),
        DeclineFamilyUnit(child="0003", parent="0001"),
    ],
)
def test_who_is_asked_is_not_told_why_nothing_is_proposed_any_more(since: Command) -> None:
    tournament = proposed().given(since)
    refused = tournament.when(AgreeToFamilyUnit(child="0003", parent="0001"), by=SON).refused("not-found")
    never = people().when(AgreeToFamilyUnit(child="0003", parent="0001"), by=SON).refused("not-found")
    assert (refused.problem.text(), refused.problem.params) == (never.problem.text(), never.problem.params)
    assert proposals_of(tournament.state, "0003") == []


def test_what_others_propose_to_someone_in_a_unit_stays_so_that_they_learn_nothing() -> None:
    tournament = proposed().given(DeclareFamilyUnit(child="0003", parent="0002"))
    assert [proposal.by for proposal in proposals_of(tournament.state, "0001")] == ["0001"]
    tournament.when(AgreeToFamilyUnit(child="0003", parent="0001"), by=SON).refused("already-in-unit")


def test_nothing_is_proposed_once_the_final_has_begun() -> None:
    tournament = placed(qualified())
    tournament.at("2026-04-11 18:00").given(
        *(AmendDetails(entrant=number, birth_date=CHILD) for number in ("0015", "0016"))
    )
    tournament.given(DeclareFamilyUnit(child="0015", parent="0001"), by="participant:0015")
    draw(check_in(tournament, F1), F1)
    tournament.when(AgreeToFamilyUnit(child="0015", parent="0001"), by=PARENT).refused("final-begun")
    late = DeclareFamilyUnit(child="0016", parent="0002")
    tournament.when(late, by="participant:0016").refused("final-begun")


def strangers() -> Tournament:
    """Of every age, unit, status and family."""
    born = {"0010": date(2019, 1, 1), "0011": date(2008, 4, 12), "0012": date(2007, 4, 1), "0013": CHILD}
    tournament = registered(2)
    tournament.given(*(registration(number, born=birth) for number, birth in born.items()))
    tournament.given(
        registration("0014", born=CHILD, family="F", family_role="child"),
        registration("0015", family="F", family_role="parent"),
        *(registration(number) for number in ("0016", "0017", "0018")),
        CancelRegistration(entrant="0016"),
        MergeEntrants(keep="0002", drop="0017"),
        ForgetPerson(person="0018"),
    )
    return tournament.given(DeclareFamilyUnit(child="0013", parent="0002"), by="participant:0002")


@pytest.mark.parametrize(("born", "sides"), [(date(1990, 5, 17), 1), (date(2008, 4, 1), 2)])
def test_asking_any_number_has_the_same_answer_whoever_it_is(born: date, sides: int) -> None:
    tournament = strangers().given(registration("0005", born=born))
    answers: dict[str, set[object]] = {"child": set(), "parent": set()}
    for other in [*sorted(tournament.state.entrants), "4711", "nobody at all"]:
        if other == "0005":
            continue
        for side, pair in (("child", ("0005", other)), ("parent", (other, "0005"))):
            house = strangers().given(registration("0005", born=born))
            outcome = house.when(DeclareFamilyUnit(child=pair[0], parent=pair[1]), by="participant:0005")
            try:
                answers[side].add(tuple(type(event) for event in outcome.events))
            except AssertionError:
                answers[side].add((outcome.problem.code, outcome.problem.text(), str(outcome.problem.where)))
    assert all(len(answer) == 1 for answer in answers.values()), "the answers tell strangers apart"
    assert sum(answer == {(FamilyUnitProposed,)} for answer in answers.values()) == sides
