"""Sessions of a tournament already founded: added, moved, enlarged; who comes along, and who is told."""

from datetime import date, time

from msgspec.structs import replace

from services.notices.policies import notices_due
from services.tournament.definition.amending import AgeCounted, TournamentAmended, changes_to
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.moving import EntrantMoved, MoveEntrant
from services.tournament.people.registration import EntrantRegistered, PlaceConfirmed, WaitingListJoined
from services.tournament.publication.publishing import PublishResults
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from tests.unit.tournament.amendments import AMENDMENTS, NEW, ONLY, SMALL, Amend, amended, small
from tests.unit.tournament.given_plans import adding, amending, with_session, without_session
from tests.unit.tournament.specs import F1, F2, S1, S2, T1, in_play, registered, registration
from tests.unit.tournament.stages import preliminary, qualified


def test_a_session_more_has_its_room_and_lets_those_waiting_choose_it() -> None:
    tournament = registered(5, **SMALL, only=ONLY)
    amended(tournament, AMENDMENTS["session.added"]).then(TournamentAmended)
    assert tournament.state.sessions[NEW].number == 1
    tournament.when(registration("0006", NEW)).then(EntrantRegistered, PlaceConfirmed)
    tournament.when(MoveEntrant(entrant="0005", session=NEW)).then(
        EntrantMoved, PlaceConfirmed("0005", NEW, True)
    )


def test_a_session_may_be_added_until_the_cut_is_made_or_results_are_published() -> None:
    def added(plan: Competition) -> Competition:
        return adding(plan, "preliminary", SessionPlan("extra", date(2026, 4, 8), start=time(13), tables=1))

    assert amended(in_play(4), added).only(TournamentAmended)
    amended(preliminary(), added).only(TournamentAmended)
    amended(preliminary().given(PublishResults(stage="preliminary")), added).refused(
        "change-too-late", "published"
    )
    amended(qualified(), added).refused("change-too-late")


def test_a_session_that_somebody_left_stays_in_the_plan() -> None:
    tournament = registered(1, **SMALL, only=ONLY).given(CancelRegistration(entrant="0001"))
    amended(tournament, AMENDMENTS["session.removed"]).refused("change-too-late", "1 is or was registered")
    amended(tournament, lambda plan: replace(without_session(plan, S2), quota=None)).only(TournamentAmended)
    assert S2 not in tournament.state.sessions


def test_a_session_moves_to_another_stage_while_nobody_is_in_it() -> None:
    def to_final(plan: Competition) -> Competition:
        session = plan.session(T1)
        assert session is not None
        moved = replace(session, day=date(2026, 4, 14))
        return replace(adding(without_session(plan, T1), "final", moved), quota=None)

    tournament = small()
    amended(tournament, to_final).only(TournamentAmended)
    assert tournament.state.sessions[T1].stage == "final"
    amended(registered(1, T1, **SMALL, only=ONLY), to_final).refused("change-too-late", "registered")


def test_a_session_moves_with_those_registered_and_everyone_concerned_is_told() -> None:
    tournament = registered(5, **SMALL, only=ONLY)
    event = amended(tournament, AMENDMENTS["session.day"]).only(TournamentAmended)
    session = tournament.state.sessions[S1]
    assert (session.day, sorted(session.entrants)) == (date(2026, 3, 29), ["0001", "0002", "0003", "0004"])
    due = notices_due(tournament.state, [(tournament.state.seq, event)])
    assert [(notice.kind, notice.audience) for notice in due] == [
        ("rescheduled", f"session:{S1}"),
        ("rescheduled", f"waiting:{S1}"),
        ("rescheduled", "referees"),
        ("post-urgent", "public"),
    ]
    assert due[0].topic == f"session:{S1}"


def test_a_session_that_was_moved_is_shown_with_the_day_it_is_on_now() -> None:
    tournament = small().given(
        SuspendDay(day=date(2026, 3, 28), grounds="other"),
        RescheduleSessions(day=date(2026, 3, 28), new_day=date(2026, 3, 30), sessions=(S1,)),
    )
    state = tournament.state
    (change,) = changes_to(state, with_session(state.plan, S1, day=date(2026, 3, 31)), {})
    assert change.text == (
        "session 1 of Saturday, 28 March 2026: "
        "day: Monday, 30 March 2026 (planned for Saturday, 28 March 2026) → Tuesday, 31 March 2026"
    )
    assert change.text_zh == (
        "2026年3月28日星期六第 1 場：日期："
        "2026年3月30日星期一（原定2026年3月28日星期六） → 2026年3月31日星期二"
    )
    (removed,) = (
        other for other in changes_to(state, without_session(state.plan, S1), {}) if other.session == S1
    )
    assert removed.text.startswith("session 1 of Saturday, 28 March 2026 removed: Monday, 30 March 2026")


def test_another_venue_is_told_to_everyone_who_is_still_to_play() -> None:
    tournament = registered(1, T1, into=registered(2, **SMALL, only=ONLY), first=3)
    event = amended(tournament, AMENDMENTS["tournament.venue"]).only(TournamentAmended)
    due = notices_due(tournament.state, [(tournament.state.seq, event)])
    assert {notice.audience for notice in due} == {f"session:{S1}", f"session:{T1}", "referees", "public"}


def test_other_texts_are_told_to_nobody() -> None:
    tournament = registered(2, **SMALL, only=ONLY)
    event = amended(tournament, AMENDMENTS["tournament.title"]).only(TournamentAmended)
    assert notices_due(tournament.state, [(tournament.state.seq, event)]) == []


