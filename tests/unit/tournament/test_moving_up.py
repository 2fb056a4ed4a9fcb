"""Who moves up plays nowhere else at that time: reserves are passed over, and who waits goes on waiting."""

from datetime import time

from msgspec.structs import replace

from services.tournament.counterfactual.replay import Changes
from services.tournament.definition.plan import Competition
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.entries import EnterStage
from services.tournament.people.registration import PlaceConfirmed
from services.tournament.standings.cut import QualificationConcluded, QualificationHeld
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.qualification import ConcludeQualification, DecideCutTie
from services.tournament.standings.reserves import QualifierWithdrew, ReserveMovedUp, ReservePassedOver
from services.tournament.state import at_rest
from tests.unit.tournament.specs import Tournament
from tests.unit.tournament.test_entries import SUNDAY, on_two_days
from tests.unit.tournament.test_stages_side_by_side import (
    JUNIOR,
    OPEN,
    entered,
    founded,
    played,
    registering,
    with_a_small_junior,
    with_finals,
)

FINAL = "open-final"


def with_the_final_beside_the_junior() -> Competition:
    """The final of the Open is on the Sunday, at the time of the Junior."""
    plan = on_two_days(with_finals())
    final = plan.stages[2]
    moved = replace(final.sessions[0], day=SUNDAY, start=time(13, 30), end=time(15))
    stages = (*plan.stages[:2], replace(final, sessions=(moved,)), plan.stages[3])
    return replace(plan, stages=stages)


def finalists_placed() -> Tournament:
    """Two of the Open are in its final, two are reserves."""
    tournament = played(entered(with_the_final_beside_the_junior()), OPEN)
    tournament.given(ConcludeQualification(stage=FINAL))
    if tournament.state.cut_into(FINAL).status == "held":
        tournament.given(DecideCutTie(stage=FINAL, choice="lot", reason="nobody minds"))
    return tournament.given(PlaceFinalists(stage=FINAL))


def giving_up() -> tuple[Tournament, str, tuple[str, ...]]:
    """With the one who gives up a place in the final, and the reserves in order."""
    tournament = finalists_placed()
    cut = tournament.state.cut_into(FINAL)
    return tournament, cut.qualified[0], cut.reserves


def test_a_reserve_who_plays_elsewhere_at_that_time_is_passed_over_and_stays_one() -> None:
    tournament, leaver, (first, second) = giving_up()
    tournament.given(EnterStage(entrant=first, session=JUNIOR))
    outcome = tournament.when(WithdrawQualifier(entrant=leaver, stage=FINAL))
    passed = ReservePassedOver(FINAL, first, FINAL, JUNIOR)
    outcome.then(QualifierWithdrew, passed, ReserveMovedUp(FINAL, second, leaver, FINAL))
    assert tournament.state.cut_into(FINAL).reserves == (first,)
    assert first not in tournament.state.sessions[FINAL].entrants
    story = tournament.told_again(Changes())
    assert (story.misfits, story.state) == ((), at_rest(tournament.state))


def test_of_equals_who_are_next_one_who_plays_elsewhere_is_not_decided_on() -> None:
    tournament, leaver, reserves = giving_up()
    tournament.when(WithdrawQualifier(entrant=leaver, stage=FINAL)).then(QualifierWithdrew, QualificationHeld)
    tournament.given(EnterStage(entrant=reserves[0], session=JUNIOR))
    tournament.when(DecideCutTie(stage=FINAL, choice="admit_all")).refused("cut-changed")
    passed = ReservePassedOver(FINAL, reserves[0], FINAL, JUNIOR)
    outcome = tournament.when(ConcludeQualification(stage=FINAL))
    outcome.then(passed, ReserveMovedUp(FINAL, reserves[1], leaver, FINAL), QualificationConcluded)
    story = tournament.told_again(Changes())
    assert (story.misfits, story.state) == ((), at_rest(tournament.state))


def test_who_has_left_the_other_stage_is_next_again() -> None:
    tournament, leaver, reserves = giving_up()
    tournament.given(EnterStage(entrant=reserves[0], session=JUNIOR))
    tournament.given(CancelRegistration(entrant=reserves[0], stage="junior"))
    held = tournament.when(WithdrawQualifier(entrant=leaver, stage=FINAL)).only(QualificationHeld)
    assert held.tied == reserves


def test_the_place_stays_free_where_every_reserve_plays_elsewhere_and_goes_to_who_can_come_later() -> None:
    tournament, leaver, reserves = giving_up()
    tournament.given(*(EnterStage(entrant=reserve, session=JUNIOR) for reserve in reserves))
    outcome = tournament.when(WithdrawQualifier(entrant=leaver, stage=FINAL))
    outcome.then(
        QualifierWithdrew, *(ReservePassedOver(FINAL, reserve, FINAL, JUNIOR) for reserve in reserves)
    )
    assert len(tournament.state.sessions[FINAL].entrants) == 1
    tournament.given(CancelRegistration(entrant=reserves[1], stage="junior"))
    other = tournament.state.cut_into(FINAL).qualified[0]
    moved = tournament.when(WithdrawQualifier(entrant=other, stage=FINAL)).all(ReserveMovedUp)
    assert [moved_up.entrant for moved_up in moved] == [reserves[1]]


def test_who_waits_goes_on_waiting_where_they_play_elsewhere_at_that_time() -> None:
    tournament = founded(with_a_small_junior())
    tournament.given(registering("0001", OPEN), registering("0002", JUNIOR), registering("0003", JUNIOR))
    tournament.given(WithdrawEntrant(entrant="0001", stage="open", grounds="left"))
    tournament.given(EnterStage(entrant="0001", session=JUNIOR), registering("0004", JUNIOR))
    tournament.given(ReinstateEntrant(entrant="0001", stage="open", reason="came after all"))
    freed = tournament.when(CancelRegistration(entrant="0002"))
    assert freed.all(PlaceConfirmed) == [PlaceConfirmed("0004", JUNIOR, True)]
    assert list(tournament.state.sessions[JUNIOR].waiting) == ["0001"]
    tournament.given(CancelRegistration(entrant="0001", stage="open"))
    assert tournament.when(CancelRegistration(entrant="0003")).only(PlaceConfirmed).entrant == "0001"
