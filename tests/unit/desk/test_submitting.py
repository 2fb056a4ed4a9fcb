"""One door for every command: carried out once, refused without a trace, and only for who may."""

from datetime import UTC, timedelta

from services.access.principal import Principal
from services.tournament.definition.founding import AppointReferee, DefineTournament
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import CancelRegistration, ChooseLanguage
from services.tournament.people.consents import SetConsent
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.play.signatures import SignSheet
from services.tournament.play.timing import StartSession
from services.tournament.seating.presence import CheckIn
from services.tournament.seating.seats import AssignReferees, DrawSeats
from shared.catalogue import shown
from shared.clock import ManualClock
from shared.database import Database
from shared.problems import Problem
from shared.vault import Vault
from tests.refusing import refusing
from tests.unit.desk.conftest import ID, Counter, principal
from tests.unit.tournament.figures import EXAMPLE_1, counted
from tests.unit.tournament.specs import CHILD, F1, S1, definition, hk_rules, hong_kong, numbers, registration

SHEET = f"{S1}/1"


def refused(counter: Counter, command: Command, code: str, **who: str) -> Problem:
    before = counter.desk.head(ID)
    with refusing(code) as raised:
        counter.submit(command, **who)  # type: ignore[arg-type]
    assert counter.desk.head(ID) == before
    return raised.value


def seated(counter: Counter, count: int = 8, first: int = 1) -> Counter:
    """A session in play at two tables: referee R01 has both. Those before `first` are registered already."""
    for number in numbers(count)[first - 1 :]:
        counter.submit(registration(number))
    counter.at("2026-03-28 12:05")
    for entrant_no in numbers(count):
        counter.submit(CheckIn(entrant=entrant_no))
    counter.at("2026-03-28 12:30").submit(
        DrawSeats(session=S1, seed="s"),
        AppointReferee(referee="R01", name="Lam Siu Ming"),
        AppointReferee(referee="R02", name="Ho Ka Yan"),
        AssignReferees(session=S1),
        StartSession(session=S1),
    )
    return counter


def test_a_command_answers_with_its_events_and_is_in_the_state_at_once(counter: Counter) -> None:
    answer = counter.submit(registration("0001"))
    assert (answer.first_seq, answer.last_seq) == (2, 3)
    assert [event.type for event in answer.events] == ["entrant-registered", "place-confirmed"]
    assert answer.events[1].caused_by == 2
    assert answer.events[0].actor == "organizer:test"
    assert list(counter.desk.state(ID).entrants) == ["0001"]
    assert not answer.repeated


def test_a_refused_command_leaves_no_trace(counter: Counter) -> None:
    counter.submit(registration("0001"))
    refused(counter, registration("0001"), "entrant-number-taken")
    refused(counter, registration("0002", F1), "not-a-preliminary-session")
    assert counter.desk.state(ID).registered == 1


def test_a_command_without_effect_answers_that_nothing_was_to_do(counter: Counter) -> None:
    counter.submit(registration("0001"))
    answer = counter.submit(ChooseLanguage(entrant="0001", language="zh"))
    assert answer.events == ()
    assert answer.first_seq == answer.last_seq + 1


def test_the_same_command_under_the_same_id_is_carried_out_once(counter: Counter) -> None:
    first = counter.submit(registration("0001"), id="r-1")
    again = counter.submit(registration("0001"), id="r-1")
    assert again.repeated
    assert (again.first_seq, again.last_seq, again.events) == (first.first_seq, first.last_seq, first.events)
    assert counter.desk.head(ID).seq == 3


def test_an_id_stands_for_one_command_of_one_actor(counter: Counter) -> None:
    counter.submit(registration("0001"), id="r-1")
    with refusing("command-id-reused", "r-1"):
        counter.submit(registration("0002"), id="r-1")
    with refusing("command-id-reused"):
        counter.submit(registration("0001"), id="r-1", subject="another")


def test_a_repeated_command_gets_the_same_remarks(counter: Counter) -> None:
    for number in numbers(8):
        counter.submit(registration(number))
    first = counter.submit(registration("0009"), id="w")
    assert [note.code for note in first.remarks] == ["on-waiting-list"]
    counter.submit(CancelRegistration(entrant="0001"))
    assert counter.submit(registration("0009"), id="w").remarks == first.remarks


def test_what_happened_earlier_is_entered_with_its_time_but_nothing_from_the_future(counter: Counter) -> None:
    counter.submit(registration("0001"))
    counter.at("2026-03-28 12:40")
    refused(counter, CheckIn(entrant="0001"), "place-forfeited")
    at = hong_kong("2026-03-28 12:20")
    answer = counter.desk.submit(ID, CheckIn(entrant="0001"), principal(), occurred_at=at)
    assert (answer.events[0].occurred_at, answer.events[0].recorded_at) == (at, counter.clock.now())
    later = counter.clock.now() + timedelta(minutes=3)
    with refusing("occurs-in-future") as raised:
        counter.desk.submit(ID, CheckIn(entrant="0001"), principal(), occurred_at=later.astimezone(UTC))
    assert str(shown(hong_kong("2026-03-28 12:43"), "zh")) in raised.value.text("zh")


