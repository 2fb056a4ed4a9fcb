from datetime import UTC, datetime, time, timedelta
from typing import Any

import msgspec
import pytest

from services.tournament.definition.awards import Award, Best, FamilyAward, TeamAward
from services.tournament.definition.categories import Category
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import Bye, From, StagePlan, TableSize, Target
from services.tournament.definition.texts import Text
from shared.codec import canonical
from tests.cases import cases
from tests.unit.bounding import unbounded
from tests.unit.tournament.definition.plans import DAY, FINAL, GROUPS, SCHOOL_DAY


def test_a_plan_is_the_same_after_its_canonical_form() -> None:
    assert msgspec.json.decode(canonical(SCHOOL_DAY), type=Competition) == SCHOOL_DAY


def test_the_canonical_form_leaves_defaults_out_and_names_what_depends_on_the_place() -> None:
    plain = StagePlan(id="s", enter="registration", split="chosen", sessions=(SessionPlan("s/1"),))
    assert msgspec.json.decode(canonical(plain)) == {
        "id": "s",
        "enter": "registration",
        "split": "chosen",
        "sessions": [{"id": "s/1"}],
    }


def test_stages_and_awards_are_written_as_in_a_file() -> None:
    written = msgspec.json.decode(canonical(SCHOOL_DAY))
    assert [stage["id"] for stage in written["stage"]] == ["groups", "final"]
    assert written["stage"][1]["enter"] == {"from": "groups", "places": 8}


@pytest.mark.parametrize(
    ("json", "expected"),
    [
        (b'{"kind":"team","stage":"s"}', TeamAward("s", "medals")),
        (b'{"kind":"team","stage":"s","count":{"best":3}}', TeamAward("s", Best(3))),
        (
            b'{"kind":"family","stage":"s","name":{"both":"F"},"child_from":7,"child_to":18,"parent_from":18}',
            FamilyAward("s", Text(both="F"), 7, 18, 18, None),
        ),
    ],
)
def test_awards_are_told_apart_by_their_kind(json: bytes, expected: object) -> None:
    assert msgspec.json.decode(json, type=Award) == expected


def test_every_text_and_list_of_a_plan_has_a_longest_length() -> None:
    assert unbounded(Competition) == []


@cases(
    "text, en, zh",
    [
        (Text(en="Day", zh="日"), "Day", "日"),
        (Text(en="Day"), "Day", "Day"),
        (Text(zh="日"), "日", "日"),
        (Text(both="Day"), "Day", "Day"),
    ],
)
def test_a_text_falls_back_to_the_other_language(text: Text, en: str, zh: str) -> None:
    assert (text.in_language("en"), text.in_language("zh")) == (en, zh)


def test_sessions_and_stages_are_found_by_id() -> None:
    assert SCHOOL_DAY.stage("final") is FINAL
    assert SCHOOL_DAY.stage("none") is None
    assert SCHOOL_DAY.stage_of("2027-03-06/2") is GROUPS
    assert SCHOOL_DAY.stage_of("2027-03-06/3") is FINAL
    assert SCHOOL_DAY.session("2027-03-06/3") is FINAL.sessions[0]
    assert SCHOOL_DAY.session("none") is None
    assert SCHOOL_DAY.stage_of("none") is None
    assert [session.id for session in SCHOOL_DAY.sessions] == ["2027-03-06/1", "2027-03-06/2", "2027-03-06/3"]


def test_a_stage_leads_to_those_entered_from_it() -> None:
    assert SCHOOL_DAY.leads_to("groups") == (FINAL,)
    assert SCHOOL_DAY.leads_to("final") == ()
    assert (GROUPS.source, FINAL.source) == (None, From("groups", 8))


def test_registration_and_seating_default_to_the_start() -> None:
    session = SessionPlan("s", DAY, start=time(14))
    assert (session.opens_at, session.seated_at) == (time(14), time(14))
    seated = SessionPlan("s", DAY, seating=time(13, 45), start=time(14))
    assert (seated.opens_at, seated.seated_at) == (time(13, 45), time(13, 45))
    whole = SessionPlan("s", DAY, time(13), time(13, 45), time(14), time(15, 30))
    assert (whole.opens_at, whole.seated_at) == (time(13), time(13, 45))
    assert SCHOOL_DAY.lasts(DAY, whole) == timedelta(minutes=90)
    begun_by_command = SessionPlan("s")
    assert (begun_by_command.opens_at, SCHOOL_DAY.lasts(DAY, begun_by_command)) == (None, None)


