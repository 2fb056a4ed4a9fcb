"""A school's afternoon from its template: groups in two sessions, a final by standing, or no final at all."""

from datetime import date, time

import pytest
from msgspec.structs import replace

from services.rules.ruleset import load
from services.tournament.definition.amending import AmendTournament
from services.tournament.definition.awards import PlacesAward
from services.tournament.definition.founding import AppointReferee, DefineTournament
from services.tournament.definition.plan import Competition
from services.tournament.definition.reading import read_tournament
from services.tournament.definition.stages import TableSize
from services.tournament.definition.templates import template
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.publication.awards import MakeAwards
from services.tournament.publication.publishing import PublishResults, ResultsPublished
from services.tournament.seating.seats import AssignReferees, DrawSeats, SeatsDrawn
from services.tournament.standings.finalists import PlaceFinalists
from services.tournament.standings.qualification import ConcludeQualification, DecideCutTie, UndoQualification
from services.tournament.standings.standing import standings
from services.tournament.weather.rescheduling import RescheduleSessions, SessionsRescheduled
from services.tournament.weather.suspension import (
    LiftSuspension,
    SuspendDay,
    SuspendRemaining,
    SuspensionLifted,
)
from tests.unit.tournament.specs import (
    Tournament,
    check_in,
    draw,
    finished,
    hong_kong,
    numbers,
    record,
    registration,
    sign,
    start,
)

DAY = "2027-03-06"
GROUPS = (f"{DAY}/1", f"{DAY}/2")
FINAL = f"{DAY}/3"
PUPIL = date(2015, 8, 30)


def school_day(**changes: object) -> Competition:
    plan = read_tournament(template("school-day", "school-day")).whole()
    return replace(plan, **changes)


def founded(plan: Competition) -> Tournament:
    """Founded, with twelve pupils in each session of the groups."""
    tournament = Tournament()
    tournament.now = hong_kong("2027-02-01 12:00")
    tournament.given(DefineTournament(definition=plan, ruleset=load(plan.ruleset)))
    for session, pupils in zip(GROUPS, (numbers(12), numbers(12, 13)), strict=True):
        tournament.given(*(registration(pupil, session, PUPIL) for pupil in pupils))
    return tournament


def play(tournament: Tournament, session: str, games: int) -> SeatsDrawn:
    """Play a session: at every table the lowest number wins all games, by less from table to table."""
    check_in(tournament, session)
    tournament.now = tournament.state.seated_at(tournament.state.sessions[session]) or tournament.now
    drawn = tournament.when(DrawSeats(session=session)).only(SeatsDrawn)
    for referee in ("R01", "R02"):
        if referee not in tournament.state.referees:
            tournament.given(AppointReferee(referee=referee, name=f"Referee {referee}"))
    start(tournament.given(AssignReferees(session=session)), session)
    for table, seats in sorted(tournament.state.sessions[session].tables.items()):
        best = min(seats)
        racks = [(0, 0) if pupil == best else (40 - int(best), 5) for pupil in seats]
        record(tournament, f"{session}/{table}", *([racks] * games))
        sign(tournament, f"{session}/{table}")
    finished(tournament, session)
    return drawn


def test_groups_and_a_final_are_played_from_registration_to_the_awards() -> None:
    tournament = founded(school_day())
    methods = [play(tournament, session, 3).method for session in GROUPS]
    assert methods == ["lot-1", "lot-1"]
    winners = {min(seats) for group in GROUPS for seats in tournament.state.sessions[group].tables.values()}
    best = standings(tournament.state, "groups")[: len(winners)]
    assert {line.entrant_no for line in best} == winners
    assert {line.totals.games_won for line in best} == {3}
    tournament.given(PublishResults(stage="groups"), ConcludeQualification())
    while tournament.state.cut_into("final").status == "held":
        tournament.given(decided_by_lot())
    tournament.given(PlaceFinalists())
    assert len(tournament.state.sessions[FINAL].entrants) == 8
    drawn = play(tournament, FINAL, 2)
    assert drawn.method == "standing-1"
    # The best of the groups sit at table 1.
    places = {line.entrant_no: line.place for line in standings(tournament.state, "groups")}
    first, second = (table.entrants for table in drawn.tables)
    assert max(places[pupil] for pupil in first) <= min(places[pupil] for pupil in second)
    outcome = tournament.when(PublishResults(stage="final"))
    assert len(outcome.only(ResultsPublished).rows) == 8
    tournament.given(MakeAwards())
    assert tournament.state.awards is not None
    assert [award.place for award in tournament.state.awards.places] == [1, 2, 3]


