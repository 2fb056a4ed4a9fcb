"""Tables as given are checked; open tables are not drawn, and only the right number sits down, once each."""

from msgspec import structs

from services.tournament.seating.draws import Drawn, DrawPlan, draw_by, refuse_table
from tests.cases import cases
from tests.refusing import refusing
from tests.unit.tournament.draws.fields import fresh

SEVEN = (("0003", "0001", "0002"), ("0007", "0006", "0005", "0004"))


TABLES = DrawPlan(seed="")
PAIRS = DrawPlan(seed="", most=2, fewest=2)


def named(*tables: tuple[str, ...], present: int = 7, plan: DrawPlan = TABLES) -> Drawn:
    return draw_by("given", fresh(present), structs.replace(plan, given=tables))


def test_tables_are_taken_as_given() -> None:
    assert named(*SEVEN) == Drawn(SEVEN, (), "given-1")


@cases(
    "tables, en, zh",
    [
        ((SEVEN[0],), "not named: 0004, 0005, 0006, 0007", "未列出 0004、0005、0006、0007"),
        ((), "not named", "未列出"),
        ((SEVEN[0], ("0007", "0006", "0005", "0004", "0003")), "0003 is named 2 times", "0003 列出 2 次"),
        ((SEVEN[0], ("0007", "0006", "0005", "0099")), "0099 is not present", "0099 不在場"),
        ((SEVEN[0], ("0007", "0006"), ("0005", "0004")), "table 2 has 2 entrants", "第 2 桌有 2 人"),
        ((SEVEN[0] + SEVEN[1],), "table 1 has 7 entrants", "第 1 桌有 7 人"),
    ],
)
def test_tables_that_do_not_fit_are_refused(tables: tuple[tuple[str, ...], ...], en: str, zh: str) -> None:
    with refusing("tables-wrong") as refused:
        named(*tables)
    assert en in refused.value.text()
    assert zh in refused.value.text("zh")


def test_of_an_odd_number_in_pairs_the_one_not_named_sits_out() -> None:
    assert named(("0001", "0002"), present=3, plan=PAIRS).byes == ("0003",)
    with refusing("cannot-be-seated"):
        named(("0001", "0002"), present=3, plan=structs.replace(PAIRS, byes=0))


def test_more_tables_than_there_are_cannot_be_given() -> None:
    with refusing("tables-too-few", "do not fit the 1 table of"):
        named(*SEVEN, plan=DrawPlan(seed="", tables=1))


def test_nobody_to_seat_is_no_draw() -> None:
    with refusing("cannot-be-seated", "Nobody is checked in"):
        named(present=0)


def test_open_tables_are_not_drawn() -> None:
    with refusing("tables-are-taken", "nothing is drawn"):
        draw_by("open", fresh(8), DrawPlan(seed="seed"))


@cases("people", [["1"], ["1", "2", "3", "4", "5"], ["1", "2", "1"], []])
def test_an_open_table_has_as_many_different_people_as_it_seats(people: list[str]) -> None:
    with refusing("table-wrong", "A table has 2 to 4 different entrants"):
        refuse_table(people, {}, most=4, fewest=2)


def test_nobody_sits_at_two_open_tables() -> None:
    refuse_table(["1", "2"], dict.fromkeys("34", "S/1"), most=4, fewest=2)
    with refusing("sits-elsewhere", "3 still sits at S/1"):
        refuse_table(["1", "3"], dict.fromkeys("34", "S/1"), most=4, fewest=2)
