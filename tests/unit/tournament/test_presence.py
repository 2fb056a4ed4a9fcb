"""Presence: checked in by the seating time, or the right to play is forfeited (HK timetable, remark)."""

from datetime import datetime, time, timedelta

import pytest

from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.play.remarks import remarks
from services.tournament.seating.presence import CheckIn, CheckInUndone, EntrantCheckedIn, UndoCheckIn
from services.tournament.seating.seats import DrawSeats, SeatsDrawn, UndoSeatDraw
from services.tournament.weather.suspension import SuspendDay
from tests.cases import cases
from tests.unit.tournament.given_formats import (
    BSG,
    LEAGUE,
    MSO,
    PRESSMAN,
    ROUND_ROBIN,
    ROUNDS,
    SWISS,
    entered,
    session,
)
from tests.unit.tournament.specs import (
    F1,
    S1,
    Tournament,
    arrived,
    draw,
    drawn,
    founded,
    in_play,
    registered,
    registration,
)
from tests.unit.tournament.stages import placed, qualified


def test_who_arrives_in_time_is_checked_in() -> None:
    tournament = registered(1).at("2026-03-28 12:00")
    tournament.when(CheckIn(entrant="0001")).then(EntrantCheckedIn("0001", S1))
    assert tournament.state.sessions[S1].checked_in == 1
    tournament.when(CheckIn(entrant="0001")).refused("already-checked-in")


@pytest.mark.parametrize("moment", ["2026-03-28 12:00", "2026-03-28 12:29:59", "2026-03-28 12:30:00"])
def test_the_seating_time_itself_is_still_in_time(moment: str) -> None:
    registered(1).at(moment).when(CheckIn(entrant="0001")).then(EntrantCheckedIn)


@pytest.mark.parametrize("moment", ["2026-03-28 12:30:01", "2026-03-28 18:00", "2026-03-29 12:05"])
def test_a_late_check_in_is_refused_with_the_rule_cited(moment: str) -> None:
    refused = registered(1).at(moment).when(CheckIn(entrant="0001")).refused("place-forfeited", "12:30")
    assert refused.problem.kind.rule == "HK timetable, remark"


def test_whoever_was_there_in_time_can_be_entered_later_with_that_time() -> None:
    tournament = registered(1).at("2026-03-28 12:40")
    tournament.when(CheckIn(entrant="0001"), at="2026-03-28 12:28").then(EntrantCheckedIn)
    assert tournament.stamps[-1].occurred_at.isoformat() == "2026-03-28T12:28:00+08:00"


def test_nobody_checks_in_on_another_day() -> None:
    registered(1).at("2026-03-27 12:05").when(CheckIn(entrant="0001")).refused(
        "wrong-day", "Check in on Saturday, 28 March 2026"
    )


def test_the_day_is_that_of_the_venue() -> None:
    tournament = registered(1).at("2026-03-28 00:01")  # still the 27th in UTC
    tournament.when(CheckIn(entrant="0001")).then(EntrantCheckedIn)


@cases("name", [MSO, ROUNDS, PRESSMAN, BSG, SWISS, LEAGUE, "knock-out"])
def test_a_check_in_before_check_in_opens_is_remarked(name: str) -> None:
    """Doors open early, so it refuses nothing."""
    tournament = entered(name, 2, check_in="each")
    opens = tournament.state.opens_at(session(tournament))
    assert opens is not None
    assert remarked(tournament, "0001", opens - timedelta(seconds=1)) == ["check-in-not-open"]
    assert remarked(tournament, "0002", opens) == []


def remarked(tournament: Tournament, entrant: str, at: datetime) -> list[str]:
    """What is remarked as someone is checked in."""
    tournament.now = at
    outcome = tournament.when(CheckIn(entrant=entrant)).then(EntrantCheckedIn)
    return [note.code for note in remarks(tournament.state, outcome.events, at)]


def test_where_nobody_checks_in_the_refusal_calls_the_stage_by_its_name() -> None:
    refused = entered(MSO, 2).when(CheckIn(entrant="0001")).refused("nobody-checks-in", "for the tournament:")
    assert refused.problem.text("zh").startswith("賽事無須報到")


def test_without_an_hour_for_it_check_in_is_open_all_day() -> None:
    tournament = entered(ROUND_ROBIN, 2)
    planned = session(tournament)
    assert planned.plan.registration is None
    tournament.now = tournament.state.plan.moment(planned.known_day, time(0, 1))
    assert remarked(tournament, "0001", tournament.now) == []


