"""Changing a tournament already founded: what may change until when, what it takes along, and who is told."""

from collections.abc import Callable, Mapping
from datetime import date, time
from typing import Any

import pytest
from msgspec.structs import replace

from services.notices.policies import notices_due
from services.rules.ruleset import load
from services.tournament.counterfactual.telling import Changes
from services.tournament.definition.amending import (
    AgeCounted,
    Changed,
    TournamentAmended,
    changes_to,
)
from services.tournament.definition.awards import FamilyAward, PlacesAward
from services.tournament.definition.difference import FIELDS, differences
from services.tournament.definition.plan import Category, Competition, Reading, Venue
from services.tournament.definition.resting import RULES
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import From, StagePlan, TableSize
from services.tournament.definition.texts import Text
from services.tournament.docket.breaches import GiveWarning
from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.moving import EntrantMoved, MoveEntrant
from services.tournament.people.registration import (
    EntrantRegistered,
    PlaceConfirmed,
    WaitingListJoined,
)
from services.tournament.publication.awards import MakeAwards
from services.tournament.publication.publishing import PublishResults
from services.tournament.seating.presence import CheckIn
from services.tournament.weather.suspension import RescheduleSessions, SuspendDay
from tests.golden.stories import replanned
from tests.unit.tournament.given_formats import (
    MSO,
    PRESSMAN,
    ROUND_ROBIN,
    arrive,
    draw_round,
    entered,
    founded_as,
)
from tests.unit.tournament.given_plans import (
    adding,
    amending,
    with_session,
    with_stage,
    without_session,
)
from tests.unit.tournament.specs import (
    ADULT,
    CHILD,
    F1,
    F2,
    S1,
    S2,
    T1,
    Tournament,
    arrived,
    check_in,
    draw,
    drawn,
    finished,
    founded,
    hk_rules,
    in_play,
    numbers,
    registered,
    registration,
    start,
)
from tests.unit.tournament.stages import placed, preliminary, qualified

Amend = Callable[[Competition], Competition]
SMALL: dict[str, Any] = {
    "capacity": 4,
    "tables": 1,
    "quota": 12,
    "cut": 6,
    "final_capacity": 6,
    "final_tables": 2,
}
ONLY = (S1, S2, T1, F1, F2)
NEW = "2026-04-05/1"
ANOTHER_DAY = SessionPlan(NEW, date(2026, 4, 5), start=time(13), tables=1)


def named(place: str) -> Text:
    return Text(place, place)


def award(plan: Competition, kind: type, **fields: Any) -> Competition:
    """The plan with fields of its awards of a kind changed."""
    awards = (replace(own, **fields) if isinstance(own, kind) else own for own in plan.awards)
    return replace(plan, awards=tuple(awards))


def without_final(plan: Competition) -> Competition:
    return replace(plan, stages=plan.stages[:1], awards=())


