"""Registration: quota per session and in all, waiting list, who is old enough (HK eligibility, quotas)."""

from datetime import date

import msgspec
import pytest
from msgspec.structs import replace

from services.spreadsheets.csv_files import read_rows, understood
from services.spreadsheets.entrants import entrant_of
from services.tournament.definition.founding import (
    AppointReferee,
    DefineTournament,
    DismissReferee,
    RefereeAppointed,
    RefereeDismissed,
    TournamentDefined,
)
from services.tournament.definition.stages import TableSize
from services.tournament.kernel.lengths import NewNumber
from services.tournament.people.amendments import CancelRegistration, RegistrationCancelled
from services.tournament.people.importing import ImportEntrants
from services.tournament.people.registration import (
    EntrantRegistered,
    PlaceConfirmed,
    RegisterEntrant,
    WaitingListJoined,
)
from services.tournament.seating.seats import UndoSeatDraw
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from shared.catalogue import Listed, shown
from tests.cases import cases
from tests.unit.tournament import given_formats
from tests.unit.tournament.specs import (
    ADULT,
    F1,
    F2,
    S1,
    S2,
    T1,
    Tournament,
    check_in,
    definition,
    draw,
    drawn,
    founded,
    hk_definition,
    hk_rules,
    in_play,
    registered,
    registration,
)

DAY = date(2026, 3, 28)


def test_the_first_event_holds_the_definition_and_the_ruleset_with_its_hash() -> None:
    outcome = Tournament().when(DefineTournament(definition=hk_definition(), ruleset=hk_rules()))
    defined = outcome.then(TournamentDefined).only(TournamentDefined)
    assert defined.ruleset == hk_rules()
    assert len(defined.ruleset_hash) == 64
    assert len(defined.definition.sessions) == 14


def test_a_tournament_is_founded_once() -> None:
    founded().when(DefineTournament(definition=hk_definition(), ruleset=hk_rules())).refused(
        "already-defined"
    )


@cases(
    "changes, words",
    [
        ({"capacity": 101}, "capacity"),
        ({"cut": 0}, "places"),
        ({"zone": "Asia/Kowloon"}, "Asia/Kowloon"),
        ({"each_stage": {"table": TableSize(4, 5)}}, "table"),
        ({"each_stage": {"table": TableSize(4, 2)}}, "table"),
        ({"each_stage": {"table": TableSize(5, 3)}}, "table"),
        ({"tables_per_official": 0}, "tables_per_official"),
        ({"quota": 0}, "quota"),
        ({"ruleset": "mso-2019"}, "the rules given are hk-2026"),
    ],
)
def test_a_definition_that_contradicts_itself_is_refused(changes: dict[str, object], words: str) -> None:
    Tournament().when(
        DefineTournament(definition=definition(**changes), ruleset=hk_rules())  # type: ignore[arg-type]
    ).refused("definition-invalid", words)


def test_referees_are_appointed_and_dismissed() -> None:
    tournament = founded()
    appointed = tournament.when(AppointReferee(referee="R01", name="Lam Siu Ming"))
    assert appointed.then(RefereeAppointed("R01", False, "person-1")).entries[0].personal == {
        "person-1": {"name": "Lam Siu Ming"}
    }
    for number in ("R01", "r01"):
        tournament.when(AppointReferee(referee=number, name="Another")).refused("already-appointed", "R01")
    for number in ("總裁 1", "總裁1", "R 1", "-1", "R/1", ""):
        tournament.when(AppointReferee(referee=number, name="Another")).refused("number-unfit", "R01")
    tournament.when(AppointReferee(referee="R02", name=" ")).refused("invalid-input", "a name is needed")
    tournament.when(DismissReferee(referee="r01", reason="ill")).then(RefereeDismissed("R01", "case-1"))
    tournament.when(DismissReferee(referee="R01", reason="ill")).refused("not-found")
    tournament.when(AppointReferee(referee="R01", name="Lam Siu Ming", chief=True)).then(RefereeAppointed)


