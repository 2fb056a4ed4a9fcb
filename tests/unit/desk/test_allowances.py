"""One participant cannot write for ever, whatever the door, the process or the restart; everyone else can."""

from datetime import timedelta

import pytest

from services.desk.allowances import ALLOWANCES
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.desk.previewing import preview
from services.limits import PARTICIPANT_COMMANDS, PARTICIPANT_PREFERENCES
from services.tournament.people.amendments import ChooseLanguage
from services.tournament.people.consents import SetConsent
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.problems import Problem
from shared.vault import Vault
from tests.refusing import refusing
from tests.unit.desk.conftest import ID, SECRET, Counter, principal, repeating
from tests.unit.desk.test_submitting import refused
from tests.unit.tournament.specs import registration


def language(turn: int, entrant: str = "0001") -> ChooseLanguage:
    return ChooseLanguage(entrant=entrant, language="en" if turn % 2 == 0 else "zh")


@pytest.fixture
def known(counter: Counter) -> Counter:
    counter.submit(registration("0001"), registration("0002"))
    return counter


def flipped(counter: Counter, times: int, entrant: str = "0001") -> None:
    for turn in range(times):
        counter.submit(language(turn, entrant), role="participant", subject=entrant)
        counter.clock.advance(timedelta(seconds=1))


def test_a_language_flipped_200_times_is_written_twenty_times(known: Counter) -> None:
    before = known.desk.head(ID).seq
    refusals = []
    for turn in range(200):
        try:
            known.submit(language(turn), role="participant", subject="0001")
        except Problem as problem:
            refusals.append((problem.code, problem.status))
    assert known.desk.head(ID).seq - before == PARTICIPANT_PREFERENCES
    assert set(refusals) == {("written-enough", 429)}


def test_the_refusal_says_when_the_next_is_taken_and_then_it_is(known: Counter, clock: ManualClock) -> None:
    flipped(known, PARTICIPANT_PREFERENCES)
    problem = refused(known, language(0), "written-enough", role="participant", subject="0001")
    assert problem.retry_after == 24 * 3600 - PARTICIPANT_PREFERENCES
    assert str(problem.retry_after) in problem.text("en")
    clock.advance(timedelta(seconds=problem.retry_after - 1))
    refused(known, language(0), "written-enough", role="participant", subject="0001")
    clock.advance(timedelta(seconds=1))
    known.submit(language(0), role="participant", subject="0001")


def test_another_process_and_a_restart_count_on(
    known: Counter, sqlite_database: Database, vault: Vault, clock: ManualClock
) -> None:
    flipped(known, PARTICIPANT_PREFERENCES)
    other = Desk(Parts.over(EventLog(sqlite_database, clock), vault, clock, SECRET, repeating("other")))
    with refusing("written-enough"):
        other.submit(ID, language(0), principal("participant", "0001"))
    with refusing("written-enough"):
        preview(other, ID, language(0), principal("participant", "0001"))


def test_others_are_not_held_up_and_the_desk_does_it_for_whoever_is(known: Counter) -> None:
    flipped(known, PARTICIPANT_PREFERENCES)
    known.submit(language(0, "0002"), role="participant", subject="0002")
    known.submit(language(0), role="organizer")


def test_what_changes_nothing_and_what_is_sent_again_is_not_counted(known: Counter) -> None:
    flipped(known, PARTICIPANT_PREFERENCES - 1)
    last = SetConsent(entrant="0001", shown=True)
    first = known.submit(last, role="participant", subject="0001", id="last")
    known.submit(last, role="participant", subject="0001")
    assert known.submit(last, role="participant", subject="0001", id="last").events == first.events


def test_commands_that_change_nothing_are_kept_so_many_times_an_hour(
    known: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.desk.allowances.PARTICIPANT_NOTHING", 5)
    same = SetConsent(entrant="0001", shown=False)
    for turn in range(5):
        assert known.submit(same, role="participant", subject="0001", id=f"n-{turn}").events == ()
    problem = refused(known, same, "written-enough", role="participant", subject="0001", id="n-5")
    assert problem.retry_after is not None
    assert known.submit(same, role="participant", subject="0001", id="n-4").events == ()
    known.submit(same, role="participant", subject="0001")
    known.submit(same, role="organizer", id="n-6")
    known.clock.advance(timedelta(seconds=problem.retry_after))
    known.submit(same, role="participant", subject="0001", id="n-5")


def test_no_allowance_is_less_than_a_day_of_play_takes() -> None:
    assert {allowance.most.name: (int(allowance.most), allowance.within) for allowance in ALLOWANCES} == {
        "participant-preferences": (PARTICIPANT_PREFERENCES, timedelta(days=1)),
        "participant-commands": (PARTICIPANT_COMMANDS, timedelta(hours=1)),
    }
    assert PARTICIPANT_COMMANDS >= 60
    assert PARTICIPANT_PREFERENCES >= 20
