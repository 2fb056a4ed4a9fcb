"""A list of people as somebody has it: with a heading, or a line each with a name and whatever is known.

Without a heading each cell shows what it is: a number, a day, an e-mail address, a session, a name in
Chinese or another one. Whoever comes without a number gets the next free one.
"""

import csv
import io
import re
from collections.abc import Collection, Iterator, Sequence

from services.limits import LIST_ROWS
from services.spreadsheets.columns import ENTRANT_COLUMNS, OPTIONAL_COLUMNS
from services.spreadsheets.csv_files import CELL_INVALID, Row, read_rows, separator_of, unguarded
from shared.catalogue import Phrase
from shared.limits import BEYOND_LIMIT
from shared.plain_text import narrow, words
from shared.problems import quoted

COLUMNS = (*ENTRANT_COLUMNS, *OPTIONAL_COLUMNS)
_NUMBER, *_OTHERS = COLUMNS
_NUMBERED = re.compile(r"([0-9]{1,6})[.)、．]?\s+(?=\D)")
"""A number before a name, as lists have it that were typed."""
_DIGITS, _DAY = re.compile(r"[A-Za-z]{0,3}[0-9]{1,8}"), re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")
_HAN = re.compile(r"[\u3400-\u9fff]")
_HEADINGS = frozenset(
    ("", "no", "number", "name", "names", "full name", "birthday", "date of birth", "email", "e-mail")
) | {"編號", "學號", "姓名", "名字", "英文姓名", "中文姓名", "出生日期", "電郵"}
"""What the columns of a list are called by people; such a line names nobody."""
_GAP = 4
"""Digits of a number that is given here."""


def read_people(text: str, sessions: Collection[str], taken: Collection[str]) -> list[Row]:
    """The people of a list.

    Args:
        sessions: the ids of those that a cell may name.
        taken: numbers that others have.

    Raises:
        Problem: naming line and field; beyond-limit.
    """
    rows = read_rows(text, (_NUMBER,), _OTHERS) if _has_heading(text) else list(_named(text, sessions, taken))
    if len(rows) > LIST_ROWS:
        raise BEYOND_LIMIT(detail=Phrase("part-csv-rows-of-file", {"most": LIST_ROWS}))
    return rows


def written(rows: Sequence[Row]) -> str:
    """A list with a heading that says the same as these rows."""
    used = [name for name in COLUMNS if name == _NUMBER or any(row.cells.get(name) for row in rows)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(used)
    writer.writerows([row.cells.get(name, "") for name in used] for row in rows)
    return out.getvalue()


def _has_heading(text: str) -> bool:
    first = next((line for line in text.splitlines() if line.strip()), "")
    cells = [narrow(cell).strip('"').lower() for cell in re.split(r"[,;\t|]", first)]
    return first.lower().startswith(("sep=", '"sep=')) or any(cell in COLUMNS for cell in cells)


def _named(text: str, sessions: Collection[str], taken: Collection[str]) -> Iterator[Row]:
    lines = text.splitlines()
    separator = separator_of(max(lines, key=lambda line: sum(map(line.count, ",;\t|")), default=""))
    heads = next((line for line in lines if line.strip()), "")
    rows = [
        _row(place, line, separator, sessions)
        for place, line in enumerate(lines, 1)
        if line.replace(separator, " ").strip() and not (line is heads and _is_of_headings(line, separator))
    ]
    known = {number.lstrip("0") for number in (*taken, *(row.cells.get(_NUMBER, "") for row in rows))}
    following = len(taken)
    for row in rows:
        while _NUMBER not in row.cells:
            following += 1
            if str(following) not in known:
                row.cells[_NUMBER] = f"{following:0{_GAP}d}"
        yield row


def _is_of_headings(line: str, separator: str) -> bool:
    """Whether a line only says what stands below it, in words that name no column here."""
    return all(narrow(cell).strip('".').lower() in _HEADINGS for cell in line.split(separator))


def _row(place: int, line: str, separator: str, sessions: Collection[str]) -> Row:
    row = Row(place, {}, [])
    for cell in _NUMBERED.sub(rf"\1{separator}", words(line) if separator != "\t" else line, count=1).split(
        separator
    ):
        value = unguarded(words(cell).strip('"'))
        field = _field(value, sessions)
        if value and field in row.cells:
            detail = Phrase("part-list-two-of-one", {"first": quoted(row.cells[field])})
            wrong = CELL_INVALID(field=field, value=quoted(value), detail=detail)
            row.faults.append(wrong.at(line=place, field=field))
        elif value:
            row.cells[field] = value
    return row


def _field(value: str, sessions: Collection[str]) -> str:
    plain = narrow(value)
    if plain in sessions:
        return "session"
    if _DAY.fullmatch(plain):
        return "birth_date"
    if _DIGITS.fullmatch(plain):
        return _NUMBER
    return "email" if "@" in plain else "name_zh" if _HAN.search(value) else "name_en"
