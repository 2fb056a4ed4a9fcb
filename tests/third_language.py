"""A third language, "fr", which is nothing but one more file: every letter of it is full-width.

A sentence with plain letters in it never passed through the catalogue.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import ascii_letters

import pytest

from services.web.languages import _choose
from shared.catalogue import catalogue, languages
from shared.catalogue.catalogue import FOLDER
from shared.i18n import locale_of

LINE = r"^(?:#.*|-?[a-z][\w-]* =|\s*\*?\[\w+\])?(?P<text>.*)$"
VALUE = r"(\{[^{}]*(?:\}|->$))"


@pytest.fixture
def third(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The language, while a test runs."""
    folder = tmp_path / "catalogue"
    folder.mkdir()
    source = (FOLDER / "en.ftl").read_text("utf-8")
    files = (("en", source), ("zh", (FOLDER / "zh.ftl").read_text("utf-8")), ("fr", marked(source)))
    for name, text in files:
        (folder / f"{name}.ftl").write_text(text, "utf-8")
    _forget()
    with monkeypatch.context() as patched:
        patched.setattr(sys.modules["shared.catalogue.catalogue"], "FOLDER", folder)
        yield "fr"
    _forget()


def marked(source: str) -> str:
    """The texts of a catalogue with every letter full-width."""
    return re.sub(LINE, _marked, source, flags=re.M)


def wide(text: str) -> str:
    """A text with its letters full-width."""
    return "".join(chr(ord(sign) + 0xFEE0) if sign in ascii_letters else sign for sign in text)


def _forget() -> None:
    """What was kept of the languages there were, by whatever test of this process."""
    for kept in (catalogue, languages, locale_of, _choose):
        kept.cache_clear()


def _marked(line: re.Match[str]) -> str:
    whole, text = line[0], line["text"]
    if whole.startswith("#"):
        return whole
    parts = re.split(VALUE, text)
    widened = "".join(part if part.startswith("{") else wide(part) for part in parts)
    return whole[: len(whole) - len(text)] + widened
