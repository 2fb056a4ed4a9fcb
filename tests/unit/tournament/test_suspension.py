"""Suspension of a day or of what is left of it, lifting it, and the new date (HK severe weather)."""

from datetime import date

from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.registration import PlaceConfirmed
from services.tournament.play.timing import CallTime, ReopenSession
from services.tournament.seating.presence import CheckIn
from services.tournament.standings.standing import standings
from services.tournament.weather.rescheduling import RescheduleSessions, SessionsRescheduled
from services.tournament.weather.suspension import (
    LiftSuspension,
    SessionsSuspended,
    SuspendDay,
    SuspendRemaining,
    SuspensionLifted,
)
from tests.cases import cases
from tests.unit.tournament.specs import (
    F1,
    S1,
    S2,
    S3,
    S4,
    T1,
    Tournament,
    arrived,
    check_in,
    draw,
    drawn,
    finished,
    founded,
    hong_kong,
    in_play,
    recorded,
    registered,
    registration,
    sign,
)
from tests.unit.tournament.stages import on_paper

DAY, SECOND, LATER = date(2026, 3, 28), date(2026, 4, 6), date(2026, 4, 8)
SECOND_DAY = tuple(f"2026-04-06/{number}" for number in (1, 2, 3, 4))


def suspended(tournament: Tournament, day: date = DAY) -> Tournament:
    return tournament.given(SuspendDay(day=day, grounds="signal_8_or_above", reason="signal No. 8 NE"))


def status(tournament: Tournament, *sessions: str) -> list[str]:
    return [tournament.state.sessions[session].status for session in sessions]


def test_a_whole_day_is_suspended() -> None:
    tournament = registered(4).at("2026-03-28 10:00")
    tournament.when(SuspendDay(day=DAY, grounds="black_rainstorm", reason="since 9:40")).then(
        SessionsSuspended(
            DAY,
            (S1, S2, S3, S4),
            "black_rainstorm",
            False,
            (),
            "case-1",
            since=None,
            next_word=hong_kong("2026-03-28 12:00"),
        )
    )
    assert status(tournament, S1, S2, S3, S4, T1) == ["suspended"] * 4 + ["scheduled"]
    assert tournament.entrant("0001").first.session == S1


@cases(
    "moment, sessions",
    [
        ("2026-03-28 12:00", (S1, S2, S3, S4)),
        ("2026-03-28 13:44:59", (S1, S2, S3, S4)),
        ("2026-03-28 13:45", (S2, S3, S4)),  # a session that ends at that moment is not left
        ("2026-03-28 18:59:59", (S4,)),
    ],
)
def test_what_is_left_of_a_day_is_what_is_scheduled_to_end_later(
    moment: str, sessions: tuple[str, ...]
) -> None:
    outcome = founded().at(moment).when(SuspendRemaining(day=DAY, grounds="black_rainstorm"))
    assert outcome.only(SessionsSuspended).sessions == sessions
    assert outcome.only(SessionsSuspended).remaining_only


def test_when_nothing_is_left_the_day_proceeds() -> None:
    tournament = founded().at("2026-03-28 19:00")
    tournament.when(SuspendRemaining(day=DAY, grounds="black_rainstorm")).refused("nothing-to-suspend")
    suspended(tournament)
    tournament.when(SuspendDay(day=DAY, grounds="other")).refused("nothing-to-suspend", "suspended")


def test_a_day_without_play_has_no_decision() -> None:
    for command in (
        SuspendDay(day=LATER, grounds="other"),
        SuspendRemaining(day=LATER, grounds="other"),
        LiftSuspension(day=LATER, reason="x"),
        RescheduleSessions(day=LATER, new_day=LATER),
    ):
        founded().when(command).refused("not-found", "Wednesday, 8 April 2026")


def test_ended_sessions_stand() -> None:
    tournament = finished(sign(recorded(4)))
    registered(4, S2, first=5, into=tournament)
    tournament.at("2026-03-28 14:00")
    outcome = tournament.when(SuspendDay(day=DAY, grounds="black_rainstorm"))
    assert outcome.only(SessionsSuspended).sessions == (S2, S3, S4)
    assert status(tournament, S1) == ["ended"]
    assert len(standings(tournament.state, "preliminary")) == 4


def test_a_session_whose_hour_is_over_stands_though_its_sheets_are_still_open() -> None:
    tournament = recorded(4).at("2026-03-28 13:46").given(CallTime(session=S1))
    outcome = tournament.when(SuspendDay(day=DAY, grounds="black_rainstorm"))
    assert outcome.only(SessionsSuspended).sessions == (S2, S3, S4)
    assert sign(tournament).sheet().closed_seq is not None


