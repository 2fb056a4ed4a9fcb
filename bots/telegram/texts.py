"""What the bot says, in both languages."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from services.tournament.definition.texts import Text
from shared.i18n import Language

_FILE = Path(__file__).with_name("texts.toml")


@cache
def texts() -> Mapping[str, Text]:
    """Every text by name."""
    return msgspec.convert(tomllib.loads(_FILE.read_text("utf-8")), dict[str, Text])


def said(name: str, language: Language, /, **fields: object) -> str:
    """A text with its fields filled in; raises KeyError for one that there is not."""
    text = texts()[name]
    return (text.in_language(language)).format_map(fields).strip()
