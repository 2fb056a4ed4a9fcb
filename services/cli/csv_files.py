"""CSV files in and out: UTF-8 with or without byte order mark, columns by name, every cell checked.

Out of the house a text that a spreadsheet would take for a formula gets an apostrophe in front; coming in
that apostrophe is taken off again.
"""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from services.limits import CSV_COLUMNS, CSV_FILE, CSV_ROWS
from shared.limits import BEYOND_LIMIT
from shared.problems import Problem, ProblemType

FORMULA = ("=", "+", "-", "@")

FILE_UNREADABLE = ProblemType(
    "file-unreadable",
    400,
    "The file cannot be read: {detail}. Check its name and rights.",
    "無法讀取檔案：{detail}。請檢查檔名及權限。",
)
INPUT_TOO_LARGE = ProblemType(
    "input-too-large",
    413,
    "The input is larger than {most} bytes. Send one document at a time.",
    "輸入超過 {most} 位元組。請每次只提交一份文件。",
)
ENCODING_NOT_UTF8 = ProblemType(
    "encoding-not-utf8",
    400,
    "The file is not UTF-8; it looks like {encoding}. Save it as CSV UTF-8.",
    "檔案並非 UTF-8，似為 {encoding}。請另存為 CSV UTF-8。",
)
COLUMNS_WRONG = ProblemType(
    "columns-wrong",
    400,
    "The heading does not fit: {detail}. The columns are {columns}.",
    "標題列不符：{detail}。欄位應為 {columns}。",
)
CELLS_WRONG = ProblemType(
    "cells-wrong",
    400,
    "The line has {given} cells where the heading has {wanted}. Check for a missing or stray comma.",
    "此行有 {given} 格，標題列有 {wanted} 格。請檢查是否欠缺或多出逗號。",
)
CELL_INVALID = ProblemType(
    "cell-invalid",
    400,
    "{field} cannot be {value}: {detail}. Correct the cell.",
    "{field} 不可為 {value}：{detail}。請更正。",
)


class Row(msgspec.Struct, frozen=True):
    """One line of a file: its number there, and its cells by column."""

    line: int
    cells: dict[str, str]

    def cell(self, field: str, read: Callable[[str], Any]) -> Any:
        """One cell, read; a text that cannot be read is a problem that names line and field."""
        value = self.cells.get(field, "")
        try:
            return read(value)
        except Problem as problem:
            raise problem.at(line=self.line, field=field) from None
        except ValueError as error:
            raise CELL_INVALID(field=field, value=ascii(value[:40]), detail=error).at(
                line=self.line, field=field
            ) from None


def read_rows(file: Path, required: Sequence[str], optional: Sequence[str] = ()) -> list[Row]:
    """The lines of a CSV file below its heading; blank lines are passed over.

    Raises:
        Problem: naming file, line and field.
    """
    with in_file(file):
        return list(_rows(_text(file), required, optional))


@contextmanager
def in_file(file: Path) -> Iterator[None]:
    """Whatever problem the block meets lies in this file."""
    try:
        yield
    except Problem as problem:
        raise problem.at(file=str(file)) from None


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(CSV_FILE + 1)
    except OSError as error:
        raise FILE_UNREADABLE(detail=error.strerror or error) from None
    if len(data) > CSV_FILE:
        raise INPUT_TOO_LARGE(most=int(CSV_FILE))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ENCODING_NOT_UTF8(encoding="UTF-16")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ENCODING_NOT_UTF8(encoding=_guess(data)) from None
    if "\0" in text:
        raise ENCODING_NOT_UTF8(encoding="binary, or UTF-16 without a mark")
    return text


def _guess(data: bytes) -> str:
    for encoding, name in (("big5hkscs", "Big5"), ("gb18030", "GB18030"), ("cp1252", "Windows-1252")):
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return name
    return "no encoding known here"


def _rows(text: str, required: Sequence[str], optional: Sequence[str]) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    heading: list[str] | None = None
    rows = 0
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise FILE_UNREADABLE(detail=error).at(line=reader.line_num) from None
        if cells is None:
            break
        if len(cells) > CSV_COLUMNS:
            said = f"a line has more than {CSV_COLUMNS} cells", f"一行多於 {CSV_COLUMNS} 格"
            raise BEYOND_LIMIT(detail=said[0], detail_zh=said[1]).at(line=line)
        if not any(cell.strip() for cell in cells):
            continue
        if heading is None:
            heading = _heading(cells, required, optional, line)
            continue
        if len(cells) != len(heading):
            raise CELLS_WRONG(given=len(cells), wanted=len(heading)).at(line=line)
        rows += 1
        if rows > CSV_ROWS:
            said = f"the file has more than {CSV_ROWS} rows", f"檔案多於 {CSV_ROWS} 行"
            raise BEYOND_LIMIT(detail=said[0], detail_zh=said[1]).at(line=line)
        yield Row(line, {name: _unguarded(cell) for name, cell in zip(heading, cells, strict=True)})
    if heading is None:
        raise COLUMNS_WRONG(detail="the file is empty", columns=", ".join(required)).at(line=1)


def _heading(cells: list[str], required: Sequence[str], optional: Sequence[str], line: int) -> list[str]:
    names = [cell.strip().lower() for cell in cells]
    columns = ", ".join((*required, *(f"{name} (optional)" for name in optional)))
    missing = [name for name in required if name not in names]
    unknown = [name for name in names if name not in required and name not in optional]
    twice = sorted(name for name, times in Counter(names).items() if times > 1)
    for detail, found in (("unknown", unknown), ("missing", missing), ("there twice", twice)):
        if found:
            named = ", ".join(name or "(no name)" for name in found)
            raise COLUMNS_WRONG(detail=f"{detail}: {named}", columns=columns).at(line=line, field=found[0])
    return names


def _unguarded(cell: str) -> str:
    text = cell.strip()
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def guarded(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula; numbers and exact scores pass as they are."""
    if not isinstance(value, str) or not value.startswith(FORMULA):
        return value
    rest = value[1:]
    number = value[0] in "+-" and rest.replace("/", "", 1).isdigit()
    return value if number else f"'{value}"


def write_rows(out: Any, headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Write CSV with a heading to an open text file."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    for row in rows:
        writer.writerow(["" if cell is None else guarded(cell) for cell in row])
