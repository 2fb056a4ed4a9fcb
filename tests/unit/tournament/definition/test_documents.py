"""The rule documents as tournament files: what they state stands in them."""

from datetime import date, time, timedelta
from pathlib import Path

import msgspec

from services.cli.house_rules import files_beside
from services.tournament.definition.awards import FamilyAward, PlacesAward, TeamAward
from services.tournament.definition.plan import Competition
from services.tournament.definition.reading import read_tournament
from services.tournament.definition.stages import From, Rating, TableSize, Target
from shared.codec import canonical
from tests.cases import cases

FILES = Path(__file__).parents[4] / "infra/tournaments"
NAMES = ("hk-2026", "mso-2019", "pressman-2006", "pressman-2006-tournament", "bsg-2015", "rummikub-online")


def plan_of(name: str) -> Competition:
    return read_whole(name)[0]


def read_whole(name: str) -> tuple[Competition, tuple[str, ...]]:
    """A document as a plan, and the files that it names."""
    file = FILES / f"{name}.toml"
    read = read_tournament(file.read_bytes(), find_file=files_beside(file))
    assert (read.faults, read.remarks) == ((), ())
    assert read.competition is not None
    return read.competition, read.attachments


@cases("name", NAMES)
def test_a_document_has_neither_faults_nor_remarks_and_survives_its_canonical_form(name: str) -> None:
    plan = plan_of(name)
    assert (plan.id, plan.ruleset) == (name, name)
    assert msgspec.json.decode(canonical(plan), type=Competition) == plan
    assert plan.readings
    for reading in plan.readings.values():
        assert reading.note.en
        assert reading.note.zh


def test_hong_kong_has_twelve_sessions_and_a_final_of_120() -> None:
    plan = plan_of("hk-2026")
    preliminary, final = plan.stages
    assert (preliminary.id, final.id) == ("preliminary", "final")
    assert [session.id for session in preliminary.sessions] == [
        f"{day}/{number}" for day in ("2026-03-28", "2026-04-06", "2026-04-07") for number in range(1, 5)
    ]
    assert [(s.registration, s.seating, s.start, s.end) for s in preliminary.sessions[:4]] == [
        (time(12), time(12, 30), time(12, 45), time(13, 45)),
        (time(13, 45), time(14, 15), time(14, 30), time(15, 30)),
        (time(15, 30), time(16), time(16, 15), time(17, 15)),
        (time(17, 15), time(17, 45), time(18), time(19)),
    ]
    lasts = {plan.lasts(session.day, session) for session in plan.sessions if session.day is not None}
    assert {(session.tables, session.capacity) for session in plan.sessions} == {(25, 100)}
    assert lasts == {timedelta(hours=1)}
    assert [session.id for session in final.sessions] == ["2026-04-12/1", "2026-04-12/2"]
    assert final.enter == From("preliminary", 120, None, "decided", True)
    assert (preliminary.places_seen, final.places_seen) == ("published", "live")
    for stage in plan.stages:
        assert (stage.weather, stage.apart, stage.games, stage.table) == (
            "hko",
            ("family",),
            3,
            TableSize(4, 3),
        )
        assert (stage.signatures, stage.check_in, stage.ranked, stage.carry) == (
            "required",
            "each",
            "complete",
            False,
        )
    assert (plan.places, plan.minimum_age, plan.results_published_on) == (1200, 7, date(2026, 4, 9))
    assert (plan.verbal_warnings, plan.tables_per_official) == (2, 2)
    assert plan.timer_guide_file is not None
    assert [file.media_type for file in plan.timer_guide_file.files] == ["text/plain"] * 2
    places, family = plan.awards
    assert isinstance(places, PlacesAward)
    assert [title.en for title in places.titles] == ["Champion", "1st runner-up", "2nd runner-up"]
    assert isinstance(family, FamilyAward)
    assert (family.child_from, family.child_to, family.parent_from, family.ages_on) == (7, 18, 18, None)


def test_mso_is_five_swiss_rounds_of_pairs_with_two_categories() -> None:
    plan = plan_of("mso-2019")
    (stage,) = plan.stages
    assert (stage.draw, stage.attend, len(stage.sessions)) == ("swiss", "all", 5)
    assert (stage.table, stage.games, stage.ranking) == (TableSize(2, 2), 1, "mso-2019")
    assert (stage.bye.halves, stage.bye.most) == (2, 1)
    assert stage.sessions[0].start == time(14, 15)
    assert [session.start for session in stage.sessions[1:]] == [None] * 4
    assert [[category.holds(age) for age in (17, 18)] for category in plan.categories] == [
        [False, True],
        [True, False],
    ]


def test_pressman_plays_to_a_target_and_its_tournament_three_rounds_of_four_games() -> None:
    (house,) = plan_of("pressman-2006").stages
    assert house.games == Target(200)
    (rounds,) = plan_of("pressman-2006-tournament").stages
    assert (rounds.attend, rounds.draw, rounds.games, len(rounds.sessions)) == ("all", "lot", 4, 3)
    assert rounds.table == house.table == TableSize(4, 2)


def test_the_games_day_awards_medals_and_a_medal_table_of_teams() -> None:
    plan = plan_of("bsg-2015")
    places, teams = plan.awards
    assert isinstance(places, PlacesAward)
    assert [title.zh for title in places.titles] == ["金牌", "銀牌", "銅牌"]
    assert isinstance(teams, TeamAward)
    assert (teams.stage, teams.count) == ("games-day", "medals")
    assert plan.stages[0].games == Target(150)


def test_online_rooms_are_open_tables_ranked_by_a_rating() -> None:
    (stage,) = plan_of("rummikub-online").stages
    assert (stage.draw, stage.attend, stage.games, stage.ranked) == ("open", "some", "any", "played")
    assert stage.rating == Rating(25_000_000, 8_333_333, 4_166_667, 83_333)
