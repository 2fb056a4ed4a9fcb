from datetime import date

from msgspec.structs import replace

from services.rules.ruleset import load
from services.tournament.definition.awards import Best, CategoryAward, FamilyAward, PlacesAward, TeamAward
from services.tournament.definition.categories import Category
from services.tournament.definition.programme import Line, SessionLine, programme_of
from services.tournament.definition.stages import From, TableSize, Target
from services.tournament.definition.texts import Text
from shared.catalogue import say
from tests.unit.tournament.definition.plans import FINAL, GROUPS, SCHOOL_DAY

RULES = {"hk-2026": load("hk-2026")}


def line(lines: tuple[Line, ...], label: str) -> str:
    (found,) = [line.text for line in lines if line.label == label]
    return found


def stage_line(label: str, language: str = "en", **changes: object) -> str:
    plan = replace(SCHOOL_DAY, stages=(GROUPS, replace(FINAL, **changes)))
    return line(programme_of(plan, RULES, language).stages[1].lines, label)


def test_a_timetable_shows_what_defaults_come_to() -> None:
    rows = programme_of(SCHOOL_DAY, RULES, "en").stages[0].sessions
    assert rows[1] == SessionLine(
        "2027-03-06/2", "2027-03-06/2", "2027-03-06", "15:30", "15:30", "15:30", "16:30", 4, 16
    )
    assert rows[0].room == 15


def test_who_enters_is_said_for_each_way() -> None:
    start = "the best 8 of groups; a tie across the last place is decided"
    assert stage_line("enters").startswith(start)
    assert stage_line("enters").endswith("; who drops out is replaced")
    assert "replaced" not in stage_line("enters", enter=From("groups", 8, reserves=False))
    assert stage_line("enters", enter=From("groups", per_table=1)).startswith(
        say("programme-enters-winners", "en", winners="1", stage="groups;")
    )
    both = stage_line("enters", enter=From("groups", 4, per_table=1))
    assert both.startswith(
        say("programme-enters-winners", "en", winners="1", stage="groups, then the best others, 4 in all;")
    )
    assert stage_line("參加", "zh").startswith("groups首 8 名；")


def test_how_people_are_split_is_said_where_each_attends_one_of_several_sessions() -> None:
    sessions = GROUPS.sessions
    assert (
        stage_line("attends", sessions=sessions)
        == "each entrant plays in one session of the stage; sessions are filled by standing, in turn"
    )
    rounds = stage_line("attends", sessions=sessions, attend="all")
    assert rounds == say("meaning-attend-all", "en")


def test_what_is_played_and_what_ranks_is_said() -> None:
    assert stage_line("games") == "2"
    assert stage_line("games", games=Target(400)) == say("programme-until-target", "en", target="400")
    assert stage_line("games", games="any") == say("meaning-games-any", "en")
    assert stage_line("ranking").startswith("games won, then average score, then fewest tiles left; ")
    assert stage_line("ranking", ranking=("total_score",)).startswith("total score; ")
    assert stage_line("ranking", carry=True).endswith("; results of the stage before count on")
    assert stage_line("名次準則", "zh").startswith("勝局數，再比平均分，再比剩餘牌數最少；")


def test_tables_are_said_with_their_size_and_who_sits_apart() -> None:
    assert stage_line("tables", draw="lot") == "tables are drawn by lot; 3 to 4 at a table"
    pairs = stage_line("tables", draw="lot", table=TableSize(2, 2), apart=("team",))
    assert pairs == "tables are drawn by lot; 2 at a table; members of a team sit at different tables"


def test_awards_and_categories_are_said() -> None:
    plan = replace(
        SCHOOL_DAY,
        categories=(Category("child", Text(en="Children", zh="兒童"), age_to=12), Category("guest")),
        awards=(
            PlacesAward("final", (Text(both="First"), Text(both="Second"))),
            FamilyAward("final", Text(both="Family cup"), 7, 18, 19),
            TeamAward("final", Best(3), titles=(Text(both="Cup"),)),
            TeamAward("final"),
            CategoryAward("final", "child", (Text(both="Best child"),)),
        ),
    )
    programme = programme_of(plan, RULES, "en")
    assert [award.text for award in programme.awards] == [
        "final: First, Second",
        "final: Family cup, a child of 7 to 18 and a parent from 19, on the first day of it",
        "final: the sum of the best 3; Cup",
        "final: gold, then silver, then bronze medals",
        "final: Children: Best child",
    ]
    categories = [line.text for line in programme.lines if line.label == "category"]
    assert categories == [
        "Children: up to 12 years",
        say("programme-category-as-registered", "en", name="guest"),
    ]
    chinese = programme_of(plan, RULES, "zh")
    assert chinese.awards[4].text == "final：兒童：Best child"


def test_without_a_bound_there_is_no_limit_to_places() -> None:
    unbounded = replace(SCHOOL_DAY, stages=(replace(GROUPS, attend="some"), FINAL))
    assert line(programme_of(unbounded, RULES, "en").lines, "places") == say("programme-no-limit", "en")
    assert line(programme_of(SCHOOL_DAY, RULES, "en").lines, "places") == "31"


def test_the_day_on_which_results_are_published_is_said_where_there_is_one() -> None:
    day = replace(SCHOOL_DAY, results_published_on=date(2027, 3, 8))
    assert "8 March" in line(programme_of(day, RULES, "en").lines, "results")
    assert "3月8日" in line(programme_of(day, RULES, "zh").lines, "公布成績")
    assert "results" not in {line.label for line in programme_of(SCHOOL_DAY, RULES, "en").lines}
