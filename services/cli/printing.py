"""Answers on standard output: JSON for programs, tables for people. The rest goes to standard error."""

import sys
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from services.cli.failing import terminal_language
from shared import catalogue


def print_json(value: Any) -> None:
    """Print one JSON document. Only what msgspec knows; exact scores are strings by then."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def print_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print aligned columns, two spaces apart; Chinese characters count as two."""
    lines = [tuple(headings), *(tuple("" if cell is None else str(cell) for cell in row) for row in rows)]
    widths = [max(width(line[column]) for line in lines) for column in range(len(headings))]
    for line in lines:
        cells = [cell + " " * (wide - width(cell)) for cell, wide in zip(line, widths, strict=True)]
        print("  ".join(cells).rstrip())


def columns(*names: str) -> list[str]:
    """What columns are called in the language of the terminal; in JSON and CSV they keep their names."""
    return [worded(f"column-{name.replace('_', '-').replace(' ', '-')}") for name in names]


def worded(key: str, **values: object) -> str:
    """A text of the command line, `cli-…`, in the language of the terminal."""
    return catalogue.say(f"cli-{key}", terminal_language(), **values)


def recipient_shown(key: str) -> str:
    """Whom a message is for, as people say it: an entrant by number, an official by role and number."""
    kind, _, number = key.partition(":")
    if kind not in ("referee", "organizer"):
        return number or key
    role = catalogue.Phrase(f"bot-role-{kind}").in_language(terminal_language())
    return role if kind == "organizer" else f"{role} {number}"


def in_words(about: str, code: str) -> str:
    """A state or code in words of the language of the terminal."""
    return catalogue.Word(about, code).in_language(terminal_language())


def yes_or_no(value: bool) -> str:
    """Yes or no, in the language of the terminal."""
    return catalogue.say("change-value-yes" if value else "change-value-no", terminal_language())


def say(text: str) -> None:
    """Tell the person at the terminal something that is not the answer."""
    print(text, file=sys.stderr)


def say_written(file: Path) -> None:
    """Tell the person at the terminal which file was written."""
    say(worded("written", file=str(file)))


def say_moment(seq: int, more: str = "") -> None:
    """Tell which moment an answer is of."""
    say(worded("moment-and", seq=seq, more=more) if more else worded("moment", seq=seq))


def width(text: str) -> int:
    """How many columns of the terminal a text takes; Chinese characters count as two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
