"""A list of people as somebody has it: with a heading, or a line each with a name and whatever is known.

Without a heading each cell shows what it is: a number, a day, an e-mail address, a session, a name in
Chinese or another one. Chinese commas separate cells, too, and a day may stand right behind a name.
Whoever comes without a number gets the next free one.
"""

import csv
import io
import re
from collections.abc import Collection, Sequence
from itertools import accumulate

from services.limits import LIST_ROWS
from services.spreadsheets.columns import ENTRANT_COLUMNS, OPTIONAL_COLUMNS
from services.spreadsheets.csv_files import CELL_INVALID, Row, read_rows, separator_of, unguarded
from services.spreadsheets.days import DAY
from shared.catalogue import Phrase
from shared.limits import BEYOND_LIMIT
from shared.plain_text import narrow, words
from shared.problems import quoted

COLUMNS = (*ENTRANT_COLUMNS, *OPTIONAL_COLUMNS)
_NUMBER = "entrant_no"
_NUMBERED = re.compile(r"^[(（]?([0-9０-９]{1,6})(?:[.)．）。:：]\s*|\s*[-–—－]\s*|、?\s+)(?=[^\d\s])")
"""A number before a name, as lists have it that were typed."""
_DIGITS = re.compile(r"[A-Za-z]{0,3}[0-9]{1,8}")
_HAN = re.compile(r"[\u3400-\u9fff]")
_DATED = re.compile(rf"(?<![-/.0-9－／．０-９])(?={DAY}\s*(?:[,;\t|，、；]|$))")
"""Before a day that ends a cell."""
_QUOTED = re.compile(r'(?:(?<=[,;\t|，、；])|^) *"[^"]*"(?= *(?:[,;\t|，、；]|$))', re.MULTILINE)
_END_OF_LINE = re.compile(r"\r\n?|\n")
_WITHIN = "\x1f"
"""Stands for the end of a line within quotation marks, which ends no line of the list."""
_BETWEEN = ",;\t|"
_CALLED = {
    **dict.fromkeys(("no", "number", "編號", "號碼", "學號"), _NUMBER),
    **dict.fromkeys(("name", "full name", "english name", "英文姓名"), "name_en"),
    **dict.fromkeys(("chinese name", "姓名", "名字", "中文姓名"), "name_zh"),
    **dict.fromkeys(("birthday", "date of birth", "出生日期"), "birth_date"),
    **dict.fromkeys(("e-mail", "電郵"), "email"),
}
_HEADINGS = frozenset(("", "names", "email", *_CALLED))
"""What the columns of a list are called by people; a line of these alone names nobody."""
_NAMES = ("name_en", "name_zh")
_GAP = 4
"""Digits of a number that is given here."""


def read_people(text: str, sessions: Collection[str]) -> list[Row]:
    """The people of a list; in one without a heading some may have no number yet.

    Args:
        sessions: the ids of those that a cell may name.

    Raises:
        Problem: naming line and field; beyond-limit.
    """
    rows = _below_heading(text) if _has_heading(text) else _named(text, sessions)
    if len(rows) > LIST_ROWS:
        raise BEYOND_LIMIT(detail=Phrase("part-csv-rows-of-file", {"most": LIST_ROWS}))
    return rows


def give_numbers(rows: Sequence[Row], taken: Collection[str]) -> list[str]:
    """Give each row without a number the next free one; the numbers given.

    Args:
        taken: numbers that others have.
    """
    listed = (narrow(row.cells.get(_NUMBER, "")) for row in rows)
    known = {number.lstrip("0") for number in (*taken, *listed)}
    following, given = len(taken), []
    for row in rows:
        while _NUMBER not in row.cells:
            following += 1
            if str(following) not in known:
                row.cells[_NUMBER] = f"{following:0{_GAP}d}"
                given.append(row.cells[_NUMBER])
    return given