def test_room_is_the_capacity_or_what_the_tables_seat() -> None:
    assert [GROUPS.room_in(session) for session in GROUPS.sessions] == [15, 16]
    assert GROUPS.room == 31
    assert SCHOOL_DAY.places == 31
    assert msgspec.structs.replace(GROUPS, attend="all").room == 15
    assert msgspec.structs.replace(GROUPS, attend="some").room is None
    open_ended = (*GROUPS.sessions, SessionPlan("x"))
    assert msgspec.structs.replace(GROUPS, sessions=open_ended).room is None
    assert msgspec.structs.replace(SCHOOL_DAY, quota=20).places == 20


def test_games_are_a_number_a_target_or_as_many_as_the_table_likes() -> None:
    until = msgspec.structs.replace(GROUPS, games=Target(400))
    free = msgspec.structs.replace(GROUPS, games="any")
    assert [(stage.games_each, stage.target) for stage in (GROUPS, until, free)] == [
        (3, None),
        (None, 400),
        (None, None),
    ]


@cases("points, halves", [(0, 0), ("1/2", 1), (1, 2), (2, 4)])
def test_a_bye_counts_in_halves(points: int | str, halves: int) -> None:
    assert Bye(points).halves == halves


def test_rulesets_are_those_of_the_tournament_and_its_stages_each_once() -> None:
    mixed = msgspec.structs.replace(
        SCHOOL_DAY, stages=(GROUPS, msgspec.structs.replace(FINAL, ruleset="bsg-2015"))
    )
    assert mixed.rulesets == ("hk-2026", "bsg-2015")
    assert [mixed.ruleset_of(stage) for stage in mixed.stages] == ["hk-2026", "bsg-2015"]


def test_moments_and_days_are_those_of_the_zone() -> None:
    moment = SCHOOL_DAY.moment(DAY, time(14))
    assert moment.astimezone(UTC) == datetime(2027, 3, 6, 6, tzinfo=UTC)
    assert SCHOOL_DAY.local_day(datetime(2027, 3, 5, 16, tzinfo=UTC)) == DAY
    assert SCHOOL_DAY.first_day(GROUPS) == DAY
    assert SCHOOL_DAY.first_day(msgspec.structs.replace(GROUPS, sessions=(SessionPlan("x"),))) is None


@cases(
    "category, age, held",
    [
        (Category("child", age_to=17), 17, True),
        (Category("child", age_to=17), 18, False),
        (Category("adult", age_from=18), 17, False),
        (Category("adult", age_from=18), 18, True),
        (Category("guests"), 30, False),
    ],
)
def test_a_category_holds_its_ages(category: Category, age: int, held: bool) -> None:
    assert category.holds(age) is held


def test_what_people_call_it_is_its_name_or_its_id() -> None:
    named = msgspec.structs.replace(GROUPS, name=Text(en="Groups", zh="小組"))
    assert [stage.title("zh") for stage in (GROUPS, named)] == ["groups", "小組"]
    assert SessionPlan("x", name=Text(en="Round 1")).title("en") == "Round 1"
    assert SessionPlan("x").title("en") == "x"


def test_a_table_for_two_is_written_whole() -> None:
    assert msgspec.json.decode(canonical(TableSize(2, 2))) == {"most": 2, "fewest": 2}


@cases(
    "changes, needed",
    [
        ({}, False),
        ({"minimum_age": 1}, True),
        ({"categories": (Category("guest"),)}, False),
        ({"categories": (Category("child", age_to=12),)}, True),
        ({"awards": (TeamAward("final"),)}, False),
        ({"awards": (TeamAward("final"), FamilyAward("final", Text(both="F"), 7, 18, 18))}, True),
    ],
)
def test_birth_dates_are_needed_only_where_ages_decide(changes: dict[str, Any], needed: bool) -> None:
    assert msgspec.structs.replace(SCHOOL_DAY, **changes).needs_birth_dates is needed
