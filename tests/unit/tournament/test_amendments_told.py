"""Changes of a plan looked back on: told again, told otherwise, and put in words."""

from datetime import date

import pytest
from msgspec.structs import replace

from services.tournament.counterfactual.replay import Changes
from services.tournament.definition.amending import TournamentAmended
from services.tournament.definition.awards import CategoryAward
from services.tournament.definition.categories import Category
from services.tournament.definition.difference import differences
from services.tournament.definition.stages import From
from services.tournament.definition.texts import Text
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.seating.presence import CheckIn
from shared.catalogue import say
from tests.golden.people_stories import replanned
from tests.unit.tournament.amendments import AMENDMENTS, NEW, ONLY, SMALL, amended, small
from tests.unit.tournament.given_plans import adding, with_session, with_stage, without_session
from tests.unit.tournament.specs import F1, F2, S1, registered, registration


def test_told_again_with_nothing_changed_it_is_the_same_history() -> None:
    tournament = replanned()
    story = tournament.told_again(Changes())
    assert story.misfits == ()
    events = [entry.event for chapter in story.chapters for entry in chapter.entries]
    assert events == tournament.history
    assert story.state == tournament.state


def test_without_the_change_what_rested_on_it_does_not_fit() -> None:
    tournament = registered(1, **SMALL, only=ONLY)
    amended(tournament, AMENDMENTS["session.added"])
    seq = tournament.state.seq
    tournament.given(registration("0009", NEW))
    story = tournament.told_again(Changes(without=frozenset({seq})))
    assert [misfit.why.code for misfit in story.misfits] == ["not-found"]
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
    ).only(TournamentAmended)
    assert event.ages == ()


def test_a_change_is_put_in_words_of_both_languages() -> None:
    plan = small().state.plan
    (change,) = differences(plan, with_session(plan, S1, day=date(2026, 3, 29)))
    assert (
        change.text
        == "session 1 of Saturday, 28 March 2026: day: Saturday, 28 March 2026 → Sunday, 29 March 2026"
    )
    assert change.text_zh == "2026年3月28日星期六第 1 場：日期：2026年3月28日星期六 → 2026年3月29日星期日"
    for field, amend in AMENDMENTS.items():
        for difference in differences(plan, amend(plan)):
            assert difference.text, field
            assert difference.text_zh, field


@pytest.mark.parametrize(
    ("enter", "text", "text_zh"),
    [
        (From("preliminary", 5), "from preliminary, 5 places, ", "由初賽晉級、5 名、"),
        (From("preliminary", per_table=2), "from preliminary, 2 of each table, ", "由初賽晉級、每桌 2 名、"),
    ],
)
def test_who_enters_is_put_in_words(enter: From, text: str, text_zh: str) -> None:
    plan = small().state.plan
    (change,) = differences(plan, with_stage(plan, "final", enter=enter))
    assert f" → {text}" in change.text
    assert f" → {text_zh}" in change.text_zh
    assert say("change-value-no-reserves", "en") not in change.text
    without = with_stage(plan, "final", enter=replace(enter, reserves=False))
    (change,) = differences(plan, without)
    assert change.text.endswith(", nobody moves up")


def test_what_reads_the_same_in_a_language_is_said_in_the_other() -> None:
    plan = replace(small().state.plan, title=Text("Cup", "盃"))
    (change,) = differences(plan, replace(plan, title=Text("Cup", "杯")))
    assert (change.text, change.text_zh) == ("title: 盃 → 杯 (in Traditional Chinese only)", "名稱：盃 → 杯")
    (change,) = differences(plan, replace(plan, title=Text("Open", "盃")))
    assert (change.text, change.text_zh) == ("title: Cup → Open", "名稱：Cup → Open（僅英文）")
    plan = replace(plan, title=Text(both="Cup"))
    (change,) = differences(plan, replace(plan, title=Text("Cup", "Cup")))
    assert change.text == say("change-reads-the-same", "en", short="title")


def test_stages_categories_and_awards_go_by_their_names() -> None:
    plan = small().state.plan
    stages = tuple(replace(stage, name=Text(stage.id.upper(), f"賽{stage.id}")) for stage in plan.stages)
    plan = replace(plan, stages=stages, categories=(Category("child", Text("Children", "兒童")),))
    award = CategoryAward("final", "child", (Text("Best child", "最佳兒童"),))
    (change,) = differences(plan, replace(plan, awards=(*plan.awards, award)))
    assert change.text.endswith("Children, Best child")
    assert change.text_zh.endswith("兒童、最佳兒童")
    (change,) = differences(plan, replace(plan, awards=plan.awards[::-1]))
    assert " → families of PRELIMINARY, places of FINAL" in change.text or "FINAL → " in change.text
    assert "final" not in change.text


def test_a_session_that_goes_to_another_stage_is_a_change_in_either_direction() -> None:
    plan = small().state.plan
    for id, to in ((S1, "final"), (F1, "preliminary")):
        session = plan.session(id)
        assert session is not None
        elsewhere = adding(without_session(plan, id), to, session)
        assert "session.stage" in {difference.field for difference in differences(plan, elsewhere)}


def test_check_in_goes_by_the_new_day() -> None:
    tournament = registered(4, **SMALL, only=ONLY)
    amended(tournament, AMENDMENTS["session.day"])
    tournament.at("2026-03-28 12:05").when(CheckIn(entrant="0001")).refused("wrong-day")
    tournament.at("2026-03-29 12:05").when(CheckIn(entrant="0001"))
    assert tournament.entrant("0001").first.presence == "checked_in"
