"""CSV that goes out: a text that a spreadsheet would take for a formula gets an apostrophe in front."""

import csv
from collections.abc import Sequence
from typing import Any

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")


def guarded(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula; numbers and exact scores pass as they are."""
    if not isinstance(value, str) or not value.lstrip("'").startswith(FORMULA):
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
