"""Phones are off at the tables: who sits at one hears nothing routine until the session is over."""

from datetime import datetime, timedelta

import pytest

from services.notices.audiences import ORGANIZER, Recipient
from services.notices.kinds import KINDS
from services.notices.overtaken import contradicted, overtaken
from services.notices.phones_off import AFTERWARDS, OVERRUN, is_at_play, night_over, waits_for
from services.notices.registry import note
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.play.timing import EndSession
from services.tournament.weather.suspension import SuspendDay
from tests.unit.tournament.specs import (
    S1,
    Tournament,
    arrived,
    closed_sheet,
    drawn,
    finished,
    hong_kong,
    in_play,
    numbers,
)

AT_PLAY = hong_kong("2026-03-28 13:00")
FIRST = Recipient("entrant", numbers(1)[0])


def waits(tournament: Tournament, kind: str = "session-results", to: Recipient = FIRST) -> bool:
    return waits_for(tournament.state, kind, to, AT_PLAY) is not None


@pytest.mark.parametrize(
    ("tournament", "expected"),
    [
        (arrived(4), False),
        (drawn(4), True),
        (in_play(4), True),
        (closed_sheet(4), True),
        (finished(closed_sheet(4)), False),
    ],
    ids=["before seating", "seated", "in play", "own sheet signed", "session over"],
)
def test_from_seating_to_the_end_of_the_session_what_is_routine_waits(
    tournament: Tournament, expected: bool
) -> None:
    assert waits(tournament) is expected


def test_safety_and_where_to_sit_never_wait() -> None:
    through = {name for name in KINDS if not waits(in_play(4), name)}
    assert {"suspended", "rescheduled", "goes-ahead", "seat-changed", "round-drawn"} <= through
    assert {name for name in through if not KINDS[name].safety} == {"round-drawn", "reinstated"}


def test_officials_and_who_has_left_are_told_at_once() -> None:
    tournament = in_play(4)
    assert not waits(tournament, to=Recipient("referee", "R01"))
    assert not waits(tournament, to=Recipient("organizer", "organizer"))
    tournament.given(WithdrawEntrant(entrant=FIRST.number, grounds="health", reason="unwell"))
    assert not waits(tournament)


def test_a_session_that_nobody_ended_holds_nothing_back_for_ever() -> None:
    state = in_play(4).state
    session = state.sessions[S1]
    end = state.plan.ends(session.known_day, session.plan)
    last = end + OVERRUN
    assert waits_for(state, "ruling", FIRST, last - timedelta(seconds=1)) is session
    assert waits_for(state, "ruling", FIRST, last) is None


def test_an_announcement_from_before_play_was_stopped_contradicts_what_the_hall_was_told() -> None:
    tournament = in_play(4)
    before = note(tournament.state.seq, "announcement", "everyone")
    assert not contradicted(tournament.state, before, FIRST.number)
    tournament.given(SuspendDay(day=AT_PLAY.date(), grounds="black_rainstorm"))
    assert contradicted(tournament.state, before, FIRST.number)
    assert not contradicted(tournament.state, before, "R01")
    after = note(tournament.state.seq + 1, "announcement", "everyone")
    assert not contradicted(tournament.state, after, FIRST.number)
    ruling = note(before.seq, "ruling", "everyone")
    assert not contradicted(tournament.state, ruling, FIRST.number)


EVE = hong_kong("2026-03-27 23:30")
REFEREE = Recipient("referee", "R01")


@pytest.mark.parametrize(
    ("tournament", "who", "now", "expected"),
    [
        (in_play(4), FIRST, AT_PLAY, True),
        (in_play(4), REFEREE, AT_PLAY, True),
        (in_play(4), ORGANIZER, AT_PLAY, True),
        (in_play(4), REFEREE, AT_PLAY + timedelta(days=1), False),
        (drawn(4), FIRST, EVE, False),
        (drawn(4), REFEREE, EVE, False),
        (drawn(4), FIRST, AT_PLAY, True),
        (arrived(4), REFEREE, AT_PLAY, False),
        (finished(closed_sheet(4)), FIRST, AT_PLAY, False),
    ],
)
def test_whoever_plays_or_works_in_a_session_that_is_on_has_no_quiet_hours(
    tournament: Tournament, who: Recipient, now: datetime, expected: bool
) -> None:
    assert is_at_play(tournament.state, who, now) is expected


def test_officials_are_at_work_after_the_end_while_sheets_are_open_and_for_a_little_longer() -> None:
    unsigned, signed = in_play(4).at("2026-03-28 22:05").given(EndSession(session=S1)), closed_sheet(4)
    finished(signed.at("2026-03-28 22:05"))
    for tournament, until in ((unsigned, OVERRUN), (signed, AFTERWARDS)):
        end = tournament.now
        for who in (REFEREE, ORGANIZER):
            assert is_at_play(tournament.state, who, end + until - timedelta(seconds=1))
            assert not is_at_play(tournament.state, who, end + until)
        assert not is_at_play(tournament.state, FIRST, end), "who has played goes home"


def test_at_night_officials_at_work_hear_at_once_of_what_others_read_in_the_morning() -> None:
    tournament = in_play(4).at("2026-03-28 22:05").given(EndSession(session=S1))
    state, now, morning = tournament.state, tournament.now, hong_kong("2026-03-29 08:00")
    later = now + OVERRUN
    assert night_over(state, "dispute-raised", [REFEREE], now) is None
    assert night_over(state, "dispute-raised", [REFEREE], later) == morning
    assert night_over(state, "session-results", [FIRST], now) == morning
    assert night_over(state, "session-results", [FIRST, REFEREE], now) is None, "who shares an address"
    assert {night_over(state, kind, [REFEREE], later) for kind in ("chief-called", "chief-coming")} == {None}


def test_what_is_read_out_to_nobody_and_a_round_that_is_over_are_overtaken() -> None:
    tournament = in_play(4)
    sheet = tournament.sheet().sheet
    aloud = note(9, "read-out", "referee:R01", "conduct-read-out", done="warned", sheet=sheet)
    seats = note(9, "round-drawn", f"session:{S1}", session=S1)
    assert not overtaken(tournament.state, aloud)
    assert not overtaken(tournament.state, seats)
    over = finished(closed_sheet(4))
    assert overtaken(over.state, aloud)
    assert overtaken(over.state, seats)
