"""In which order people read of sessions: as they are played, whatever of their days and hours is known."""

from itertools import pairwise

import msgspec
import pytest

from services.personal.sessions import in_order
from services.projections.models import MODELS
from services.projections.rows import SessionRow
from services.tournament.definition.plan import Competition
from services.tournament.definition.templates import template_names
from tests.unit.tournament.given_formats import ALL, BSG, MSO, founded_by, plan_of
from tests.unit.tournament.test_sessions_without_day import without_days


def rows_of(plan: Competition) -> list[SessionRow]:
    """The rows of a tournament just founded, sorted by id."""
    (model,) = (read_model for read_model in MODELS if read_model.name == "session")
    found = model.view(founded_by(plan).state).values()
    return [row for row in found if isinstance(row, SessionRow)]


def order_of(plan: Competition, rows: list[SessionRow]) -> list[str]:
    return [row.session for row in in_order(plan, rows)]


@pytest.mark.parametrize("name", ["hk-2026", *ALL, *template_names()])
def test_the_sessions_of_every_format_come_in_the_order_of_their_file(name: str) -> None:
    plan = plan_of(name)
    assert_as_in_the_file(plan)
    known = [plan.session(session_id) for session_id in order_of(plan, rows_of(plan))]
    for session_plan, other in pairwise(
        planned for planned in known if planned is not None and planned.start is not None
    ):
        assert (session_plan.day, session_plan.start) <= (other.day, other.start)


@pytest.mark.parametrize("name", [MSO, BSG, "swiss", "swiss-final", "knock-out", "divisions", "league"])
def test_so_do_those_without_a_day(name: str) -> None:
    assert_as_in_the_file(without_days(name))


def assert_as_in_the_file(plan: Competition) -> None:
    order = order_of(plan, rows_of(plan))
    for stage in plan.stages:
        mine = [session.id for session in stage.sessions]
        assert [session_id for session_id in order if session_id in mine] == mine


def test_a_round_without_hours_follows_the_one_before_it_that_has_some() -> None:
    plan = plan_of("swiss")
    assert order_of(plan, rows_of(plan)) == ["r1", "r2", "r3", "r4", "r5"]


def test_what_is_played_comes_before_what_is_to_come_and_after_what_is_over() -> None:
    plan = plan_of("hk")
    status = dict(
        zip((session.id for session in plan.sessions), ("scheduled", "ended", "time_called"), strict=False)
    )
    rows = [msgspec.structs.replace(row, status=status.get(row.session, row.status)) for row in rows_of(plan)]
    order = order_of(plan, rows)
    assert order[:3] == ["2027-03-06/2", "2027-03-06/3", "2027-03-06/1"]
    assert order[3:] == ["2027-03-06/4", "2027-03-13/1", "2027-03-13/2"]
