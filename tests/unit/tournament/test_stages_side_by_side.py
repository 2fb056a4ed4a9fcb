"""Two stages that people register for: who registers names one by a session, and each goes its own way."""

from msgspec.structs import replace

from services.notices.audiences import recipients
from services.tournament.counterfactual.replay import Changes
from services.tournament.definition.awards import PlacesAward
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import From, StagePlan, TableSize
from services.tournament.definition.texts import Text
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.kernel.ids import TableId
from services.tournament.people.amendments import CancelRegistration, MergeEntrants
from services.tournament.people.moving import EntrantMoved, MoveEntrant
from services.tournament.people.registration import (
    EntrantRegistered,
    PlaceConfirmed,
    RegisterEntrant,
    WaitingListJoined,
)
from services.tournament.play.timing import EndSession, ReopenSession, StartSession
from services.tournament.publication.awards import AwardsMade, AwardsRevoked, MakeAwards, RevokeAwards
from services.tournament.publication.publishing import PublishResults, ResultsPublished, ending_stages
from services.tournament.seating.presence import CheckIn
from services.tournament.seating.seats import DrawSeats
from services.tournament.standings.finalists import PlaceFinalists
from services.tournament.standings.qualification import ConcludeQualification
from services.tournament.standings.standing import standings
from services.tournament.state import at_rest
from tests.unit.tournament.given_formats import founded_by, plan_of, play_table, table_of
from tests.unit.tournament.specs import Tournament, numbers

OPEN, JUNIOR = "open-1", "junior-1"


def divisions(rounds: int = 1, **changes: object) -> Competition:
    """An Open and a Junior, each of so many rounds."""
    plan = replace(plan_of("divisions"), **changes)
    return replace(
        plan, stages=tuple(replace(stage, sessions=stage.sessions[:rounds]) for stage in plan.stages)
    )


def with_a_small_junior() -> Competition:
    """With room for two in the Junior."""
    plan = divisions(quota=None)
    small = replace(plan.stages[1], sessions=(replace(plan.stages[1].sessions[0], tables=1),))
    return replace(plan, stages=(plan.stages[0], small))


def founded(plan: Competition | None = None) -> Tournament:
    return founded_by(plan or divisions()).at("2027-03-06 13:30")


def registering(number: str, session: str | None) -> RegisterEntrant:
    return RegisterEntrant(entrant_no=number, name_en=f"Entrant {number}", session=session)


def entered(plan: Competition | None = None, others: int = 4) -> Tournament:
    """Four in the Open, and as many more in the Junior."""
    tournament = founded(plan)
    for number in numbers(4 + others):
        tournament.given(registering(number, OPEN if number <= "0004" else JUNIOR))
    return tournament


def drawn(tournament: Tournament, session: str) -> Tournament:
    for number in sorted(tournament.state.sessions[session].entrants):
        tournament.given(CheckIn(entrant=number))
    return tournament.given(DrawSeats(session=session))


def played(tournament: Tournament, session: str) -> Tournament:
    """A session from its check-in to its end."""
    drawn(tournament, session).given(StartSession(session=session))
    for table in sorted(tournament.state.sessions[session].tables):
        play_table(tournament, str(TableId(session, table)))
    return tournament.given(EndSession(session=session))


def stages_of(tournament: Tournament, number: str) -> list[str]:
    return [part.stage for part in tournament.entrant(number).participations]


# Registering


def test_who_registers_names_a_session_and_is_told_the_sessions_of_each_stage() -> None:
    tournament = founded(divisions(rounds=3))
    outcome = tournament.when(registering("0001", None))
    outcome.refused("session-needed", "Round 1 (Open); Round 1 (Junior)")
    assert "第 1 輪（公開組）；第 1 輪（少年組）" in outcome.problem.text("zh")


def test_any_session_still_to_come_names_a_stage_that_is_played_in_all_of_them() -> None:
    tournament = founded(divisions(rounds=3))
    tournament.when(registering("0001", JUNIOR)).then(
        EntrantRegistered, PlaceConfirmed("0001", JUNIOR, False)
    )
    attended = [attendance.session for attendance in tournament.entrant("0001").participations[0].attendances]
    assert attended == ["junior-1", "junior-2", "junior-3"]
    assert stages_of(tournament, "0001") == ["junior"]


def test_only_what_can_still_be_registered_for_is_offered_and_nothing_when_all_is_over() -> None:
    tournament = drawn(entered(), OPEN)
    tournament.when(registering("0009", None)).refused("session-needed", "choose from: Round 1 (Junior)")
    drawn(tournament, JUNIOR).when(registering("0009", None)).refused("registration-over", JUNIOR)