def test_results_of_a_session_in_play_are_void_and_it_starts_again() -> None:
    tournament = recorded(7).given(RaiseDispute(sheet=f"{S1}/1", statement="noise"))
    outcome = tournament.at("2026-03-28 13:10").when(SuspendDay(day=DAY, grounds="black_rainstorm"))
    assert outcome.only(SessionsSuspended).voided == (S1,)
    session = tournament.state.sessions[S1]
    assert (session.status, session.attempt, session.checked_in, len(session.tables)) == (
        "suspended",
        2,
        0,
        0,
    )
    assert not tournament.state.sheets
    assert not standings(tournament.state, "preliminary")
    assert tournament.state.disputes["D-0001"].status == "moot"
    assert {tournament.entrant(entrant).first.presence for entrant in session.entrants} == {"expected"}


def test_it_starts_again_with_everyone_on_the_new_date() -> None:
    tournament = suspended(in_play(7))
    tournament.given(RescheduleSessions(day=DAY, new_day=LATER, sessions=(S1,)))
    check_in(tournament, S1)
    assert tournament.now.date() == LATER
    assert tournament.state.sessions[S1].checked_in == 7


def test_check_ins_and_forfeits_of_a_session_not_yet_in_play_are_void_too() -> None:
    tournament = registered(5)
    tournament.at("2026-03-28 12:10").given(*(CheckIn(entrant=f"000{n}") for n in (1, 2, 3)))
    suspended(tournament)
    assert tournament.state.sessions[S1].checked_in == 0
    tournament = drawn(6)
    outcome = tournament.when(SuspendDay(day=DAY, grounds="black_rainstorm"))
    assert outcome.only(SessionsSuspended).voided == ()
    assert not tournament.state.sessions[S1].tables


def test_a_place_freed_while_seats_were_drawn_is_given_when_the_session_is_suspended() -> None:
    tournament = registered(4, quota=5)
    tournament.given(registration("0005", S2), registration("0006", S1))
    draw(check_in(tournament, S1)).given(CancelRegistration(entrant="0005"))
    assert tournament.entrant("0006").status == "waiting"
    outcome = tournament.when(SuspendDay(day=DAY, grounds="black_rainstorm"))
    outcome.then(SessionsSuspended, PlaceConfirmed("0006", S1, True))


def test_a_mistaken_suspension_is_lifted() -> None:
    tournament = suspended(registered(4).at("2026-03-28 09:00"))
    tournament.when(LiftSuspension(day=DAY, reason="it was signal No. 3")).then(
        SuspensionLifted((S1, S2, S3, S4), "case-2")
    )
    assert status(tournament, S1, S4) == ["scheduled", "scheduled"]
    tournament.when(LiftSuspension(day=DAY, reason="again")).refused("nothing-suspended")


def test_a_suspension_that_voided_what_had_begun_is_not_lifted() -> None:
    tournament = suspended(arrived(4))
    tournament.when(LiftSuspension(day=DAY, reason="x")).refused("something-rests-on-it", S1)
    tournament.given(RescheduleSessions(day=DAY, new_day=DAY, sessions=(S1,)))
    tournament.when(LiftSuspension(day=DAY, reason="x")).then(SuspensionLifted((S2, S3, S4), "case-2"))


def test_a_later_suspension_that_voided_nothing_is_lifted_like_any_other() -> None:
    tournament = suspended(in_play(4))
    tournament.given(RescheduleSessions(day=DAY, new_day=LATER, sessions=(S1,))).at("2026-04-08 09:00")
    suspended(tournament, LATER)
    tournament.when(LiftSuspension(day=LATER, reason="cancelled at 9:58")).then(SuspensionLifted)
    assert status(tournament, S1) == ["scheduled"]


def test_suspended_sessions_get_a_new_date_and_keep_their_ids_and_times() -> None:
    tournament = suspended(registered(4).at("2026-03-28 09:00"))
    tournament.when(RescheduleSessions(day=DAY, new_day=LATER)).then(
        SessionsRescheduled((S1, S2, S3, S4), LATER)
    )
    session = tournament.state.sessions[S1]
    assert (session.plan.id, session.day, session.status) == (S1, LATER, "scheduled")
    tournament.at("2026-03-28 12:05").when(CheckIn(entrant="0001")).refused(
        "wrong-day", "Wednesday, 8 April 2026"
    )
    tournament.at("2026-04-08 12:30").given(CheckIn(entrant="0001"))


def test_only_suspended_sessions_of_that_day_get_a_new_date() -> None:
    tournament = suspended(founded().at("2026-03-28 09:00"))
    tournament.given(RescheduleSessions(day=DAY, new_day=LATER, sessions=(S1,)))
    move = RescheduleSessions(day=DAY, new_day=LATER, sessions=(S1,))
    tournament.when(move).refused("not-found", S1)  # it is of 8 April now
    tournament.when(RescheduleSessions(day=LATER, new_day=LATER, sessions=(S1,))).refused("not-suspended")
    tournament.when(RescheduleSessions(day=DAY, new_day=LATER, sessions=("x",))).refused("not-found", "x")
    tournament.when(RescheduleSessions(day=SECOND, new_day=LATER)).refused("nothing-suspended")