AMENDMENTS: Mapping[str, Amend] = {
    "tournament.id": lambda plan: replace(plan, id="another"),
    "tournament.zone": lambda plan: replace(plan, zone="Asia/Tokyo"),
    "tournament.title": lambda plan: replace(plan, title=named("Cup")),
    "tournament.languages": lambda plan: replace(plan, languages=("zh",)),
    "tournament.organizer": lambda plan: replace(plan, organizer=named("A club")),
    "tournament.venue": lambda plan: replace(plan, venue=Venue(named("Town hall"))),
    "tournament.contact": lambda plan: replace(plan, contact=named("2345 6789")),
    "tournament.readings": lambda plan: replace(
        plan, readings={**plan.readings, "new": Reading(True, "HK rules 1", named("so"))}
    ),
    "tournament.results_published_on": lambda plan: replace(plan, results_published_on=date(2026, 4, 20)),
    "tournament.results_published_at": lambda plan: replace(plan, results_published_at=("the board",)),
    "tournament.tables_per_official": lambda plan: replace(plan, tables_per_official=3),
    "tournament.quota": lambda plan: replace(plan, quota=11),
    "tournament.minimum_age": lambda plan: replace(plan, minimum_age=8),
    "tournament.verbal_warnings": lambda plan: replace(plan, verbal_warnings=3),
    "category.added": lambda plan: replace(plan, categories=(*plan.categories, Category("old", age_from=60))),
    "stage.removed": without_final,
    "stage.name": lambda plan: with_stage(plan, "preliminary", name=named("Heats")),
    "stage.enter": lambda plan: with_stage(plan, "final", enter=From("preliminary", places=5)),
    "stage.apart": lambda plan: with_stage(plan, "preliminary", apart=("team",)),
    "stage.draw": lambda plan: with_stage(plan, "preliminary", draw="snake"),
    "stage.table": lambda plan: with_stage(plan, "preliminary", table=TableSize(4, 4)),
    "stage.games": lambda plan: with_stage(plan, "preliminary", games=2),
    "stage.weather": lambda plan: with_stage(plan, "preliminary", weather="none"),
    "stage.places_seen": lambda plan: with_stage(plan, "preliminary", places_seen="session"),
    "stage.order": lambda plan: with_stage(
        plan,
        "preliminary",
        sessions=tuple(reversed(plan.stages[0].sessions)),
    ),
    "session.added": lambda plan: adding(plan, "preliminary", ANOTHER_DAY),
    "session.removed": lambda plan: replace(without_session(plan, S1), quota=None),
    "session.day": lambda plan: with_session(plan, S1, day=date(2026, 3, 29)),
    "session.registration": lambda plan: with_session(plan, S1, registration=time(11)),
    "session.seating": lambda plan: with_session(plan, S1, seating=time(12, 5)),
    "session.start": lambda plan: with_session(plan, S1, start=time(12, 55)),
    "session.end": lambda plan: with_session(plan, S1, end=time(14)),
    "session.tables": lambda plan: with_session(plan, S1, tables=2),
    "session.capacity": lambda plan: with_session(plan, S1, capacity=5, tables=2),
    "session.name": lambda plan: with_session(plan, S1, name=named("First")),
    "award.titles": lambda plan: award(plan, PlacesAward, titles=(named("Winner"),) * len(plan.titles)),
    "award.terms": lambda plan: award(plan, PlacesAward, titles=(named("Winner"),)),
    "award.removed": lambda plan: replace(plan, awards=plan.awards[1:]),
    "family.name": lambda plan: award(plan, FamilyAward, name=named("Families")),
    "family.terms": lambda plan: award(plan, FamilyAward, child_to=12),
}
"""By field, a change of it that fits the small tournament."""


def small(**changes: Any) -> Tournament:
    return founded(**{**SMALL, "only": ONLY, **changes})


def amended(tournament: Tournament, change: Amend) -> Any:
    return tournament.when(amending(change(tournament.state.plan)))


def test_everything_that_can_differ_has_a_name_and_a_rule() -> None:
    assert FIELDS.keys() == RULES.keys()
    apart = {"stages", "categories", "awards"}
    for scope, kind, elsewhere in (
        ("tournament", Competition, apart),
        ("stage", StagePlan, {"id", "sessions"}),
        ("session", SessionPlan, {"id"}),
    ):
        fields = set(kind.__struct_fields__) - elsewhere
        assert {f"{scope}.{name}" for name in fields} <= RULES.keys()


@pytest.mark.parametrize("field", sorted(AMENDMENTS.keys() - {"tournament.id", "tournament.zone"}))
def test_before_anyone_registers_nearly_everything_may_change(field: str) -> None:
    tournament = small()
    before = tournament.state.plan
    event = amended(tournament, AMENDMENTS[field]).one(TournamentAmended)
    assert field in {own.field for own in event.changes}
    assert tournament.state.plan == AMENDMENTS[field](before)
    assert set(tournament.state.sessions) == {own.id for own in tournament.state.plan.sessions}
    for session in tournament.state.sessions.values():
        assert session.plan == tournament.state.plan.session(session.plan.id)
        assert session.day == session.plan.day


RESTING: Mapping[str, tuple[Callable[[], Tournament], tuple[str, ...]]] = {
    "someone registered": (
        lambda: registered(1, **SMALL, only=ONLY),
        (
            "tournament.minimum_age",
            "category.added",
            "stage.apart",
            "session.removed",
        ),
    ),
    "someone checked in": (
        lambda: arrived(1, **SMALL, only=ONLY),
        ("session.day", "session.registration", "session.seating", "session.start", "session.end"),
    ),
    "seats are drawn": (
        lambda: drawn(4, **SMALL, only=ONLY),
        (
            "session.day",
            "session.start",
            "session.tables",
            "session.capacity",
            "stage.draw",
            "stage.table",
            "stage.games",
            "stage.order",
        ),
    ),
    "someone was warned": (
        lambda: in_play(4, **SMALL, only=ONLY).given(GiveWarning(entrant="0001", breach="late")),
        ("tournament.verbal_warnings",),
    ),
}


