"""What changes after registration: details, language, consent, cancelling, moving, merging; history stays."""

from datetime import date

import pytest

from services.notices.policies import notices_due
from services.tournament.counterfactual.replay import Changes
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.people.amendments import (
    AmendDetails,
    CancelRegistration,
    ChooseLanguage,
    DetailsAmended,
    EntrantsMerged,
    LanguageChosen,
    MergeEntrants,
    RegistrationCancelled,
)
from services.tournament.people.consents import ConsentChanged, SetConsent
from services.tournament.people.entrants import CONSENT_SCOPES
from services.tournament.people.families import DeclareFamilyUnit, FamilyUnitDeclared, FamilyUnitDissolved
from services.tournament.people.moving import EntrantMoved, MoveEntrant
from services.tournament.people.registration import EntrantRegistered, PlaceConfirmed, WaitingListJoined
from services.tournament.seating.presence import CheckIn
from services.tournament.weather.suspension import SuspendDay
from tests.unit.tournament.specs import (
    ADULT,
    CHILD,
    F1,
    F2,
    S1,
    S2,
    T1,
    check_in,
    draw,
    drawn,
    founded,
    in_play,
    registered,
    registration,
)
from tests.unit.tournament.stages import placed, qualified


def test_a_cancelled_registration_frees_the_place_and_keeps_the_reason_in_the_vault() -> None:
    outcome = registered(1).when(CancelRegistration(entrant="0001", reason="exams"))
    outcome.then(RegistrationCancelled("0001", "case-1"))
    assert outcome.entries[0].personal == {"case-1": {"reason": "exams"}}


def test_a_cancelled_entrant_is_out_of_the_counts_and_can_register_anew_under_a_new_number() -> None:
    tournament = registered(2).given(CancelRegistration(entrant="0001"))
    assert tournament.state.registered == 1
    assert list(tournament.state.sessions[S1].entrants) == ["0002"]
    tournament.when(CancelRegistration(entrant="0001")).refused("no-longer-registered", "cancelled")
    tournament.when(registration("0003")).then(EntrantRegistered, PlaceConfirmed)


def test_who_arrived_can_no_longer_cancel() -> None:
    tournament = registered(1).at("2026-03-28 12:05").given(CheckIn(entrant="0001"))
    tournament.when(CancelRegistration(entrant="0001")).refused("already-arrived", "checked in")


def test_who_forfeited_the_right_to_play_can_neither_cancel_nor_move() -> None:
    tournament = registered(5)
    tournament.at("2026-03-28 12:05").given(*(CheckIn(entrant=f"000{n}") for n in (1, 2, 3, 4)))
    draw(tournament)
    tournament.when(CancelRegistration(entrant="0005")).refused("already-arrived", "forfeited")
    tournament.when(MoveEntrant(entrant="0005", session=T1)).refused("already-arrived", "forfeited")


def test_cancelling_dissolves_the_family_unit_so_that_the_other_is_free_for_another() -> None:
    tournament = founded().given(
        registration("0001", family="Wong", family_role="parent"),
        registration("0002", born=CHILD, family="Wong", family_role="child"),
    )
    tournament.when(CancelRegistration(entrant="0002")).then(
        RegistrationCancelled("0002", "case-1"), FamilyUnitDissolved("0002+0001", "case-1")
    )
    assert tournament.entrant("0001").unit is None
    tournament.when(registration("0003", born=CHILD, family="Wong", family_role="child")).then(
        EntrantRegistered, PlaceConfirmed, FamilyUnitDeclared
    )


def test_an_entrant_moves_to_another_session_and_who_waited_gets_the_place() -> None:
    tournament = registered(5, capacity=4, tables=1)
    outcome = tournament.when(MoveEntrant(entrant="0002", session=S2, reason="school"))
    outcome.then(EntrantMoved("0002", S1, S2, "case-1"), PlaceConfirmed("0005", S1, True))
    assert tournament.entrant("0002").first.session == S2
    assert tournament.state.registered == 5


def test_a_move_needs_a_place_in_the_other_session() -> None:
    tournament = registered(4, capacity=4, tables=1)
    registered(4, S2, first=5, into=tournament)
    tournament.when(MoveEntrant(entrant="0001", session=S2)).refused("session-full", "4")
    tournament.when(MoveEntrant(entrant="0001", session=S1)).refused("same-session")
    tournament.when(MoveEntrant(entrant="0001", session=F1)).refused("invalid-input")


def test_a_move_to_an_earlier_day_tests_the_age_again() -> None:
    tournament = founded().given(registration("0001", T1, date(2019, 3, 28)))
    tournament.when(MoveEntrant(entrant="0001", session=S1)).refused("too-young", S1)


