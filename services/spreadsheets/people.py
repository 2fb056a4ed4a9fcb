"""A list of people as somebody has it: with a heading, or a line each with a name and whatever is known.

Without a heading each cell shows what it is: a number, a day, an e-mail address, a telephone number, a
session, a name in Chinese or another one. What speaks of a session, or has figures beside a name, is no
name, even if no session is called so. Chinese commas separate cells, too, and a day may stand right behind
a name. Whoever comes without a number gets the next free one.
"""

import csv
import io
import re
from collections.abc import Collection, Container, Sequence
from itertools import accumulate

from msgspec.structs import replace

from services.limits import LIST_ROWS
from services.rules.game import remark
from services.spreadsheets.columns import ENTRANT_COLUMNS, OPTIONAL_COLUMNS, column_called, column_word
from services.spreadsheets.csv_files import (
    AS_TYPED,
    BOM,
    HEADING_MISSING,
    Row,
    cell_invalid,
    heading_of,
    read_rows,
    separator_of,
    unguarded,
)
from shared.catalogue import Listed, Phrase
from shared.days import DAY
from shared.limits import BEYOND_LIMIT
from shared.plain_text import ENCLOSED, narrow, words
from shared.problems import Problem, quoted

COLUMNS = (*ENTRANT_COLUMNS, *OPTIONAL_COLUMNS)
_NUMBER = "entrant_no"
_NUMBERED = re.compile(r"^[(（]?([0-9０-９]{1,6})(?:[.)．）。:：]\s*|\s*[-–—－]\s*|、?\s+)(?=[^\d\s])")
"""A number before a name, as lists have it that were typed."""
_ENCLOSED = re.compile(f"^([{''.join(ENCLOSED)}])[.)．）。:：、]?")
_DIGITS = re.compile(r"[A-Za-z]{0,3}[0-9]{1,8}")
_TELEPHONE = re.compile(r"\+?[0-9(][0-9 ()-]{6,20}")
_HAN = re.compile(r"[\u3400-\u9fff]")
_OF_A_SESSION = re.compile(r"第.{1,4}[場场節节]|場次|场次|星期|\bsession\b", re.IGNORECASE)
"""What no name has, even where no session is called so."""
_DATED = re.compile(rf"(?<![-/.0-9－／．０-９])(?={DAY}\s*(?:[,;\t|，、；]|$))")
"""Before a day that ends a cell."""
_QUOTED = re.compile(r'(?:(?<=[,;\t|，、；])|^) *"[^"]*"(?= *(?:[,;\t|，、；]|$))', re.MULTILINE)
_END_OF_LINE = re.compile(r"\r\n?|\n")
_WITHIN = "\x1f"
"""Stands for the end of a line within quotation marks, which ends no line of the list."""
_BETWEEN = ",;\t|"
_BETWEEN_CELLS = re.compile(f"[{_BETWEEN}，、；]")
_NAMES = ("name_en", "name_zh")
_EXAMPLE = (_NUMBER, *_NAMES, "birth_date", "email")
_GAP = 4
"""Digits of a number that is given here."""


def read_people(text: str, sessions: Container[str]) -> list[Row]:
    """The people of a list; in one without a heading some may have no number yet.

    Args:
        sessions: whatever a cell may be that names one of them.

    Raises:
        Problem: naming line and field; beyond-limit.
    """
    exact = _has_exact_heading(text)
    rows = _below_heading(text) if exact or _has_heading(text) else None
    if rows is None or (not exact and _goes_without(text) and any(row.faults for row in rows)):
        rows = _named(text, sessions)
    if len(rows) > LIST_ROWS:
        raise BEYOND_LIMIT(detail=Phrase("part-csv-rows-of-file", {"most": LIST_ROWS}))
    return rows


def read_people_file(text: str, wanted: Sequence[str]) -> list[Row]:
    """The people of a file with a heading, as `read_people` takes it; a number may be left out.

    Args:
        wanted: the columns that the tournament requires.

    Raises:
        Problem: naming line and field; heading-missing with the line to put on top.
    """
    try:
        return _below_heading(text)
    except Problem as problem:
        if problem.kind is not HEADING_MISSING:
            raise
        raise HEADING_MISSING(heading=heading_of(_heading_for(_first(text), wanted))).at(
            **problem.where
        ) from None


def _heading_for(line: str, wanted: Sequence[str]) -> list[str]:
    """Columns for a line as it is, by what its cells show, and those wanted that it does not have."""
    found: list[str] = []
    for cell in next(csv.reader([line], delimiter=separator_of(line))):
        field = _field(unguarded(words(cell)), ())
        free = [name for name in (field, *COLUMNS) if name not in found]
        found += free[:1]
    return [*found, *(name for name in wanted if name not in found)]


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
    return next((line for line in text.removeprefix(BOM).splitlines() if line.strip()), "")


def _has_exact_heading(text: str) -> bool:
    first = _first(text)
    exact = any(narrow(cell).strip('"').lower() in COLUMNS for cell in _BETWEEN_CELLS.split(first))
    return exact or first.lower().startswith(("sep=", '"sep='))