def test_a_referee_with_tables_in_play_is_not_dismissed() -> None:
    in_play(4).when(DismissReferee(referee="R01", reason="ill")).refused("still-assigned", S1)


def test_a_registration_in_time_gets_a_place_at_once() -> None:
    founded().when(registration("0001", consent=True, language="en", team="Tower 3")).then(
        EntrantRegistered("0001", "person-1", S1, True, (), ("parent",), None, "Tower 3"),
        PlaceConfirmed("0001", S1, False),
    )


def test_what_names_a_person_goes_to_the_vault_only() -> None:
    command = registration(
        "0001",
        email="chan@example.org",
        phone="+852 5555 0101",
        name_zh="陳大文",
        family="House of Chan",
        family_role="parent",
    )
    outcome = founded().when(command)
    assert outcome.entries[0].personal == {
        "person-1": {
            "name_en": "Entrant 0001",
            "name_zh": "陳大文",
            "birth_date": "1990-05-17",
            "email": "chan@example.org",
            "phone": "+852 5555 0101",
            "language": "zh",
            "family": "House of Chan",
            "family_role": "parent",
        }
    }
    for text in ("Entrant 0001", "陳大文", "1990", "example.org", "5555", "Chan", "'zh'", "35"):
        assert text not in repr(outcome.events)


def test_without_a_number_the_next_free_one_is_given() -> None:
    tournament = registered(2)
    outcome = tournament.when(RegisterEntrant(session=S1, birth_date=ADULT, name_zh="李小明"))
    assert outcome.only(EntrantRegistered).entrant_no == "0003"
    tournament.given(registration("0005"))
    outcome = tournament.when(RegisterEntrant(session=S1, birth_date=ADULT, name_zh="何美玲"))
    assert outcome.only(EntrantRegistered).entrant_no == "0006"


@cases("first, following", [("001", "002"), ("1", "2"), ("00001", "00002")])
def test_the_next_number_has_as_many_zeros_as_the_others(first: str, following: str) -> None:
    outcome = (
        founded().given(registration(first)).when(RegisterEntrant(session=S1, birth_date=ADULT, name_zh="李"))
    )
    assert outcome.only(EntrantRegistered).entrant_no == following


@cases("number", ["0001", "1", "01", "00001"])
def test_a_number_stands_for_one_entrant_with_whatever_zeros_before_it(number: str) -> None:
    refused = registered(1).when(registration(number, S2)).refused("entrant-number-taken", "0001")
    assert number in refused.problem.text("en")
    file = ImportEntrants(entrants=(registration("9", S2), registration("009", S2)))
    founded().when(file).refused("entrant-number-taken", "009 (the same number as 9)")


def test_a_number_with_a_letter_counts_with_its_zeros_in_large_letters_or_small() -> None:
    there = registered(1).given(registration("A01"))
    there.when(registration("a01", S2)).refused("entrant-number-taken", "a01 (the same number as A01)")
    there.when(registration("A1")).then(EntrantRegistered, PlaceConfirmed)


@cases(
    "number", ["../../x", "１２", "a+b", "a:b", "x y", " 0001", "-1", "1" * 21, "1.0", "1.5", "12.", "Bye"]
)
def test_a_number_that_no_address_can_carry_is_refused(number: str) -> None:
    founded().when(registration(number)).refused("entrant-number-wrong")


@cases("number", ["1.0", "1E+03", "0 1", "1/2", "1" * 60, "bye", "BYE", "輪空"])
def test_a_wrong_number_has_one_code_typed_and_in_a_list(number: str) -> None:
    assert msgspec.convert(number, NewNumber) == number
    founded().when(registration(number)).refused("entrant-number-wrong")
    _, (fault,) = understood(
        read_rows(f"entrant_no,name_en\n{number},Chan", ("entrant_no",), ("name_en",)), entrant_of
    )
    assert (fault.code, dict(fault.where)) == ("entrant-number-wrong", {"line": 2, "field": "entrant_no"})


