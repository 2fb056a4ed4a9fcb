"""Changing a tournament already founded: what may change until when, and what it takes along."""

from collections.abc import Callable, Mapping
from datetime import date

import pytest
from msgspec.structs import replace

from services.rules.ruleset import load
from services.tournament.definition.amend_constraints import RULES
from services.tournament.definition.amending import Changed, TournamentAmended
from services.tournament.definition.difference import FIELDS
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import From, StagePlan
from services.tournament.docket.breaches import GiveWarning
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.publication.awards import MakeAwards
from services.tournament.publication.publishing import PublishResults
from tests.cases import cases
from tests.unit.tournament.amendments import AMENDMENTS, ONLY, SMALL, amended, small, without_final
from tests.unit.tournament.given_formats import (
    MSO,
    PRESSMAN,
    ROUND_ROBIN,
    arrive,
    draw_round,
    entered,
    founded_as,
)
from tests.unit.tournament.given_plans import adding, amending, with_session, with_stage
from tests.unit.tournament.specs import (
    ADULT,
    CHILD,
    F1,
    F2,
    S1,
    Tournament,
    arrived,
    drawn,
    hk_rules,
    in_play,
    numbers,
    registered,
    registration,
)
from tests.unit.tournament.stages import final_over, placed, preliminary, qualified


def test_everything_that_can_differ_has_a_name_and_a_rule() -> None:
    assert RULES.keys() == FIELDS
    apart = {"stages", "categories", "awards"}
    for scope, kind, elsewhere in (
        ("tournament", Competition, apart),
        ("stage", StagePlan, {"id", "sessions"}),
        ("session", SessionPlan, {"id"}),
    ):
        fields = set(kind.__struct_fields__) - elsewhere
        assert {f"{scope}.{name}" for name in fields} <= RULES.keys()


@cases("field", sorted(AMENDMENTS.keys() - {"tournament.id", "tournament.zone"}))
def test_before_anyone_registers_nearly_everything_may_change(field: str) -> None:
    tournament = small()
    before = tournament.state.plan
    event = amended(tournament, AMENDMENTS[field]).only(TournamentAmended)
    assert field in {change.field for change in event.changes}
    assert tournament.state.plan == AMENDMENTS[field](before)
    assert set(tournament.state.sessions) == {session.id for session in tournament.state.plan.sessions}
    for session in tournament.state.sessions.values():
        assert session.plan == tournament.state.plan.session(session.plan.id)
        assert session.day == session.plan.day


RESTING: Mapping[str, tuple[Callable[[], Tournament], tuple[str, ...]]] = {
    "someone registered": (
        lambda: registered(1, **SMALL, only=ONLY),
        ("tournament.minimum_age", "category.added", "stage.apart", "session.removed"),
    ),
    "someone checked in": (
        lambda: arrived(1, **SMALL, only=ONLY),
        ("session.day", "session.registration", "session.seating", "session.start", "session.end"),
    ),
    "seats are drawn": (
        lambda: drawn(4, **SMALL, only=ONLY),
        (
            "session.day",
            "session.start",
            "session.tables",
            "session.capacity",
            "stage.draw",
            "stage.table",
            "stage.games",
            "stage.order",
        ),
    ),
    "someone was warned": (
        lambda: in_play(4, **SMALL, only=ONLY).given(GiveWarning(entrant="0001", breach="late")),
        ("tournament.verbal_warnings",),
    ),
}


@cases("what, field", [(what, field) for what, (_, fields) in RESTING.items() for field in fields])
def test_nothing_changes_that_something_rests_on(what: str, field: str) -> None:
    tournament = RESTING[what][0]()
    amended(tournament, AMENDMENTS[field]).refused("change-too-late")


@cases("field", sorted(field for field, rule in RULES.items() if not rule and field in AMENDMENTS))
def test_texts_and_the_like_change_at_any_time(field: str) -> None:
    tournament = in_play(4, **SMALL, only=ONLY)
    assert amended(tournament, AMENDMENTS[field]).only(TournamentAmended)


@pytest.mark.parametrize("field", ["tournament.id", "tournament.zone"])
def test_id_and_zone_never_change(field: str) -> None:
    amended(small(), AMENDMENTS[field]).refused("never-changes", "found another tournament")


def test_nothing_changed_is_nothing_done() -> None:
    tournament = small()
    amended(tournament, lambda plan: plan).nothing()


def test_a_plan_with_a_fault_or_that_is_not_played_is_refused() -> None:
    tournament = small()
    amended(tournament, lambda plan: replace(plan, quota=10**5)).refused("definition-invalid", "quota")
    amended(tournament, lambda plan: with_stage(plan, "preliminary", carry=True, draw="given")).refused(
        "definition-invalid"
    )
    amended(tournament, lambda plan: with_stage(plan, "preliminary", split="lot")).refused("not-played-yet")


def test_a_closed_tournament_stays_as_it_is() -> None:
    tournament = small()
    tournament.state = replace(tournament.state, closed=True)
    amended(tournament, AMENDMENTS["tournament.title"]).refused("tournament-closed")


def test_the_event_says_what_changed_and_holds_plan_and_rules_whole() -> None:
    tournament = small()
    event = amended(tournament, AMENDMENTS["session.day"]).only(TournamentAmended)
    assert event.changes == (Changed("session.day", "preliminary", S1),)
    assert (event.moved, event.ages) == ((S1,), ())
    assert event.definition == tournament.state.plan
    assert (event.ruleset, event.ruleset_hash) == (hk_rules(), tournament.state.ruleset_hash)


# Rules