def _has_heading(text: str) -> bool:
    """Whether the first line names the column of a name, as people do, and another."""
    cells = _BETWEEN_CELLS.split(_first(text))
    return len(cells) > 1 and any(column_called(cell, _NAMES) for cell in cells)


def _below_heading(text: str) -> list[Row]:
    """The rows below a heading; where it calls a name just so, a name in Chinese is one."""
    first = _first(text)
    if not any(between in first for between in _BETWEEN):
        text = text.translate(AS_TYPED)
    rows = read_rows(text, (), COLUMNS)
    for row in rows if "name_" not in first.lower() else ():
        names = [name for field in _NAMES if (name := row.cells.pop(field, ""))]
        fields = _NAMES if len(names) > 1 else map(_name_field, names)
        row.cells.update(zip(fields, names, strict=True))
    return rows


def _goes_without(text: str) -> bool:
    """Whether each cell shows what it is without the heading, so that lines need not fit it."""
    named = {column_called(cell, COLUMNS) for cell in _BETWEEN_CELLS.split(_first(text))}
    return named <= {_NUMBER, *_NAMES, "birth_date", "email", "session"}


def _columns_named(line: str) -> Sequence[str]:
    """The columns that a line names, where it names nobody, but what stands below it; else none."""
    whole, parts = [line], re.split(r"[\s,;|，、；]+", line.strip())
    for cells in (whole, parts):
        called = [name for cell in cells if (name := column_called(cell, COLUMNS))]
        if len(called) == len(cells):
            return called
    return ()


def _named(text: str, sessions: Container[str]) -> list[Row]:
    """The people of lines that need no heading; where there is one, each that does not fit it has a note."""
    lines = _QUOTED.sub(lambda cell: _END_OF_LINE.sub(_WITHIN, cell[0]), text).splitlines()
    longest = max(lines, key=lambda line: sum(map(line.count, _BETWEEN)), default="")
    separator = separator_of(re.sub(r'"[^"]*"', "", longest))
    heads = _first(text)
    places = accumulate((1 + line.count(_WITHIN) for line in lines), initial=1)
    found = [(place, line, _cells(line, separator)) for place, line in zip(places, lines, strict=False)]
    wanted = len(_columns_named(heads))
    return [
        _row(place, cells, sessions, wanted)
        for place, line, cells in found
        if any(map(words, cells)) and not (line == heads and wanted)
    ]


def _cells(line: str, separator: str) -> list[str]:
    """The cells of a line; within quotation marks nothing separates."""
    between = separator if separator == "\t" else f"{separator}，、；"
    line = line.strip(" ") if separator == "\t" else words(line)
    line = _ENCLOSED.sub(lambda found: f"{ENCLOSED[found[1]]}. ", line)
    line = _NUMBERED.sub(rf"\1{separator}", line, count=1)
    line = _DATED.sub(separator, line)
    return re.sub(rf'("[^"]*")|[{between}]', lambda found: found[1] or "\n", line).split("\n")


def _row(place: int, cells: Sequence[str], sessions: Container[str], wanted: int) -> Row:
    """What the cells of a line show.

    Args:
        wanted: how many columns a heading names; 0 where there is none.
    """
    row, further = Row(place, {}, []), dict[str, list[Phrase]]()
    read = [unguarded(words(cell).strip('"')) for cell in cells]
    fields = [_field(value, sessions) for value in read]
    named = any(map(_is_name, fields, read))
    for value, field in zip(read, fields, strict=True):
        if named and field in _NAMES and not _is_name(field, value):
            field = "session"
        if value and field in row.cells:
            further.setdefault(field, []).append(quoted(value))
        elif value:
            row.cells[field] = value
    for field, values in further.items():
        heading = heading_of(_EXAMPLE)
        detail = Phrase("part-list-two-of-one", {"first": quoted(row.cells[field]), "heading": heading})
        row.faults.append(cell_invalid(place, field, Listed.begun(values), detail))
    if [*row.cells] == [_NUMBER]:
        number = quoted(row.cells[_NUMBER])
        row.faults.append(cell_invalid(place, _NUMBER, number, Phrase("part-list-number-alone")))
    given = len([*filter(None, read)])
    if row.faults or wanted in (0, given):
        return row
    taken = [
        Phrase("part-list-taken", {"field": column_word(name), "value": quoted(row.cells[name])})
        for name in row.cells
    ]
    return replace(
        row,
        notes=(remark("cells-beside-heading", line=place, given=given, wanted=wanted, taken=Listed(taken)),),
    )


def _field(value: str, sessions: Container[str]) -> str:
    plain = narrow(value)
    if plain in sessions:
        return "session"
    if re.fullmatch(DAY, plain):
        return "birth_date"
    if _DIGITS.fullmatch(plain):
        return _NUMBER
    if "@" in plain:
        return "email"
    if _TELEPHONE.fullmatch(plain):
        return "phone"
    return "session" if _OF_A_SESSION.search(value) else _name_field(value)


def _is_name(field: str, value: str) -> bool:
    """Whether it is a name for certain; with a figure it is none beside a name."""
    return field in _NAMES and bool(value) and not any(map(str.isdigit, value))


def _name_field(name: str) -> str:
    return "name_zh" if _HAN.search(name) else "name_en"
