"""Officials enter what is on paper with its time; a participant enters only what happened just now."""

from datetime import timedelta

from services.access.rights import Role
from services.desk.business_time import CLOCK_SKEW, PARTICIPANTS_PAST, check_business_time
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.desk.previewing import preview
from services.tournament.people.amendments import ChooseLanguage
from shared.eventlog import EventLog
from tests.cases import cases
from tests.refusing import refusing
from tests.unit.desk.conftest import ID, SECRET, Counter, principal, repeating
from tests.unit.tournament.specs import hong_kong, registration

NOW = hong_kong("2026-03-28 18:00")
ENGLISH = ChooseLanguage(entrant="0001", language="en")


@cases("role", ["participant", "referee", "chief_referee", "organizer", "service"])
def test_a_time_just_past_is_taken_from_anyone(role: Role) -> None:
    for occurred_at in (NOW, NOW + CLOCK_SKEW, NOW - PARTICIPANTS_PAST):
        check_business_time(occurred_at, NOW, role, PARTICIPANTS_PAST)


@cases("role", ["referee", "chief_referee", "organizer", "service"])
def test_officials_enter_what_is_long_past(role: Role) -> None:
    occurred_at = NOW - timedelta(days=400)
    check_business_time(occurred_at, NOW, role, PARTICIPANTS_PAST)


def test_a_participant_enters_nothing_that_is_long_past(counter: Counter) -> None:
    counter.submit(registration("0001"))
    before = counter.desk.head(ID)
    participant = principal("participant", "0001")
    early = counter.clock.now() - PARTICIPANTS_PAST - timedelta(seconds=1)
    for door in (
        lambda: counter.desk.submit(ID, ENGLISH, participant, occurred_at=early),
        lambda: preview(counter.desk, ID, ENGLISH, participant, occurred_at=early),
    ):
        with refusing("occurs-long-past") as raised:
            door()
        assert raised.value.status == 422
    assert counter.desk.head(ID) == before
    counter.desk.submit(ID, ENGLISH, principal("organizer"), occurred_at=early)


def test_what_was_entered_in_time_is_answered_again_later(counter: Counter) -> None:
    counter.submit(registration("0001"))
    participant, occurred_at = principal("participant", "0001"), counter.clock.now()
    first = counter.desk.submit(ID, ENGLISH, participant, command_id="phone-1", occurred_at=occurred_at)
    counter.clock.advance(timedelta(days=1))
    again = counter.desk.submit(ID, ENGLISH, participant, command_id="phone-1", occurred_at=occurred_at)
    assert (again.events, again.repeated) == (first.events, True)


def test_how_long_ago_is_a_setting(counter: Counter) -> None:
    counter.submit(registration("0001"))
    strict = Desk(
        Parts.over(
            EventLog(counter.desk.log.database, counter.clock),
            counter.desk.vault,
            counter.clock,
            SECRET,
            repeating("strict"),
            participants_past=timedelta(minutes=10),
        )
    )
    early = counter.clock.now() - timedelta(minutes=11)
    with refusing("occurs-long-past") as raised:
        strict.submit(ID, ENGLISH, principal("participant", "0001"), occurred_at=early)
    assert raised.value.params["minutes"] == 10