def test_a_check_in_can_be_undone_until_the_draw() -> None:
    tournament = arrived(4)
    tournament.when(UndoCheckIn(entrant="0001", reason="the sister came")).then(
        CheckInUndone("0001", S1, "case-1")
    )
    assert tournament.state.sessions[S1].checked_in == 3
    tournament.when(UndoCheckIn(entrant="0001", reason="again")).refused("not-checked-in")
    tournament.when(CheckIn(entrant="0001")).then(EntrantCheckedIn)
    draw(tournament)
    tournament.when(UndoCheckIn(entrant="0001", reason="too late")).refused("wrong-phase", "drawn")


def test_an_undoing_is_owed_a_reason() -> None:
    arrived(1).when(UndoCheckIn(entrant="0001", reason="  ")).refused("invalid-input", "reason")


def test_the_seat_draw_records_the_forfeits_and_no_way_leads_back_in() -> None:
    tournament = registered(6)
    tournament.at("2026-03-28 12:10").given(*(CheckIn(entrant=f"000{n}") for n in (1, 2, 3, 4)))
    outcome = tournament.at("2026-03-28 12:30").when(DrawSeats(session=S1))
    assert outcome.only(SeatsDrawn).forfeited == ("0005", "0006")
    assert tournament.entrant("0005").first.presence == "forfeited"
    tournament.when(CheckIn(entrant="0005")).refused("place-forfeited", "undo the seat draw first")
    tournament.when(CheckIn(entrant="0005"), at="2026-03-28 12:20").refused("place-forfeited")
    assert tournament.state.sessions[S1].checked_in == 4


def test_an_undone_draw_takes_its_forfeits_back() -> None:
    tournament = registered(5)
    tournament.at("2026-03-28 12:10").given(*(CheckIn(entrant=f"000{n}") for n in (1, 2, 3, 4)))
    tournament.at("2026-03-28 12:30").given(
        DrawSeats(session=S1), UndoSeatDraw(session=S1, reason="0005 is here")
    )
    assert tournament.entrant("0005").first.presence == "expected"
    tournament.when(CheckIn(entrant="0005"), at="2026-03-28 12:29").then(EntrantCheckedIn)


def test_who_waits_is_out_or_unknown_is_not_checked_in() -> None:
    tournament = registered(5, capacity=4, tables=1).at("2026-03-28 12:05")
    tournament.when(CheckIn(entrant="0005")).refused("not-taking-part", "waiting")
    tournament.when(CheckIn(entrant="0099")).refused("not-found")
    tournament.given(DisqualifyEntrant(entrant="0001", reason="a crib sheet"))
    tournament.when(CheckIn(entrant="0001")).refused("out-of-competition", "disqualified")


def test_nobody_checks_in_for_a_suspended_session() -> None:
    tournament = registered(1).at("2026-03-28 11:00")
    tournament.given(SuspendDay(day=tournament.state.sessions[S1].known_day, grounds="black_rainstorm"))
    tournament.at("2026-03-28 12:05").when(CheckIn(entrant="0001")).refused("wrong-phase", "suspended")


def test_only_a_finalist_checks_in_for_the_final() -> None:
    tournament = placed(qualified()).at("2026-04-12 13:10")
    tournament.when(CheckIn(entrant="0013")).refused("already-checked-in", S1)
    tournament.when(CheckIn(entrant="0001")).then(EntrantCheckedIn("0001", F1))


def test_a_session_in_play_takes_nobody_in() -> None:
    tournament = in_play(4)
    tournament.when(CheckIn(entrant="0001")).refused("already-checked-in")
    tournament = drawn(4).given(registration("0009", "2026-03-28/2"))
    tournament.when(UndoCheckIn(entrant="0009", reason="x")).refused("not-checked-in")


def test_the_clock_of_the_command_counts_not_the_order_of_entry() -> None:
    tournament = founded().given(registration("0001"), registration("0002")).at("2026-03-28 12:45")
    tournament.when(CheckIn(entrant="0001"), at="2026-03-28 12:31").refused(
        "place-forfeited", "time of arrival"
    )
    tournament.when(CheckIn(entrant="0002"), at="2026-03-28 12:30").then(EntrantCheckedIn)
