"""A day on which several stages are played moves to another day as a whole."""

from datetime import date

from services.tournament.definition.reading import read_tournament
from services.tournament.definition.templates import template
from services.tournament.weather.rescheduling import RescheduleSessions, SessionsRescheduled
from services.tournament.weather.suspension import SuspendDay
from tests.unit.tournament.given_formats import founded_by
from tests.unit.tournament.specs import Tournament

DAY, LATER = date(2027, 3, 6), date(2027, 3, 13)
GROUPS, FINAL = ("2027-03-06/1", "2027-03-06/2"), "2027-03-06/3"


def suspended() -> Tournament:
    """A school day with its groups and its final on one day, which is suspended."""
    plan = read_tournament(template("school-day", "school").encode()).whole()
    return founded_by(plan).at("2027-03-05 10:00").given(SuspendDay(day=DAY, grounds="signal_8_or_above"))


def test_groups_and_their_final_move_together() -> None:
    moved = suspended().when(RescheduleSessions(day=DAY, new_day=LATER)).only(SessionsRescheduled)
    assert (moved.sessions, moved.day) == ((*GROUPS, FINAL), LATER)


def test_groups_alone_do_not_move_behind_their_final_and_may_to_the_hours_before_it() -> None:
    tournament = suspended()
    move = RescheduleSessions(day=DAY, new_day=LATER, sessions=GROUPS)
    session = "session 3 of Saturday, 6 March 2027 (Final)"
    way = f"before the next begins. Give {session} its new date first, or move both together."
    refused = tournament.when(move).refused("new-date-clashes", way)
    assert "請先為2027年3月6日星期六" in refused.problem.text("zh")
    tournament.given(RescheduleSessions(day=DAY, new_day=LATER, sessions=(FINAL,)))
    behind = RescheduleSessions(day=DAY, new_day=date(2027, 3, 14), sessions=GROUPS)
    tournament.when(behind).refused("new-date-clashes", "before the next begins. Choose another date.")
    tournament.when(move).then(SessionsRescheduled(GROUPS, LATER))
