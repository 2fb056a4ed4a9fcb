"""The same entrant in several stages: further entries, which wait, take places and are left one by one."""

from datetime import date

from msgspec.structs import replace

from services.desk.explaining import explain
from services.projections.models import model
from services.projections.rows import EntrantRow
from services.tournament.counterfactual.replay import Changes
from services.tournament.definition.plan import Competition
from services.tournament.docket.leaving import DisqualifyEntrant, EntrantWithdrew, WithdrawEntrant
from services.tournament.docket.reinstating import EntrantReinstated, ReinstateEntrant
from services.tournament.people.amendments import (
    AmendDetails,
    CancelRegistration,
    EntrantsMerged,
    MergeEntrants,
    RegistrationCancelled,
)
from services.tournament.people.entries import EnterStage, StageEntered, StageLeft
from services.tournament.people.importing import ImportEntrants
from services.tournament.people.moving import EntrantMoved, MoveEntrant
from services.tournament.people.registration import (
    EntrantRegistered,
    PlaceConfirmed,
    RegisterEntrant,
    WaitingListJoined,
)
from services.tournament.play.timing import StartSession
from services.tournament.seating.presence import CheckIn, CheckInUndone, EntrantCheckedIn, UndoCheckIn
from services.tournament.standings.finalists import PlaceFinalists
from services.tournament.standings.qualification import ConcludeQualification, DecideCutTie
from services.tournament.standings.standing import standings
from services.tournament.state import at_rest
from tests.unit.tournament.specs import Tournament, numbers
from tests.unit.tournament.test_stages_side_by_side import (
    JUNIOR,
    OPEN,
    divisions,
    drawn,
    entered,
    founded,
    played,
    registering,
    stages_of,
    with_finals,
)

SUNDAY = date(2027, 3, 7)


def on_two_days(plan: Competition | None = None, tables: int | None = 10) -> Competition:
    """The Junior on the day after the Open, with so many tables."""
    plan = plan or divisions(quota=None)
    stages = []
    for stage in plan.stages:
        if stage.id.startswith("junior"):
            sessions = tuple(replace(session, day=SUNDAY, tables=tables) for session in stage.sessions)
            stage = replace(stage, sessions=sessions)
        stages.append(stage)
    return replace(plan, stages=tuple(stages))


def in_both(plan: Competition | None = None) -> Tournament:
    """Four in the Open and four in the Junior, of whom 0001 is in both."""
    return entered(plan or on_two_days()).given(EnterStage(entrant="0001", session=JUNIOR))


# Entering


def test_an_entrant_enters_a_further_stage_and_counts_once_for_the_quota() -> None:
    tournament = entered(on_two_days())
    outcome = tournament.when(EnterStage(entrant="0001", session=JUNIOR))
    outcome.then(StageEntered("0001", JUNIOR), PlaceConfirmed("0001", JUNIOR, False))
    assert stages_of(tournament, "0001") == ["open", "junior"]
    assert "0001" in tournament.state.sessions[OPEN].entrants
    assert "0001" in tournament.state.sessions[JUNIOR].entrants
    assert tournament.state.registered == 8


def test_where_everyone_plays_all_sessions_any_of_them_names_the_stage() -> None:
    plan = on_two_days(divisions(rounds=3, quota=None))
    tournament = played(entered(plan), OPEN)
    # The first round is over: it names the stage all the same, and the next is the first that is played.
    tournament.when(EnterStage(entrant="0005", session=OPEN)).then(
        StageEntered("0005", "open-2"), PlaceConfirmed("0005", "open-2", False)
    )
    attended = [attendance.session for attendance in tournament.entrant("0005").participations[1].attendances]
    assert attended == ["open-2", "open-3"]
    drawn_once = replace(plan.stages[1], draw="round_robin", ranking="ruleset")
    robin = founded(replace(plan, stages=(plan.stages[0], drawn_once)))
    robin.when(registering("0001", "junior-3")).then(EntrantRegistered, PlaceConfirmed("0001", JUNIOR, False))
    robin.when(MoveEntrant(entrant="0001", session="junior-2")).refused("same-session", JUNIOR)