def test_who_waits_for_a_full_session_is_moved_to_one_with_room_and_confirmed_there() -> None:
    tournament = registered(6, capacity=4, tables=1)
    outcome = tournament.when(MoveEntrant(entrant="0006", session=S2, reason="asked"))
    outcome.then(EntrantMoved("0006", S1, S2, "case-1"), PlaceConfirmed("0006", S2, True))
    assert tournament.entrant("0006").status == "registered"
    assert tournament.entrant("0006").first.session == S2
    assert list(tournament.state.sessions[S2].entrants) == ["0006"]
    assert list(tournament.state.sessions[S1].waiting) == ["0005"]
    assert not tournament.state.sessions[S2].waiting
    assert tournament.state.registered == 5
    notices = notices_due(tournament.state, list(enumerate(outcome.events, tournament.state.seq - 1)))
    assert [(notice.audience, notice.template) for notice in notices] == [
        ("entrant:0006", "place-from-waiting-list")
    ]
    # The place that comes free in the first session goes to who still waits for it, not to who moved.
    tournament.when(CancelRegistration(entrant="0001")).then(
        RegistrationCancelled, PlaceConfirmed("0005", S1, True)
    )


def test_who_waits_moves_although_the_session_waited_for_has_begun() -> None:
    tournament = registered(5, capacity=4, tables=1)
    draw(check_in(tournament, S1))
    tournament.when(MoveEntrant(entrant="0005", session=S2)).then(EntrantMoved, PlaceConfirmed)
    tournament.when(MoveEntrant(entrant="0001", session=S2)).refused("already-arrived")


def test_who_waits_moves_only_where_there_is_room() -> None:
    tournament = registered(5, capacity=4, tables=1)
    registered(4, S2, first=6, into=tournament)
    tournament.when(MoveEntrant(entrant="0005", session=S2)).refused("session-full", "4")
    tournament.when(MoveEntrant(entrant="0005", session=S1)).refused("same-session")
    full = registered(4, quota=4).given(registration("0005"))
    full.when(MoveEntrant(entrant="0005", session=S2)).refused("tournament-full", "4")


def test_a_move_from_the_waiting_list_is_told_again_as_it_was() -> None:
    tournament = registered(5, capacity=4, tables=1).given(MoveEntrant(entrant="0005", session=S2))
    story = tournament.told_again(Changes())
    assert story.misfits == ()
    assert story.state.entrants == tournament.state.entrants
    assert story.state.sessions == tournament.state.sessions


def test_who_is_here_or_is_out_does_not_move() -> None:
    tournament = registered(5, capacity=4, tables=1)
    tournament.at("2026-03-28 12:05").given(CheckIn(entrant="0001"))
    tournament.when(MoveEntrant(entrant="0001", session=S2)).refused("already-arrived")
    tournament.given(DisqualifyEntrant(entrant="0002", reason="a phone in hand"))
    tournament.when(MoveEntrant(entrant="0002", session=S2)).refused("out-of-competition")


def test_nobody_moves_to_a_session_whose_seats_are_drawn() -> None:
    tournament = drawn(4)
    tournament.given(registration("0005", S2))
    tournament.when(MoveEntrant(entrant="0005", session=S1)).refused("wrong-phase", "drawn")


def test_a_finalist_moves_between_sessions_of_the_final() -> None:
    tournament = placed(qualified())
    tournament.when(MoveEntrant(entrant="0001", session=F2)).then(EntrantMoved)
    final = tournament.entrant("0001").at("final")
    assert final is not None
    assert final.session == F2
    assert "0001" not in tournament.state.sessions[F1].entrants
    assert tournament.entrant("0001").first.session == S1


def test_a_suspended_session_can_be_left() -> None:
    tournament = registered(1).at("2026-03-28 09:00")
    tournament.given(SuspendDay(day=date(2026, 3, 28), grounds="signal_8_or_above"))
    tournament.when(MoveEntrant(entrant="0001", session=T1)).then(EntrantMoved)


def test_of_someone_registered_twice_one_number_lives_on() -> None:
    tournament = registered(2)
    tournament.when(MergeEntrants(keep="0001", drop="0002")).then(
        EntrantsMerged("0001", "0002", False, "case-1")
    )
    assert tournament.entrant("0002").merged_into == "0001"
    assert tournament.state.registered == 1


def test_a_merge_gives_the_dropped_place_to_whoever_waits() -> None:
    tournament = registered(5, capacity=4, tables=1)
    tournament.when(MergeEntrants(keep="0001", drop="0002")).then(
        EntrantsMerged, PlaceConfirmed("0005", S1, True)
    )


