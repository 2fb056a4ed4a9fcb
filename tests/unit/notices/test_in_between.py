"""Who is told, of those who are neither wholly in nor wholly out: for every audience that a notice has."""

from collections.abc import Mapping
from datetime import date

import pytest

from services.notices.audiences import _READERS, recipients
from services.tournament.definition.founding import AppointReferee, DismissReferee
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.people.amendments import CancelRegistration, MergeEntrants
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.moving import MoveEntrant
from services.tournament.seating.seats import AssignReferees
from services.tournament.weather.suspension import SuspendDay
from tests.unit.tournament.specs import (
    CHILD,
    S1,
    S2,
    Tournament,
    check_in,
    draw,
    in_play,
    registered,
    registration,
)
from tests.unit.tournament.stages import placed, published, qualified

SHEET = f"{S1}/1"


def before_play() -> Tournament:
    """0001 to 0003 sit at a table of session 1, 0004 has left it, 0005 waited, 0006 was moved to session 2,
    0007 was forgotten there, 0008 merged into 0001, 0009 cancelled; R01 and CR1 serve, R02 was dismissed, R03
    forgotten."""
    tournament = registered(4, capacity=4, tables=1)
    tournament.given(
        registration("0005"),
        registration("0006"),
        MoveEntrant(entrant="0006", session=S2),
        registration("0007", S2),
        registration("0008", S2),
        registration("0009", S2),
        MergeEntrants(keep="0001", drop="0008", reason="the same person"),
        CancelRegistration(entrant="0009"),
        *(AppointReferee(referee=referee, name=referee) for referee in ("R01", "R02", "R03")),
        AppointReferee(referee="CR1", name="Chief", chief=True),
    )
    draw(check_in(tournament, S1), S1)
    tournament.given(
        AssignReferees(session=S1, assignments={"R01": (1,)}),
        DismissReferee(referee="R02", reason="ill"),
        ForgetPerson(person=str(tournament.state.referees["R03"].person)),
        WithdrawEntrant(entrant="0004", grounds="health"),
        ForgetPerson(person="0007"),
    )
    return tournament


BEFORE_PLAY: Mapping[str, str] = {
    "everyone": "0001 0002 0003 0004 0005 0006",
    f"session:{S1}": "0001 0002 0003",
    f"session:{S2}": "0006",
    f"sessions:{S1} {S2}": "0001 0002 0003 0006",
    "stage:preliminary": "0001 0002 0003 0004 0006",
    f"waiting:{S1}": "0005",
    "waiting": "",
    "entrant:0004": "0004",
    "entrant:0005": "0005",
    "entrant:0007": "",
    "entrant:0008": "0001",
    "category:adult": "",
    "team:none": "",
    f"guardians:{S1}": "",
    f"families:{S1};{S1} {S2}": "0001 0002 0003",
    f"guide:{S1} 0": "0001 0002 0003",
    f"inside:{S1}": "",
    f"played:{S1}": "",
    "sheet:none": "",
    "called:0004": "0004",
    "role:referee": "R01",
    "role:chief_referee": "CR1",
    "role:organizer": "organizer",
    "referees": "CR1 R01",
    "referee:R02": "",
    "referee:R03": "",
    f"officials:{S1}": "CR1 R01",
    f"officials:{S2}": "CR1 R01",
    "public": "channel",
}


def after_the_cut() -> Tournament:
    """Of sixteen eight go on. The first was disqualified, the second and the first reserve forgotten."""
    tournament = qualified(16, cut=8)
    qualified_now = sorted(tournament.state.cut_into("final").qualified)
    tournament.given(
        DisqualifyEntrant(entrant=qualified_now[0], reason="a phone"),
        ForgetPerson(person=qualified_now[1]),
        ForgetPerson(person=tournament.state.cut_into("final").reserves[0]),
    )
    return tournament


def numbers(tournament: Tournament, audience: str) -> list[str]:
    return [recipient.number for recipient in recipients(tournament.state, audience)]


@pytest.mark.parametrize("audience", BEFORE_PLAY)
def test_before_play(audience: str) -> None:
    assert numbers(before_play(), audience) == BEFORE_PLAY[audience].split()


@pytest.mark.parametrize(
    "audience", ["qualified:final", "unplaced:final", "finalists:final", "reserves:final"]
)
@pytest.mark.parametrize("place", [False, True], ids=["not yet placed", "placed"])
def test_after_the_cut(audience: str, place: bool) -> None:
    tournament = after_the_cut()
    if place:
        placed(tournament)
    gone = tournament.state.forgotten
    cut = tournament.state.cut_into("final")
    found = numbers(tournament, audience)
    assert all(tournament.entrant(number).person not in gone for number in found)
    if audience == "unplaced:final":
        assert bool(found) is not place
    elif audience == "reserves:final":
        assert set(found) <= set(cut.reserves)
    else:
        assert found


def test_at_a_table() -> None:
    tournament = in_play(4)
    seats = sorted(tournament.sheet(1).seats)
    tournament.given(
        DisqualifyEntrant(entrant=seats[0], reason="a phone"),
        ForgetPerson(person=seats[1]),
        WithdrawEntrant(entrant=seats[2], grounds="health"),
    )
    assert numbers(tournament, f"sheet:{SHEET}") == [seats[0], *seats[2:]]
    assert numbers(tournament, f"ranked:{SHEET}") == seats[2:]


def test_a_new_version_is_told_to_nobody_who_was_forgotten() -> None:
    tournament = published(after_the_cut())
    found = numbers(tournament, "changed:preliminary/1")
    assert found
    assert all(tournament.entrant(number).person not in tournament.state.forgotten for number in found)


def test_of_several_each_is_meant_once() -> None:
    tournament = in_play(4)
    seats = sorted(tournament.sheet(1).seats)
    assert numbers(tournament, f"several:entrant:{seats[1]} sheet:{SHEET}") == seats


def test_both_of_a_family_are_meant_but_the_forgotten() -> None:
    tournament = in_play(4)
    tournament.given(registration("0005", S2, born=CHILD), DeclareFamilyUnit(child="0005", parent="0001"))
    (unit,) = tournament.state.units
    assert numbers(tournament, f"unit:{unit}") == ["0001", "0005"]
    assert numbers(tournament, "unit:none") == []
    tournament.given(ForgetPerson(person="0005"))
    assert numbers(tournament, f"unit:{unit}") in (["0001"], [])


def test_who_left_minutes_before_is_told_what_holds_in_the_hall() -> None:
    tournament = in_play(4)
    gone = tournament.sheet(1).seats[0]
    tournament.given(
        WithdrawEntrant(entrant=gone, grounds="health"), SuspendDay(day=date(2026, 3, 28), grounds="other")
    )
    assert numbers(tournament, f"out:{S1}") == [gone]
    assert gone not in numbers(tournament, f"session:{S1}")
    assert numbers(tournament, f"out:{S2}") == []


def test_every_audience_is_among_these() -> None:
    tried = {audience.partition(":")[0] for audience in BEFORE_PLAY}
    tried |= {
        "ranked",
        "qualified",
        "unplaced",
        "finalists",
        "reserves",
        "changed",
        "unit",
        "staying",
        "dropped",
        "hopeful",
        "several",
        "out",
    }
    assert tried == set(_READERS)
