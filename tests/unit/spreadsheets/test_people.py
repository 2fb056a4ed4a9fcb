"""A list of people as somebody has it reads as the same people once it is written with a heading."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.spreadsheets.columns import RESULT_COLUMNS
from services.spreadsheets.csv_files import Row, heading_of, read_rows, understood
from services.spreadsheets.entrants import entrant_of
from services.spreadsheets.people import COLUMNS, give_numbers, read_people, written
from services.tasks.plain import results_understood
from shared.catalogue import languages, say
from shared.csv_out import FORMULA, write_rows
from shared.plain_text import words
from shared.problems import Problem
from tests.refusing import refusing
from tests.wording import fixed

SESSIONS, TAKEN = ("2027-03-06/1",), ("0001",)
DATED = {"entrant_no": "7", "name_zh": "陳大文", "birth_date": "2017-03-02"}
CELLS = st.one_of(
    st.sampled_from(
        [
            "1",
            "1. ",
            "2017-03-02",
            "Bo 2017-03-02",
            '"Lee, Bo"',
            "陳；",
            "a@b.org",
            "2027-03-06/1",
            "第 9 場",
            "9123 4567",
            "陳大文",
            "Chan",
            "姓名",
            "no.",
        ]
    ),
    st.sampled_from(["entrant_no", "name_en", "sep=;", '"', "'=1+1", "", " "]),
    st.text(max_size=6),
)
LINES = st.lists(st.lists(CELLS, max_size=4), max_size=6)


def numbered(text: str) -> list[Row]:
    rows = read_people(text, SESSIONS)
    give_numbers(rows, TAKEN)
    return rows


@given(LINES, st.sampled_from([",", "\t", ";", ", "]))
def test_whatever_is_pasted_is_understood_or_refused_and_reads_so_again(
    lines: list[list[str]], between: str
) -> None:
    try:
        rows = numbered("\n".join(map(between.join, lines)))
    except Problem:
        return
    people, faults = understood(rows, entrant_of)
    if rows and not faults:
        again, none = understood(numbered(written(rows)), entrant_of)
        assert ([*again.values()], none) == ([*people.values()], [])


@pytest.mark.parametrize(
    "line",
    [
        "Bo,2017/3/2",
        "Bo,2017.3.2",
        "Bo２０１７年３月２日",
        "Bo 2017年3月2日",
        "name,birthday,team\nBo,2017/03/02,",
    ],
)
def test_a_birth_date_that_fits_one_day_is_read_however_it_is_written(line: str) -> None:
    people, faults = understood(numbered(line), entrant_of)
    assert ([str(each.birth_date) for each in people.values()], faults) == (["2017-03-02"], [])


@pytest.mark.parametrize("day", ["2/3/2017", "2/3/17", "31/2/2017", "2017/13/1"])
def test_a_birth_date_that_could_be_another_or_is_none_is_refused_as_one(day: str) -> None:
    _, faults = understood(numbered(f"Bo,{day}"), entrant_of)
    assert [fault.where["field"] for fault in faults] == ["birth_date"]


def test_a_cell_with_a_line_break_does_not_move_the_lines_after_it() -> None:
    assert [(row.line, row.cells["name_en"]) for row in numbered('"Ng\nBob"\nCy')] == [
        (1, "Ng Bob"),
        (3, "Cy"),
    ]


def test_a_line_says_what_each_of_its_cells_is() -> None:
    rows = numbered("No., Name\n2. 陳大文, Chan Tai Man\n\n2017-03-02,Ada,a@b.org,2027-03-06/1")
    assert [(row.line, row.cells) for row in rows] == [
        (2, {"entrant_no": "2", "name_zh": "陳大文", "name_en": "Chan Tai Man"}),
        (
            4,
            {
                "birth_date": "2017-03-02",
                "name_en": "Ada",
                "email": "a@b.org",
                "session": "2027-03-06/1",
                "entrant_no": "0003",
            },
        ),
    ]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("陳大文，2017-03-02", {"name_zh": "陳大文"}),
        ("張三、2017-03-02", {"name_zh": "張三"}),
        ("7、張三；2017-03-02", {"name_zh": "張三", "entrant_no": "7"}),
        ("Amy 2017-03-02", {"name_en": "Amy"}),
        ("陳大文2017-03-02, a@b.org", {"name_zh": "陳大文", "email": "a@b.org"}),
        ('"Lee, Amy",2017-03-02', {"name_en": "Lee, Amy"}),
        ('"Lee, Amy";2017-03-02', {"name_en": "Lee, Amy"}),
        ('number,name,birth_date\n7,"Lee, Amy",2017-03-02', {"entrant_no": "7", "name_en": "Lee, Amy"}),
        ("２　李小明,2017-03-02", {"entrant_no": "２", "name_zh": "李小明"}),
        ("３．王五,2017-03-02", {"entrant_no": "３", "name_zh": "王五"}),
        ("36：何明,2017-03-02", {"entrant_no": "36", "name_zh": "何明"}),
        ("37 - Ann,2017-03-02", {"entrant_no": "37", "name_en": "Ann"}),
        ("(35) Bob,2017-03-02", {"entrant_no": "35", "name_en": "Bob"}),
        ("1．陳大文,2017-03-02", {"entrant_no": "1", "name_zh": "陳大文"}),
        ("① 陳大文,2017-03-02", {"name_zh": "陳大文", "entrant_no": "1"}),
        ("⑫陳大文，2017-03-02", {"name_zh": "陳大文", "entrant_no": "12"}),
        ("⑶、陳大文\t2017-03-02", {"name_zh": "陳大文", "entrant_no": "3"}),
        ("4.\t陳大文\t2017-03-02", {"name_zh": "陳大文", "entrant_no": "4"}),
        ("❺\t陳大文\t2017-03-02", {"name_zh": "陳大文", "entrant_no": "5"}),
        ("編號,姓名,出生日期\n⑥,陳①文,2017-03-02", {"name_zh": "陳①文", "entrant_no": "⑥"}),
        ('"Ng\nBob",2017-03-02', {"name_en": "Ng Bob"}),
        (
            "編號,姓名,出生日期,email\n7,陳大文,2017-03-02,",
            {"entrant_no": "7", "name_zh": "陳大文", "email": ""},
        ),
        (
            "number,name,birthday,team\n7,陳大文,2017-03-02,",
            {"entrant_no": "7", "name_zh": "陳大文", "team": ""},
        ),
    ],
)
def test_commas_and_headings_are_taken_as_people_write_them(line: str, name: dict[str, str]) -> None:
    (row,) = read_people(line, SESSIONS)
    assert (row.cells, row.faults) == ({**name, "birth_date": "2017-03-02"}, [])


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("出生日期,團,姓名,編號\n2017-03-02,,2017,7", None),
        ("姓名,編號\n7,陳大文", {"name_en": "7", "entrant_no": "陳大文"}),
        ("出生日期（年-月-日）\t学号\t中文姓名\n2017-03-02\t7\t陳大文", DATED),
        ("电邮，出生日期，編號，姓名\na@b.org，2017-03-02，7，陳大文", {**DATED, "email": "a@b.org"}),
        ("Date of birth;Number;Name\n2017-03-02;7;陳大文", DATED),
        ("編號 姓名 出生日期\n7 陳大文 2017-03-02", DATED),
        ("姓名\n7、陳大文，2017-03-02", DATED),
        ("編號,姓名\n7,陳大文,2017-03-02", DATED),
        ("姓名,電話\n陳大文,91234567", {"name_zh": "陳大文", "phone": "91234567"}),
        ("姓名,電話,編號\n陳大文,91234567", {}),
    ],
)
def test_a_heading_binds_the_cells_below_it_in_any_order(text: str, cells: dict[str, str] | None) -> None:
    if cells is None:
        (fault,) = read_people(text, SESSIONS)[0].faults
        assert fault.code == "columns-wrong"
    else:
        assert [row.cells for row in read_people(text, SESSIONS)] == [cells]


@pytest.mark.parametrize("cell", ["第 9 場", "第九節", "Session 9", "session nine", "3月28日", "星期六", "9"])
@pytest.mark.parametrize("name", [{"name_en": "Mak Lok"}, {"name_zh": "麥樂"}])
def test_a_session_that_nobody_knows_is_nobodys_name(cell: str, name: dict[str, str]) -> None:
    read = {**name, "entrant_no" if cell == "9" else "session": cell}
    for cells in ((*name.values(), cell), (cell, *name.values())):
        (row,) = read_people(",".join(cells), SESSIONS)
        assert (row.cells, row.faults) == (read, [])


def test_a_figure_in_the_only_name_and_a_telephone_number_stay_what_they_are() -> None:
    first, second = read_people("Player 1\nChan,9123 4567,陳大文", SESSIONS)
    assert first.cells == {"name_en": "Player 1"}
    assert second.cells == {"name_en": "Chan", "phone": "9123 4567", "name_zh": "陳大文"}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("columns", [COLUMNS, RESULT_COLUMNS])
def test_what_a_column_is_called_is_read_as_its_heading(columns: tuple[str, ...], language: str) -> None:
    heading = heading_of(columns).in_language(language)
    (row,) = read_rows(f"{heading}\n{','.join(columns)}", columns)
    assert row.cells == {name: name for name in columns}


@pytest.mark.parametrize(
    "heading",
    ["場次,桌,局,座位,編號,勝,得分,餘牌", "场次,桌号,局数,座位,参赛者编号,胜局,得分,剩余牌数"],
)
def test_results_have_chinese_headings_too(heading: str) -> None:
    (row,) = results_understood(f"{heading}\n2027-03-06/1,1,2,A,007,0,-5,3")[0]
    assert (row.table, row.game, row.seat, row.entrant_no, row.score) == (1, 2, "A", "007", "-5")


def test_a_heading_that_is_forgotten_is_asked_for_with_one_to_copy() -> None:
    with refusing("heading-missing") as refused:
        results_understood("2027-03-06/1,1,1,A,007,0,-5,3")
    heading = heading_of(RESULT_COLUMNS).in_language("zh")
    assert heading in refused.value.text("zh")
    assert results_understood(f"{heading}\n2027-03-06/1,1,1,A,007,0,-5,3")[1] == []


@pytest.mark.parametrize("language", languages())
def test_refusals_of_lists_call_columns_as_people_do(language: str) -> None:
    faults = understood(numbered("Bo,2017-13-01"), entrant_of)[1]
    faults += results_understood(f"{','.join(RESULT_COLUMNS)}\n2027-03-06/1,x,y,,,2,,z")[1]
    faults += understood(read_people(f"name_en,team\n{'x' * 999},", SESSIONS), entrant_of)[1]
    for text in ("name_en,birth_date,birth_date\n", "name,where\n"):
        faults += understood(read_people(text, SESSIONS), entrant_of)[1]
    assert len(faults) > 9
    for fault in faults:
        assert "_" not in fault.text(language)
        assert language == "en" or not re.search("[a-z]{4}", fault.text(language).replace("where", ""))


@pytest.mark.parametrize(
    ("role", "consent", "read"),
    [("家長", "是", ("parent", True)), ("家长", "同意", ("parent", True)), ("Child", "否", ("child", False))],
)
def test_roles_and_consent_are_read_in_chinese_too(role: str, consent: str, read: tuple[str, bool]) -> None:
    text = f"姓名,家庭,家庭身分,同意顯示姓名\n陳大文,陳,{role},{consent}"
    (person,) = understood(numbered(text), entrant_of)[0].values()
    assert (person.family_role, person.consent) == read


def test_a_line_with_several_of_one_kind_is_refused_once_with_all_of_them() -> None:
    (row,) = read_people("a,b,c,d,e,f", SESSIONS)
    (fault,) = row.faults
    for each in "abcdef":
        assert f'"{each}"' in fault.text()


@pytest.mark.parametrize(("heading", "named"), [("name,name", "name"), ("姓名,名字,編號", "姓名, 名字")])
def test_a_column_that_is_there_twice_goes_by_its_word_in_the_heading(heading: str, named: str) -> None:
    ((fault,),) = [row.faults for row in read_rows(f"{heading}\n", (), COLUMNS)]
    assert f"{say('part-csv-there-twice', 'en')}: {named}." in fault.text()


def test_what_is_wrong_with_the_columns_is_told_together_with_what_is_wrong_below_them() -> None:
    text = "session,table,game,seat,entrant_no,game_won,score,weight\n2026-03-28/1,x,1,A,0001,2,5,4\n"
    found, faults = results_understood(text)
    assert not found, "without the tiles nothing is known of a row"
    assert [(fault.code, fault.where["line"], fault.where.get("field")) for fault in faults] == [
        ("columns-wrong", 1, "weight"),
        ("cell-invalid", 2, "table"),
        ("cell-invalid", 2, "game_won"),
    ]
    rows = read_people("name,number,shoes\nBo,7,42\nAi,x y,42\n", SESSIONS)
    people, faults = understood(rows, entrant_of)
    assert [*people] == [2], "a column too many leaves the others as they are"
    assert (faults[0].code, faults[0].where["line"]) == ("columns-wrong", 1)


def test_a_row_tells_what_its_cells_show_and_what_stands_there_twice() -> None:
    (row,) = numbered("a,b,2017-13-01")
    assert len(understood([row], entrant_of)[1]) == 2


@pytest.mark.parametrize(
    "text", ["sep=;\r\nentrant_no;name_en\r\n1;Chan", "entrant_no,name_en\n1,Chan", "1,Chan"]
)
def test_what_is_copied_from_a_file_with_its_mark_reads_as_the_file(text: str) -> None:
    assert [row.cells for row in numbered(f"\ufeff{text}")] == [row.cells for row in numbered(text)]
    if "entrant_no" in text:
        assert read_rows(f"\ufeff{text}", ("entrant_no", "name_en"))[0].cells["name_en"] == "Chan"


@pytest.mark.parametrize("sign", FORMULA[:-1])  # no text that is kept has a carriage return
@pytest.mark.parametrize("value", ["{}1+1", "'{}1+1", "{}SUM(A1)", "''{}x"])
def test_what_a_spreadsheet_takes_for_a_formula_goes_out_as_text_and_reads_back_as_it_was(
    sign: str, value: str
) -> None:
    value, out = value.format(sign), io.StringIO()
    write_rows(out, ["a"], [[value]])
    assert out.getvalue().splitlines()[1].lstrip('"').startswith("'")
    (row,) = read_rows(out.getvalue(), ("a",))
    assert row.cells["a"] == words(value)


@pytest.mark.parametrize(
    ("text", "given", "wanted"),
    [
        ("name\nLee Siu Ming,1", 2, 1),
        ("姓名\n李小明，1", 2, 1),
        ("No., Name\n2. 陳大文, Chan\n2017-03-02,Ada,a@b.org", 3, 2),
        ("name,number\nAnn,1\nBo", 1, 2),
    ],
)
def test_a_line_that_does_not_fit_its_heading_is_never_taken_without_a_word(
    text: str, given: int, wanted: int
) -> None:
    row = read_people(text, SESSIONS)[-1]
    (note,) = row.notes
    assert (note.code, row.faults) == ("cells-beside-heading", [])
    assert fixed("remark-cells-beside-heading", line=row.line) in note.en
    for value in (given, wanted, *row.cells.values()):
        assert str(value) in note.en


@pytest.mark.parametrize("text", ["name,number\nAnn,1", "編號 姓名\n7 陳大文", "Ann,1", "name\nAnn"])
def test_a_line_that_fits_its_heading_or_has_none_is_taken_without_a_word(text: str) -> None:
    assert [row.notes for row in read_people(text, SESSIONS)] == [()]


@pytest.mark.parametrize("text", ["name,\nLee Siu Ming,1", "姓名,\n李小明,1", "name_en,,\nLee,,1"])
def test_a_column_without_a_name_is_named_where_a_line_has_something_in_it(text: str) -> None:
    ((fault,),) = [row.faults for row in read_people(text, SESSIONS)]
    unnamed = text.splitlines()[1].count(",") + 1
    assert (fault.code, fault.params["unnamed"]) == ("cells-wrong", unnamed)
    assert '"1"' in fault.text()


def test_where_the_heading_has_no_column_at_all_a_line_has_a_comma_too_many() -> None:
    ((fault,),) = [row.faults for row in read_rows("name_en\nLee,1", ("name_en",))]
    assert (fault.code, fault.params["unnamed"]) == ("cells-wrong", None)
