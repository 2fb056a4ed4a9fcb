"""Every fault of a tournament file, each in a small file of its own.

The first lines of a file in `faulty/` say what is found in it: line and field, the sentence in English, the
sentence in Chinese.
"""

from pathlib import Path

from services.tournament.definition.faults import MOST_FAULTS, Fault
from services.tournament.definition.reading import read_tournament, read_tournament_json
from services.tournament.definition.words import OF_STAGE
from shared.catalogue import say
from tests.cases import cases
from tests.refusing import refusing

FAULTY = sorted((Path(__file__).parent / "faulty").glob("*.toml"), key=lambda file: file.name)
WHOLE = """\
id = "day"
title = "Day"
ruleset = "hk-2026"
zone = "Asia/Hong_Kong"

[[stage]]
id = "groups"
sessions = [{ id = "1", day = 2027-03-06, start = "14:00", end = "15:00", tables = 4 }]
"""


def faults_in(text: str | bytes) -> tuple[Fault, ...]:
    return read_tournament(text).faults


def remarks_on(text: str) -> list[tuple[int | None, str]]:
    read = read_tournament(text)
    assert read.faults == ()
    return [(remark.line, remark.field) for remark in read.remarks]


@cases("file", FAULTY)
def test_a_fault_is_named_with_its_line_and_field_in_both_languages(file: Path) -> None:
    text = file.read_text("utf-8")
    place, english, chinese = (line.removeprefix("# ") for line in text.splitlines()[:3])
    line, _, field = place.partition(" ")
    read = read_tournament(text)
    assert read.competition is None
    assert read.faults == (Fault(field, english, chinese, int(line)),)


def test_every_word_of_a_stage_has_its_faulty_file() -> None:
    names = {file.stem for file in FAULTY}
    assert {f"unknown-word-{field.replace('_', '-')}" for field in OF_STAGE} <= names


def test_a_chinese_sentence_is_chinese() -> None:
    for file in FAULTY:
        chinese = file.read_text("utf-8").splitlines()[2]
        assert any("一" <= character <= "鿿" for character in chinese), file.name


def test_a_whole_file_has_neither_faults_nor_remarks() -> None:
    read = read_tournament(WHOLE)
    assert (read.faults, read.remarks) == ((), ())
    assert read.competition is not None
    assert list(read.rulesets) == ["hk-2026"]


def test_all_faults_are_named_at_once_in_the_order_of_the_file() -> None:
    text = WHOLE.replace('"Day"', '""').replace("tables = 4", "tables = 0").replace("14:00", "24:00")
    text = text.replace('id = "groups"', 'id = "groups"\ndraw = "lots"\ngames = "3"')
    found = [(fault.line, fault.field) for fault in faults_in(text)]
    assert found == [
        (2, "title"),
        (8, "stage[0].draw"),
        (9, "stage[0].games"),
        (10, "stage[0].sessions[0].start"),
        (10, "stage[0].sessions[0].tables"),
    ]


def test_nothing_is_found_that_follows_from_what_could_not_be_read() -> None:
    final = '\n[[stage]]\nid = "final"\nenter = { from = "groups", places = 8 }\nsessions = [{ id = "2" }]\n'
    misspelt = WHOLE.replace('id = "groups"', 'name = "Groups"\nidd = "groups"') + final
    assert [fault.field for fault in faults_in(misspelt)] == ["stage[0].idd"]
    no_table = WHOLE.replace("tables = 4", "tables = 4, capacity = 40") + 'table = "ten"\n'
    assert [fault.field for fault in faults_in(no_table)] == ["stage[0].table"]


@cases(
    "file, old, unreadable, field",
    [
        ("rounds-out-of-order", 'end = "15:00" }', 'end = "15:00", name = 3 }', "stage[0].sessions[0].name"),
        ("final-before-the-end", '{ id = "1",', '{ id = "1", name = 3,', "stage[0].sessions[0].name"),
        ("places-beyond-the-room", "tables = 2", "tables = 2, name = 3", "stage[1].sessions[0].name"),
        ("quota-beyond-the-room", "tables = 4", "tables = 4, name = 3", "stage[0].sessions[0].name"),
        ("carry-without-a-stage-before", "carry = true", "carry = true\nenter = 3", "stage[0].enter"),
        ("minimum-age-without-day", 'id = "groups"', 'id = "groups"\nenter = 3', "stage[0].enter"),
        ("capacity-beyond-the-tables", 'id = "groups"', 'id = "groups"\ntable = 3', "stage[0].table"),
    ],
)
def test_a_fault_that_rests_on_an_unreadable_field_is_not_named(
    file: str, old: str, unreadable: str, field: str
) -> None:
    (text,) = [path.read_text("utf-8") for path in FAULTY if path.stem == file]
    assert old in text
    assert [fault.field for fault in faults_in(text.replace(old, unreadable, 1))] == [field]


