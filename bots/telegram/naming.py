"""Which button a typed number names."""

import re
import unicodedata
from collections.abc import Sequence

Rows = Sequence[Sequence[tuple[str, str]]]
"""Labels and ids of buttons."""

# Not part of a time, a date, a case number or a word.
_NUMBER = re.compile(r"(?<![0-9A-Za-z:./\-−])\d+(?![0-9A-Za-z:./\-−])")


def choice_named(rows: Rows, text: str) -> str | None:
    """The id of the only button whose label has this number; None for other text, or where several have it.

    A number that stands at the same place in all labels ("session 1") names none of them.
    """
    typed = unicodedata.normalize("NFKC", text).strip()
    if not (typed.isascii() and typed.isdecimal()):
        return None
    labels = {id: [int(found) for found in _NUMBER.findall(label)] for row in rows for label, id in row}
    numbered = {id: numbers for id, numbers in labels.items() if numbers}
    named = [id for id, numbers in _telling_apart(numbered).items() if int(typed) in numbers]
    return named[0] if len(named) == 1 else None


def _telling_apart(labels: dict[str, list[int]]) -> dict[str, list[int]]:
    """The numbers of each label without those that are the same in all; of unlike labels the first number."""
    if len(labels) < 2 or len({len(numbers) for numbers in labels.values()}) > 1:
        return {id: numbers[:1] for id, numbers in labels.items()}
    columns = [column for column in zip(*labels.values(), strict=True) if len(set(column)) > 1]
    return {id: list(numbers) for id, numbers in zip(labels, zip(*columns, strict=True), strict=False)}
