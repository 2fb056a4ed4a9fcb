"""Nobody is expected in two sessions at the same time, as far as the plan says when they are."""

from datetime import date, time

from msgspec.structs import replace

from services.tournament.definition.amending import AmendTournament
from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.entries import EnterStage
from services.tournament.people.overlaps import overlap
from services.tournament.seating.sessions import Session
from services.tournament.standings.finalists import PlaceFinalists
from services.tournament.standings.qualification import ConcludeQualification
from services.tournament.weather.rescheduling import RescheduleSessions, SessionsRescheduled
from services.tournament.weather.suspension import SuspendDay
from tests.unit.tournament.test_entries import SUNDAY, in_both, on_two_days
from tests.unit.tournament.test_stages_side_by_side import (
    JUNIOR,
    OPEN,
    divisions,
    entered,
    founded,
    played,
    with_finals,
)


def test_nobody_is_expected_at_two_sessions_at_the_same_time() -> None:
    tournament = entered()
    tournament.when(EnterStage(entrant="0001", session=JUNIOR)).refused("sessions-overlap", OPEN, JUNIOR)


def test_sessions_overlap_where_one_begins_before_the_other_ends_and_only_then() -> None:
    session = founded().state.sessions[OPEN]

    def at(begin: time | None, end: time | None, day: date | None = SUNDAY) -> Session:
        plan = replace(session.plan, start=begin, end=end, seating=None, registration=None)
        return replace(session, plan=plan, day=day)

    two, three, four = time(14), time(15), time(16)
    assert overlap(at(two, four), at(three, None))
    assert overlap(at(two, None), at(two, None))
    assert not overlap(at(two, three), at(three, four))
    assert not overlap(at(two, None), at(three, None))
    assert not overlap(at(two, three), at(None, None))
    assert not overlap(at(two, three), at(two, three, day=None))
    assert not overlap(at(two, three), at(two, three, day=date(2027, 3, 8)))


def test_nothing_is_moved_to_the_time_of_what_somebody_plays_in_the_other_stage() -> None:
    tournament = in_both()
    rules = tournament.state.rules
    same_day = replace(divisions(quota=None))
    amend = AmendTournament(definition=replace(same_day, id=tournament.state.plan.id), ruleset=rules)
    tournament.when(amend).refused("sessions-overlap", "0001")
    tournament.given(SuspendDay(day=date(2027, 3, 6), grounds="other", reason="no light"))
    moved = RescheduleSessions(day=date(2027, 3, 6), new_day=SUNDAY)
    tournament.when(moved).refused("new-date-clashes", "has the hall")


def test_a_session_suspended_with_the_one_beside_it_comes_back_beside_it() -> None:
    tournament = entered().given(SuspendDay(day=date(2027, 3, 6), grounds="other", reason="no light"))
    moved = tournament.when(RescheduleSessions(day=date(2027, 3, 6), new_day=SUNDAY))
    assert moved.only(SessionsRescheduled).sessions == (JUNIOR, OPEN)


def test_nobody_is_placed_in_a_final_at_the_time_of_another_entry() -> None:
    plan = on_two_days(with_finals())
    final = plan.stages[2]
    moved = replace(final.sessions[0], day=SUNDAY, start=time(13, 30), end=time(15))
    stages = (*plan.stages[:2], replace(final, sessions=(moved,)), plan.stages[3])
    tournament = played(in_both(replace(plan, stages=stages)), OPEN)
    tournament.given(ConcludeQualification(stage="open-final"))
    tournament.when(PlaceFinalists(stage="open-final")).refused("sessions-overlap", "open-final", JUNIOR)
    tournament.given(CancelRegistration(entrant="0001", stage="junior"))
    tournament.given(PlaceFinalists(stage="open-final"))