def test_a_stopped_session_starts_again_on_its_day_though_its_check_in_was_beside_play() -> None:
    tournament = founded(school_day())
    play(tournament, GROUPS[0], 3)
    check_in(tournament, GROUPS[1])
    start(draw(tournament.at(f"{DAY} 15:15"), GROUPS[1]).given(AssignReferees(session=GROUPS[1])), GROUPS[1])
    day = date.fromisoformat(DAY)
    tournament.at(f"{DAY} 15:40").given(SuspendRemaining(day=day, grounds="other", reason="no light"))
    again = RescheduleSessions(day=day, new_day=day, sessions=GROUPS[1:])
    tournament.when(again).then(SessionsRescheduled(GROUPS[1:], day))
    plan = school_day()
    groups = plan.stages[0]
    later = replace(
        groups.sessions[1], registration=time(15, 50), seating=time(16), start=time(16, 5), end=time(17)
    )
    groups = replace(groups, sessions=(groups.sessions[0], later))
    plan = replace(plan, stages=(groups, *plan.stages[1:]))
    tournament.given(AmendTournament(definition=plan, ruleset=load(plan.ruleset)))
    play(tournament, GROUPS[1], 3)


def test_a_suspension_is_lifted_though_check_in_was_planned_beside_play() -> None:
    tournament = founded(school_day())
    check_in(tournament, GROUPS[0])
    start(draw(tournament.at(f"{DAY} 13:45"), GROUPS[0]).given(AssignReferees(session=GROUPS[0])), GROUPS[0])
    day = date.fromisoformat(DAY)
    tournament.at(f"{DAY} 14:50").given(SuspendDay(day=day, grounds="other", reason="no light"))
    tournament.given(RescheduleSessions(day=day, new_day=day, sessions=GROUPS[:1]))
    lifted = tournament.when(LiftSuspension(day=day, reason="mistaken")).only(SuspensionLifted)
    assert lifted.sessions == (GROUPS[1], FINAL)


def decided_by_lot() -> DecideCutTie:
    return DecideCutTie(choice="lot", seed="in front of everybody", reason="by the book")


def test_two_sessions_without_a_final_end_with_their_results() -> None:
    plan = school_day()
    groups = plan.stages[0]
    tournament = founded(replace(plan, stages=(groups,), awards=(PlacesAward("groups", plan.titles),)))
    for session in GROUPS:
        play(tournament, session, 3)
    tournament.when(ConcludeQualification()).refused("no-cut-planned")
    tournament.when(PlaceFinalists()).refused("no-cut-planned")
    tournament.when(UndoQualification(reason="there is none")).refused("no-cut-planned")
    tournament.given(PublishResults(stage="groups"), MakeAwards())
    assert tournament.state.awards is not None
    assert tournament.state.awards.places[0].place == 1
    tournament.when(PublishResults(stage="final")).refused("stage-unknown")


@pytest.mark.parametrize("size", [TableSize(4, 3), TableSize(3, 3)])
def test_tables_are_of_the_stages_size(size: TableSize) -> None:
    plan = school_day()
    groups = plan.stages[0]
    sessions = tuple(replace(session, capacity=4 * size.most) for session in groups.sessions)
    groups = replace(groups, table=size, sessions=sessions)
    tournament = founded(replace(plan, stages=(groups, plan.stages[1])))
    drawn = play(tournament, GROUPS[0], 3)
    assert {len(table.entrants) for table in drawn.tables} == {size.most}


def test_a_family_is_seated_apart_and_forms_no_unit_where_there_is_no_award_for_one() -> None:
    tournament = founded(school_day())
    for number, role, born in (("0101", "child", PUPIL), ("0102", "parent", date(1980, 2, 3))):
        tournament.given(registration(number, GROUPS[0], born, family="陳家", family_role=role))
    child, parent = tournament.entrant("0101"), tournament.entrant("0102")
    assert child.group == parent.group
    assert child.group is not None
    assert not tournament.state.units
    tournament.when(DeclareFamilyUnit(child="0101", parent="0102")).refused("no-family-award")
    asked = DeclareFamilyUnit(child="0101", parent="0102")
    tournament.when(asked, by="participant:0101").refused("no-family-award")