def test_a_session_that_is_entered_from_another_stage_is_none_to_register_for() -> None:
    tournament = founded(with_finals())
    tournament.when(registering("0001", "junior-final")).refused(
        "not-a-preliminary-session", "belongs to the Junior final", "Open, Junior"
    )


def test_each_session_has_its_own_waiting_list_and_the_quota_counts_people_in_all() -> None:
    tournament = founded(divisions(quota=3))
    for number, session in (("0001", OPEN), ("0002", JUNIOR), ("0003", JUNIOR)):
        tournament.given(registering(number, session))
    tournament.when(registering("0004", OPEN)).then(EntrantRegistered, WaitingListJoined)
    assert tournament.state.registered == 3
    freed = tournament.when(CancelRegistration(entrant="0002"))
    assert freed.all(PlaceConfirmed) == [PlaceConfirmed("0004", OPEN, True)]


def test_a_full_session_of_one_stage_makes_nobody_of_the_other_wait() -> None:
    tournament = founded(with_a_small_junior())
    tournament.given(registering("0001", JUNIOR), registering("0002", JUNIOR))
    tournament.when(registering("0003", JUNIOR)).then(EntrantRegistered, WaitingListJoined)
    tournament.when(registering("0004", OPEN)).then(EntrantRegistered, PlaceConfirmed)


# Moving, merging


def test_before_play_an_entrant_moves_to_the_other_stage_and_has_no_place_in_the_first() -> None:
    tournament = entered()
    outcome = tournament.when(MoveEntrant(entrant="0001", session=JUNIOR))
    outcome.then(EntrantMoved)
    assert stages_of(tournament, "0001") == ["junior"]
    assert "0001" not in tournament.state.sessions[OPEN].entrants
    assert "0001" in tournament.state.sessions[JUNIOR].entrants
    assert tournament.state.registered == 8


def test_whoever_waits_for_one_stage_moves_to_a_place_in_the_other() -> None:
    tournament = founded(with_a_small_junior())
    tournament.given(*(registering(number, JUNIOR) for number in numbers(3)))
    outcome = tournament.when(MoveEntrant(entrant="0003", session=OPEN))
    outcome.then(EntrantMoved, PlaceConfirmed("0003", OPEN, True))
    assert stages_of(tournament, "0003") == ["open"]
    assert not tournament.state.sessions[JUNIOR].waiting


def test_nobody_moves_to_the_other_stage_once_they_came_or_it_is_drawn() -> None:
    tournament = entered().given(CheckIn(entrant="0001"))
    tournament.when(MoveEntrant(entrant="0001", session=JUNIOR)).refused("already-arrived")
    drawn(tournament, JUNIOR).when(MoveEntrant(entrant="0002", session=JUNIOR)).refused("registration-over")


def test_nobody_moves_into_a_stage_that_is_entered_from_another() -> None:
    tournament = entered(with_finals())
    tournament.when(MoveEntrant(entrant="0001", session="open-final")).refused("invalid-input")


def test_who_was_registered_twice_keeps_the_place_of_the_other_stage() -> None:
    tournament = founded(with_a_small_junior())
    tournament.given(*(registering(number, JUNIOR) for number in numbers(3)), registering("0004", OPEN))
    tournament.given(MergeEntrants(keep="0003", drop="0004", reason="the same person"))
    assert stages_of(tournament, "0003") == ["open"]
    assert tournament.entrant("0003").status == "registered"
    assert list(tournament.state.sessions[OPEN].entrants) == ["0003"]
    assert not tournament.state.sessions[JUNIOR].waiting


# Play, results, awards


def test_each_stage_has_its_own_standings_and_publication() -> None:
    tournament = played(entered(), OPEN)
    tournament.when(PublishResults(stage="open")).then(ResultsPublished)
    tournament.when(PublishResults(stage="junior")).refused("stage-not-settled")
    played(tournament, JUNIOR).when(PublishResults(stage="junior")).then(ResultsPublished)
    assert {number for _, number in table_of(tournament, "open")} == set(numbers(4))
    assert {number for _, number in table_of(tournament, "junior")} == set(numbers(4, 5))


