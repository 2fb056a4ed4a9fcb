"""Sessions without a day: founded and played by command, in every format; a day can follow by amending."""

from collections.abc import Iterator
from datetime import date, datetime, time

from msgspec.structs import replace

from services.notices.policies import notices_due
from services.projections.models import MODELS
from services.projections.rows import SessionRow
from services.rules.ruleset import load
from services.scheduler.reminders import due
from services.tournament.counterfactual.replay import Changes
from services.tournament.definition.amending import AmendTournament, TournamentAmended
from services.tournament.definition.awards import FamilyAward
from services.tournament.definition.categories import Category
from services.tournament.definition.plan import Competition
from services.tournament.definition.texts import Text
from services.tournament.people.amendments import AmendDetails
from services.tournament.people.registration import RegisterEntrant
from services.tournament.publication.reminding import ReminderDue, RemindOfSession
from tests.cases import cases
from tests.golden.told import messages
from tests.unit.tournament.given_formats import (
    ALL,
    BSG,
    LEAGUE,
    MSO,
    ONLINE,
    PRESSMAN,
    ROUND_ROBIN,
    SWISS,
    arrive,
    draw_round,
    enter,
    founded_by,
    open_table,
    plan_of,
    play_round,
    round_id,
    session,
    sheet_at,
    won,
)
from tests.unit.tournament.given_plans import with_session
from tests.unit.tournament.specs import Tournament, numbers

HOURS = dict.fromkeys(("day", "registration", "seating", "start", "end"))
FORMATS = (*ALL, SWISS, ROUND_ROBIN, LEAGUE)


def without_days(name: str) -> Competition:
    """The plan of a format with neither days nor hours, and nothing that goes by ages."""
    plan = plan_of(name)
    stages = tuple(
        replace(stage, sessions=tuple(replace(session, **HOURS) for session in stage.sessions))
        for stage in plan.stages
    )
    return replace(plan, stages=stages, categories=(), minimum_age=0, results_published_on=None)


def undated(name: str, count: int = 4) -> Tournament:
    return enter(founded_by(without_days(name)), *numbers(count))


def amending(plan: Competition) -> AmendTournament:
    first, *others = (load(ruleset) for ruleset in plan.rulesets)
    return AmendTournament(definition=plan, ruleset=first, stage_rules=tuple(others))


def given_a_day(tournament: Tournament, day: date) -> TournamentAmended:
    """The first session gets a day and its hours."""
    hours = {"registration": time(13, 15), "seating": time(13, 45), "start": time(14), "end": time(15)}
    plan = with_session(tournament.state.plan, round_id(tournament), day=day, **hours)
    return tournament.when(amending(plan)).only(TournamentAmended)


def row(tournament: Tournament) -> SessionRow:
    (model,) = (model for model in MODELS if model.name == "session")
    found = model.view(tournament.state)[round_id(tournament)]
    assert isinstance(found, SessionRow)
    return found


@cases("name", FORMATS)
def test_it_is_played_by_command_on_whatever_day_people_come(name: str) -> None:
    tournament = undated(name)
    if tournament.state.stage_plan(session(tournament).stage).draw == "open":
        open_table(tournament, *numbers(4))
        tournament.given(won(tournament, "0001"))
        assert len(sheet_at(tournament).games) == 1
        return
    if tournament.state.stage_plan(session(tournament).stage).check_in != "none":
        arrive(tournament, *numbers(4))
    play_round(draw_round(tournament))
    assert (session(tournament).status, row(tournament).day) == ("ended", None)


@cases("name", FORMATS)
def test_nobody_is_reminded_of_it_until_it_has_a_day(name: str) -> None:
    tournament = undated(name)
    session_id = round_id(tournament)
    assert due(tournament.state, datetime(2027, 3, 5, 20, tzinfo=tournament.now.tzinfo)) == ()
    remind = RemindOfSession(session=session_id, kind="day_before")
    tournament.when(remind).refused("session-without-day", "amend-tournament")
    given_a_day(tournament, date(2027, 3, 6))
    evening = tournament.state.plan.moment(date(2027, 3, 5), time(20))
    assert {reminder.session for reminder in due(tournament.state, evening)} == {session_id}
    assert tournament.when(remind).only(ReminderDue).day == date(2027, 3, 6)


