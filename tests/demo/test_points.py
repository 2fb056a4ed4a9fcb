"""Where the story stops, and how it goes on from there."""

import os

import pytest

from services.access.principal import Principal
from services.demo.playing import play
from services.demo.story import Story
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.tournament.docket.rulings import MakeRuling
from services.tournament.state import State
from shared.clock import SystemClock
from shared.eventlog import EventLog
from shared.vault import Vault
from tests.demo.conftest import SECRET, PlayDemo, small
from tests.refusing import refusing


def _state(play_small: PlayDemo, until: str) -> State:
    return play_small(until, until=until).demo.desk.state("hk-2026")


def test_registration_fills_every_place_lets_some_wait_and_takes_the_id(play_small: PlayDemo) -> None:
    played = play_small(until="registration")
    desk = played.demo.desk
    state = desk.state("hk-2026")
    assert state.registered >= (state.plan.quota or 0) - 3
    assert any(session.waiting for session in state.sessions.values())
    assert {entrant.status for entrant in state.entrants.values()} == {
        "registered",
        "waiting",
        "cancelled",
        "merged",
    }
    assert not state.sheets
    again = Story(desk.log.database, desk.vault.database, SECRET, small(), 1)
    with refusing("demo-exists"):
        play(again)
    assert desk.log.head("hk-2026").seq == played.summary.events


def test_after_the_first_day_its_four_sessions_are_over(play_small: PlayDemo) -> None:
    state = _state(play_small, "day-1")
    ended = sorted(id for id, session in state.sessions.items() if session.status == "ended")
    assert ended == [f"2026-03-28/{number}" for number in (1, 2, 3, 4)]
    assert all(sheet.closed_seq for sheet in state.sheets.values())


def test_in_the_middle_a_session_is_in_play_with_a_dispute_pending_and_a_real_desk_goes_on(
    play_small: PlayDemo,
) -> None:
    demo = play_small(until="mid").demo
    state = demo.desk.state("hk-2026")
    assert state.sessions["2026-04-07/2"].status == "playing"
    assert state.sessions["2026-04-06/1"].known_day.isoformat() == "2026-04-08"
    sheets = [sheet for sheet in state.sheets.values() if sheet.session == "2026-04-07/2"]
    assert {sheet.closed_seq is None for sheet in sheets} == {True, False}
    (pending,) = [dispute for dispute in state.disputes.values() if dispute.status == "open"]
    assert pending.kind == "dispute"
    vault = Vault(demo.desk.vault.database, SECRET, os.urandom)
    clock = SystemClock()
    desk = Desk(Parts.over(EventLog(demo.desk.log.database, clock), vault, clock, SECRET, os.urandom))
    cites, reason = "HK rules 2.1", "For the test."
    ruling = MakeRuling(dispute=pending.dispute, finding="查明屬實。", cites=cites, reason=reason)
    desk.submit("hk-2026", ruling, Principal("t", "chief_referee", "CR1", "hk-2026"))
    assert desk.state("hk-2026").disputes[pending.dispute].status == "ruled"
    assert desk.log.verify("hk-2026").fault is None


@pytest.mark.wide(whole=True)
def test_at_the_cut_a_tie_waits_for_a_decision(play_small: PlayDemo) -> None:
    cut = _state(play_small, "cut").cut_into("final")
    assert cut.status == "held"
    assert 0 < cut.free_places < len(cut.tied)


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(2, 8))
def test_whatever_the_seed_a_tie_lies_across_the_cut(play_small: PlayDemo, seed: int) -> None:
    assert play_small(seed=seed, until="cut").demo.desk.state("hk-2026").cut_into("final").tied


def test_a_point_that_is_not_in_the_story_is_refused_naming_those_that_are(play_small: PlayDemo) -> None:
    with refusing("demo-until-unknown") as refused:
        play_small(until="half-time")
    assert all(
        point in refused.value.text()
        for point in ("registration", "day-1", "mid", "preliminary", "cut", "final")
    )
