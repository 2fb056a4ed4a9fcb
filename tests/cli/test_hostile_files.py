"""Files that would cost too much, or are none, are refused with their line; nothing is half taken."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.cli.reading import read_rows
from services.limits import CSV_COLUMNS, CSV_ROWS
from shared.problems import Problem
from tests.cli.conftest import Command
from tests.profiles import examples
from tests.refusing import refusing

DEEP = b"[" * 100_000


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (b"# a file\n" + b"a." * 10_000 + b"a = 1", "beyond-limit: This goes beyond"),
        (b"\nquota = " + b"9" * 5_000, "line 2"),
        (b"\n\na = " + DEEP, "line 3"),
        (b"\xff\xfe", "it is not UTF-8"),
        (b"x = 1\n" * (1 << 18), "input-too-large"),
    ],
)
def test_a_tournament_file_that_costs_too_much_is_refused(
    tileledger: Command, home: Path, document: bytes, text: str
) -> None:
    tileledger("migrate")
    (home / "cup.toml").write_bytes(document)
    ran = tileledger("tournament", "create", "cup.toml")
    assert ran.code == 1
    assert text in ran.err
    assert "cup.toml" in ran.err
    assert tileledger("tournament", "list", "--json").answer == []
    ran = tileledger("rules", "check", "cup.toml")
    assert ran.code == 1
    assert "unexpected" not in ran.err


@pytest.mark.parametrize("line", [DEEP, b'{"x":' + DEEP, b"1" * 5_000, b"\xff\n", b"{}\n", b'"' * 1000])
def test_an_export_that_is_none_is_refused_with_its_line(
    tileledger: Command, home: Path, line: bytes
) -> None:
    (home / "x.jsonl").write_bytes(line)
    for command in ("restore", "verify"):
        ran = tileledger(command, "x.jsonl")
        assert ran.code == 1
        assert "line 1" in ran.err
        assert "unexpected" not in ran.err
    (home / "x.links.jsonl").write_bytes(line)
    assert tileledger("restore", "x.jsonl").code == 1
    (home / "seal.json").write_bytes(line)
    ran = tileledger("verify", "x.jsonl", "--seal", "seal.json")
    assert (ran.code, "file-unreadable" in ran.err) == (1, True)
    ran = tileledger("restore-vault", "x.jsonl")
    assert (ran.code, "unexpected" in ran.err) == (1, False)


def test_a_line_without_end_is_not_read_on(
    tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.cli.transfer.EXPORT_LINE", 1000)
    (home / "x.jsonl").write_bytes(b'{"specversion": "' + b"1" * 5000)
    ran = tileledger("verify", "x.jsonl")
    assert ran.code == 1
    assert "input-too-large" in ran.err
    assert "line 1" in ran.err


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("a,b\n" + "1,2\n" * (CSV_ROWS + 1), "beyond-limit", CSV_ROWS + 2),
        ("," * CSV_COLUMNS + "\n", "beyond-limit", 1),
        ("a,b\n" + "1," * 200_000, "beyond-limit", 2),
        ('a,b\n"1,2\n', "quote-open", 2),
        ('a,b\n1,2\n3,"4\n5,6\n', "quote-open", 3),
        ('a,b\n"1"x,2\n', "quote-open", 2),
        ("a,b\n" + "x" * 200_000 + ",2\n", "beyond-limit", 2),
    ],
)
def test_a_csv_file_beyond_its_limits_is_refused_with_its_line(
    tmp_path: Path, text: str, code: str, line: int
) -> None:
    file = tmp_path / "rows.csv"
    file.write_text(text, "utf-8")
    with refusing(code) as raised:
        read_rows(file, ("a", "b"))
    assert raised.value.where["line"] == line


def test_a_column_that_stands_twice_is_a_fault_beside_those_of_the_lines(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("a,a,b\n1,2,3\n", "utf-8")
    heading, _ = read_rows(file, ("a", "b"))
    (fault,) = heading.faults
    assert (fault.code, heading.line, fault.where["field"]) == ("columns-wrong", 1, "a")


@pytest.mark.parametrize("above", ["", "sep={}\r\n", '"SEP={}"\n', "sep={},,\r\n"])
@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
@pytest.mark.parametrize("empty", ["", "{0}", "{0}{0} {0}"])
def test_what_spreadsheets_put_around_the_cells_is_passed_over(
    tmp_path: Path, sign: str, above: str, empty: str
) -> None:
    empty = empty.format(sign)
    file = tmp_path / "rows.csv"
    lines = [f" ａ{sign}B{empty}", f"1{sign}2{empty}", empty, f"3{sign}{empty}"]
    file.write_text(above.format(sign) + "\r\n".join(lines), "utf-8-sig", newline="")
    rows = read_rows(file, ("a", "b"))
    first = 2 + bool(above)
    assert [(row.line, row.cells, row.faults) for row in rows] == [
        (first, {"a": "1", "b": "2"}, []),
        (first + 2, {"a": "3", "b": ""}, []),
    ]


def test_a_cell_behind_the_last_column_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("a,b,,\n1,2,,\n1,2,,x\n1\n", "utf-8")
    rows = read_rows(file, ("a", "b"))
    assert [[fault.code for fault in row.faults] for row in rows] == [[], ["cells-wrong"], ["cells-wrong"]]


def test_a_csv_file_that_is_too_large_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.cli.reading.CSV_FILE", 100)
    file = tmp_path / "rows.csv"
    file.write_text("a,b\n" + "1,2\n" * 100, "utf-8")
    with refusing("input-too-large") as raised:
        read_rows(file, ("a", "b"))
    assert raised.value.status == 413


PIECES = st.lists(st.sampled_from([*"ab1,;\"'\n\r\t =+-@é陳\x00", "a,b\n", '""', "\r\n"]), max_size=60)


@given(document=PIECES.map("".join).map(str.encode) | st.binary(max_size=100))
@settings(max_examples=examples(50, in_all=750), deadline=None)
def test_any_csv_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, document: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.csv"
    file.write_bytes(document)
    with suppress(Problem):
        rows = read_rows(file, ("a", "b"))
        assert all(row.faults or row.cells.keys() == {"a", "b"} - row.untold for row in rows)
        assert not any(row.untold for row in rows) or rows[0].faults, "its heading says what is missing"