def test_the_awards_wait_for_every_stage_that_nothing_follows_from_and_all_are_given() -> None:
    tournament = played(entered(), OPEN)
    tournament.when(MakeAwards()).refused("stage-not-settled", "Junior")
    made = played(tournament, JUNIOR).when(MakeAwards()).only(AwardsMade)
    best = {stage: standings(tournament.state, stage)[0].entrant_no for stage in ("open", "junior")}
    assert best["open"] in made.places[0].entrants  # the award that comes last in the file
    assert best["junior"] in made.others[0].holders
    assert {(other_award.award, other_award.place) for other_award in made.others} <= {(0, 1), (0, 2), (0, 3)}


def test_the_main_award_goes_by_its_own_stage_wherever_that_stands_in_the_file() -> None:
    plan = divisions()
    other = replace(plan, awards=(plan.awards[1], plan.awards[0]))
    tournament = played(played(entered(other), OPEN), JUNIOR)
    made = tournament.when(MakeAwards()).only(AwardsMade)
    assert set(made.places[0].entrants) <= set(numbers(4, 5))
    assert set(made.others[0].holders) <= set(numbers(4))


def test_a_stage_that_nobody_came_to_keeps_the_other_from_nothing() -> None:
    tournament = played(entered(others=0), OPEN)
    assert ending_stages(tournament.state) == ("open",)
    tournament.when(MakeAwards()).then(AwardsMade)


def test_before_anyone_came_the_awards_wait_for_all() -> None:
    tournament = founded()
    assert ending_stages(tournament.state) == ("open", "junior")
    tournament.when(MakeAwards()).refused("stage-not-settled", "Open")


def test_a_session_of_either_stage_is_reopened_only_without_awards_which_go_while_one_is_not_published() -> (
    None
):
    tournament = played(played(entered(), OPEN), JUNIOR).given(PublishResults(stage="open"), MakeAwards())
    tournament.when(ReopenSession(session=JUNIOR, reason="a slip")).refused("something-rests-on-it", "awards")
    tournament.when(RevokeAwards(reason="a slip")).then(AwardsRevoked)
    tournament.given(MakeAwards(), PublishResults(stage="junior"))
    tournament.when(RevokeAwards(reason="a slip")).refused("something-rests-on-it", "published")


def with_finals() -> Competition:
    """Each with a final of two."""
    plan = divisions()
    finals = tuple(
        StagePlan(
            id=f"{stage.id}-final",
            name=Text(f"{stage.title('en')} final", f"{stage.title('zh')}決賽"),
            enter=From(stage.id, places=2),
            split="in_turn",
            table=TableSize(2, 2),
            games=1,
            signatures="none",
            sessions=(SessionPlan(f"{stage.id}-final", day=stage.sessions[0].day),),
        )
        for stage in plan.stages
    )
    awards = tuple(PlacesAward(final.id, (Text(both="Champion"),)) for final in finals)
    return replace(plan, stages=(*plan.stages, *finals), awards=awards)


def test_each_stage_has_a_cut_of_its_own_and_a_final_that_follows_from_it() -> None:
    tournament = played(entered(with_finals()), OPEN)
    tournament.given(ConcludeQualification(stage="open-final"), PlaceFinalists(stage="open-final"))
    assert tournament.state.cut_into("junior-final").status == "open"
    finalists = tournament.state.cut_into("open-final").qualified
    assert set(finalists) <= set(numbers(4))
    played(tournament, "open-final").when(MakeAwards()).refused("stage-not-settled", "Junior")
    played(tournament, JUNIOR).given(ConcludeQualification(), PlaceFinalists())
    assert [recipient.number for recipient in recipients(tournament.state, "finalists:")] == sorted(
        (*finalists, *tournament.state.cut_into("junior-final").qualified)
    )
    made = played(tournament, "junior-final").when(MakeAwards()).only(AwardsMade)
    assert set(made.places[0].entrants) <= set(numbers(4, 5))
    assert set(made.others[0].holders) <= set(finalists)


def test_who_leaves_one_stage_leaves_the_other_as_it_was() -> None:
    tournament = drawn(entered(), OPEN).given(StartSession(session=OPEN))
    tournament.given(WithdrawEntrant(entrant="0001", grounds="left"))
    assert tournament.entrant("0001").out_of("open") == "withdrawn"
    assert len(played(tournament, JUNIOR).state.sessions[JUNIOR].entrants) == 4


def test_it_is_told_again_as_it_was() -> None:
    tournament = entered().given(MoveEntrant(entrant="0001", session=JUNIOR), registering("0009", OPEN))
    played(played(tournament, OPEN), JUNIOR).given(
        PublishResults(stage="open"), PublishResults(stage="junior"), MakeAwards()
    )
    story = tournament.told_again(Changes())
    assert story.misfits == ()
    assert story.state == at_rest(tournament.state)