def test_nobody_enters_a_stage_twice_or_after_giving_all_places_back_or_when_put_out() -> None:
    tournament = in_both()
    tournament.when(EnterStage(entrant="0001", session=JUNIOR)).refused("entered-already", "Junior")
    tournament.given(CancelRegistration(entrant="0002"))
    tournament.when(EnterStage(entrant="0002", session=JUNIOR)).refused("no-longer-registered")
    tournament.given(DisqualifyEntrant(entrant="0003", reason="an aid"))
    tournament.when(EnterStage(entrant="0003", session=JUNIOR)).refused("out-of-competition")
    tournament.when(EnterStage(entrant="0099", session=JUNIOR)).refused("not-found")


def test_a_stage_entered_from_another_or_drawn_already_is_not_entered_so() -> None:
    tournament = entered(on_two_days(with_finals()))
    tournament.when(EnterStage(entrant="0001", session="junior-final")).refused("not-a-preliminary-session")
    drawn(tournament, OPEN).when(EnterStage(entrant="0005", session=OPEN)).refused("registration-over")


def test_who_is_too_young_for_the_day_does_not_enter() -> None:
    plan = replace(on_two_days(), minimum_age=7)
    tournament = founded(plan)
    young = RegisterEntrant(entrant_no="0001", name_en="Young", session=JUNIOR, birth_date=date(2020, 3, 6))
    tournament.given(young).when(EnterStage(entrant="0001", session=OPEN)).refused("too-young", OPEN)
    tournament.when(AmendDetails(entrant="0001", birth_date=date(2020, 3, 7))).refused("too-young", JUNIOR)


def test_a_full_stage_is_waited_for_beside_a_place_in_another() -> None:
    tournament = founded(on_two_days(tables=1))
    tournament.given(registering("0001", OPEN), registering("0002", JUNIOR), registering("0003", JUNIOR))
    outcome = tournament.when(EnterStage(entrant="0001", session=JUNIOR))
    outcome.then(StageEntered, WaitingListJoined("0001", JUNIOR))
    entrant = tournament.entrant("0001")
    assert (entrant.status, [part.waits for part in entrant.participations]) == ("registered", [False, True])
    tournament.at("2027-03-07 13:31").when(CheckIn(entrant="0001", stage="junior")).refused(
        "not-taking-part", "waiting"
    )
    assert "waiting" in explain(tournament.state, "0001", "junior", "en").chain[0].text
    freed = tournament.when(CancelRegistration(entrant="0002"))
    assert freed.all(PlaceConfirmed) == [PlaceConfirmed("0001", JUNIOR, True)]
    assert not tournament.entrant("0001").participations[1].waits


def test_a_further_entry_waits_behind_those_who_came_before_it() -> None:
    tournament = founded(on_two_days(tables=1))
    tournament.given(registering("0001", OPEN), registering("0002", JUNIOR), registering("0003", JUNIOR))
    tournament.given(registering("0004", JUNIOR), EnterStage(entrant="0001", session=JUNIOR))
    freed = tournament.when(CancelRegistration(entrant="0002"))
    assert freed.all(PlaceConfirmed) == [PlaceConfirmed("0004", JUNIOR, True)]


def test_the_quota_keeps_nobody_waiting_who_has_a_place_in_another_stage() -> None:
    tournament = founded(replace(on_two_days(tables=1), quota=3))
    tournament.given(registering("0001", OPEN), registering("0002", JUNIOR), registering("0003", JUNIOR))
    tournament.given(registering("0004", OPEN), EnterStage(entrant="0001", session=JUNIOR))
    assert tournament.entrant("0004").status == "waiting"
    tournament.when(EnterStage(entrant="0004", session=JUNIOR)).then(StageEntered, WaitingListJoined)
    # The room in the Junior is for who is one of the three already; that in the tournament for who waits.
    freed = tournament.when(CancelRegistration(entrant="0002"))
    assert freed.all(PlaceConfirmed) == [
        PlaceConfirmed("0004", OPEN, True),
        PlaceConfirmed("0001", JUNIOR, True),
    ]
    assert tournament.state.registered == 3