@cases(
    "new_day, why",
    [
        (date(2026, 3, 27), "it lies before the suspended day"),
        (date(1, 4, 8), "the year 1 is not between 1900 and 2200"),
        (date(2026, 4, 6), "session 1 of Monday, 6 April 2026 has the hall at that time"),
        (date(2026, 4, 12), "session 1 of Sunday, 12 April 2026 has the hall at that time"),
        (date(2026, 4, 13), "its stage must be over before the next begins"),
    ],
)
def test_a_new_date_that_does_not_do_is_refused(new_day: date, why: str) -> None:
    tournament = suspended(founded().at("2026-03-27 09:00"))
    tournament.when(RescheduleSessions(day=DAY, new_day=new_day)).refused("new-date-clashes", why)


def test_on_the_day_of_the_final_a_session_does_whose_hours_are_over_before_it_begins() -> None:
    for session, why in ((S1, "has the hall at that time"), (S2, "must be over before the next begins")):
        tournament = suspended(founded().at("2026-03-27 09:00"))
        move = RescheduleSessions(day=DAY, new_day=date(2026, 4, 12), sessions=(session,))
        tournament.when(move).refused("new-date-clashes", why)


def test_a_new_date_is_not_in_the_past() -> None:
    tournament = suspended(founded().at("2026-03-28 09:00")).at("2026-04-05 09:00")
    move = RescheduleSessions(day=DAY, new_day=date(2026, 4, 4))
    tournament.when(move).refused("new-date-clashes", "it is past")


def test_the_hall_of_a_suspended_day_is_free_until_that_day_is_lifted() -> None:
    tournament = suspended(suspended(founded().at("2026-03-28 09:00")), SECOND)
    tournament.given(RescheduleSessions(day=DAY, new_day=SECOND, sessions=(S1,)))
    tournament.when(LiftSuspension(day=SECOND, reason="mistaken")).refused(
        "new-date-clashes",
        "session 1 of Monday, 6 April 2026 (planned for Saturday, 28 March 2026) has the hall",
    )
    tournament.given(RescheduleSessions(day=SECOND, new_day=LATER, sessions=SECOND_DAY[:1]))
    tournament.when(LiftSuspension(day=SECOND, reason="mistaken")).then(
        SuspensionLifted(SECOND_DAY[1:], "case-3")
    )


def test_of_a_day_whose_sessions_all_have_a_new_date_there_is_nothing_to_decide() -> None:
    tournament = suspended(founded().at("2026-03-28 09:00"))
    tournament.given(RescheduleSessions(day=DAY, new_day=LATER))
    for decision in (
        LiftSuspension(day=DAY, reason="mistaken"),
        SuspendDay(day=DAY, grounds="other", reason="flood"),
        RescheduleSessions(day=DAY, new_day=date(2026, 4, 9)),
    ):
        tournament.when(decision).refused("sessions-moved", "Wednesday, 8 April 2026")
    tournament.when(LiftSuspension(day=date(2026, 3, 1), reason="mistaken")).refused("not-found")


def test_two_sessions_do_not_get_the_hall_together() -> None:
    tournament = suspended(suspended(founded().at("2026-03-28 09:00")), SECOND)
    tournament.given(RescheduleSessions(day=DAY, new_day=SECOND, sessions=(S1,)))
    suspended(tournament, SECOND)
    tournament.when(RescheduleSessions(day=SECOND, new_day=LATER)).refused("new-date-clashes", "has the hall")


def test_a_session_of_the_final_can_be_moved_beyond_it() -> None:
    tournament = suspended(founded().at("2026-04-12 09:00"), date(2026, 4, 12))
    tournament.when(RescheduleSessions(day=date(2026, 4, 12), new_day=date(2026, 4, 19))).then(
        SessionsRescheduled((F1, "2026-04-12/2"), date(2026, 4, 19))
    )


def test_suspending_is_owed_no_reason_but_lifting_is() -> None:
    tournament = suspended(founded().at("2026-03-28 09:00"))
    tournament.when(LiftSuspension(day=DAY, reason=" ")).refused("invalid-input")


def test_who_is_out_stays_out_when_the_session_starts_again() -> None:
    tournament = in_play(4).given(DisqualifyEntrant(entrant="0001", reason="a phone"))
    suspended(tournament).given(RescheduleSessions(day=DAY, new_day=LATER, sessions=(S1,)))
    tournament.at("2026-04-08 12:05").when(CheckIn(entrant="0001")).refused("out-of-competition")


def test_a_session_run_on_paper_that_is_reopened_and_suspended_starts_again_at_the_desk() -> None:
    tournament = on_paper(registered(4).at("2026-03-28 13:40"), S1, ["0001"])
    tournament.given(ReopenSession(session=S1, reason="wrong sheets"))
    suspended(tournament)
    session = tournament.state.sessions[S1]
    assert (session.on_paper, session.checked_in) == (False, 0)


def test_registration_goes_on_for_a_suspended_session() -> None:
    tournament = suspended(founded().at("2026-03-28 09:00"))
    tournament.given(registration("0001"))
    assert list(tournament.state.sessions[S1].entrants) == ["0001"]
