"""CSV files that come in: UTF-8 with or without byte order mark, columns by name, every cell checked.

Cells are separated by commas, or as the heading or a line `sep=;` before it says. Columns at the end without
a name and with nothing in them, as spreadsheets write them, are passed over. The apostrophe that a text like
a formula got on its way out (`shared/csv_out.py`) is taken off again.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from services.limits import CSV_COLUMNS, CSV_ROWS
from services.rules.game import Note
from services.spreadsheets.columns import column_called, column_word
from shared.catalogue import Listed, Phrase
from shared.csv_out import FORMULA
from shared.limits import BEYOND_LIMIT
from shared.plain_text import narrow, words
from shared.problems import Problem, ProblemType, quoted

T = TypeVar("T")

ENCODING_NOT_UTF8 = ProblemType("encoding-not-utf8", 400)
QUOTE_OPEN = ProblemType("quote-open", 400)
COLUMNS_WRONG = ProblemType("columns-wrong", 400)
HEADING_MISSING = ProblemType("heading-missing", 400)
CELLS_WRONG = ProblemType("cells-wrong", 400)
CELL_INVALID = ProblemType("cell-invalid", 400)
ROWS_MISSING = ProblemType("rows-missing", 422)
EMPTY = Phrase("part-csv-empty")


class CellWrong(ValueError):
    """A cell that cannot be read: what to write there instead."""

    def __init__(self, detail: Phrase) -> None:
        super().__init__(detail)
        self.detail = detail


class Row(msgspec.Struct, frozen=True):
    """One line of a file.

    Attributes:
        line: its number there.
        cells: by column.
        faults: what is wrong with it, as far as it was read.
        notes: what is odd about it, which hinders nothing.
        untold: columns of which the heading says nothing that holds: they say nothing of a row either.
    """

    line: int
    cells: dict[str, str]
    faults: list[Problem] = []
    untold: frozenset[str] = frozenset()
    notes: tuple[Note, ...] = ()

    def cell(self, field: str, read: Callable[[str], Any] = str) -> Any:
        """One cell in plain form, read; None, and a fault of the row with line and field, if it cannot be."""
        if field in self.untold:
            return None
        value = words(self.cells.get(field, ""))
        try:
            return read(value)
        except Problem as problem:
            self.faults.append(problem.at(line=self.line, field=field))
        except CellWrong as wrong:
            self.faults.append(
                cell_invalid(self.line, field, quoted(value) if value else EMPTY, wrong.detail)
            )
        return None


def cell_invalid(line: int, field: str, value: Phrase | Listed, detail: Phrase) -> Problem:
    """A refusal of a cell, which names its column as people do."""
    refused = CELL_INVALID(field=column_word(field), value=value, detail=detail)
    return refused.at(line=line, field=field)


def understood(rows: Iterable[Row], read: Callable[[Row], T]) -> tuple[dict[int, T], list[Problem]]:
    """What the rows say, by line, as far as they have no fault; and the faults of the others."""
    found: dict[int, T] = {}
    faults: list[Problem] = []
    for row in rows:
        if row.cells:
            made = read(row)
            if not row.faults and not row.untold:
                found[row.line] = made
        faults += row.faults
    return found, faults


def read_rows(text: str, required: Sequence[str], optional: Sequence[str] = ()) -> list[Row]:
    """The lines of CSV below its heading, blank ones left out; what is misshapen, the heading too, as faults.

    Raises:
        Problem: naming line and field.
    """
    return list(_rows(text, required, optional))


def text_in(data: bytes) -> str:
    """The text of a CSV file.

    Raises:
        Problem: encoding-not-utf8.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ENCODING_NOT_UTF8(encoding="UTF-16")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ENCODING_NOT_UTF8(encoding=_guess(data)) from None
    if "\0" in text:
        raise ENCODING_NOT_UTF8(encoding=Phrase("part-csv-binary-utf-16-without-mark"))
    return text


def _guess(data: bytes) -> str | Phrase:
    """The encoding in which most signs are common ones: bytes of one encoding can be read in another."""
    found = {name: _common(data, *common) for name, common in _ENCODINGS.items()}
    best = max(found, key=lambda name: found[name])
    if found[best] > 0:
        return best
    try:
        data.decode("cp1252")
    except UnicodeDecodeError:
        return best if found[best] == 0 else Phrase("part-csv-no-encoding-known-here")
    return "Windows-1252"


def _common(data: bytes, encoding: str, first: bytes, last: bytes) -> float:
    """The share of the signs of two bytes that are common ones; -1 where it cannot be read so."""
    try:
        signs = [sign.encode(encoding) for sign in data.decode(encoding) if not sign.isascii()]
    except UnicodeDecodeError:
        return -1
    return sum(first <= sign <= last for sign in signs) / max(1, len(signs))


_ENCODINGS = {
    "Big5": ("big5hkscs", b"\xa4\x40", b"\xc6\x7e"),
    "GB18030": ("gb18030", b"\xb0\xa1", b"\xd7\xf9"),
}
"""By what they are called: with the first and the last of the characters that each has in front as common."""


