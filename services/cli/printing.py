"""Answers on standard output: JSON for programs, tables for people. The rest goes to standard error."""

import sys
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from services.cli.failing import terminal_language
from shared import catalogue

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def print_json(value: Any) -> None:
    """Print one JSON document. Only what msgspec knows; exact scores are strings by then."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def print_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print aligned columns, two spaces apart; Chinese characters count as two."""
    lines = [tuple(headings), *(tuple("" if cell is None else str(cell) for cell in row) for row in rows)]
    widths = [max(_width(line[column]) for line in lines) for column in range(len(headings))]
    for line in lines:
        cells = [cell + " " * (width - _width(cell)) for cell, width in zip(line, widths, strict=True)]
        print("  ".join(cells).rstrip())


def worded(key: str, **values: object) -> str:
    """A text of the command line, `cli-…`, in the language of the terminal."""
    return catalogue.say(f"cli-{key}", terminal_language(), **values)


def say(text: str) -> None:
    """Tell the person at the terminal something that is not the answer."""
    print(text, file=sys.stderr)


def say_written(file: Path) -> None:
    """Tell the person at the terminal which file was written."""
    say(worded("written", file=str(file)))


def say_moment(seq: int, more: str = "") -> None:
    """Tell which moment an answer is of."""
    say(worded("moment-and", seq=seq, more=more) if more else worded("moment", seq=seq))


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