def test_a_number_that_waits_takes_the_place_of_the_one_it_is_merged_with() -> None:
    tournament = registered(4, capacity=4, tables=1)
    tournament.given(registration("0005", S1), registration("0006", S1))
    tournament.when(MergeEntrants(keep="0006", drop="0001")).then(
        EntrantsMerged("0006", "0001", True, "case-1")
    )
    assert tournament.entrant("0006").status == "registered"
    assert list(tournament.state.sessions[S1].waiting) == ["0005"]


def test_a_merge_needs_two_that_are_still_registered() -> None:
    tournament = registered(3).given(CancelRegistration(entrant="0003"))
    tournament.when(MergeEntrants(keep="0001", drop="0001")).refused("merge-needs-two")
    tournament.when(MergeEntrants(keep="0001", drop="0003")).refused("no-longer-registered")
    tournament.when(MergeEntrants(keep="0003", drop="0001")).refused("no-longer-registered")
    tournament.when(MergeEntrants(keep="0001", drop="0009")).refused("not-found", "0009")


def test_who_played_under_a_number_cannot_lose_it() -> None:
    tournament = in_play(4)
    tournament.given(registration("0009", S2))
    tournament.when(MergeEntrants(keep="0009", drop="0001")).refused("already-arrived")


def test_a_dropped_number_leaves_its_family_to_the_kept_one() -> None:
    tournament = founded().given(
        registration("0001"), registration("0002", family="Lee", family_role="parent"), registration("0003")
    )
    tournament.given(MergeEntrants(keep="0001", drop="0002"))
    assert tournament.entrant("0001").group == tournament.entrant("0002").group is not None
    tournament.when(registration("0004", born=CHILD, family="Lee", family_role="child")).then(
        EntrantRegistered, PlaceConfirmed, FamilyUnitDeclared("0004+0001", "0004", "0001")
    )


def test_a_number_in_a_family_unit_is_dropped_only_after_the_unit_is_dissolved() -> None:
    tournament = registered(2).given(registration("0003", born=CHILD))
    tournament.given(DeclareFamilyUnit(child="0003", parent="0002"))
    tournament.when(MergeEntrants(keep="0001", drop="0002")).refused("unit-stands", "0003+0002")


def test_details_are_amended_in_the_vault_and_the_event_says_which() -> None:
    outcome = registered(1).when(AmendDetails(entrant="0001", email="new@example.org", name_zh="張三"))
    outcome.then(DetailsAmended("0001", ("email", "name_zh"), None, None))
    assert outcome.entries[0].personal == {"person-1": {"email": "new@example.org", "name_zh": "張三"}}


def test_an_amended_birth_date_counts_and_is_tested() -> None:
    tournament = registered(1).given(registration("0002"))
    tournament.when(AmendDetails(entrant="0001", birth_date=date(2019, 3, 28))).refused("too-young")
    tournament.when(AmendDetails(entrant="0001", birth_date=date(2016, 3, 28))).then(
        DetailsAmended("0001", ("birth_date",), (), ("child",))
    )
    tournament.when(DeclareFamilyUnit(child="0001", parent="0002")).then(
        FamilyUnitDeclared("0001+0002", "0001", "0002")
    )
    tournament.when(AmendDetails(entrant="0001", birth_date=ADULT)).refused("unit-stands")


@pytest.mark.parametrize("fields", [{}, {"name_en": "", "name_zh": ""}])
def test_an_amendment_says_something_and_leaves_a_name(fields: dict[str, str]) -> None:
    registered(1).when(AmendDetails(entrant="0001", **fields)).refused("invalid-input")  # type: ignore[arg-type]


def test_a_language_and_a_consent_are_events_only_when_they_change() -> None:
    tournament = registered(1)
    tournament.when(ChooseLanguage(entrant="0001", language="zh")).nothing()
    outcome = tournament.when(ChooseLanguage(entrant="0001", language="en")).then(LanguageChosen("0001"))
    assert outcome.entries[0].personal == {"person-1": {"language": "en"}}
    tournament.when(ChooseLanguage(entrant="0001", language="en")).nothing()

    def changed(given: bool) -> ConsentChanged:
        return ConsentChanged("0001", CONSENT_SCOPES, given, "form", "", False, None)

    tournament.when(SetConsent(entrant="0001", shown=False)).nothing()
    tournament.when(SetConsent(entrant="0001", shown=True)).then(changed(True))
    tournament.when(SetConsent(entrant="0001", shown=False)).then(changed(False))


def test_a_move_out_of_a_full_tournament_frees_no_place_in_all() -> None:
    tournament = registered(2, quota=2)
    tournament.when(registration("0003")).then(EntrantRegistered, WaitingListJoined)
    tournament.when(MoveEntrant(entrant="0001", session=S2)).then(EntrantMoved)
    assert tournament.state.registered == 2