def test_a_session_keeps_its_number_and_a_moved_one_takes_a_free_one() -> None:
    tournament = small()
    amended(tournament, lambda plan: with_session(plan, S1, day=date(2026, 4, 7))).only(TournamentAmended)
    amended(tournament, lambda plan: with_session(plan, S1, day=date(2026, 4, 6))).only(TournamentAmended)
    places = {id: session.number for id, session in tournament.state.sessions.items()}
    assert (places[S2], places[T1], places[S1]) == (2, 1, 2)


def test_a_new_date_given_after_a_suspension_stands_unless_the_plan_moves_the_session() -> None:
    later = date(2026, 4, 8)
    tournament = registered(1, **SMALL, only=ONLY).given(SuspendDay(day=date(2026, 3, 28), grounds="other"))
    amended(tournament, AMENDMENTS["session.day"]).refused("change-too-late", "suspended")
    tournament.given(RescheduleSessions(day=date(2026, 3, 28), new_day=later))
    amended(tournament, AMENDMENTS["tournament.title"]).only(TournamentAmended)
    assert tournament.state.sessions[S1].day == later
    as_played = amended(tournament, lambda plan: with_session(plan, S1, day=later)).only(TournamentAmended)
    assert as_played.moved == ()
    assert amended(tournament, AMENDMENTS["session.day"]).only(TournamentAmended).moved == (S1,)


def test_nobody_is_moved_into_the_past_or_after_the_stage_that_follows() -> None:
    tournament = registered(1, **SMALL, only=ONLY).at("2026-03-20")
    amended(tournament, lambda plan: with_session(plan, S1, day=date(2026, 3, 19))).refused(
        "new-date-clashes", "past"
    )
    tournament.given(
        SuspendDay(day=date(2026, 3, 28), grounds="other"),
        RescheduleSessions(day=date(2026, 3, 28), new_day=date(2026, 4, 9)),
    )
    earlier = date(2026, 4, 8)
    amended(
        tournament, lambda plan: with_session(with_session(plan, F1, day=earlier), F2, day=earlier)
    ).refused("new-date-clashes", "not over by then")


def test_on_the_day_a_session_was_moved_to_the_next_stage_begins_after_its_hours() -> None:
    tournament = registered(1, **SMALL, only=ONLY).at("2026-03-20")
    later = date(2026, 4, 9)
    tournament.given(
        SuspendDay(day=date(2026, 3, 28), grounds="other"),
        RescheduleSessions(day=date(2026, 3, 28), new_day=later),
    )
    first = tournament.state.sessions[S2].plan
    assert first.start is not None
    assert first.end is not None

    def beginning_at(start: time) -> Amend:
        hours = {"day": later, "registration": None, "seating": None, "start": start, "end": None}
        return lambda plan: with_session(with_session(plan, F1, **hours), F2, **hours)

    assert first.start < first.end
    amended(tournament, beginning_at(first.start)).refused("new-date-clashes", "not over by then")
    amended(tournament, beginning_at(first.end)).only(TournamentAmended)


def test_nobody_is_moved_to_a_day_on_which_they_are_too_young() -> None:
    tournament = small(minimum_age=10).given(registration("0001", T1, date(2016, 4, 4)))
    amended(tournament, lambda plan: with_session(plan, T1, day=date(2026, 4, 5))).only(TournamentAmended)
    amended(tournament, lambda plan: with_session(plan, T1, day=date(2026, 4, 4))).refused(
        "too-young-then", "0001"
    )


def test_what_follows_from_ages_is_worked_out_anew_when_a_day_changes() -> None:
    tournament = small().given(registration("0001", born=date(2007, 4, 13)))
    assert tournament.entrant("0001").may_be == ("child", "parent")
    later = date(2026, 4, 13)
    event = amended(
        tournament, lambda plan: with_session(with_session(plan, F1, day=later), F2, day=later)
    ).only(TournamentAmended)
    assert event.ages == (AgeCounted("0001", (), ("parent",)),)
    assert tournament.entrant("0001").may_be == ("parent",)


# Room


def test_more_room_goes_to_those_who_wait() -> None:
    tournament = registered(6, **SMALL, only=ONLY)
    assert sorted(tournament.state.sessions[S1].waiting) == ["0005", "0006"]
    amended(tournament, AMENDMENTS["session.capacity"]).then(
        TournamentAmended, PlaceConfirmed("0005", S1, True)
    )
    assert list(tournament.state.sessions[S1].waiting) == ["0006"]


def test_a_larger_quota_lets_those_waiting_in() -> None:
    tournament = small(quota=2).given(*(registration(f"000{place}") for place in (1, 2, 3)))
    amended(tournament, lambda plan: replace(plan, quota=3)).then(
        TournamentAmended, PlaceConfirmed("0003", S1, True)
    )


def test_less_room_is_refused_only_if_those_registered_do_not_fit() -> None:
    tournament = registered(3, **SMALL, only=ONLY)
    amended(tournament, lambda plan: with_session(plan, S1, capacity=3)).refused("definition-invalid")
    fits = replace(tournament.state.plan, quota=3)
    tournament.when(amending(with_session(fits, S1, capacity=3))).only(TournamentAmended)
    fewer = replace(tournament.state.plan, quota=2)
    tournament.when(amending(with_session(fewer, S1, capacity=2))).refused(
        "too-few-places", "3 are registered"
    )
    amended(tournament, lambda plan: with_session(plan, S1, capacity=2)).refused(
        "too-few-places", "session 1 of Saturday, 28 March 2026"
    )
    tournament.when(registration("0004")).then(EntrantRegistered, WaitingListJoined)