# Which entry is meant


def test_a_check_in_is_for_what_is_played_next_and_is_taken_back_where_it_was() -> None:
    tournament = in_both()
    tournament.when(CheckIn(entrant="0001")).then(EntrantCheckedIn("0001", OPEN))
    tournament.when(CheckIn(entrant="0001", stage="junior")).refused("wrong-day")
    tournament.at("2027-03-07 13:31").when(CheckIn(entrant="0001")).then(EntrantCheckedIn("0001", JUNIOR))
    tournament.when(UndoCheckIn(entrant="0001", stage="open", reason="a slip")).then(CheckInUndone)
    tournament.when(UndoCheckIn(entrant="0001", reason="a slip")).then(CheckInUndone)
    tournament.when(UndoCheckIn(entrant="0001", reason="a slip")).refused("not-checked-in")


def with_another_junior_session(day: date) -> Competition:
    """The plan with a Junior of two sessions to choose from, the second of them on this day."""
    plan = on_two_days()
    junior = plan.stages[1]
    once = replace(
        junior,
        attend="one",
        draw="lot",
        sessions=(junior.sessions[0], replace(junior.sessions[0], id="junior-b", day=day)),
        ranking="ruleset",
        split="chosen",
    )
    return replace(plan, stages=(plan.stages[0], once))


def test_a_move_within_an_entry_leaves_the_other_and_a_third_stage_is_entered_instead() -> None:
    plan = with_another_junior_session(date(2027, 3, 8))
    night = replace(plan.stages[1].sessions[1], id="night-1", day=date(2027, 3, 9))
    third = replace(plan.stages[0], id="night", sessions=(night,))
    tournament = in_both(replace(plan, stages=(*plan.stages, third)))
    tournament.when(MoveEntrant(entrant="0001", session="junior-b")).then(EntrantMoved)
    assert "0001" in tournament.state.sessions["junior-b"].entrants
    assert "0001" in tournament.state.sessions[OPEN].entrants
    tournament.when(MoveEntrant(entrant="0001", session="night-1")).refused("several-entries", "Open")


def test_an_entrant_is_not_moved_to_the_time_of_another_entry() -> None:
    tournament = in_both(with_another_junior_session(date(2027, 3, 6)))
    tournament.when(MoveEntrant(entrant="0001", session="junior-b")).refused("sessions-overlap", OPEN)


# Leaving


def test_leaving_a_stage_before_play_is_not_leaving_the_tournament() -> None:
    tournament = in_both()
    outcome = tournament.when(CancelRegistration(entrant="0001", stage="open", reason="away"))
    assert [type(event) for event in outcome.events] == [StageLeft]
    assert stages_of(tournament, "0001") == ["junior"]
    assert tournament.entrant("0001").status == "registered"
    assert "0001" not in tournament.state.sessions[OPEN].entrants
    tournament.when(CancelRegistration(entrant="0001", stage="open")).refused("not-taking-part")
    tournament.when(CancelRegistration(entrant="0001", stage="junior")).then(RegistrationCancelled)


def test_who_leaves_the_only_place_keeps_waiting_for_the_other_and_frees_one_of_the_quota() -> None:
    tournament = founded(on_two_days(tables=1))
    tournament.given(registering("0001", OPEN), registering("0002", JUNIOR), registering("0003", JUNIOR))
    tournament.given(EnterStage(entrant="0001", session=JUNIOR))
    tournament.given(CancelRegistration(entrant="0001", stage="open"))
    assert tournament.entrant("0001").status == "waiting"
    assert tournament.state.registered == 2
    freed = tournament.when(CancelRegistration(entrant="0002"))
    assert freed.all(PlaceConfirmed) == [PlaceConfirmed("0001", JUNIOR, True)]
    assert tournament.state.registered == 2


