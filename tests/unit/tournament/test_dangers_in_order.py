"""Signals and black rain in whatever order: each danger is one from its first hoisting to its end."""

from collections.abc import Sequence
from datetime import timedelta
from zoneinfo import ZoneInfo

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from services.notices.audiences import ORGANIZER
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.policies import POLICIES
from services.tournament.weather.dangers import Danger, danger_of, ended, in_force
from services.tournament.weather.suspension import SessionsSuspended
from services.tournament.weather.warning_lines import named, warning_lines
from services.tournament.weather.watching import (
    EscalateWeatherProposal,
    WeatherProposalEscalated,
    WeatherProposed,
)
from services.weather.listed import Family, Listed
from services.weather.reconciling import changes
from shared.catalogue import say, shown
from shared.i18n import LANGUAGES, moment_shown
from tests.unit.tournament.specs import S4, Tournament, hong_kong, registered
from tests.unit.tournament.test_watching import DAY, answer, propose, report

ZONE = ZoneInfo("Asia/Hong_Kong")
BEGAN = "2026-03-28 14:00"
CODES: dict[str, Family] = {
    "TC8NE": "WTCSGNL",
    "TC8SE": "WTCSGNL",
    "TC9": "WTCSGNL",
    "TC10": "WTCSGNL",
    "TC3": "WTCSGNL",
    "WRAINB": "WRAIN",
    "WRAINR": "WRAIN",
}
LEVELS = {"TC8NE": 8, "TC8SE": 8, "TC9": 9, "TC10": 10, "WRAINB": 8}


def hour(minutes: int) -> str:
    return f"{hong_kong(BEGAN) + timedelta(minutes=minutes):%Y-%m-%d %H:%M}"


def reported(tournament: Tournament, codes: Sequence[str], begin: int = 0) -> Tournament:
    """Each code as the Observatory issues it, ten minutes after the one before, and read at once."""
    for place, code in enumerate(codes, begin):
        at = hour(10 * place)
        known = tournament.state.signals.values()
        signals = changes(known, [Listed(CODES[code], code, hong_kong(at))])
        if signals:
            tournament.at(at).given(report(*signals, at=at))
    return tournament


def modelled(codes: Sequence[str]) -> dict[str, Danger]:
    """By grounds what is in force after these codes, told step by step."""
    found: dict[str, Danger] = {}
    for place, code in enumerate(codes):
        at = hong_kong(hour(10 * place))
        grounds = "signal_8_or_above" if CODES[code] == "WTCSGNL" else "black_rainstorm"
        before = found.get(grounds)
        if code not in LEVELS:
            found.pop(grounds, None)
        elif before is None:
            found[grounds] = Danger(code, grounds, at, at)  # type: ignore[arg-type]
        else:
            risen = at if LEVELS[code] > LEVELS[before.code] else before.risen
            found[grounds] = Danger(code, before.grounds, before.begin, risen)
    return found


@given(st.lists(st.sampled_from(sorted(CODES)), max_size=8))
def test_in_any_order_a_danger_lasts_from_its_first_signal_and_is_called_by_its_last(
    codes: list[str],
) -> None:
    state = reported(registered(4), codes).state
    known = (msgspec.structs.replace(danger, seen=0) for danger in in_force(state))
    assert {danger.grounds: danger for danger in known} == modelled(codes)
    codes_shown = [danger.code for danger in in_force(state)] + [each.code for each in ended(state)]
    for language in LANGUAGES:
        lines = [line.in_language(language) for line in warning_lines(state, DAY)]
        for code, line in zip(codes_shown, lines, strict=True):
            assert str(shown(named(code), language)) in line


@given(st.lists(st.sampled_from(sorted(CODES)), max_size=6))
def test_in_any_order_people_are_kept_from_black_rain_first_and_every_message_fits(codes: list[str]) -> None:
    tournament = reported(registered(4), ["TC8NE"]).given(propose(BEGAN))
    reported(tournament, codes, 1)
    assert all(len(text) <= 400 for text in repeated(tournament).values())
    tournament.given(answer())
    suspension = tournament.state.sessions[S4].suspension
    assert suspension is not None
    grounds = {danger.grounds for danger in in_force(tournament.state)}
    assert suspension.grounds == (
        "black_rainstorm" if grounds == {"black_rainstorm"} else "signal_8_or_above"
    )
    kept_from = danger_of(tournament.state, suspension)
    assert kept_from == (
        "black_rainstorm" if "black_rainstorm" in grounds else "signal_8_or_above" if grounds else "other"
    )


