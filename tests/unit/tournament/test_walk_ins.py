"""Walk-ins: registered and checked in, both or neither, with the events of the two commands."""

from collections.abc import Callable
from datetime import date

import pytest
from msgspec.structs import asdict

from services.tournament.people.choosing import takes_entrants
from services.tournament.people.registration import EntrantRegistered, PlaceConfirmed, RegisterEntrant
from services.tournament.seating.presence import CheckIn, EntrantCheckedIn
from services.tournament.seating.walk_ins import RegisterWalkIn
from services.tournament.standings.qualification import ConcludeQualification, UndoQualification
from tests.unit.tournament.specs import ADULT, S1, S2, Tournament, registered, registration
from tests.unit.tournament.stages import awarded, final_over, preliminary

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


@pytest.mark.parametrize("margin", [lambda table: 10 * table, lambda table: 10])
def test_a_stage_whose_cut_is_made_or_held_takes_nobody(margin: Callable[[int], int]) -> None:
    tournament = preliminary(16, margin=margin, cut=3).at(OPEN)
    session = tournament.state.sessions[S2]
    assert takes_entrants(tournament.state, session)
    tournament.given(ConcludeQualification())
    assert not takes_entrants(tournament.state, session)
    for command in (walk_in("0017", S2), registration("0017", S2)):
        problem = tournament.when(command).refused("stage-closed").problem
        assert problem.params["by"] == "cut"
    tournament.given(UndoQualification(reason="Too soon"))
    tournament.when(registration("0017", S2)).then(EntrantRegistered, PlaceConfirmed("0017", S2, False))


def test_once_the_awards_are_made_nobody_comes_in() -> None:
    tournament = awarded(final_over())
    problem = tournament.when(walk_in("0099", S2)).refused("stage-closed").problem
    assert problem.params["by"] == "awards"