def _rows(text: str, required: Sequence[str], optional: Sequence[str]) -> Iterator[Row]:
    text = text.removeprefix(BOM)
    match = _TOLD.match(text)
    text = text[match.end() :] if match else text
    separator, above = match[1] if match and match[1] else separator_of(text), int(match is not None)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    heading: list[str] | None = None
    untold = frozenset[str]()
    rows = headed = width = 0
    refused = False
    while True:
        line = reader.line_num + 1 + above
        try:
            cells = next(reader, None)
        except csv.Error as error:
            if "field limit" in str(error):
                most = csv.field_size_limit()
                raise BEYOND_LIMIT(detail=Phrase("part-csv-cell-more-than-characters", {"most": most})).at(
                    line=line
                ) from None
            raise QUOTE_OPEN().at(line=line) from None
        if cells is None:
            break
        if len(cells) > CSV_COLUMNS:
            raise BEYOND_LIMIT(detail=Phrase("part-csv-cells-of-line", {"most": CSV_COLUMNS})).at(line=line)
        cells = [words(unguarded(cell.strip(" "))) for cell in cells]
        if not any(cells):
            continue
        if heading is None:
            named = match[1] if match else None
            heading, wrong, untold = _heading(_without_empty(cells), required, optional, line, named)
            if wrong is not None:
                yield Row(line, {}, [wrong])
            if not any(heading):
                return
            headed, refused, width = line, wrong is not None, len(cells)
            continue
        rows += 1
        if rows > CSV_ROWS:
            raise BEYOND_LIMIT(detail=Phrase("part-csv-rows-of-file", {"most": CSV_ROWS})).at(line=line)
        cells = _without_empty(cells, len(heading))
        if len(cells) != len(heading):
            yield Row(line, {}, [_wrong_cells(cells, len(heading), width).at(line=line)])
            continue
        told_cells = {name: cell for name, cell in zip(heading, cells, strict=True) if name}
        yield Row(line, told_cells, [], untold)
    if not rows and not refused and heading is not None:
        raise ROWS_MISSING().at(line=headed)
    if heading is None:
        raise COLUMNS_WRONG(detail=Phrase("part-csv-file-empty"), columns=_columns(required, optional)).at(
            line=1
        )


def _wrong_cells(cells: Sequence[str], wanted: int, width: int) -> Problem:
    """That a line has another number of cells than its heading, which may have columns without a name.

    Args:
        wanted: how many the heading names; of `width` cells in all.
    """
    beyond = [(place, cell) for place, cell in enumerate(cells[:width], 1) if place > wanted and cell]
    unnamed, value = next(iter(beyond), (None, ""))
    return CELLS_WRONG(given=len(cells), wanted=wanted, unnamed=unnamed, value=quoted(value))


def _heading(
    cells: list[str], required: Sequence[str], optional: Sequence[str], line: int, separator: str | None
) -> tuple[list[str], Problem | None, frozenset[str]]:
    """The columns, "" for each that says nothing that holds; what is wrong with them; and what is missing."""
    known = (*required, *optional)
    called = [column_called(cell, known) for cell in cells]
    if not any(called) and any(map(str.isdigit, "".join(cells))):
        raise HEADING_MISSING(heading=heading_of(required or optional)).at(line=line)
    names = [name or narrow(cell).lower() for name, cell in zip(called, cells, strict=True)]
    missing = [name for name in required if name not in names]
    unknown = [name for name in names if name not in known]
    repeated = {name for name, times in Counter(names).items() if times > 1}
    written = [(name, narrow(cell)) for name, cell in zip(names, cells, strict=True) if name in repeated]
    twice = [name if cell.lower() == name else cell for name, cell in written]
    wrong = [
        (kind, found) for kind, found in ((_UNKNOWN, unknown), (_MISSING, missing), (_TWICE, twice)) if found
    ]
    if wrong:
        named = [
            Phrase("part-csv-columns", {"kind": kind, "names": _words(kind, found, known)})
            for kind, found in wrong
        ]
        if separator and len(cells) == 1:
            named = [Phrase("part-csv-separator-said", {"separator": separator})]
        refused = COLUMNS_WRONG(
            detail=Listed(named, "list-between-sentences"), columns=_columns(required, optional)
        ).at(line=line, field=wrong[0][1][0])
        usable = [name if name in known and name not in repeated else "" for name in names]
        return usable, refused, frozenset({*missing, *repeated})
    return names, None, frozenset()


def _words(kind: Phrase, found: Sequence[str], known: Sequence[str]) -> list[object]:
    """What columns are called: those that are not known, or there twice, as they were written."""
    named = dict.fromkeys(found) if kind is _TWICE else found
    return [column_word(name) if name in known else name or _NO_NAME for name in named]


def separator_of(text: str) -> str:
    """What is between the cells of the first line that has any: what stands there most often."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(SEPARATORS, key=first.count)


def _without_empty(cells: list[str], wanted: int = 0) -> list[str]:
    """A line without the empty cells at its end, as far as it has more than are wanted."""
    last = max((place for place, cell in enumerate(cells, 1) if cell), default=0)
    return cells[: max(last, wanted)]


SEPARATORS = (",", ";", "\t", "|")
"""What spreadsheets put between cells, by country; the first where a line has none."""
BOM = "\ufeff"
"""What a file may begin with, and what is copied from it: nobody sees it."""
AS_TYPED = str.maketrans("，、；", ",,;")
"""What Chinese keyboards type between answers and cells."""
_TOLD = re.compile(r'"?sep=([,;|\t]?)"?[ ,;\t]*(?:\r\n|\r|\n|$)', re.IGNORECASE)
"""The line by which a file tells a spreadsheet what is between its cells."""
_UNKNOWN = Phrase("part-csv-unknown")
_MISSING = Phrase("part-csv-missing")
_TWICE = Phrase("part-csv-there-twice")
_NO_NAME = Phrase("part-csv-no-name")


def _columns(required: Sequence[str], optional: Sequence[str]) -> Listed:
    further = (Phrase("part-csv-optional", {"name": column_word(name)}) for name in optional)
    return Listed([*map(column_word, required), *further])


def heading_of(columns: Sequence[str]) -> Listed:
    """A line to put on top of a list that has none."""
    return Listed([*map(column_word, columns)], "list-between-cells")


def unguarded(text: str) -> str:
    """A text without the apostrophe that kept it from being a formula."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(FORMULA) else text