def repeated(tournament: Tournament) -> dict[str, str]:
    """What the organizer reads in each language as the proposal is put again."""
    event = tournament.when(EscalateWeatherProposal(proposal="W-0001", step=1)).only(WeatherProposalEscalated)
    notice, *_ = POLICIES[WeatherProposalEscalated](tournament.state, event, tournament.state.seq)
    return {language: filled(Look(tournament.state, notice, ORGANIZER, language)) for language in LANGUAGES}


def test_a_signal_that_rose_and_was_lowered_again_is_one_danger_since_its_first_hoisting() -> None:
    tournament = reported(registered(4), ["TC8NE", "TC9", "TC8SE"]).given(propose(hour(20)))
    (danger,) = in_force(tournament.state)
    assert (danger.code, danger.begin, danger.risen) == ("TC8SE", hong_kong(BEGAN), hong_kong(hour(10)))
    for language, text in repeated(tournament).items():
        assert moment_shown(hong_kong(BEGAN), ZONE, language) in text
        assert str(shown(named("TC8NE"), language)) in text
    suspended = tournament.when(answer()).only(SessionsSuspended)
    assert suspended.since == hong_kong(BEGAN)


def test_a_suspension_for_a_signal_is_not_dated_by_the_rain_before_it() -> None:
    tournament = reported(registered(4), ["WRAINB", "TC8NE"]).given(propose(hour(10)))
    suspended = tournament.when(answer()).only(SessionsSuspended)
    assert (suspended.grounds, suspended.since) == ("signal_8_or_above", hong_kong(hour(10)))


def test_of_a_proposal_the_rain_that_was_cancelled_is_named_though_a_signal_is_in_force() -> None:
    tournament = reported(registered(4), ["WRAINB"]).given(propose(BEGAN))
    reported(tournament, ["TC8NE", "WRAINR"], 1)
    at = hong_kong(hour(20)).time()
    for language, text in repeated(tournament).items():
        over = say("weather-over", language, rain=True, at=at)
        rain = str(shown(named("WRAINB"), language))
        values = {
            "ended_label": say("weather-ended", language, code="WRAINB", over=over),
            "lead_label": say("weather-short", language, code="TC8NE"),
        }
        wanted = say("notice-weather-lead", language, **values).strip()
        assert text.index(wanted) < text.index(str(shown(named("WRAINB"), language)))
        lines = [line.in_language(language) for line in warning_lines(tournament.state, DAY)]
        assert say("weather-line-over", language, warning=rain, over=over) in lines


def test_a_signal_that_rises_after_a_refusal_is_proposed_again() -> None:
    for came, again in (("TC9", True), ("WRAINB", True), ("TC8SE", False)):
        tournament = reported(registered(4), ["TC8NE"]).given(propose(BEGAN), answer("refuse"))
        reported(tournament, [came], 1)
        changed = tournament.when(propose(hour(10)))
        if again:
            assert changed.only(WeatherProposed).outcome == "suspend_remaining"
        else:
            changed.nothing()


def test_a_proposal_names_the_signal_that_came_first_and_what_it_is_by_now() -> None:
    tournament = reported(registered(4), ["TC8NE", "TC9"]).given(propose(hour(10)))
    reported(tournament, ["TC10"], 2)
    for language, text in repeated(tournament).items():
        first, later = (str(shown(named(code), language)) for code in ("TC8NE", "TC9"))
        assert first in text
        assert later not in text
        assert say("weather-short", language, code="TC10") in text


def test_a_proposal_leads_with_every_danger_that_holds_now() -> None:
    tournament = reported(registered(4), ["TC8NE"]).given(propose(BEGAN))
    reported(tournament, ["WRAINB"], 1)
    for language, text in repeated(tournament).items():
        lead = say("notice-weather-lead", language, lead_label="{}", ended_label=None).partition("{}")[0]
        first, later = (say("weather-short", language, code=code) for code in ("TC8NE", "WRAINB"))
        places = [text.find(part) for part in (lead, first, later, str(shown(named("TC8NE"), language)))]
        assert -1 not in places
        assert places == sorted(places)
