"""Notices about the weather are of use until a time, and as long as nobody has answered them."""

from datetime import timedelta

from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.policies import POLICIES
from services.tournament.weather.watching import WeatherProposed
from tests.unit.tournament.specs import Tournament, hong_kong
from tests.unit.tournament.test_watching import DAY, answer, propose, report, seen, typhoon


def proposed(tournament: Tournament) -> Notice:
    """The notice of the proposal that was made last."""
    state = tournament.state
    last = state.proposals[max(state.proposals)]
    event = WeatherProposed(last.proposal, last.day, last.outcome, last.sessions, last.codes, None)
    (notice,) = POLICIES[WeatherProposed](state, event, state.seq)
    return notice


def test_a_proposal_is_of_no_use_once_the_day_is_over() -> None:
    tournament = typhoon().given(propose())
    notice = proposed(tournament)
    sessions = [own for own in tournament.state.sessions.values() if own.day == DAY]
    last = max(tournament.state.plan.ends(DAY, own.plan) for own in sessions)
    assert notice.not_after == last
    assert last - hong_kong("2026-03-28 10:00") < timedelta(hours=12), "before a worker away so long is back"


def test_an_answered_proposal_is_not_put_again() -> None:
    tournament = typhoon().given(propose())
    notice = proposed(tournament)
    assert not overtaken(tournament.state, notice)
    tournament.given(answer())
    assert overtaken(tournament.state, notice)


def test_a_proposal_that_a_later_one_took_the_place_of_is_not_put() -> None:
    tournament = typhoon().given(propose())
    notice = proposed(tournament)
    gone = seen("TC8NE", "2026-03-27 23:10", "2026-03-28 09:59")
    later = "2026-03-28 10:05"
    tournament.at(later).given(report(gone, at=later), propose(later))
    assert overtaken(tournament.state, notice)
    assert not overtaken(tournament.state, proposed(tournament))
    assert proposed(tournament).topic == notice.topic is not None
