"""TOML is read as the standard library reads it, as far as it keeps to its limits; beyond them at no cost."""

import tomllib
from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared import limits
from shared.bounds import text
from shared.strict_json import NotRead
from shared.strict_toml import read_toml, read_toml_as
from tests.cases import cases

ROOT = Path(__file__).parents[3]
SHIPPED = sorted(ROOT.glob("services/**/*.toml")) + sorted(ROOT.glob("infra/tournaments/*.toml"))

HIDDEN = {
    "a comment": "# a.a.a.a.a.a.a.a.a.a.a.a = [[[[[[[[[[[[[[[[[[[[ 11111111111111111111111111\na = 1",
    "a string": 'a = "a.a.a.a.a.a.a.a.a.a.a [[[[[[[[[[[[[[[[[[[[ 1111111111111111111111111 # \\" x"',
    "a literal string": "a = 'a.a.a.a.a.a.a.a.a.a.a [[[[[[[[[[[[[[[[[[[[ 1111111111111111111111111 \\'",
    "several lines": 'a = """\na.a.a.a.a.a.a.a.a\n"q" ""[[[[[[[[[[[[[[[[[ \\""" 11111111111111111111\n"""""',
    "literal lines": "a = '''\na.a.a.a.a.a.a.a.a.a\n'' [[[[[[[[[[[[[[[[[[[[ 11111111111111111111\n'''''",
    "many keys": "\n".join(f"a.b.c{number} = 1.5" for number in range(500)),
    "many arrays": "a = [" + "[1.5, 2.5], " * 500 + "]",
    "dates": "a = 2026-03-28T09:20:00.123456+08:00\nb = 09:20:00\nc = 2026-03-28",
    "a quoted key": '"a.b.c.d.e.f.g.h.i.j" = { "x.y" = 1 }',
    "no line at the end": "a = 1",
    "lines as on Windows": "a = 1\r\nb = 2\r\n",
}


@cases("case", HIDDEN)
def test_what_only_looks_costly_is_read(case: str) -> None:
    assert read_toml(HIDDEN[case]) == tomllib.loads(HIDDEN[case])


@cases("file", SHIPPED)
def test_every_file_that_ships_is_read(file: Path) -> None:
    assert read_toml(file.read_bytes()) == tomllib.loads(file.read_text("utf-8"))


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read_toml(b"\xef\xbb\xbfa = 1") == {"a": 1}


@cases(
    "document, line, why",
    [
        ("a = 1\nb = " + "a." * 10_000 + "a", 2, "beyond"),
        ("\n\n" + "a." * 10_000 + "a = 1", 3, "beyond"),
        ('a = """\n\n"""\n[' + "a . " * 20 + "a]", 4, "beyond"),
        ("a = " + "9" * 5000, 1, "beyond"),
        ("a = -" + "9" * 18, 1, "beyond"),
        ("a = " + "[" * 17, 1, "beyond"),
        ("k" * 101 + " = 1", 1, "beyond"),
        ("a = 1\na = 2", 2, "malformed"),
        ("a = 1\nb = ", 2, "malformed"),
        ("a = 1\n\nb = 'x", 3, "malformed"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(document: str, line: int, why: str) -> None:
    with pytest.raises(NotRead) as raised:
        read_toml(document)
    assert (raised.value.where["line"], raised.value.why) == (line, why)


def test_a_document_of_another_shape_names_its_field() -> None:
    class Programme(msgspec.Struct):
        title: Annotated[str, text(5)]
        day: date

    assert read_toml_as("title = 'Cup'\nday = 2026-03-28", Programme) == Programme("Cup", date(2026, 3, 28))
    for document, field, why in (
        ("title = 1\nday = 2026-03-28", "title", "misshapen"),
        ("title = 'Spring Cup'\nday = 2026-03-28", "title", "beyond"),
    ):
        with pytest.raises(NotRead) as raised:
            read_toml_as(document, Programme)
        assert (raised.value.where, raised.value.why) == ({"field": field}, why)


PIECES = st.sampled_from(
    [
        "a",
        ".",
        "=",
        "1",
        "\n",
        "[",
        "]",
        "{",
        "}",
        ",",
        '"',
        "'",
        '"""',
        "'''",
        "#",
        "\\",
        " ",
        "é",
        "-",
        ":",
        "_",
        "\t",
    ]
)


def read_or_why(document: bytes) -> object:
    try:
        return read_toml(document)
    except NotRead as error:
        return error.why


@given(st.lists(PIECES, max_size=60).map("".join))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_as_the_standard_library_does_or_refused(document: str) -> None:
    try:
        expected: object = tomllib.loads(document)
    except tomllib.TOMLDecodeError:
        expected = "malformed"
    assert read_or_why(document.encode()) in (expected, "beyond")


@given(st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_read_or_refused(document: bytes) -> None:
    assert isinstance(read_or_why(document), dict | str)


@given(st.integers(0, limits.TOML_DEPTH + 3), st.integers(1, limits.TOML_KEY_PARTS + 3))
def test_the_limits_are_where_they_say(depth: int, parts: int) -> None:
    document = ".".join("a" * parts) + " = " + "[" * depth + "1" + "]" * depth
    if depth > limits.TOML_DEPTH or parts > limits.TOML_KEY_PARTS:
        with pytest.raises(NotRead):
            read_toml(document)
    else:
        assert read_toml(document) == tomllib.loads(document)
