"""Answers on standard output: JSON for programs, tables for people. Progress and all else: standard error."""

import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

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


def columns(language: str, *names: str) -> list[str]:
    """What columns of a tournament's tables are called; in JSON and CSV they keep their names."""
    return [catalogue.say(f"column-{name.replace('_', '-').replace(' ', '-')}", language) for name in names]


def worded(key: str, **values: object) -> str:
    """A text that only the command line says, `cli-…`, in English."""
    return catalogue.say(f"cli-{key}", catalogue.FIRST, **values)


def translated(key: str, language: str, /, **values: object) -> str:
    """A text that shows something of a tournament, `shown-…`, in a language."""
    return catalogue.say(f"shown-{key}", language, **values)


def recipient_shown(key: str, language: str = catalogue.FIRST) -> str:
    """Whom a message is for, as people say it: an entrant by number, an official by role and number."""
    kind, _, number = key.partition(":")
    if kind not in ("referee", "organizer"):
        return number or key
    role = catalogue.Phrase(f"bot-role-{kind}").in_language(language)
    return role if kind == "organizer" else f"{role} {number}"


def in_words(about: str, code: str, language: str = catalogue.FIRST) -> str:
    """A state or code in words."""
    return catalogue.Word(about, code).in_language(language)


def yes_or_no(value: bool, language: str = catalogue.FIRST) -> str:
    """Yes or no in words."""
    return catalogue.say("change-value-yes" if value else "change-value-no", language)


def say(text: str) -> None:
    """Tell the person at the terminal something that is not the answer."""
    print(text, file=sys.stderr)


def say_written(file: Path) -> None:
    """Tell the person at the terminal which file was written."""
    say(worded("written", file=str(file)))


def say_moment(language: str, seq: int, more: str = "") -> None:
    """Tell which moment an answer is of."""
    moment = translated("moment-and", language, seq=seq, more=more) if more else None
    say(moment or translated("moment", language, seq=seq))


def width(text: str) -> int:
    """How many columns of the terminal a text takes; Chinese characters count as two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


Report = Callable[[int, int], None]
"""Takes how much is done, and of how much."""


@contextmanager
def progress(doing: str) -> Iterator[Report]:
    """Show a bar while the block runs; call what it gives with (done, total)."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(doing, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)
