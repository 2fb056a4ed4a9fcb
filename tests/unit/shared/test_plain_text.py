"""Text that comes in has one form, however it was typed, pasted or saved."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.plain_text import legible, narrow, narrow_figures, paragraphs, words
from tests.cases import cases
from tests.decorating import decorated
from tests.profiles import examples


@cases(
    "written, read",
    [
        ("陳 小明", "陳 小明"),
        ("\u3000陳\u00a0\u2003小明\t", "陳 小明"),
        ("Rene\u0301e", "Renée"),
        ("\ufeff陳\u200b小\u00ad明\u202c", "陳小明"),
        ("陳\ufe00小明\ufe0f", "陳小明"),
        ("Chan\r\nSiu\u2028Ming", "Chan Siu Ming"),
        ("Chan\x00\x07Siu", "ChanSiu"),
        ("\uf914", "\u6a02"),
        ("Ａ隊３", "Ａ隊３"),
        ("①隊", "①隊"),
        ("❤\ufe0f 1\ufe0f\u20e3", "❤\ufe0f 1\ufe0f\u20e3"),
        ("👨\u200d👩\u200d👧 👍🏽", "👨\u200d👩\u200d👧 👍🏽"),
        ("\U0001f3f4\U000e0067\U000e0062\U000e007f", "\U0001f3f4\U000e0067\U000e0062\U000e007f"),
        ("क्\u200dष", "क्\u200dष"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("Chan\u200d\u200cSiu", "ChanSiu"),
        ("\u3164\u2800\u180e", ""),
    ],
)
def test_a_line_has_plain_blanks_composed_letters_and_no_marks_that_say_nothing(
    written: str, read: str
) -> None:
    assert words(written) == read


def test_a_text_of_several_lines_keeps_them() -> None:
    assert paragraphs("\ufeff A\u00a0B \r\n\u3000C\u2029\u200bD\x0b\n ") == "A B\n C\nD"


@cases(
    "written, read",
    [
        ("００１", "001"),
        ("２０１６－０５－１４", "2016-05-14"),
        ("2016\u201305\u201114", "2016-05-14"),
        ("－１２", "-12"),
        ("−12½", "-12½"),
        ("（＋８５２）　９１２３\u00a04567", "(+852) 9123 4567"),
        ("ｐ１＠ｅｘａｍｐｌｅ．ｏｒｇ", "p1@example.org"),
        ("Ａ０１", "A01"),
        ("①", "1"),
        ("Ａ⑫", "A12"),
        ("⑶", "3"),
        ("❿", "10"),
    ],
)
def test_a_figure_a_date_and_an_address_have_plain_digits_signs_and_letters(written: str, read: str) -> None:
    assert narrow(written) == read


@cases(
    "typed, read",
    [
        ("００４１", "0041"),
        ("−5", "-5"),
        ("2026-03-28　９：４０", "2026-03-28 9:40"),
        ("２０２６－０３－２８／１／７", "2026-03-28/1/7"),
        ("", ""),
        ("第１局，３分", "第１局，３分"),
        ("R１０", "R１０"),
        ("１０½", "１０½"),
    ],
)
def test_of_a_field_of_any_kind_figures_alone_are_narrowed(typed: str, read: str) -> None:
    assert narrow_figures(typed) == read


@cases(
    "text, shown",
    [("陳\u202e", "陳"), ("x" * 70, "x" * 60 + "…"), ("\ue000\ud800", "\ufffd\ufffd"), ("\u200b" * 500, "…")],
)
def test_what_is_repeated_to_people_is_short_and_never_in_escapes(text: str, shown: str) -> None:
    assert legible(text) == shown


ODD = st.sampled_from(
    "\u200b\u200c\u200d\ufe0f\ufeff\u202e\u2028\n\r\t\u3000\u2800\x07\x1f\U000e0041\u20e3"
    "#😀é\u0301陳\u094d\u06ccＡ−"
)


@pytest.mark.parametrize("form", [words, paragraphs, narrow, narrow_figures, legible])
@given(text=st.text(ODD | st.characters(codec="utf-8"), max_size=8))
@settings(max_examples=examples(100, in_all=2000))
def test_what_is_in_plain_form_stays_as_it_is(form: Callable[[str], str], text: str) -> None:
    plain = form(text)
    assert form(plain) == plain


@given(data=st.data(), text=st.sampled_from(["陳小明", "Renée Nguyễn-O'Neil", "高橋 ガク", "Chan Siu Ming"]))
@settings(max_examples=examples(60))
def test_a_decorated_name_is_the_plain_one(data: st.DataObject, text: str) -> None:
    assert words(data.draw(decorated(text))) == words(paragraphs(data.draw(decorated(text)))) == text


@given(data=st.data(), text=st.sampled_from(["2016-05-14", "+852 9123 4567", "p1@example.org", "-11½"]))
@settings(max_examples=examples(60))
def test_a_decorated_figure_is_the_plain_one(data: st.DataObject, text: str) -> None:
    assert narrow(data.draw(decorated(text, wide=True))) == text
