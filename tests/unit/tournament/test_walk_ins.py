"""Walk-ins: registered and checked in, both or neither, with the events of the two commands."""

from datetime import date

import pytest
from msgspec.structs import asdict

from services.tournament.people.registration import EntrantRegistered, PlaceConfirmed, RegisterEntrant
from services.tournament.seating.presence import CheckIn, EntrantCheckedIn
from services.tournament.seating.walk_ins import RegisterWalkIn
from tests.unit.tournament.specs import ADULT, S1, S2, Tournament, registered, registration

OPEN, LATE, EVE = "2026-03-28 09:30", "2026-03-28 20:00", "2026-03-27 09:30"


def walk_in(entrant: str, session: str = S1, born: date = ADULT, **fields: str) -> RegisterWalkIn:
    return RegisterWalkIn(**asdict(registration(entrant, session, born, **fields)))


def test_the_events_are_those_of_a_registration_and_a_check_in() -> None:
    tournament = registered(3).at(OPEN)
    command = registration("0004", phone="9123 4567", family="F-1")
    assert isinstance(command, RegisterEntrant)
    apart = tournament.copied().given(command, CheckIn(entrant="0004"))
    outcome = tournament.when(RegisterWalkIn(**asdict(command)))
    outcome.then(EntrantRegistered, PlaceConfirmed("0004", S1, False), EntrantCheckedIn("0004", S1))
    assert tournament.entries == apart.entries
    assert tournament.state.sessions[S1].checked_in == 1


def test_whoever_found_no_place_is_not_put_on_the_waiting_list() -> None:
    tournament = registered(4, capacity=4, tables=1).at(OPEN)
    tournament.when(walk_in("0005")).refused("no-place-left")
    tournament.given(registration("0006"))
    problem = tournament.when(walk_in("0005")).refused("no-place-left").problem
    assert problem.params["waiting"] == 1
    assert "0005" not in tournament.state.entrants


def test_a_quota_that_is_used_up_leaves_no_place_either() -> None:
    tournament = registered(4, quota=4).at(OPEN)
    tournament.when(walk_in("0005")).refused("no-place-left")


@pytest.mark.parametrize(
    ("moment", "command", "code"),
    [
        (LATE, walk_in("0004"), "check-in-over"),
        (EVE, walk_in("0004"), "wrong-day"),
        (OPEN, walk_in("0004", born=date(2020, 1, 1)), "too-young"),
        (OPEN, walk_in("0003"), "entrant-number-taken"),
        (OPEN, walk_in("0004", name_en=""), "invalid-input"),
        (OPEN, walk_in("0004", session="nowhere"), "not-found"),
    ],
)
def test_nobody_is_registered_who_cannot_be_checked_in(
    moment: str, command: RegisterWalkIn, code: str
) -> None:
    tournament: Tournament = registered(3).at(moment)
    before = tournament.state
    tournament.when(command).refused(code)
    assert tournament.state is before


def test_of_several_sessions_it_is_the_one_that_is_named() -> None:
    tournament = registered(3).at(OPEN)
    tournament.when(walk_in("0004", S2)).then(
        EntrantRegistered, PlaceConfirmed("0004", S2, False), EntrantCheckedIn("0004", S2)
    )