def test_nothing_is_done_in_a_tournament_that_is_not_founded(counter: Counter) -> None:
    organizer = Principal("t", "organizer", "o")
    for act in (
        lambda: counter.desk.submit("nowhere", registration("0001"), organizer),
        lambda: counter.desk.state("nowhere"),
        lambda: counter.desk.head("nowhere"),
    ):
        with refusing("tournament-unknown"):
            act()


def test_a_role_does_what_its_row_says(counter: Counter) -> None:
    counter.submit(registration("0001"))
    refused(counter, registration("0002"), "forbidden", role="referee", subject="R01")
    refused(counter, SetConsent(entrant="0001", shown=True), "forbidden", role="display", subject="d")
    problem = refused(counter, DrawSeats(session=S1), "forbidden", role="participant", subject="0001")
    assert "Chief Referee" in problem.text()
    assert "總裁判" in problem.text("zh")


def test_a_role_without_the_right_learns_nothing_else(counter: Counter) -> None:
    counter.submit(registration("0001"), id="used")
    draw, participant = DrawSeats(session=S1), Principal("t", "participant", "0001")
    later = counter.clock.now() + timedelta(hours=3)
    for act in (
        lambda: counter.desk.submit(ID, draw, participant, command_id="used"),
        lambda: counter.desk.submit(ID, draw, participant, occurred_at=later),
        lambda: counter.desk.submit("nowhere", draw, participant),
        lambda: counter.desk.foresee("nowhere", draw, participant),
    ):
        with refusing("forbidden"):
            act()


def test_a_token_of_another_tournament_opens_nothing(counter: Counter) -> None:
    other = Principal("t", "organizer", "o", "mso-2019")
    with refusing("token-for-another-tournament"):
        counter.desk.submit(ID, registration("0001"), other)
    define = DefineTournament(definition=definition(), ruleset=hk_rules())
    with refusing("token-for-another-tournament"):
        counter.desk.submit("elsewhere", define, principal())


def test_a_participant_acts_for_herself_only(counter: Counter) -> None:
    counter.submit(registration("0001"), registration("0002"), registration("0003", born=CHILD))
    mine = {"role": "participant", "subject": "0001"}
    counter.submit(SetConsent(entrant="0001", shown=True), **mine)  # type: ignore[arg-type]
    refused(counter, SetConsent(entrant="0002", shown=True), "forbidden", **mine)
    counter.submit(DeclareFamilyUnit(child="0003", parent="0001"), **mine)  # type: ignore[arg-type]
    refused(counter, DeclareFamilyUnit(child="0003", parent="0002"), "forbidden", **mine)


def test_a_participant_who_names_nobody_complains_for_themselves(counter: Counter) -> None:
    seated(counter)
    tables = counter.desk.state(ID).sessions[S1].tables
    mine = {"role": "participant", "subject": tables[1][0]}
    counter.submit(RaiseDispute(sheet=f"{S1}/1", statement="A tile was moved."), **mine)  # type: ignore[arg-type]
    elsewhere = RaiseDispute(sheet=f"{S1}/2", statement="A tile was moved.")
    refused(counter, elsewhere, "forbidden", **mine)


def test_a_referee_acts_at_her_own_tables_only(counter: Counter) -> None:
    seated(counter)
    counter.submit(counted(*EXAMPLE_1), role="referee", subject="R01")
    refused(counter, counted(*EXAMPLE_1, game=2), "forbidden", role="referee", subject="R02")
    refused(counter, counted(*EXAMPLE_1, sheet="x/²"), "forbidden", role="referee", subject="R01")
    refused(
        counter, counted(*EXAMPLE_1, sheet=f"{S1}/{'9' * 5000}"), "forbidden", role="referee", subject="R01"
    )
    player = counter.desk.state(ID).sheets[SHEET].seats[0]
    counter.submit(counted(*EXAMPLE_1, game=2), role="participant", subject=player)
    sign = SignSheet(sheet=SHEET, entrant=player, medium="device")
    other = counter.desk.state(ID).sheets[SHEET].seats[1]
    refused(counter, sign, "forbidden", role="participant", subject=other)


def test_two_desks_on_one_database_see_each_other_at_once(
    counter: Counter, sqlite_database: Database, vault: Vault, clock: ManualClock
) -> None:
    second = Counter(sqlite_database, vault, clock, "another process")
    counter.submit(registration("0001"))
    second.submit(registration("0002"))
    counter.submit(registration("0003"))
    with refusing("entrant-number-taken", "0002"):
        counter.submit(registration("0002"))
    assert counter.desk.state(ID) == second.desk.state(ID)
    assert counter.desk.head(ID).seq == 7


def test_a_desk_that_starts_cold_knows_what_the_log_holds(
    counter: Counter, sqlite_database: Database, vault: Vault, clock: ManualClock
) -> None:
    seated(counter).submit(counted(*EXAMPLE_1))
    cold = Counter(sqlite_database, vault, clock, "tomorrow")
    assert cold.desk.state(ID) == counter.desk.state(ID)
