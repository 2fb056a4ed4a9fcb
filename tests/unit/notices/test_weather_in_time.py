"""Notices about the weather are of use until a time, and as long as nobody has answered them."""

from datetime import timedelta

from msgspec.structs import replace

from services.notices.audiences import ORGANIZER
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.policies import POLICIES
from services.tournament.weather.watching import (
    EscalateWeatherProposal,
    WeatherProposalEscalated,
    WeatherProposed,
)
from shared.i18n import LANGUAGES
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
    sessions = [session for session in tournament.state.sessions.values() if session.day == DAY]
    last = max(tournament.state.plan.ends(DAY, session.plan) for session in sessions)
    assert notice.not_after == last
    assert last - hong_kong("2026-03-28 10:00") < timedelta(hours=12), "before a worker away so long is back"


def test_once_registration_has_opened_nobody_is_told_to_decide_before_it_does() -> None:
    tournament = typhoon().given(propose())
    for minutes, en, zh in (
        (5, "before 12:00 noon, when check-in opens", "（中午12:00）前"),
        (15, "at once", "立即"),
    ):
        opened = minutes == 15
        if opened:
            # Put again for the second time a quarter of an hour after it was made, as registration opens.
            at, proposal = hong_kong("2026-03-28 11:45"), tournament.state.proposals["W-0001"]
            proposals = tournament.state.proposals.set("W-0001", replace(proposal, proposed_at=at))
            tournament.state = replace(tournament.state, proposals=proposals)
        event = tournament.when(EscalateWeatherProposal(proposal="W-0001", step=1 + opened)).only(
            WeatherProposalEscalated
        )
        notice, *_ = POLICIES[WeatherProposalEscalated](tournament.state, event, tournament.state.seq)
        texts = [filled(Look(tournament.state, notice, ORGANIZER, language)) for language in LANGUAGES]
        assert en in texts[0]
        assert zh in texts[1]
        assert ("when check-in opens" in texts[0]) is not opened


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