def written(rows: Sequence[Row]) -> str:
    """A list with a heading that says the same as these rows."""
    used = [name for name in COLUMNS if name == _NUMBER or any(row.cells.get(name) for row in rows)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(used)
    writer.writerows([row.cells.get(name, "") for name in used] for row in rows)
    return out.getvalue()


def _first(text: str) -> str:
    return next((line for line in text.splitlines() if line.strip()), "")


def _heading_cell(cell: str) -> str:
    return narrow(cell).strip('".').lower()


def _has_heading(text: str) -> bool:
    first = _first(text)
    cells = [_heading_cell(cell) for cell in re.split(rf"[{_BETWEEN}]", first)]
    return first.lower().startswith(("sep=", '"sep=')) or any(cell in COLUMNS for cell in cells)


def _below_heading(text: str) -> list[Row]:
    """The rows below a heading, which may call number and name as people do."""
    first = _first(text)

    def column(cell: re.Match[str]) -> str:
        return _CALLED.get(_heading_cell(cell[0]), cell[0])

    heading = re.sub(rf"[^{_BETWEEN}]+", column, first)
    rows = read_rows(text.replace(first, heading, 1), (), COLUMNS)
    for row in rows if "name_" not in first.lower() else ():
        names = [name for field in _NAMES if (name := row.cells.pop(field, ""))]
        fields = _NAMES if len(names) > 1 else map(_name_field, names)
        row.cells.update(zip(fields, names, strict=True))
    return rows


def _named(text: str, sessions: Collection[str]) -> list[Row]:
    lines = _QUOTED.sub(lambda cell: _END_OF_LINE.sub(_WITHIN, cell[0]), text).splitlines()
    longest = max(lines, key=lambda line: sum(map(line.count, _BETWEEN)), default="")
    separator = separator_of(re.sub(r'"[^"]*"', "", longest))
    heads = _first(text)
    places = accumulate((1 + line.count(_WITHIN) for line in lines), initial=1)
    found = [(place, line, _cells(line, separator)) for place, line in zip(places, lines, strict=False)]
    return [
        _row(place, cells, sessions)
        for place, line, cells in found
        if any(map(words, cells))
        and not (line == heads and all(_heading_cell(cell) in _HEADINGS for cell in cells))
    ]


def _cells(line: str, separator: str) -> list[str]:
    """The cells of a line; within quotation marks nothing separates."""
    if separator == "\t":
        between = separator
    else:
        line, between = _NUMBERED.sub(rf"\1{separator}", words(line), count=1), f"{separator}，、；"
    line = _DATED.sub(separator, line)
    return re.sub(rf'("[^"]*")|[{between}]', lambda found: found[1] or "\n", line).split("\n")


def _row(place: int, cells: Sequence[str], sessions: Collection[str]) -> Row:
    row = Row(place, {}, [])
    for cell in cells:
        value = unguarded(words(cell).strip('"'))
        field = _field(value, sessions)
        if value and field in row.cells:
            detail = Phrase("part-list-two-of-one", {"first": quoted(row.cells[field])})
            wrong = CELL_INVALID(field=field, value=quoted(value), detail=detail)
            row.faults.append(wrong.at(line=place, field=field))
        elif value:
            row.cells[field] = value
    if [*row.cells] == [_NUMBER]:
        number = quoted(row.cells[_NUMBER])
        alone = CELL_INVALID(field=_NUMBER, value=number, detail=Phrase("part-list-number-alone"))
        row.faults.append(alone.at(line=place, field=_NUMBER))
    return row


def _field(value: str, sessions: Collection[str]) -> str:
    plain = narrow(value)
    if plain in sessions:
        return "session"
    if re.fullmatch(DAY, plain):
        return "birth_date"
    if _DIGITS.fullmatch(plain):
        return _NUMBER
    return "email" if "@" in plain else _name_field(value)


def _name_field(name: str) -> str:
    return "name_zh" if _HAN.search(name) else "name_en"
