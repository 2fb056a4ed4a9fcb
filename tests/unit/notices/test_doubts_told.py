"""A warning that one answer alone says ended is in doubt wherever it is named, and still counts."""

from datetime import datetime

import pytest

from services.notices.audiences import ORGANIZER
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.policies import POLICIES
from services.tournament.play.remarks import remarks
from services.tournament.weather.policy import Doubt
from services.tournament.weather.suspension import SessionsSuspended
from services.tournament.weather.warning_lines import still_in_force, warning_lines
from services.tournament.weather.watching import (
    EscalateWeatherProposal,
    ObservatorySilent,
    ProposeWeather,
    ReportSilence,
    SignalSeen,
    WeatherProposalEscalated,
    WeatherProposed,
)
from shared.catalogue import say
from shared.i18n import LANGUAGES
from tests.unit.tournament.specs import Tournament, hong_kong
from tests.unit.tournament.test_watching import DAY, answer, propose, report, typhoon

BEGIN, WHOLE = hong_kong("2026-03-27 23:10"), hong_kong("2026-03-28 10:00")


def doubted(by: str, whole: datetime | None = WHOLE) -> Tournament:
    """Signal 8 was proposed on; since then one answer says that it ended."""
    doubt = Doubt(by, whole)  # type: ignore[arg-type]
    return typhoon().given(propose(), report(SignalSeen("TC8NE", BEGIN, None, doubt), at="2026-03-28 10:04"))


@pytest.mark.parametrize("by", ["warnsum", "warningInfo"])
def test_every_text_says_which_answer_says_so_and_none_that_it_is_in_force(by: str) -> None:
    tournament = doubted(by)
    event = tournament.when(EscalateWeatherProposal(proposal="W-0001", step=1)).only(WeatherProposalEscalated)
    notice, *_ = POLICIES[WeatherProposalEscalated](tournament.state, event, tournament.state.seq)
    silence = tournament.when(ReportSilence(since=WHOLE)).only(ObservatorySilent)
    (silent,) = POLICIES[ObservatorySilent](tournament.state, silence, tournament.state.seq)
    for language in LANGUAGES:
        (line,) = [line.in_language(language) for line in warning_lines(tournament.state, DAY)]
        texts = [
            line,
            *(filled(Look(tournament.state, each, ORGANIZER, language)) for each in (notice, silent)),
        ]
        for text in texts:
            assert say("weather-doubted", language, answer=by, whole="{}").partition("{}")[0] in text
            assert "10:00" in text
        still = still_in_force(tournament.state)
        assert still is not None
        short = say("weather-short", language, code="")
        assert still.in_language(language) == say("weather-not-certain", language, short=short)
    suspended = tournament.when(answer()).only(SessionsSuspended)
    (note,) = remarks(tournament.state, [suspended], hong_kong("2026-03-28 10:06"))
    assert note.code == "warning-doubted"
    assert suspended.since == BEGIN


def test_never_read_as_a_whole_is_said_so() -> None:
    tournament = doubted("warnsum", None)
    for language in LANGUAGES:
        (line,) = [line.in_language(language) for line in warning_lines(tournament.state, DAY)]
        assert say("weather-doubted", language, answer="warnsum", whole=None) in line


def test_a_whole_answer_ends_the_doubt_and_says_what_became_of_it() -> None:
    tournament = doubted("warnsum")
    over = SignalSeen("TC8NE", BEGIN, hong_kong("2026-03-28 10:03"))
    tournament.given(report(over, at="2026-03-28 10:06"))
    for language in LANGUAGES:
        (line,) = [line.in_language(language) for line in warning_lines(tournament.state, DAY)]
        assert say("weather-over", language, rain=False, at=hong_kong("2026-03-28 10:03").time()) in line


def test_what_was_read_before_the_silence_is_said_to_have_been_in_force_then() -> None:
    tournament = typhoon().given(propose())
    for silent in (False, True):
        for language in LANGUAGES:
            short = say("weather-short", language, code="")
            still = still_in_force(tournament.state)
            assert still is not None
            wanted = say("weather-when-last-read", language, short=short) if silent else short
            assert still.in_language(language) == wanted
            (line,) = warning_lines(tournament.state, DAY)
            assert line.values["last_read"] is silent
        tournament.given(ReportSilence(since=WHOLE))


def test_what_is_proposed_of_a_day_of_which_nothing_is_known_names_what_was_in_force_when_last_read() -> None:
    tournament = typhoon()
    event = tournament.at("2026-03-28 13:00").when(ProposeWeather(day=DAY)).only(WeatherProposed)
    assert event.outcome == "unknown"
    (notice,) = POLICIES[WeatherProposed](tournament.state, event, tournament.state.seq)
    for language in LANGUAGES:
        named = say("notice-as-far-as-read", language, still_label=say("weather-short", language, code=""))
        assert named.strip() in filled(Look(tournament.state, notice, ORGANIZER, language))
