"""What people call sessions: the stage is said wherever the number or name could be another stage's."""

from datetime import date

import pytest
from msgspec.structs import replace

from services.notices.audiences import Recipient, recipients
from services.notices.audiences_named import audience_called
from services.notices.fields import filled
from services.notices.look import DAY_FOLLOWS, Look
from services.notices.policies import notices_due
from services.notices.sessions_named import session_named, several_called
from services.tournament.definition.places_called import session_called, sessions_called, table_called
from services.tournament.definition.texts import Text
from services.tournament.kernel.facts import Command
from services.tournament.people.moving import MoveEntrant
from services.tournament.state import State
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from shared.catalogue.values import shown
from shared.i18n import Language
from tests.unit.tournament.given_pairs import pairs
from tests.unit.tournament.specs import Tournament, registered
from tests.unit.tournament.test_school_day import FINAL, GROUPS, founded, school_day


@pytest.fixture(scope="module")
def state() -> State:
    """A day of groups and final."""
    return founded(school_day()).state


LANGUAGES_READ: tuple[Language, ...] = ("en", "zh")


def read(tournament: Tournament, command: Command) -> list[str]:
    """What the first entrant reads of what follows, in each language."""
    result = tournament.when(command)
    first = tournament.state.seq - len(result.events) + 1
    notices = notices_due(tournament.state, list(enumerate(result.events, first)))
    reader = Recipient("entrant", "0001")
    (notice,) = [notice for notice in notices if reader in recipients(tournament.state, notice.audience)]
    return [filled(Look(tournament.state, notice, reader, language)) for language in LANGUAGES_READ]


def test_a_new_date_names_the_day_that_it_replaces_and_the_planned_one() -> None:
    day, later, last = date(2026, 3, 28), date(2026, 4, 8), date(2026, 4, 9)
    tournament = registered(4).at("2026-03-28 09:00").given(SuspendDay(day=day, grounds="other"))
    en, zh = read(tournament, RescheduleSessions(day=day, new_day=later))
    assert "you now play Wednesday, 8 April 2026, session 1 (planned for Saturday, 28 March 2026)." in en
    assert "（原定2026年3月28日星期六）" in zh
    tournament.given(SuspendDay(day=later, grounds="other"))
    en, zh = read(tournament, RescheduleSessions(day=later, new_day=last))
    assert "(instead of Wednesday, 8 April 2026; planned for Saturday, 28 March 2026)" in en
    assert "（由2026年4月8日星期三再改期；原定2026年3月28日星期六）" in zh
    en, zh = read(tournament, MoveEntrant(entrant="0001", session="2026-04-06/1"))
    assert "play Monday, 6 April 2026, session 1, instead of Thursday, 9 April 2026, session 1." in en
    assert "由2026年4月9日星期四第 1 場改為2026年4月6日星期一第 1 場。" in zh


def test_a_number_that_runs_over_several_stages_is_said_with_its_stage(state: State) -> None:
    final = session_named(state.sessions[FINAL], state.plan)
    assert final.in_language("en") == "Saturday, 6 March 2027, session 3 (Final)"
    assert final.in_language("zh") == "2027年3月6日星期六第 3 場（決賽）"
    assert "Final" not in session_named(state.sessions[FINAL], None).in_language("en")
    called = several_called([state.sessions[id] for id in (*GROUPS, FINAL)], state.plan)
    assert called.in_language("en") == "sessions 1, 2 (Groups), session 3 (Final)"


def test_the_timeline_says_it_so_as_well(state: State) -> None:
    several = sessions_called((*GROUPS, FINAL), state.plan)
    assert several is not None
    assert several.in_language("en") == (
        "sessions 1, 2 of Saturday, 6 March 2027 (Groups), session 3 of Saturday, 6 March 2027 (Final)"
    )
    table = table_called(f"{FINAL}/1", state.plan)
    assert table.in_language("en") == "table 1 in session 3 of Saturday, 6 March 2027 (Final)"


def test_a_day_of_one_stage_needs_no_stage() -> None:
    plan = school_day()
    groups, final = plan.stages
    later = replace(final, sessions=(replace(final.sessions[0], day=date(2027, 3, 7)),))
    plan = replace(plan, stages=(groups, later))
    assert not any(plan.session_needs_stage(id) for id in (*GROUPS, FINAL))
    assert str(session_called(FINAL, plan)) != str(session_called(FINAL, school_day()))


def test_a_name_needs_its_stage_where_another_stage_has_it_too() -> None:
    plan = school_day()
    first = Text("Round 1", "第一輪")
    groups, final = plan.stages
    named = replace(groups, sessions=(replace(groups.sessions[0], name=first), groups.sessions[1]))
    assert not replace(plan, stages=(named, final)).session_needs_stage(GROUPS[0])
    both = replace(plan, stages=(named, replace(final, sessions=(replace(final.sessions[0], name=first),))))
    assert both.session_needs_stage(GROUPS[0])
    called = session_called(GROUPS[0], both)
    assert shown(called, "zh") == "第一輪（小組賽）"


def test_audiences_go_by_the_names_of_what_they_are_of(state: State) -> None:
    for audience, called in (
        (f"session:{FINAL}", "the entrants of session 3 of Saturday, 6 March 2027 (Final)"),
        (f"officials:{GROUPS[0]} {GROUPS[1]}", "sessions 1, 2 of Saturday, 6 March 2027 (Groups)"),
        (f"sheet:{GROUPS[0]}/2", "those at table 2 in session 1 of"),
        ("stage:groups", "(Groups)"),
        ("role:chief_referee", "Chief Referee"),
        ("everyone", "everyone"),
    ):
        assert called in str(audience_called(audience, state.plan))


def test_of_a_session_without_a_day_it_is_said_that_it_follows_until_play_begins() -> None:
    tournament = pairs(2, 1)
    (first,) = tournament.state.sessions
    for status in ("scheduled", "drawn", "suspended", "playing", "time_called", "ended"):
        session = replace(tournament.state.sessions[first], status=status)
        for language in LANGUAGES_READ:
            follows = DAY_FOLLOWS.in_language(language)
            called = session_named(session, tournament.state.plan).in_language(language)
            assert (follows in called) == (status in ("scheduled", "drawn", "suspended")), status
            assert called.endswith(several_called([session], tournament.state.plan).in_language(language))
