"""The weather watch: reports, proposals, answers; and what follows from a confirmed one."""

from datetime import date

import pytest
from msgspec.structs import replace

from services.tournament.counterfactual.replay import Changes
from services.tournament.kernel.facts import Command
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SessionsSuspended, SuspendDay
from services.tournament.weather.watching import (
    AnnouncePlay,
    AnnounceWeatherWatch,
    AnswerWeatherProposal,
    EscalateWeatherProposal,
    ObservatorySilent,
    PlayGoesAhead,
    ProposeWeather,
    ReportSilence,
    ReportWarnings,
    SignalSeen,
    WarningsReported,
    WeatherProposalAnswered,
    WeatherProposalEscalated,
    WeatherProposed,
    WeatherWatchAnnounced,
)
from tests.unit.tournament.given_plans import amending, with_session, without_session
from tests.unit.tournament.specs import S1, S2, S3, S4, Tournament, founded, hong_kong, in_play, registered

DAY = date(2026, 3, 28)
BODY = "ab" * 32


def seen(code: str, begin: str, until: str | None = None) -> SignalSeen:
    return SignalSeen(code, hong_kong(begin), None if until is None else hong_kong(until))


def report(*signals: SignalSeen, at: str = "2026-03-28 09:58") -> ReportWarnings:
    return ReportWarnings(fetched_at=hong_kong(at), body=BODY, signals=signals)


def propose(fetched_at: str | None = "2026-03-28 09:58", day: date = DAY) -> ProposeWeather:
    return ProposeWeather(day=day, fetched_at=None if fetched_at is None else hong_kong(fetched_at))


def typhoon() -> Tournament:
    """Signal 8 has been in force since the night; it is ten o'clock."""
    tournament = registered(4).given(report(seen("TC8NE", "2026-03-27 23:10")))
    return tournament.at("2026-03-28 10:00")


def answer(which: str = "confirm", proposal: str = "W-0001") -> AnswerWeatherProposal:
    return AnswerWeatherProposal(proposal=proposal, answer=which)  # type: ignore[arg-type]


def test_a_session_that_the_plan_moved_or_dropped_since_is_not_suspended() -> None:
    tournament = typhoon().given(propose())
    plan = with_session(tournament.state.plan, S1, day=date(2026, 3, 29))
    tournament.given(amending(replace(without_session(plan, S2), quota=None)))
    assert tournament.when(answer()).only(SessionsSuspended).sessions == (S3, S4)
    assert tournament.state.sessions[S1].status == "scheduled"


def test_a_report_is_kept_when_something_changed() -> None:
    tournament = founded()
    tournament.when(report(seen("TC8NE", "2026-03-27 23:10"))).then(WarningsReported)
    tournament.when(report(seen("TC8NE", "2026-03-27 23:10"))).nothing()
    ended = seen("TC8NE", "2026-03-27 23:10", "2026-03-28 09:20")
    tournament.when(report(ended)).then(WarningsReported)


def test_silence_is_noted_once_until_an_answer_comes() -> None:
    tournament = founded()
    silence = ReportSilence(since=hong_kong("2026-03-28 09:40"))
    tournament.when(silence).then(ObservatorySilent)
    tournament.when(silence).nothing()
    tournament.when(report()).then(WarningsReported)
    tournament.when(silence).then(ObservatorySilent)


def test_before_the_cutoff_nothing_is_proposed() -> None:
    typhoon().at("2026-03-28 09:59").when(propose()).refused("too-early-to-propose", "10:00")


def test_signal_8_at_the_cutoff_proposes_to_suspend_the_day() -> None:
    proposed = typhoon().when(propose()).only(WeatherProposed)
    assert (proposed.outcome, proposed.sessions) == ("suspend", (S1, S2, S3, S4))
    assert proposed.codes == ("TC8NE",)


def test_the_same_is_proposed_once_and_a_change_anew() -> None:
    tournament = typhoon().given(propose())
    tournament.at("2026-03-28 10:01").when(propose("2026-03-28 10:01")).nothing()
    tournament.at("2026-03-28 10:30").when(propose("2026-03-28 10:01")).nothing()
    assert tournament.state.proposals["W-0001"].status == "open"