def test_without_a_stage_all_places_are_given_back() -> None:
    tournament = in_both().given(CancelRegistration(entrant="0001"))
    assert tournament.entrant("0001").status == "cancelled"
    assert tournament.state.registered == 7
    assert not any("0001" in session.entrants for session in tournament.state.sessions.values())


def test_a_stage_that_was_played_is_not_given_back_but_the_other_is() -> None:
    tournament = played(in_both(), OPEN)
    tournament.when(CancelRegistration(entrant="0001")).refused("already-arrived")
    tournament.when(CancelRegistration(entrant="0001", stage="open")).refused("already-arrived")
    tournament.when(CancelRegistration(entrant="0001", stage="junior")).then(StageLeft)


def test_a_withdrawal_is_from_the_stage_in_play_or_the_one_named() -> None:
    tournament = in_both()
    tournament.when(WithdrawEntrant(entrant="0001", grounds="left")).refused("stage-needed", "Open, Junior")
    drawn(tournament, OPEN).given(StartSession(session=OPEN))
    tournament.when(WithdrawEntrant(entrant="0001", grounds="left", stage="junior")).only(EntrantWithdrew)
    assert tournament.entrant("0001").plays_in("open")
    assert (
        tournament.when(WithdrawEntrant(entrant="0001", grounds="left")).only(EntrantWithdrew).stage == "open"
    )
    back = tournament.when(ReinstateEntrant(entrant="0001", stage="junior", reason="a slip"))
    assert back.only(EntrantReinstated).stage == "junior"
    assert tournament.entrant("0001").out_of("open") == "withdrawn"


def test_a_disqualification_is_from_the_stage_named_or_in_play() -> None:
    tournament = in_both()
    tournament.when(DisqualifyEntrant(entrant="0001", reason="an aid")).refused("stage-needed")
    tournament.given(DisqualifyEntrant(entrant="0001", stage="junior", reason="an aid"))
    assert tournament.entrant("0001").out_of("junior") == "disqualified"
    assert tournament.entrant("0001").plays_in("open")


# Files, and numbers given twice


def row(number: str, session: str | None, **known: object) -> RegisterEntrant:
    return replace(RegisterEntrant(entrant_no=number, session=session), **known)


def test_a_further_row_of_a_file_is_an_entry_into_another_stage() -> None:
    whole = row("0001", OPEN, name_en="Chan", email="Chan@example.org", language="en", team="Lions")
    tournament = founded(on_two_days())
    tournament.when(ImportEntrants(entrants=(whole, row("0001", JUNIOR)))).then(
        EntrantRegistered, PlaceConfirmed, StageEntered, PlaceConfirmed
    )
    other = row("0002", JUNIOR, name_en="Lee")
    equal = row("0002", OPEN, name_en="Lee", language="zh")
    tournament.when(ImportEntrants(entrants=(other, equal))).then(
        EntrantRegistered, PlaceConfirmed, StageEntered, PlaceConfirmed
    )


def test_a_further_row_that_says_something_else_or_names_no_other_stage_is_refused() -> None:
    tournament = founded(on_two_days()).given(row("0001", OPEN, name_en="Chan", team="Lions"))
    for wrong in (
        row("0001", JUNIOR, name_en="Cheung"),
        row("0001", JUNIOR, team="Tigers"),
        row("0001", JUNIOR, consent=True),
        row("0001", JUNIOR, language="en"),
        row("0001", JUNIOR, email="other@example.org"),
        row("0001", OPEN),
        row("0001", None),
        row("0001", "elsewhere"),
    ):
        refused = tournament.when(ImportEntrants(entrants=(wrong,), lines=(7,))).refused(
            "entrant-number-taken"
        )
        assert refused.problem.where["line"] == 7
    tournament.when(row("0001", JUNIOR, name_en="Chan")).refused("entrant-number-taken")