def test_a_registration_names_a_preliminary_session_that_is_still_open() -> None:
    tournament = drawn(4)
    tournament.when(registration("0009", "2026-03-28/9")).refused("not-found", "2026-03-28/9")
    tournament.when(registration("0009", F1)).refused("not-a-preliminary-session")
    tournament.when(registration("0009", S1)).refused("registration-over", "drawn")


@cases(
    "born, session, eligible",
    [
        (date(2019, 3, 27), S1, True),  # seven on the eve
        (date(2019, 3, 28), S1, False),  # seven on the day itself
        (date(2019, 3, 28), T1, True),  # a later session does
        (date(2019, 4, 5), T1, True),
        (date(2019, 4, 6), T1, False),
    ],
)
def test_the_seventh_birthday_lies_before_the_day_of_the_own_session(
    born: date, session: str, eligible: bool
) -> None:
    outcome = founded().when(registration("0001", session, born))
    if eligible:
        outcome.then(EntrantRegistered, PlaceConfirmed)
    else:
        refused = outcome.refused("too-young", session)
        assert refused.problem.kind.rule == "HK eligibility"
        assert refused.problem.where["field"] == "birth_date"


@pytest.mark.parametrize(("day", "eligible"), [(date(2027, 3, 1), False), (date(2027, 3, 2), True)])
def test_a_leap_day_birthday_counts_on_the_first_of_march(day: date, eligible: bool) -> None:
    tournament = founded(days={S1: day, F1: date(2027, 4, 12), F2: date(2027, 4, 12)})
    outcome = tournament.when(registration("0001", S1, date(2020, 2, 29)))
    if eligible:
        outcome.then(EntrantRegistered, PlaceConfirmed)
    else:
        outcome.refused("too-young")


def test_a_full_session_starts_a_waiting_list_in_the_order_of_the_log() -> None:
    tournament = registered(4, capacity=4, tables=1)
    tournament.when(registration("0005")).then(EntrantRegistered, WaitingListJoined("0005", S1))
    tournament.given(registration("0006"))
    assert tournament.entrant("0005").status == "waiting"
    tournament.when(CancelRegistration(entrant="0002")).then(
        RegistrationCancelled, PlaceConfirmed("0005", S1, True)
    )
    tournament.when(CancelRegistration(entrant="0001")).then(
        RegistrationCancelled, PlaceConfirmed("0006", S1, True)
    )


def test_the_quota_holds_for_all_sessions_together() -> None:
    tournament = registered(4, quota=6)
    registered(2, S2, first=5, into=tournament)
    tournament.when(registration("0007", T1)).then(EntrantRegistered, WaitingListJoined("0007", T1))
    tournament.when(registration("0008", S2)).then(EntrantRegistered, WaitingListJoined("0008", S2))
    tournament.when(CancelRegistration(entrant="0001")).then(
        RegistrationCancelled, PlaceConfirmed("0007", T1, True)
    )
    assert tournament.state.registered == 6


def test_who_waits_for_a_full_session_does_not_hold_up_another() -> None:
    tournament = registered(4, quota=8, capacity=4, tables=1)
    tournament.given(registration("0005"))
    registered(4, S2, first=6, into=tournament)
    tournament.given(registration("0010", S2))
    tournament.when(CancelRegistration(entrant="0006")).then(
        RegistrationCancelled, PlaceConfirmed("0010", S2, True)
    )


def test_one_who_waits_can_give_that_up() -> None:
    tournament = registered(5, capacity=4, tables=1)
    tournament.when(CancelRegistration(entrant="0005")).then(RegistrationCancelled)
    assert not tournament.state.sessions[S1].waiting
    tournament.when(CancelRegistration(entrant="0001")).then(RegistrationCancelled)