def test_silence_at_the_cutoff_is_unknown_and_cannot_be_confirmed() -> None:
    tournament = founded().at("2026-03-28 10:00")
    assert tournament.when(propose(None)).only(WeatherProposed).outcome == "unknown"
    tournament.when(answer()).refused("nothing-to-confirm")
    tournament.at("2026-03-28 10:02").given(propose("2026-03-28 10:02"))
    assert tournament.state.proposals["W-0001"].status == "superseded"
    assert tournament.state.proposals["W-0002"].outcome == "proceed"


def test_a_danger_read_in_part_is_proposed_and_said_to_be() -> None:
    read = ProposeWeather(day=DAY, danger_read_at=hong_kong("2026-03-28 09:59"))
    tournament = typhoon()
    proposed = tournament.when(read).only(WeatherProposed)
    assert (proposed.outcome, proposed.codes, proposed.fetched_at) == ("suspend", ("TC8NE",), None)
    assert tournament.state.proposals["W-0001"].in_part
    assert not typhoon().given(propose()).state.proposals["W-0001"].in_part


@pytest.mark.parametrize("known", [True, False])
def test_told_again_a_danger_read_in_part_is_proposed_as_far_as_it_is_known(known: bool) -> None:
    tournament = registered(4).given(report(seen("TC8NE", "2026-03-27 23:10")))
    seq = tournament.state.seq
    tournament.at("2026-03-28 10:00").given(ProposeWeather(day=DAY, danger_read_at=tournament.now))
    story = tournament.told_again(Changes(without=frozenset() if known else frozenset({seq})))
    outcomes = [proposal.outcome for proposal in story.state.proposals.values()]
    assert outcomes == ["suspend" if known else "unknown"]


def test_confirmed_the_day_is_suspended() -> None:
    tournament = typhoon().given(propose())
    outcome = tournament.when(answer()).then(WeatherProposalAnswered, SessionsSuspended)
    suspended = outcome.only(SessionsSuspended)
    assert suspended.grounds == "signal_8_or_above"
    assert suspended.sessions == (S1, S2, S3, S4)
    tournament.when(answer()).refused("proposal-answered", "confirmed")


def test_refused_nothing_happens() -> None:
    tournament = typhoon().given(propose())
    tournament.when(answer("refuse")).then(WeatherProposalAnswered)
    assert tournament.state.sessions[S1].status == "scheduled"


def test_black_rain_in_the_afternoon_stops_what_ends_later() -> None:
    tournament = in_play(4).at("2026-03-28 13:20")
    tournament.given(report(seen("WRAINB", "2026-03-28 13:15"), at="2026-03-28 13:19"))
    tournament.given(propose("2026-03-28 13:19"))
    suspended = tournament.when(answer()).only(SessionsSuspended)
    assert suspended.remaining_only
    assert suspended.grounds == "black_rainstorm"
    assert suspended.voided == (S1,)


def test_confirmed_proceed_says_that_play_goes_ahead() -> None:
    tournament = founded().at("2026-03-28 10:00").given(propose())
    tournament.when(answer()).then(WeatherProposalAnswered, PlayGoesAhead)
    tournament.when(AnnouncePlay(day=DAY)).refused("announced-already")


def test_what_was_told_of_a_day_is_not_told_again_unless_it_came_into_doubt() -> None:
    tournament = founded().at("2026-03-28 10:00").given(propose(None), AnnouncePlay(day=DAY))
    tournament.at("2026-03-28 10:02").when(propose("2026-03-28 10:02")).nothing()
    tournament.given(AnnounceWeatherWatch(day=DAY, code="WTCPRE8"))
    tournament.given(propose("2026-03-28 10:02")).when(answer(proposal="W-0002")).then(
        WeatherProposalAnswered, PlayGoesAhead
    )
    tournament.when(AnnouncePlay(day=DAY)).refused("announced-already")