def test_a_number_that_is_dropped_leaves_its_entries_to_the_one_that_is_kept() -> None:
    tournament = entered(on_two_days())
    outcome = tournament.when(MergeEntrants(keep="0001", drop="0005", reason="the same person"))
    outcome.then(EntrantsMerged, StageEntered("0001", JUNIOR), PlaceConfirmed)
    assert stages_of(tournament, "0001") == ["open", "junior"]
    assert tournament.state.registered == 7


def test_entries_at_the_same_time_are_not_taken_over() -> None:
    tournament = entered()
    tournament.when(MergeEntrants(keep="0001", drop="0005", reason="the same")).then(EntrantsMerged)
    assert stages_of(tournament, "0001") == ["open"]


# Play


def test_results_of_each_stage_count_in_it_alone_and_a_row_shows_both() -> None:
    tournament = played(in_both(), OPEN).at("2027-03-07 13:31")
    played(tournament, JUNIOR)
    assert "0001" in {line.entrant_no for line in standings(tournament.state, "open")}
    assert "0001" in {line.entrant_no for line in standings(tournament.state, "junior")}
    assert len(standings(tournament.state, "junior")) == 5
    shown = model("entrant").row(tournament.state, "0001")
    assert isinstance(shown, EntrantRow)
    assert (shown.session, shown.final_session) == (OPEN, None)
    assert [(entry.stage, entry.session, entry.waits) for entry in shown.entries] == [
        ("junior", JUNIOR, False)
    ]


def test_who_is_in_both_may_come_to_both_finals() -> None:
    tournament = played(in_both(on_two_days(with_finals())), OPEN)
    tournament.given(ConcludeQualification(stage="open-final"), PlaceFinalists(stage="open-final"))
    assert "0001" in tournament.state.cut_into("open-final").qualified
    played(tournament.at("2027-03-07 13:31"), JUNIOR)
    tournament.given(ConcludeQualification(stage="junior-final"))
    tournament.given(DecideCutTie(stage="junior-final", choice="lot", reason="nobody minds"))
    tournament.given(PlaceFinalists(stage="junior-final"))
    assert stages_of(tournament, "0001") == ["open", "junior", "open-final", "junior-final"]
    shown = model("entrant").row(tournament.state, "0001")
    assert isinstance(shown, EntrantRow)
    assert shown.final_session == "open-final"
    assert [entry.stage for entry in shown.entries] == ["junior", "junior-final"]


def test_it_is_told_again_as_it_was() -> None:
    tournament = in_both().given(EnterStage(entrant="0002", session=JUNIOR))
    tournament.given(
        CancelRegistration(entrant="0002", stage="open"), EnterStage(entrant="0003", session=JUNIOR)
    )
    played(tournament, OPEN).at("2027-03-07 13:31").given(
        MergeEntrants(keep="0004", drop="0006", reason="the same person"),
        CheckIn(entrant="0001"),
        UndoCheckIn(entrant="0001", reason="a slip"),
        WithdrawEntrant(entrant="0003", stage="junior", grounds="left"),
        ReinstateEntrant(entrant="0003", stage="junior", reason="a slip"),
        DisqualifyEntrant(entrant="0003", stage="junior", reason="an aid"),
    )
    story = tournament.told_again(Changes())
    assert story.misfits == ()
    assert story.state == at_rest(tournament.state)


def test_without_the_place_the_further_entry_is_told_without() -> None:
    tournament = in_both()
    left_out = frozenset(step.seq for step in tournament.record if step.event == StageEntered("0001", JUNIOR))
    story = tournament.told_again(Changes(without=left_out))
    assert "0001" not in story.state.sessions[JUNIOR].entrants
    assert "0001" in story.state.sessions[OPEN].entrants
    assert numbers(4) == sorted(story.state.sessions[OPEN].entrants)
