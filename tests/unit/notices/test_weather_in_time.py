"""Notices about the weather are of use until a time, and as long as nobody has answered them."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from services.notices.audiences import ORGANIZER
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.policies import POLICIES
from services.tournament.weather.watching import (
    EscalateWeatherProposal,
    ObservatorySilent,
    ProposeWeather,
    ReportSilence,
    WeatherProposalEscalated,
    WeatherProposed,
)
from shared.catalogue import say
from shared.i18n import LANGUAGES
from tests.unit.tournament.specs import Tournament, founded, hong_kong
from tests.unit.tournament.test_watching import DAY, answer, propose, report, seen, typhoon


def proposed(tournament: Tournament) -> Notice:
    """The notice of the proposal that was made last."""
    state = tournament.state
    last = state.proposals[max(state.proposals)]
    event = WeatherProposed(last.proposal, last.day, last.outcome, last.sessions, last.codes, last.fetched_at)
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


@pytest.mark.parametrize(("danger", "whole"), [("10:00", "09:20"), ("10:00", None), (None, "09:58")])
def test_a_proposal_says_that_the_rest_of_the_answers_could_not_be_read(
    danger: str | None, whole: str | None
) -> None:
    at = [None if hour is None else hong_kong(f"2026-03-28 {hour}") for hour in (whole, danger)]
    tournament = typhoon().given(ProposeWeather(day=DAY, fetched_at=at[0], danger_read_at=at[1]))
    notice = proposed(tournament)
    for language in LANGUAGES:
        text = filled(Look(tournament.state, notice, ORGANIZER, language))
        said = say("notice-read-in-part", language, read=danger, whole_label=None)
        address = say("notice-observatory-page", language)
        assert (address in text) is (danger is not None)
        assert (said.strip() in text) is (whole is None or danger is None)
        assert (f"9:{whole[-2:]}" in text) if whole and danger else True


@pytest.mark.parametrize("known", [True, False])
def test_that_the_observatory_is_silent_is_told_with_the_danger_that_was_read(known: bool) -> None:
    tournament = typhoon() if known else founded()
    silent = tournament.when(ReportSilence(since=hong_kong("2026-03-28 09:40"))).only(ObservatorySilent)
    (notice,) = POLICIES[ObservatorySilent](tournament.state, silent, tournament.state.seq)
    for language in LANGUAGES:
        text = filled(Look(tournament.state, notice, ORGANIZER, language))
        assert (say("word-warning-tc8ne", language) in text) is known


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