def test_a_place_freed_in_a_suspended_session_goes_to_who_waits_not_to_the_next_to_register() -> None:
    tournament = registered(5, capacity=4, tables=1).at("2026-03-28 09:30")
    tournament.given(SuspendDay(day=DAY, grounds="black_rainstorm"))
    tournament.when(CancelRegistration(entrant="0001")).then(
        RegistrationCancelled, PlaceConfirmed("0005", S1, True)
    )
    tournament.when(registration("0006")).then(EntrantRegistered, WaitingListJoined)


def test_a_place_freed_while_seats_were_drawn_is_given_when_the_draw_is_undone() -> None:
    tournament = registered(4, quota=5)
    tournament.given(registration("0005", S2), registration("0006", S1))
    assert tournament.entrant("0006").status == "waiting"
    draw(check_in(tournament, S1))
    tournament.when(CancelRegistration(entrant="0005")).then(RegistrationCancelled)
    outcome = tournament.when(UndoSeatDraw(session=S1, reason="wrong session"))
    assert outcome.all(PlaceConfirmed) == [PlaceConfirmed("0006", S1, True)]


def test_an_import_is_all_or_nothing_and_names_the_line() -> None:
    young = registration("0002", born=date(2020, 1, 1))
    outcome = founded().when(ImportEntrants(entrants=(registration("0001"), young), lines=(2, 3)))
    refused = outcome.refused("too-young")
    assert refused.problem.where == {"field": "birth_date", "line": 3, "entrant_no": "0002"}


def test_an_import_registers_everyone_in_order() -> None:
    tournament = founded(capacity=4, tables=1)
    tournament.given(ImportEntrants(entrants=tuple(registration(f"{n:04d}") for n in range(1, 6))))
    assert sorted(tournament.state.sessions[S1].entrants) == ["0001", "0002", "0003", "0004"]
    assert list(tournament.state.sessions[S1].waiting) == ["0005"]


def test_an_import_without_lines_counts_them() -> None:
    outcome = founded().when(ImportEntrants(entrants=(registration("0001"), registration("0001"))))
    problem = outcome.refused("entrant-number-taken", "0001 (line 1 of this file has it already").problem
    assert problem.where["line"] == 2


def test_the_session_is_named_where_there_are_several_to_choose_from() -> None:
    anywhere = replace(registration("0001"), session=None)
    founded().when(anywhere).refused("session-needed", "sessions 1, 2, 3, 4 of Saturday, 28 March 2026")


def test_the_sessions_to_choose_from_are_told_in_the_order_of_play() -> None:
    tournament = founded().given(
        SuspendDay(day=date(2026, 3, 28), grounds="other"),
        RescheduleSessions(day=date(2026, 3, 28), new_day=date(2026, 4, 9), sessions=(S1,)),
    )
    outcome = tournament.when(replace(registration("0001"), session=None)).refused("session-needed")
    listed = outcome.problem.params["sessions"]
    assert isinstance(listed, Listed)
    assert len(listed.parts) > 1
    assert str(shown(listed.parts[-1], "en")).startswith("session 1 of Thursday, 9 April 2026")


def test_a_birth_date_is_needed_where_ages_decide() -> None:
    founded().when(replace(registration("0001"), birth_date=None)).refused("birth-date-needed")


def test_where_everyone_plays_in_all_sessions_a_registration_holds_for_each_that_is_still_to_come() -> None:
    tournament = given_formats.entered(given_formats.ROUNDS, 4)
    attended = [attendance.session for attendance in tournament.entrant("0001").participations[0].attendances]
    assert attended == [f"2006-11-25/{number}" for number in (1, 2, 3)]
    given_formats.draw_round(tournament)
    given_formats.enter(tournament, "0005")
    later = [attendance.session for attendance in tournament.entrant("0005").participations[0].attendances]
    assert later == attended[1:]