@pytest.mark.parametrize(
    ("what", "field"), [(what, field) for what, (_, fields) in RESTING.items() for field in fields]
)
def test_nothing_changes_that_something_rests_on(what: str, field: str) -> None:
    tournament = RESTING[what][0]()
    amended(tournament, AMENDMENTS[field]).refused("change-too-late")


@pytest.mark.parametrize(
    "field", sorted(field for field, rule in RULES.items() if not rule and field in AMENDMENTS)
)
def test_texts_and_the_like_change_at_any_time(field: str) -> None:
    tournament = in_play(4, **SMALL, only=ONLY)
    assert amended(tournament, AMENDMENTS[field]).one(TournamentAmended)


@pytest.mark.parametrize("field", ["tournament.id", "tournament.zone"])
def test_id_and_zone_never_change(field: str) -> None:
    amended(small(), AMENDMENTS[field]).refused("never-changes", "found another tournament")


def test_nothing_changed_is_nothing_done() -> None:
    tournament = small()
    amended(tournament, lambda plan: plan).nothing()


def test_a_plan_with_a_fault_or_that_is_not_played_is_refused() -> None:
    tournament = small()
    amended(tournament, lambda plan: replace(plan, quota=10**5)).refused("definition-invalid", "quota")
    amended(tournament, lambda plan: with_stage(plan, "preliminary", carry=True, draw="given")).refused(
        "definition-invalid"
    )
    amended(tournament, lambda plan: with_stage(plan, "preliminary", split="lot")).refused("not-played-yet")


def test_a_closed_tournament_stays_as_it_is() -> None:
    tournament = small()
    tournament.state = replace(tournament.state, closed=True)
    amended(tournament, AMENDMENTS["tournament.title"]).refused("tournament-closed")


def test_the_event_says_what_changed_and_holds_plan_and_rules_whole() -> None:
    tournament = small()
    event = amended(tournament, AMENDMENTS["session.day"]).one(TournamentAmended)
    assert event.changes == (Changed("session.day", "preliminary", S1),)
    assert (event.moved, event.ages) == ((S1,), ())
    assert event.definition == tournament.state.plan
    assert (event.ruleset, event.ruleset_hash) == (hk_rules(), tournament.state.ruleset_hash)


# Rules


def test_other_rules_are_taken_until_seats_are_drawn() -> None:
    house = replace(hk_rules(), document="House rules")
    tournament = small()
    changed = tournament.when(amending(tournament.state.plan, house)).one(TournamentAmended)
    assert [own.field for own in changed.changes] == ["tournament.rules"]
    assert tournament.state.rules == house
    tournament = drawn(4, **SMALL, only=ONLY)
    tournament.when(amending(tournament.state.plan, house)).refused("change-too-late", "drawn")


def test_rules_that_are_not_those_of_the_plan_are_refused() -> None:
    tournament = small()
    tournament.when(amending(tournament.state.plan, load("mso-2019"))).refused("definition-invalid")


# Sessions


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

    assert amended(in_play(4), added).one(TournamentAmended)
    amended(preliminary(), added).one(TournamentAmended)
    amended(preliminary().given(PublishResults(stage="preliminary")), added).refused(
        "change-too-late", "published"
    )
    amended(qualified(), added).refused("change-too-late")


def test_a_session_that_somebody_left_stays_in_the_plan() -> None:
    tournament = registered(1, **SMALL, only=ONLY).given(CancelRegistration(entrant="0001"))
    amended(tournament, AMENDMENTS["session.removed"]).refused("change-too-late", "1 are or were registered")
    amended(tournament, lambda plan: replace(without_session(plan, S2), quota=None)).one(TournamentAmended)
    assert S2 not in tournament.state.sessions


def test_a_session_moves_to_another_stage_while_nobody_is_in_it() -> None:
    def to_final(plan: Competition) -> Competition:
        session = plan.session(T1)
        assert session is not None
        moved = replace(session, day=date(2026, 4, 14))
        return replace(adding(without_session(plan, T1), "final", moved), quota=None)

    tournament = small()
    amended(tournament, to_final).one(TournamentAmended)
    assert tournament.state.sessions[T1].stage == "final"
    amended(registered(1, T1, **SMALL, only=ONLY), to_final).refused("change-too-late", "registered")