def test_other_rules_are_taken_until_seats_are_drawn() -> None:
    house = replace(hk_rules(), document="House rules")
    tournament = small()
    changed = tournament.when(amending(tournament.state.plan, house)).only(TournamentAmended)
    assert [change.field for change in changed.changes] == ["tournament.rules"]
    assert tournament.state.rules == house
    tournament = drawn(4, **SMALL, only=ONLY)
    tournament.when(amending(tournament.state.plan, house)).refused("change-too-late", "drawn")


def test_rules_that_are_not_those_of_the_plan_are_refused() -> None:
    tournament = small()
    tournament.when(amending(tournament.state.plan, load("mso-2019"))).refused("definition-invalid")


# Stages, the cut, the final


def test_a_stage_is_added_before_results_are_published_and_removed_before_anyone_is_in_it() -> None:
    tournament = registered(3, **SMALL, only=ONLY)
    whole = tournament.state.plan
    amended(tournament, without_final).only(TournamentAmended)
    assert "final" not in tournament.state.stages
    tournament.when(amending(whole)).only(TournamentAmended)
    assert tournament.state.plan == whole
    amended(placed(qualified()), without_final).refused("change-too-late")


def test_the_final_moves_until_the_cut_is_made_and_grows_until_finalists_are_placed() -> None:
    later = date(2026, 4, 20)

    def moved(plan: Competition) -> Competition:
        return with_session(with_session(plan, F1, day=later), F2, day=later)

    def larger(plan: Competition) -> Competition:
        return with_session(plan, F1, tables=30, capacity=None)

    amended(preliminary(), moved).only(TournamentAmended)
    amended(qualified(), moved).refused("change-too-late", "the cut is made", "Undo the qualification")
    amended(qualified(), larger).only(TournamentAmended)
    amended(placed(qualified()), larger).refused("change-too-late", "finalists are placed")
    amended(qualified(), lambda plan: with_stage(plan, "final", enter=From("preliminary", places=3))).refused(
        "change-too-late", "the cut is made"
    )


def test_the_way_the_final_is_played_changes_while_the_preliminary_is_on() -> None:
    tournament = in_play(4)
    amended(tournament, lambda plan: with_stage(plan, "final", games=2)).only(TournamentAmended)
    assert tournament.state.stage_plan("final").games == 2


# Awards


def test_awards_change_until_they_are_made_and_their_titles_after() -> None:
    tournament = final_over().given(MakeAwards())
    amended(tournament, AMENDMENTS["award.removed"]).refused("change-too-late", "Revoke the awards")
    longer = amended(tournament, lambda plan: with_stage(plan, "final", games=7))
    longer.refused("change-too-late", "were drawn under it. Leave it as it is.")
    tournament.given(*(PublishResults(stage=stage) for stage in ("preliminary", "final")))
    amended(tournament, AMENDMENTS["award.removed"]).refused("change-too-late", "made. Leave it as it is.")
    fewer = amended(tournament, lambda plan: with_stage(plan, "final", enter=From("preliminary", places=3)))
    fewer.refused("change-too-late", "the cut is made. Leave it as it is.")
    amended(tournament, AMENDMENTS["award.terms"]).refused("change-too-late")
    amended(tournament, AMENDMENTS["award.titles"]).only(TournamentAmended)


def test_the_family_award_stays_while_there_are_families() -> None:
    tournament = small().given(
        registration("0001", born=ADULT),
        registration("0002", born=CHILD),
        DeclareFamilyUnit(child="0002", parent="0001"),
    )
    amended(tournament, AMENDMENTS["family.terms"]).refused("change-too-late", "Dissolve")
    amended(tournament, AMENDMENTS["family.name"]).only(TournamentAmended)


# Rounds


def test_how_often_people_play_stays_once_someone_is_registered() -> None:
    tournament = entered(PRESSMAN, 4)
    plan = tournament.state.plan
    every_time = with_stage(plan, plan.first_stage, attend="some")
    tournament.when(amending(every_time, tournament.state.rules)).refused("change-too-late")
    tournament = founded_as(PRESSMAN)
    tournament.when(amending(every_time, tournament.state.rules)).only(TournamentAmended)


def test_a_round_more_is_played_in_a_swiss_tournament_by_everyone_in_it() -> None:
    tournament = entered(MSO, 4)
    plan = tournament.state.plan
    stage = plan.stages[0]
    more = adding(plan, stage.id, replace(stage.sessions[-1], id="extra-round"))
    tournament.when(amending(more, tournament.state.rules)).only(TournamentAmended)
    assert set(tournament.state.sessions) == {*(session.id for session in stage.sessions), "extra-round"}
    assert len(tournament.state.sessions["extra-round"].entrants) == 4
    assert tournament.entrant("0001").in_session(stage.id, "extra-round") is not None


def test_a_round_less_is_played_until_it_is_drawn() -> None:
    tournament = entered(MSO, 4)
    plan = tournament.state.plan
    stage = plan.stages[0]
    fewer = replace(plan, stages=(replace(stage, sessions=stage.sessions[:-1]),))
    tournament.when(amending(fewer, tournament.state.rules)).only(TournamentAmended)
    assert tournament.entrant("0001").in_session(stage.id, stage.sessions[-1].id) is None


def test_rounds_that_were_dropped_stay_dropped_when_the_plan_changes() -> None:
    tournament = arrive(entered(ROUND_ROBIN, 4).at("2027-03-06 09:40"), *numbers(4))
    draw_round(tournament.at("2027-03-06 09:56"))
    plan = replace(tournament.state.plan, quota=7)
    tournament.when(amending(plan, tournament.state.rules)).only(TournamentAmended)
    assert sorted(tournament.state.sessions) == ["r1", "r2", "r3"]
    assert [
        attendance.session for attendance in tournament.entrant("0001").participations[0].attendances
    ] == ["r1", "r2", "r3"]
