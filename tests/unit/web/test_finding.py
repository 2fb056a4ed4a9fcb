"""Finding lines of a table by number or name, and the order in which people look for themselves."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from services.desk.views import UNSET, StandingView
from services.web.standings.finding import by_name, found
from shared.finding import folded, sought
from tests.decorating import decorated
from tests.profiles import examples


def line(number: str, name: str | None = None, team: str | None = None) -> StandingView:
    return StandingView(1, number, 0, "0", "0", 0, None, False, name or UNSET, team=team or UNSET)


ROWS = [
    line("0007", "Chan Siu Ming"),
    line("0070", "Éva Nagy"),
    line("0107", "陳小明"),
    line("0071", "chan tai man", "Tower 7"),
    line("A-12", "歐陽小美"),
    line("0008"),
    line("0200", "Ōta Ken"),
    line("0201", "王小明"),
]


WRITTEN = [
    line("0301", "Øyvind Åse-Łukasz"),
    line("0302", "Đặng Thị Straße"),
    line("0303", "Ægir Þór Sigurðsson"),
    line("0304", "曾子軒"),
    line("0305", "欧阳菲菲"),
    line("0306", "湯臺灣"),
    line("0307", "衞羣峯"),
]


def numbers(wanted: str) -> list[str]:
    return [row.entrant_no for row in found(ROWS, wanted)]


def written(wanted: str) -> list[str]:
    return [row.entrant_no for row in found(WRITTEN, wanted)]


def test_digits_are_the_beginning_of_a_number_with_or_without_its_noughts() -> None:
    assert numbers("7") == ["0007", "0070", "0071"]
    assert numbers("0007") == ["0007"]
    assert numbers("007") == ["0007", "0070", "0071"]
    assert numbers("00007") == numbers("００００７") == ["0007"]
    assert numbers("107") == ["0107"]
    assert numbers("99") == []


def test_words_are_parts_of_a_name_in_any_order_whatever_their_accents_and_capitals() -> None:
    assert numbers("MING chan") == ["0007"]
    assert numbers("eva") == ["0070"]
    assert numbers("ŌTA") == numbers("ota") == ["0200"]
    assert numbers("小明") == ["0107", "0201"]
    assert numbers("tower") == ["0071"]
    assert numbers("a-12") == ["A-12"]
    assert numbers("ｃｈａｎ") == ["0007", "0071"]
    assert numbers("CHAN, Siu-ming") == numbers("siu\u3000MING,chan") == numbers("chansiuming") == ["0007"]
    assert numbers("陳 小明") == numbers("陳\u200b小明") == ["0107"]
    assert numbers("E\u0301va") == ["0070"]
    assert numbers("chan / ming") == numbers("· chan ming ·") == ["0007"]
    assert (numbers("."), numbers(" ")) == ([], [row.entrant_no for row in ROWS])


def test_letters_with_strokes_are_typed_as_plain_ones() -> None:
    assert written("oyvind") == written("ØYVIND") == written("ase lukasz") == ["0301"]
    assert written("dang thi strasse") == written("STRASSE") == written("đặng") == ["0302"]
    assert written("aegir thor sigurdsson") == ["0303"]


def test_chinese_characters_are_found_in_any_writing() -> None:
    assert written("曾子轩") == written("曾子軒") == ["0304"]
    assert written("歐陽菲菲") == written("欧阳菲菲") == ["0305"]
    assert written("台灣") == written("台湾") == written("臺灣") == ["0306"]
    assert written("衛群峰") == written("卫群峰") == ["0307"]
    labels = [group.label for group in by_name(WRITTEN)]
    assert "欧" in labels
    assert "曾" in labels


@given(data=st.data(), row=st.sampled_from([row for row in ROWS if row.name]))
@settings(max_examples=examples(40))
def test_a_name_is_found_however_it_is_typed(data: st.DataObject, row: StandingView) -> None:
    assert row in found(ROWS, data.draw(decorated(str(row.name))))
    assert found(ROWS, data.draw(decorated(row.entrant_no, wide=True))) == found(ROWS, row.entrant_no)


def test_names_go_by_the_alphabet_then_by_radical_and_strokes_and_who_has_none_comes_last() -> None:
    groups = [(group.label, [row.entrant_no for row in group.rows]) for group in by_name(ROWS)]
    assert groups == [
        ("C", ["0007", "0071"]),
        ("E", ["0070"]),
        ("O", ["0200"]),
        ("歐", ["A-12"]),
        ("王", ["0201"]),
        ("陳", ["0107"]),
        ("", ["0008"]),
    ]


NAMES = st.none() | st.text(max_size=12)


@given(st.lists(NAMES, max_size=20), st.text(max_size=6))
@example(["/ 😀"], "")
def test_whatever_people_are_called_every_line_is_in_one_group_and_what_is_found_is_of_the_lines(
    names: list[str | None], wanted: str
) -> None:
    rows = [line(f"{number:04d}", name) for number, name in enumerate(names, 1)]
    listed = [row.entrant_no for group in by_name(rows) for row in group.rows]
    assert sorted(listed) == [row.entrant_no for row in rows]
    labels = [group.label for group in by_name(rows)]
    assert len(labels) == len(set(labels)) or "" in labels
    assert {row.entrant_no for row in found(rows, wanted)} <= {row.entrant_no for row in rows}
    for row in rows:
        assert row in found(rows, row.entrant_no)
        if row.name and folded(row.name).strip() and not any(map(str.isdecimal, sought(row.name))):
            assert row in found(rows, row.name)