def test_a_session_moves_with_those_registered_and_everyone_concerned_is_told() -> None:
    tournament = registered(5, **SMALL, only=ONLY)
    event = amended(tournament, AMENDMENTS["session.day"]).one(TournamentAmended)
    session = tournament.state.sessions[S1]
    assert (session.day, sorted(session.entrants)) == (date(2026, 3, 29), ["0001", "0002", "0003", "0004"])
    due = notices_due(tournament.state, [(tournament.state.seq, event)])
    assert [(own.kind, own.audience) for own in due] == [
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
    assert change.text == f"session {S1}: day: 2026-03-30 (planned for 2026-03-28) → 2026-03-31"
    assert change.text_zh == f"場次 {S1}：日期：2026-03-30（原定 2026-03-28） → 2026-03-31"
    (removed,) = (own for own in changes_to(state, without_session(state.plan, S1), {}) if own.session == S1)
    assert removed.text.startswith(f"session {S1} removed: 2026-03-30")


def test_another_venue_is_told_to_everyone_who_is_still_to_play() -> None:
    tournament = registered(1, T1, into=registered(2, **SMALL, only=ONLY), first=3)
    event = amended(tournament, AMENDMENTS["tournament.venue"]).one(TournamentAmended)
    due = notices_due(tournament.state, [(tournament.state.seq, event)])
    assert {own.audience for own in due} == {f"session:{S1}", f"session:{T1}", "referees", "public"}


def test_other_texts_are_told_to_nobody() -> None:
    tournament = registered(2, **SMALL, only=ONLY)
    event = amended(tournament, AMENDMENTS["tournament.title"]).one(TournamentAmended)
    assert notices_due(tournament.state, [(tournament.state.seq, event)]) == []


def test_a_session_keeps_its_number_and_a_moved_one_takes_a_free_one() -> None:
    tournament = small()
    amended(tournament, lambda plan: with_session(plan, S1, day=date(2026, 4, 7))).one(TournamentAmended)
    amended(tournament, lambda plan: with_session(plan, S1, day=date(2026, 4, 6))).one(TournamentAmended)
    places = {id: own.number for id, own in tournament.state.sessions.items()}
    assert (places[S2], places[T1], places[S1]) == (2, 1, 2)


def test_a_new_date_given_after_a_suspension_stands_unless_the_plan_moves_the_session() -> None:
    later = date(2026, 4, 8)
    tournament = registered(1, **SMALL, only=ONLY).given(
        SuspendDay(day=date(2026, 3, 28), grounds="other"),
    )
    amended(tournament, AMENDMENTS["session.day"]).refused("change-too-late", "suspended")
    tournament.given(RescheduleSessions(day=date(2026, 3, 28), new_day=later))
    amended(tournament, AMENDMENTS["tournament.title"]).one(TournamentAmended)
    assert tournament.state.sessions[S1].day == later
    as_played = amended(tournament, lambda plan: with_session(plan, S1, day=later)).one(TournamentAmended)
    assert as_played.moved == ()
    assert amended(tournament, AMENDMENTS["session.day"]).one(TournamentAmended).moved == (S1,)


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
        own = {"day": later, "registration": None, "seating": None, "start": start, "end": None}
        return lambda plan: with_session(with_session(plan, F1, **own), F2, **own)

    assert first.start < first.end
    amended(tournament, beginning_at(first.start)).refused("new-date-clashes", "not over by then")
    amended(tournament, beginning_at(first.end)).one(TournamentAmended)


def test_nobody_is_moved_to_a_day_on_which_they_are_too_young() -> None:
    tournament = small(minimum_age=10).given(registration("0001", T1, date(2016, 4, 4)))
    amended(tournament, lambda plan: with_session(plan, T1, day=date(2026, 4, 5))).one(TournamentAmended)
    amended(tournament, lambda plan: with_session(plan, T1, day=date(2026, 4, 4))).refused(
        "too-young-then", "0001"
    )


def test_what_follows_from_ages_is_worked_out_anew_when_a_day_changes() -> None:
    tournament = small().given(registration("0001", born=date(2007, 4, 13)))
    assert tournament.entrant("0001").may_be == ("child", "parent")
    later = date(2026, 4, 13)
    event = amended(
        tournament, lambda plan: with_session(with_session(plan, F1, day=later), F2, day=later)
    ).one(TournamentAmended)
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
    tournament.when(amending(with_session(fits, S1, capacity=3))).one(TournamentAmended)
    fewer = replace(tournament.state.plan, quota=2)
    tournament.when(amending(with_session(fewer, S1, capacity=2))).refused(
        "too-few-places", "3 are registered"
    )
    amended(tournament, lambda plan: with_session(plan, S1, capacity=2)).refused(
        "too-few-places", f"session {S1}"
    )
    tournament.when(registration("0004")).then(EntrantRegistered, WaitingListJoined)


# Stages, the cut, the final


def test_a_stage_is_added_before_results_are_published_and_removed_before_anyone_is_in_it() -> None:
    tournament = registered(3, **SMALL, only=ONLY)
    whole = tournament.state.plan
    amended(tournament, without_final).one(TournamentAmended)
    assert "final" not in tournament.state.stages
    tournament.when(amending(whole)).one(TournamentAmended)
    assert tournament.state.plan == whole
    amended(placed(qualified()), without_final).refused("change-too-late")


def test_the_final_moves_until_the_cut_is_made_and_grows_until_finalists_are_placed() -> None:
    later = date(2026, 4, 20)

    def moved(plan: Competition) -> Competition:
        return with_session(with_session(plan, F1, day=later), F2, day=later)

    def larger(plan: Competition) -> Competition:
        return with_session(plan, F1, tables=30, capacity=None)

    amended(preliminary(), moved).one(TournamentAmended)
    amended(qualified(), moved).refused("change-too-late", "the cut is made", "Undo the qualification")
    amended(qualified(), larger).one(TournamentAmended)
    amended(placed(qualified()), larger).refused("change-too-late", "finalists are placed")
    amended(qualified(), lambda plan: with_stage(plan, "final", enter=From("preliminary", places=3))).refused(
        "change-too-late", "the cut is made"
    )


def test_the_way_the_final_is_played_changes_while_the_preliminary_is_on() -> None:
    tournament = in_play(4)
    amended(tournament, lambda plan: with_stage(plan, "final", games=2)).one(TournamentAmended)
    assert tournament.state.stage_plan("final").games == 2


# Awards


def test_awards_change_until_they_are_made_and_their_titles_after() -> None:
    tournament = placed(qualified())
    for session in (F1, F2):
        if tournament.state.sessions[session].entrants:
            finished(start(draw(check_in(tournament, session), session), session), session)
    tournament.given(MakeAwards())
    amended(tournament, AMENDMENTS["award.removed"]).refused("change-too-late", "Revoke the awards")
    amended(tournament, AMENDMENTS["award.terms"]).refused("change-too-late")
    amended(tournament, AMENDMENTS["award.titles"]).one(TournamentAmended)


def test_the_family_award_stays_while_there_are_families() -> None:
    tournament = small().given(
        registration("0001", born=ADULT),
        registration("0002", born=CHILD),
        DeclareFamilyUnit(child="0002", parent="0001"),
    )
    amended(tournament, AMENDMENTS["family.terms"]).refused("change-too-late", "Dissolve")
    amended(tournament, AMENDMENTS["family.name"]).one(TournamentAmended)


# Rounds


def test_how_often_people_play_stays_once_someone_is_registered() -> None:
    tournament = entered(PRESSMAN, 4)
    plan = tournament.state.plan
    every_time = with_stage(plan, plan.first_stage, attend="some")
    tournament.when(amending(every_time, tournament.state.rules)).refused("change-too-late")
    tournament = founded_as(PRESSMAN)
    tournament.when(amending(every_time, tournament.state.rules)).one(TournamentAmended)


def test_a_round_more_is_played_in_a_swiss_tournament_by_everyone_in_it() -> None:
    tournament = entered(MSO, 4)
    plan = tournament.state.plan
    stage = plan.stages[0]
    more = adding(plan, stage.id, replace(stage.sessions[-1], id="extra-round"))
    tournament.when(amending(more, tournament.state.rules)).one(TournamentAmended)
    assert set(tournament.state.sessions) == {*(own.id for own in stage.sessions), "extra-round"}
    assert len(tournament.state.sessions["extra-round"].entrants) == 4
    assert tournament.entrant("0001").in_session(stage.id, "extra-round") is not None


def test_a_round_less_is_played_until_it_is_drawn() -> None:
    tournament = entered(MSO, 4)
    plan = tournament.state.plan
    stage = plan.stages[0]
    fewer = replace(plan, stages=(replace(stage, sessions=stage.sessions[:-1]),))
    tournament.when(amending(fewer, tournament.state.rules)).one(TournamentAmended)
    assert tournament.entrant("0001").in_session(stage.id, stage.sessions[-1].id) is None


def test_rounds_that_were_dropped_stay_dropped_when_the_plan_changes() -> None:
    tournament = arrive(entered(ROUND_ROBIN, 4).at("2027-03-06 09:40"), *numbers(4))
    draw_round(tournament.at("2027-03-06 09:56"))
    plan = replace(tournament.state.plan, quota=7)
    tournament.when(amending(plan, tournament.state.rules)).one(TournamentAmended)
    assert sorted(tournament.state.sessions) == ["r1", "r2", "r3"]
    assert [own.session for own in tournament.entrant("0001").participations[0].attendances] == [
        "r1",
        "r2",
        "r3",
    ]


# Looking back, and otherwise


def test_told_again_with_nothing_changed_it_is_the_same_history() -> None:
    tournament = replanned()
    story = tournament.told_again(Changes())
    assert story.misfits == ()
    told = [entry.event for chapter in story.chapters for entry in chapter.entries]
    assert told == tournament.history
    assert story.state == tournament.state


def test_without_the_change_what_rested_on_it_does_not_fit() -> None:
    tournament = registered(1, **SMALL, only=ONLY)
    amended(tournament, AMENDMENTS["session.added"])
    seq = tournament.state.seq
    tournament.given(registration("0009", NEW))
    story = tournament.told_again(Changes(without=frozenset({seq})))
    assert [own.why.code for own in story.misfits] == ["not-found"]
    assert NEW not in story.state.sessions


def test_told_again_without_who_registered_the_change_stands_for_the_others() -> None:
    tournament = small().given(registration("0001", born=date(2007, 4, 13)))
    seq = 2
    later = date(2026, 4, 13)
    amended(tournament, lambda plan: with_session(with_session(plan, F1, day=later), F2, day=later))
    story = tournament.told_again(Changes(without=frozenset({seq})))
    assert story.misfits == ()
    assert story.state.plan == tournament.state.plan
    assert not story.state.entrants


def test_who_is_forgotten_stays_out_of_what_follows_from_ages() -> None:
    tournament = registered(1, **SMALL, only=ONLY).given(ForgetPerson(person="0001"))
    later = date(2026, 4, 13)
    event = amended(
        tournament, lambda plan: with_session(with_session(plan, F1, day=later), F2, day=later)
    ).one(TournamentAmended)
    assert event.ages == ()


def test_a_change_is_put_in_words_of_both_languages() -> None:
    plan = small().state.plan
    (change,) = differences(plan, with_session(plan, S1, day=date(2026, 3, 29)))
    assert change.text == f"session {S1}: day: 2026-03-28 → 2026-03-29"
    assert change.text_zh == f"場次 {S1}：日期：2026-03-28 → 2026-03-29"
    for field, amend in AMENDMENTS.items():
        for own in differences(plan, amend(plan)):
            assert own.text, field
            assert own.text_zh, field


@pytest.mark.parametrize(
    ("enter", "text", "text_zh"),
    [
        (From("preliminary", 5), "from preliminary, 5 places, ", "由 preliminary 晉級、5 名、"),
        (
            From("preliminary", per_table=2),
            "from preliminary, 2 of each table, ",
            "由 preliminary 晉級、每桌 2 名、",
        ),
    ],
)
def test_who_enters_is_put_in_words(enter: From, text: str, text_zh: str) -> None:
    plan = small().state.plan
    (change,) = differences(plan, with_stage(plan, "final", enter=enter))
    assert f" → {text}" in change.text
    assert f" → {text_zh}" in change.text_zh
    assert "nobody moves up" not in change.text
    without = with_stage(plan, "final", enter=replace(enter, reserves=False))
    (change,) = differences(plan, without)
    assert change.text.endswith(", nobody moves up")


def test_a_session_that_goes_to_another_stage_is_a_change_in_either_direction() -> None:
    plan = small().state.plan
    for id, to in ((S1, "final"), (F1, "preliminary")):
        session = plan.session(id)
        assert session is not None
        elsewhere = adding(without_session(plan, id), to, session)
        assert "session.stage" in {own.field for own in differences(plan, elsewhere)}


def test_check_in_goes_by_the_new_day() -> None:
    tournament = registered(4, **SMALL, only=ONLY)
    amended(tournament, AMENDMENTS["session.day"])
    tournament.at("2026-03-28 12:05").when(CheckIn(entrant="0001")).refused("wrong-day")
    tournament.at("2026-03-29 12:05").when(CheckIn(entrant="0001"))
    assert tournament.entrant("0001").first.presence == "checked_in"