def test_of_very_many_faults_the_first_are_named() -> None:
    many = WHOLE + "".join(f"x{number} = 1\n" for number in range(500))
    faults = faults_in(many)
    assert len(faults) == MOST_FAULTS + 1
    assert faults[-1].text == say("part-faults-there-more-correct-these-first", "en")
    assert faults[-1].line is None


def test_exactly_as_many_faults_as_are_named_need_no_word_about_more() -> None:
    assert len(faults_in(WHOLE + "".join(f"x{number} = 1\n" for number in range(MOST_FAULTS)))) == MOST_FAULTS


def test_a_json_document_has_fields_but_no_lines() -> None:
    (fault,) = read_tournament_json(
        b'{"id":"day","title":"Day","ruleset":"hk-2026","zone":"Asia/Hong_Kong",'
        b'"stage":[{"id":"groups","games":0,"sessions":[{"id":"1"}]}]}'
    ).faults
    assert (fault.line, fault.field, fault.text) == (None, "stage[0].games", "is 0; it can be 1 to 50")


def test_a_document_that_is_no_json_says_so() -> None:
    (fault,) = read_tournament_json(b'{"id": }').faults
    assert fault.text.startswith("this is no JSON: ")
    (fault,) = read_tournament_json(b"[]").faults
    assert fault.text.startswith("this is no JSON: ")


def test_a_file_that_is_not_utf8_names_the_line() -> None:
    (fault,) = faults_in(WHOLE.encode() + b'\norganizer = "\xff"\n')
    assert (fault.line, fault.text) == (10, "this is no TOML: it is not UTF-8")


def test_a_byte_order_mark_does_not_move_lines() -> None:
    marked = b"\xef\xbb\xbf" + WHOLE.replace("hk-2026", "hk-2062").encode()
    assert [fault.line for fault in faults_in(marked)] == [3]


@cases(
    "change, remark",
    [
        (("tables = 4", "capacity = 5"), (8, "stage[0].sessions[0].capacity")),
        (('id = "groups"', 'id = "groups"\nranked = "complete"\nattend = "some"'), (8, "stage[0].ranked")),
        (('id = "groups"', 'id = "groups"\ngames = "any"'), (6, "stage[0].ranked")),
        (('id = "groups"', 'id = "groups"\ndraw = "standing"'), (8, "stage[0].draw")),
        (('id = "groups"', 'id = "groups"\ndraw = "snake"'), (8, "stage[0].draw")),
        (('id = "groups"', 'id = "groups"\ndraw = "swiss"\nattend = "all"'), (8, "stage[0].draw")),
        (('id = "groups"', 'id = "groups"\nranking = "mso-2019"'), (8, "stage[0].ranking")),
        (('zone = "Asia/Hong_Kong"', 'zone = "Asia/Macau"\n'), None),
        (("zone =", "results_published_on = 2027-03-05\nzone ="), (4, "results_published_on")),
        (("zone =", "results_published_on = 2027-03-06\nzone ="), None),
    ],
)
def test_what_is_odd_is_remarked_and_no_fault(
    change: tuple[str, str], remark: tuple[int, str] | None
) -> None:
    assert remarks_on(WHOLE.replace(*change)) == ([] if remark is None else [remark])


def test_a_time_that_clocks_skip_is_remarked() -> None:
    text = WHOLE.replace("Asia/Hong_Kong", "Europe/London").replace("2027-03-06", "2027-03-28")
    assert remarks_on(text.replace("14:00", "01:30")) == [(8, "stage[0].sessions[0].start")]
    assert remarks_on(text.replace("14:00", "02:00")) == []