def test_a_proposal_that_stood_open_is_settled_without_a_second_announcement() -> None:
    tournament = founded().at("2026-03-28 10:00").given(AnnouncePlay(day=DAY), propose(None))
    tournament.at("2026-03-28 10:02").given(propose("2026-03-28 10:02"))
    tournament.when(answer(proposal="W-0002")).then(WeatherProposalAnswered)


def test_an_unanswered_proposal_escalates_step_by_step() -> None:
    tournament = typhoon().given(propose())
    tournament.when(EscalateWeatherProposal(proposal="W-0001", step=2)).nothing()
    tournament.when(EscalateWeatherProposal(proposal="W-0001", step=1)).then(WeatherProposalEscalated)
    tournament.when(EscalateWeatherProposal(proposal="W-0001", step=1)).nothing()
    tournament.given(answer("refuse"))
    tournament.when(EscalateWeatherProposal(proposal="W-0001", step=2)).refused("proposal-answered")


def test_a_watch_is_announced_once_a_day() -> None:
    watch = AnnounceWeatherWatch(day=DAY, code="WTCPRE8")
    tournament = founded()
    tournament.when(watch).then(WeatherWatchAnnounced)
    tournament.when(watch).refused("announced-already")


def test_a_watch_for_a_code_that_the_observatory_does_not_use_is_refused() -> None:
    registered(4).when(AnnounceWeatherWatch(day=DAY, code="TC88")).refused("warning-unknown")


@pytest.mark.parametrize("wanted", [AnnouncePlay(day=DAY), answer()])
def test_of_a_day_that_is_suspended_nobody_is_told_that_it_goes_ahead(wanted: Command) -> None:
    tournament = founded().at("2026-03-28 10:00").given(SuspendDay(day=DAY, grounds="other"), propose())
    tournament.when(wanted).refused("play-suspended")
    tournament.given(LiftSuspension(day=DAY, reason="The hall is open."))
    tournament.when(AnnouncePlay(day=DAY)).then(PlayGoesAhead)


@pytest.mark.parametrize("day", [date(9999, 12, 31), date(2201, 1, 1)])
def test_no_session_moves_to_a_day_that_has_none_after_it(day: date) -> None:
    tournament = founded().given(SuspendDay(day=DAY, grounds="other"))
    tournament.when(RescheduleSessions(day=DAY, new_day=day)).refused("new-date-clashes")


def test_a_day_decided_by_hand_leaves_no_proposal_open() -> None:
    for decision in (SuspendDay(day=DAY, grounds="other"), AnnouncePlay(day=DAY)):
        tournament = typhoon().given(propose(None), decision)
        proposal = tournament.state.proposals["W-0001"]
        assert (proposal.status, proposal.decided_seq) == ("superseded", tournament.state.seq)
        tournament.when(answer("refuse")).refused("proposal-answered", "already, by the organizer. To decide")


def test_a_decision_on_another_day_leaves_a_proposal_open() -> None:
    tournament = typhoon().given(propose(), SuspendDay(day=date(2026, 4, 6), grounds="other"))
    assert tournament.state.proposals["W-0001"].status == "open"


def test_a_rescheduled_day_is_judged_by_its_new_date() -> None:
    tournament = typhoon().given(propose(), answer())
    new_day = date(2026, 3, 30)
    tournament.given(RescheduleSessions(day=DAY, new_day=new_day))
    tournament.when(propose(day=DAY)).refused("no-play-that-day", "Monday, 30 March 2026")
    tournament.given(report(seen("TC8NE", "2026-03-27 23:10", "2026-03-28 20:00")))
    tournament.at("2026-03-30 10:00")
    assert tournament.when(propose("2026-03-30 10:00", new_day)).only(WeatherProposed).outcome == "proceed"


@pytest.mark.parametrize("command", [answer(), EscalateWeatherProposal(proposal="W-0001", step=1)])
def test_a_proposal_that_is_not_there_is_not_found(
    command: AnswerWeatherProposal | EscalateWeatherProposal,
) -> None:
    founded().when(command).refused("not-found")