@cases("name", FORMATS)
def test_it_gets_its_day_by_amending_and_those_in_it_are_told(name: str) -> None:
    tournament = undated(name)
    event = given_a_day(tournament, date(2027, 3, 6))
    assert event.moved == (round_id(tournament),)
    assert (session(tournament).day, row(tournament).day) == (date(2027, 3, 6), "2027-03-06")
    notices = notices_due(tournament.state, [(tournament.state.seq, event)])
    (to_session,) = (notice for notice in notices if notice.audience == f"session:{round_id(tournament)}")
    assert "Saturday, 6 March 2027" in next(texts(tournament, to_session, "en"))


def texts(tournament: Tournament, notice: object, language: str) -> Iterator[str]:
    return (message.text for message in messages(tournament.state, notice, language))  # type: ignore[arg-type]


def test_who_registers_reads_that_the_day_follows() -> None:
    tournament = undated(PRESSMAN, 0)
    confirmed = tournament.when(RegisterEntrant(name_en="Ada", birth_date=date(1980, 5, 17)))
    seqs = enumerate(confirmed.events, tournament.state.seq - len(confirmed.events) + 1)
    (notice, *_) = notices_due(tournament.state, list(seqs))
    assert "day to be announced, session 1" in next(texts(tournament, notice, "en"))
    assert "日期待定，第 1 場" in next(texts(tournament, notice, "zh"))


def test_a_day_can_be_taken_back_while_nobody_plays() -> None:
    tournament = undated(BSG)
    given_a_day(tournament, date(2027, 3, 6))
    event = tournament.when(amending(without_days(BSG))).only(TournamentAmended)
    assert (session(tournament).day, event.moved) == (None, (round_id(tournament),))
    notices = notices_due(tournament.state, [(tournament.state.seq, event)])
    assert all(notice.not_after is None for notice in notices)


def test_a_later_stage_may_get_its_day_before_the_first_has_one() -> None:
    plan = without_days("swiss-final")
    tournament = enter(founded_by(plan), *numbers(4))
    final = plan.stages[1].sessions[0].id
    changed = with_session(plan, final, day=date(2027, 3, 6), start=time(17))
    tournament.given(amending(changed))
    assert tournament.state.sessions[final].day == date(2027, 3, 6)


def test_an_age_for_a_category_counts_on_the_day_that_the_plan_says() -> None:
    children = Category("children", age_to=12, ages_on=date(2027, 3, 6))
    tournament = founded_by(replace(without_days(PRESSMAN), categories=(children,)))
    for number, born in (("0001", date(2014, 3, 6)), ("0002", date(2014, 3, 7))):
        tournament.given(RegisterEntrant(entrant_no=number, name_en="Ada", birth_date=born))
    assert [tournament.entrant(entrant_no).categories for entrant_no in ("0001", "0002")] == [
        (),
        ("children",),
    ]
    tournament.given(AmendDetails(entrant="0001", birth_date=date(2014, 3, 7)))
    assert tournament.entrant("0001").categories == ("children",)


def test_an_age_for_a_family_counts_on_the_day_that_the_award_says() -> None:
    plan = without_days(PRESSMAN)
    award = FamilyAward(plan.last_stage, Text(both="Family"), 7, 18, 18, ages_on=date(2027, 3, 6))
    tournament = founded_by(replace(plan, awards=(*plan.awards, award)))
    for number, born in (("0001", date(2009, 3, 6)), ("0002", date(2009, 3, 7))):
        tournament.given(RegisterEntrant(entrant_no=number, name_en="Ada", birth_date=born))
    assert tournament.entrant("0001").may_be == ("child", "parent")
    assert tournament.entrant("0002").may_be == ("child",)


def test_who_is_not_born_yet_cannot_register_without_a_day_either() -> None:
    tournament = undated(MSO, 0)
    unborn = RegisterEntrant(name_en="Ada", birth_date=tournament.now.date())
    tournament.when(unborn).refused("too-young")


@cases("name", [MSO, ROUND_ROBIN, LEAGUE, ONLINE])
def test_told_again_it_is_the_same(name: str) -> None:
    tournament = undated(name)
    given_a_day(tournament, date(2027, 3, 6))
    assert tournament.told_again(Changes()).state.sessions == tournament.state.sessions