def test_a_file_with_faults_is_refused_in_both_languages_naming_them_all() -> None:
    read = read_tournament(WHOLE.replace("14:00", "24:00").replace('"Day"', '" "'))
    with refusing("definition-invalid") as caught:
        read.whole()
    problem = caught.value
    assert dict(problem.where) == {"line": 2, "field": "title"}
    assert "title: is empty; write a text, or leave it out" in problem.text("en")
    assert "title：是空的；請填寫或刪去" in problem.text("zh")
    assert [dict(other.where)["field"] for other in problem.others] == ["stage[0].sessions[0].start"]
    with refusing("definition-invalid") as caught:
        read_tournament("x = ").whole()
    assert dict(caught.value.where) == {"line": 1}
    assert read_tournament(WHOLE).whole().id == "day"


@cases(
    "field, line, english, chinese",
    [
        ("title", 2, "line 2: title: is empty", "第 2 行：title：是空的"),
        ("title", None, "title: is empty", "title：是空的"),
        ("", 2, "line 2: is empty", "第 2 行：是空的"),
        ("", None, "is empty", "是空的"),
    ],
)
def test_a_fault_is_said_with_its_line_and_field_where_they_are_known(
    field: str, line: int | None, english: str, chinese: str
) -> None:
    fault = Fault(field, "is empty", "是空的", line)
    assert (fault.sentence("en"), fault.sentence("zh")) == (english, chinese)


@cases(
    "line, way, way_zh",
    [
        ("start = 13:00", "write a time in quotes", "時間請加引號"),
        ("x = { start = 9:30, end = 10 }", "write a time in quotes", "時間請加引號"),
        ("day = 2027-3-6", "write a day with two digits each", "日期請用兩位數"),
        ("day = 2027-03-6", "write a day with two digits each", "日期請用兩位數"),
        ("draw = lot", "write a text in quotes", "文字請加引號"),
        ('title = "Day', "a quote is not closed", "引號沒有關閉"),
        ("organizer = 'Club", "a quote is not closed", "引號沒有關閉"),
        ('id = "again"', "the field stands twice", "出現兩次"),
        ("[[stage]", "a heading is not closed", "標題沒有關閉"),
        ("games 3", "write a field as in games = 3", "欄位請寫成如"),
        ("x = { a = 1, a = 2 }", "the field stands twice", "出現兩次"),
        ("quota = 3 4", "there is more on this line than a value", "此行的值之後"),
        ("quota = ４", "４ is a wide sign; write 4 instead", "全形"),
        ("draw = “lot”", '“ is a wide sign; write " instead', "全形"),
        ("quota = ", "write a value after the sign =", "等號後請填寫值"),
        ("day = 2027-02-30", "there is no such day or time", "沒有這個日期"),
        (r'x = "\d"', "for a backslash", "反斜線"),
        ("x = [1", "a list is not closed", "列表沒有關閉"),
        ("x = { a = 1 ", "", ""),
    ],
)
def test_what_is_no_toml_is_named_with_the_way_out(line: str, way: str, way_zh: str) -> None:
    (fault,) = (fault for fault in faults_in(f'id = "day"\n{line}') if fault.line == 2)
    assert fault.text.startswith("this is no TOML: ")
    assert way in fault.text
    assert way_zh in fault.text_zh
    assert fault.line == 2


def test_a_bad_date_hides_nothing_else_that_is_wrong() -> None:
    text = """\
id = "day"
title = "Day"
ruleset = "hk-2026"
zone = "Asia/Hong_Kong"

[[stage]]
id = "groups"
draw = lots
sessions = [
    { id = "a", day = 2027-02-30, start = 13:00, end = "12:00", tables = 4 },
    { id = "b", day = 2027-02-28, start = "13:00", end = "12:00", tables = 4 },
]
[[award]]
kind = "places"
stage = "finals"
titles = ["Best"]
"""
    found = read_tournament(text).faults
    assert [fault.line for fault in found] == [8, 10, 10, 11, 15]
    assert "there is no such day" in found[1].text
    assert say("part-not-toml-write-time-quotes-09", "en") in found[2].text
    assert "沒有這個日期" in found[1].text_zh
    assert found[4].field == "award[0].stage"


@cases("line", ['day = "2027-02-30" x', "[[", "= 3", "a = {"])
def test_what_cannot_be_mended_is_said_once(line: str) -> None:
    assert len(read_tournament(f'id = "day"\n{line}\n').faults) == 1
