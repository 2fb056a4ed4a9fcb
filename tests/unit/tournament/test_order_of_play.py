"""In which order people read of sessions: as they are played, whatever of their days and hours is known."""

from datetime import date
from itertools import pairwise

from services.tournament.definition.plan import Competition
from services.tournament.definition.templates import template_names
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from tests.cases import cases
from tests.unit.tournament.given_formats import ALL, BSG, MSO, founded_by, plan_of
from tests.unit.tournament.specs import S1, S2, founded
from tests.unit.tournament.test_sessions_without_day import without_days


def order_of(plan: Competition) -> list[str]:
    """The sessions of a tournament just founded."""
    return [session.plan.id for session in in_order_of_play(founded_by(plan).state)]


@cases("name", ["hk-2026", *ALL, *template_names()])
def test_the_sessions_of_every_format_come_in_the_order_of_their_file(name: str) -> None:
    plan = plan_of(name)
    assert_as_in_the_file(plan)
    known = [plan.session(session_id) for session_id in order_of(plan)]
    for session_plan, other in pairwise(
        planned for planned in known if planned is not None and planned.start is not None
    ):
        assert (session_plan.day, session_plan.start) <= (other.day, other.start)


@cases("name", [MSO, BSG, "swiss", "swiss-final", "knock-out", "divisions", "league"])
def test_so_do_those_without_a_day(name: str) -> None:
    assert_as_in_the_file(without_days(name))


def assert_as_in_the_file(plan: Competition) -> None:
    order = order_of(plan)
    for stage in plan.stages:
        mine = [session.id for session in stage.sessions]
        assert [session_id for session_id in order if session_id in mine] == mine


def test_a_round_without_hours_follows_the_one_before_it_that_has_some() -> None:
    plan = plan_of("swiss")
    assert order_of(plan) == ["r1", "r2", "r3", "r4", "r5"]


def test_a_session_with_a_new_date_comes_by_it_whatever_its_id_and_number() -> None:
    day, later = date(2026, 3, 28), date(2026, 4, 8)
    tournament = founded().given(
        SuspendDay(day=day, grounds="other"), RescheduleSessions(day=day, new_day=later, sessions=(S1, S2))
    )
    before, after = (
        [session.plan.id for session in in_order_of_play(each.state)] for each in (founded(), tournament)
    )
    assert before[:2] == [S1, S2]
    assert after == [*before[2:-2], S1, S2, *before[-2:]], "after the other days, before the final"
    among = in_order_of_play(tournament.state, {before[-1], S2, before[2], "none"})
    assert [session.plan.id for session in among] == [before[2], S2, before[-1]]
