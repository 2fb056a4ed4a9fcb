"""A warning that ended before anyone answered is said to be over, and the proposal stands under the rules."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest

from services.access.visibility import Visibility
from services.desk.board.alarms import alarms
from services.desk.site.programme import programme_at
from services.notices.audiences import ORGANIZER, recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.policies import POLICIES
from services.notices.posts import words_about
from services.notices.whereabouts import instruction
from services.tasks.offered import Offer
from services.tasks.waiting import next_decisions, waiting
from services.tournament.kernel.facts import Command
from services.tournament.play.remarks import remarks
from services.tournament.play.timing import SessionStarted
from services.tournament.weather.dangers import in_force, over_since
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SessionsSuspended, SuspendDay
from services.tournament.weather.undecided import undecided_days
from services.tournament.weather.warning_lines import played_on, short
from services.tournament.weather.watching import (
    AnnouncePlay,
    EscalateWeatherProposal,
    ProposeWeather,
    SignalSeen,
    WeatherProposalEscalated,
    WeatherProposed,
)
from shared.catalogue import Listed, Phrase, say
from shared.i18n import LANGUAGES, moment_shown
from tests.cases import cases
from tests.unit.tournament.specs import S4, Tournament, hong_kong, registered
from tests.unit.tournament.test_watching import DAY, answer, propose, report, seen
from tests.wording import fixed

AT = "2026-03-28 "
BEGAN, LOWERED, AGAIN, NOW = (f"{AT}{hour}" for hour in ("14:56", "15:08", "15:20", "15:30"))
WARNED = "warning-in-force"
EIGHT, RAIN = seen("TC8NE", BEGAN), seen("WRAINB", BEGAN)
EIGHT_OVER, RAIN_OVER = seen("TC8NE", BEGAN, LOWERED), seen("WRAINB", BEGAN, LOWERED)


def asked(first: SignalSeen, *then: SignalSeen) -> Tournament:
    """A proposal that nobody answered on a warning of the afternoon, and what was reported after it."""
    tournament = registered(4).at(BEGAN).given(report(first, at=BEGAN), propose(BEGAN))
    return tournament.at(NOW).given(*(report(signal, at=NOW) for signal in then))


def repeated(tournament: Tournament, language: str) -> str:
    event = tournament.when(EscalateWeatherProposal(proposal="W-0001", step=1)).only(WeatherProposalEscalated)
    notice, *_ = POLICIES[WeatherProposalEscalated](tournament.state, event, tournament.state.seq)
    return filled(Look(tournament.state, notice, ORGANIZER, language))


@cases(
    "first, then, over, word",
    [
        (EIGHT, [EIGHT_OVER], LOWERED, "false"),
        (EIGHT, [seen("TC3", LOWERED)], LOWERED, "false"),
        (EIGHT, [seen("WTCPRE8", LOWERED), EIGHT_OVER], LOWERED, "false"),
        (RAIN, [RAIN_OVER], LOWERED, "true"),
        (RAIN, [seen("WRAINR", LOWERED)], LOWERED, "true"),
        (seen("TC9", BEGAN), [seen("TC9", BEGAN, LOWERED), seen("TC8SW", LOWERED)], None, ""),
        (EIGHT, [EIGHT_OVER, seen("TC8SE", AGAIN)], None, ""),
        (EIGHT, [EIGHT_OVER, seen("WRAINB", AGAIN)], None, ""),
        (EIGHT, [EIGHT_OVER, seen("TC8SE", AGAIN, NOW)], NOW, "false"),
        (EIGHT, [seen("WTCPRE8", LOWERED)], None, ""),
    ],
)
def test_the_repeat_says_that_the_warning_is_over_and_only_then(
    first: SignalSeen, then: list[SignalSeen], over: str | None, word: str
) -> None:
    for language in LANGUAGES:
        tournament = asked(first, *then)
        assert over_since(tournament.state, tournament.state.proposals["W-0001"]) == (
            over and hong_kong(over)
        )
        text = repeated(tournament, language)
        values = {
            "over_label": "{}",
            "doubt_label": None,
        }
        last = say("notice-weather-over", language, **values).partition("{}")[2]
        assert (last.strip() in text) is (over is not None)
        if over is not None:
            at = hong_kong(over).time()
            assert say("weather-over", language, rain=word == "true", at=at) in text
        assert len(text) <= 400
        assert [each.over for each in undecided_days(tournament.state, hong_kong(NOW))] == [over is not None]
        suspended = tournament.when(answer()).only(SessionsSuspended)
        noted = remarks(tournament.state, [suspended], hong_kong(NOW))
        assert [note.code for note in noted] == ["warning-over"] * (over is not None)
        assert tournament.state.sessions[S4].suspension.over is (over is not None)  # type: ignore[union-attr]


def test_what_was_read_in_part_and_ended_since_was_read_as_a_whole() -> None:
    tournament = registered(4).at(BEGAN).given(report(EIGHT, at=BEGAN))
    tournament.given(ProposeWeather(day=DAY, fetched_at=None, danger_read_at=hong_kong(BEGAN)))
    assert fixed("notice-observatory-page") in repeated(tournament, "en")
    tournament = registered(4).at(BEGAN).given(report(EIGHT, at=BEGAN))
    tournament.given(ProposeWeather(day=DAY, fetched_at=None, danger_read_at=hong_kong(BEGAN)))
    tournament.at(NOW).given(report(EIGHT_OVER, at=NOW))
    assert fixed("notice-observatory-page") not in repeated(tournament, "en")


def test_a_warning_that_another_of_its_kind_took_the_place_of_is_not_in_force() -> None:
    tournament = asked(EIGHT, seen("TC9", LOWERED))
    assert [warning.code for warning in in_force(tournament.state)] == ["TC9"]
    assert in_force(asked(EIGHT, seen("TC1", LOWERED)).state) == []


@pytest.mark.parametrize("over", [True, False])
def test_who_is_told_of_a_suspension_reads_until_when_the_warning_was_in_force(over: bool) -> None:
    tournament = asked(EIGHT, *[EIGHT_OVER] * over)
    command = SuspendDay(day=DAY, grounds="signal_8_or_above", since=hong_kong(BEGAN))
    event = tournament.when(command).only(SessionsSuspended)
    notice, *_ = POLICIES[SessionsSuspended](tournament.state, event, tournament.state.seq)
    for language in LANGUAGES:
        text = filled(Look(tournament.state, notice, ORGANIZER, language))
        values = {"since_label": "{}", "until_label": "{}" if over else None, "also_label": None}
        pieces = say("notice-since", language, **values).split("{}")
        assert all(piece.strip() in text for piece in pieces)
        danger = say("notice-short-grounds", language, danger="cyclone").strip()
        assert (danger in text) is not over


def test_a_suspension_before_the_end_of_a_warning_stays_a_danger() -> None:
    tournament = asked(EIGHT)
    tournament.given(answer())
    tournament.given(report(seen("TC8NE", BEGAN, NOW), at=NOW))
    suspension = tournament.state.sessions[S4].suspension
    assert suspension is not None
    assert suspension.danger == suspension.grounds
    assert isinstance(suspension.at, datetime)


@pytest.mark.parametrize("since", [None, AGAIN])
def test_who_suspends_by_a_warning_of_the_day_that_is_over_reads_so(since: str | None) -> None:
    command = SuspendDay(
        day=DAY, grounds="signal_8_or_above", since=None if since is None else hong_kong(since)
    )
    for signals in ([EIGHT_OVER], []):
        tournament = asked(EIGHT, *signals)
        suspended = tournament.when(command).only(SessionsSuspended)
        noted = remarks(tournament.state, [suspended], hong_kong(NOW))
        assert ("warning-over" in [note.code for note in noted]) is bool(signals)


@pytest.mark.parametrize("which", ["refuse", "confirm"])
def test_a_warning_that_is_raised_again_after_an_answer_is_proposed_anew_where_play_goes_on(
    which: str,
) -> None:
    tournament = asked(EIGHT)
    tournament.given(answer(which))
    tournament.given(report(EIGHT_OVER, at=NOW))
    tournament.when(propose(NOW)).nothing()
    later = f"{AT}15:41"
    tournament.at(later).given(report(seen("TC8NE", f"{AT}15:40"), at=later))
    if which == "confirm":
        tournament.when(propose(later)).nothing()
        tournament.given(LiftSuspension(day=DAY, reason="It was lowered."))
    assert tournament.when(propose(later)).only(WeatherProposed).outcome == "suspend_remaining"
    tournament.when(propose(later)).nothing()


@cases(
    "came, danger",
    [(seen("WRAINB", NOW), "rain"), (seen("TC8SE", NOW), "cyclone"), (seen("TC3", NOW), "other")],
)
def test_a_danger_that_comes_after_a_suspension_is_what_people_are_kept_from(
    came: SignalSeen, danger: str
) -> None:
    tournament = asked(EIGHT, EIGHT_OVER).given(answer())
    session = tournament.state.sessions[S4]
    reader = sorted(tournament.state.entrants)[0]
    assert instruction(tournament.state, session, reader).endswith("_other")
    tournament.given(report(came, at=NOW))
    assert instruction(tournament.state, session, reader).endswith(f"_{danger}")
    (alarm, *_) = alarms(tournament.state, hong_kong(NOW))
    assert alarm.to_do == danger
    for language in LANGUAGES:
        reasons = {alarm.reason.in_language(language)}
        reasons |= {
            off.reason.in_language(language)
            for off in programme_at(tournament.state, hong_kong(NOW)).suspended
        }
        (reason,) = reasons
        assert (say("notice-grounds-black-rainstorm", language) in reason) is (danger == "rain")


@pytest.mark.parametrize(("at", "remarked"), [("2026-03-28 10:00", False), ("2026-03-28 14:16", True)])
def test_hours_that_are_past_are_remarked_where_play_goes_ahead_or_a_suspension_is_lifted(
    at: str, *, remarked: bool
) -> None:
    lifted, moved = LiftSuspension(day=DAY, reason="A mistake"), RescheduleSessions(day=DAY, new_day=DAY)
    for command in (AnnouncePlay(day=DAY), lifted, moved):
        tournament = registered(4).at("2026-03-28 09:00")
        if not isinstance(command, AnnouncePlay):
            tournament.given(SuspendDay(day=DAY, grounds="other"))
        events = tournament.at(at).when(command).events
        found = [note.code for note in remarks(tournament.state, events, tournament.now)]
        assert ("hours-past" in found[:1]) is remarked


@pytest.mark.parametrize("since", [BEGAN, "2026-03-27 23:00"])
@cases(
    "signals, codes",
    [([], []), ([EIGHT_OVER], []), ([EIGHT], ["TC8NE"]), ([EIGHT, RAIN], ["WRAINB", "TC8NE"])],
)
def test_a_warning_in_force_is_remarked_where_play_of_the_day_is_taken_up_again(
    signals: list[SignalSeen], codes: list[str], since: str
) -> None:
    lifted, moved = LiftSuspension(day=DAY, reason="A mistake"), RescheduleSessions(day=DAY, new_day=DAY)
    for command in (AnnouncePlay(day=DAY), lifted, moved):
        tournament = registered(4).at("2026-03-28 09:00")
        if not isinstance(command, AnnouncePlay):
            tournament.given(SuspendDay(day=DAY, grounds="other"))
        known = [msgspec.structs.replace(signal, begin=hong_kong(since)) for signal in signals]
        tournament.at(NOW).given(*(report(signal, at=NOW) for signal in known))
        events = tournament.when(command).events
        found = [note for note in remarks(tournament.state, events, tournament.now) if note.code == WARNED]
        begin = hong_kong(since)
        hour = begin.time() if since == BEGAN else begin
        for language in LANGUAGES:
            told = Listed([Phrase("weather-since", {"danger": short(code), "since": hour}) for code in codes])
            wanted = [say(f"remark-{WARNED}", language, dangers=told)] if codes else []
            assert [note.text(language) for note in found] == wanted


@pytest.mark.parametrize(("days", "remarked"), [(1, True), (2, False)])
def test_a_warning_in_force_is_a_remark_on_play_of_tomorrow_and_of_no_later_day(
    days: int, *, remarked: bool
) -> None:
    later = DAY + timedelta(days=days)
    tournament = registered(4).at(BEGAN).given(SuspendDay(day=DAY, grounds="other"), report(EIGHT, at=BEGAN))
    events = tournament.when(RescheduleSessions(day=DAY, new_day=later)).events
    codes = [note.code for note in remarks(tournament.state, events, tournament.now)]
    assert (WARNED in codes) is remarked
    tournament.given(SuspendDay(day=later, grounds="other"))
    events = tournament.when(LiftSuspension(day=later, reason="A mistake")).events
    codes = [note.code for note in remarks(tournament.state, events, tournament.now)]
    assert (WARNED in codes) is remarked


def test_a_proposal_names_when_each_of_its_warnings_came_into_force() -> None:
    first = seen("WRAINB", f"{AT}14:50")
    tournament = (
        registered(4).at(BEGAN).given(report(first, at=BEGAN), report(EIGHT, at=BEGAN), propose(BEGAN))
    )
    for language in LANGUAGES:
        text = repeated(tournament.copied(), language)
        for signal in (first, EIGHT):
            name, hour = (
                say(f"word-warning-{signal.code.lower()}", language),
                moment_shown(signal.begin, ZoneInfo(tournament.state.plan.zone), language),
            )
            assert say("notice-weather-began", language, warning=name, since=hour) in text


LATER = f"{AT}15:25"
BOTH = (RAIN, seen("TC8NE", LATER))
_LIFTED = (SuspendDay(day=DAY, grounds="other"), LiftSuspension(day=DAY, reason="A mistake"))
_MOVED = (SuspendDay(day=DAY, grounds="other"), RescheduleSessions(day=DAY, new_day=DAY))
"""What lets play of the day go on."""


@cases("decided", [(AnnouncePlay(day=DAY),), _LIFTED, _MOVED, (propose(NOW), answer("refuse"))])
def test_who_is_told_that_play_is_on_reads_every_warning_in_force_until_it_is_over(
    decided: tuple[Command, ...],
) -> None:
    tournament = registered(4).at(NOW).given(*(report(signal, at=NOW) for signal in BOTH), *decided[:-1])
    recorded = tournament.when(decided[-1]).events
    *_, event = [each for each in recorded if type(each) in POLICIES]
    for language in LANGUAGES:
        named = Listed(
            [
                Phrase("weather-since", {"danger": short(code), "since": hong_kong(at).time()})
                for code, at in (("WRAINB", BEGAN), ("TC8NE", LATER))
            ]
        )
        said = say("weather-played-on", language, dangers=named, asked=False)
        for notice in POLICIES[type(event)](tournament.state, event, tournament.state.seq):
            if notice.kind in ("goes-ahead", "rescheduled"):
                for reader in recipients(tournament.state, notice.audience):
                    text = filled(Look(tournament.state, notice, reader, language))
                    assert text.startswith(said), notice
        words = words_about(tournament.state, event)
        assert words is None or said.lower() in words[1].in_language(language).lower()
        shown = programme_at(tournament.state, tournament.now)
        assert [(each.day, each.dangers.in_language(language)) for each in shown.warned] == [(DAY, said)]
        assert not shown.ahead
        assert not shown.undecided
    over = (msgspec.structs.replace(signal, until=hong_kong(NOW)) for signal in BOTH)
    tournament.given(*(report(signal, at=NOW) for signal in over))
    assert not programme_at(tournament.state, tournament.now).warned
    assert played_on(tournament.state, tournament.state.sessions.values()) is None


def test_a_go_ahead_on_the_day_ends_that_people_are_kept_from_it() -> None:
    tournament = (
        registered(4).at(NOW).given(report(RAIN, at=NOW), SuspendDay(day=DAY, grounds="black_rainstorm"))
    )
    tournament.given(RescheduleSessions(day=DAY, new_day=DAY))
    assert programme_at(tournament.state, tournament.now).suspended
    tournament.given(AnnouncePlay(day=DAY))
    shown = programme_at(tournament.state, tournament.now)
    assert not shown.suspended
    assert [each.day for each in shown.warned] == [DAY]
    assert not alarms(tournament.state, tournament.now)


def test_a_go_ahead_is_told_again_under_a_warning_that_came_since() -> None:
    tournament = registered(4).at(BEGAN).given(AnnouncePlay(day=DAY))
    tournament.when(AnnouncePlay(day=DAY)).refused("announced-already")
    tournament.at(NOW).given(report(RAIN, at=NOW), AnnouncePlay(day=DAY))
    tournament.when(AnnouncePlay(day=DAY)).refused("announced-already")
    tournament.given(report(seen("TC8NE", LATER), at=NOW), AnnouncePlay(day=DAY))


def test_before_its_cutoff_a_day_that_goes_ahead_under_a_warning_is_decided_until_another_comes() -> None:
    early, then = f"{AT}09:00", f"{AT}09:10"
    tournament = registered(4).at(early).given(report(seen("WRAINB", early), at=early))
    assert [each.day for each in programme_at(tournament.state, tournament.now).undecided] == [DAY]
    tournament.given(AnnouncePlay(day=DAY))
    shown = programme_at(tournament.state, tournament.now)
    assert ([each.day for each in shown.warned], shown.undecided) == ([DAY], ())
    tournament.at(then).given(report(seen("TC8NE", then), at=then))
    shown = programme_at(tournament.state, tournament.now)
    assert (shown.warned, [each.day for each in shown.undecided]) == ((), [DAY])


def test_a_day_that_is_on_again_under_a_warning_waits_for_a_decision_until_it_is_over() -> None:
    organizer = Visibility("organizer")
    tournament = asked(EIGHT).given(answer(), LiftSuspension(day=DAY, reason="A mistake"))
    tournament.when(propose(NOW)).nothing()
    (waits,) = next_decisions(tournament.state, organizer, tournament.now)
    assert (waits.kind, waits.day, waits.since) == ("danger", DAY, hong_kong(BEGAN))
    assert waits.offer == Offer("suspend-day", {"day": DAY.isoformat()})
    assert [each.about for each in waiting(tournament.state, organizer, tournament.now)][:1] == [f"day:{DAY}"]
    assert not next_decisions(tournament.state, Visibility("participant"), tournament.now)
    tournament.given(report(EIGHT_OVER, at=NOW))
    assert not next_decisions(tournament.state, organizer, tournament.now)


def test_a_warning_in_force_is_remarked_where_a_session_starts_under_it() -> None:
    tournament = registered(4).at(BEGAN).given(report(EIGHT, at=BEGAN))

    def remarked() -> bool:
        notes = remarks(tournament.state, [SessionStarted(S4)], hong_kong(NOW))
        return WARNED in [note.code for note in notes]

    assert remarked()
    tournament.at(NOW).given(report(EIGHT_OVER, at=NOW))
    assert not remarked()
