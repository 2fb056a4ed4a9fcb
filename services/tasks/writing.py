"""Texts that are typed in a named language: one without a letter of its script is asked about first."""

import re

from shared.i18n import Language

_LETTERS = {"en": re.compile("[A-Za-z]"), "zh": re.compile("[\u3400-\u9fff]")}
"""What a text in a language has at least one of."""


def is_written_in(language: Language, text: str) -> bool:
    """Whether the text can be in that language, by its letters."""
    letters = _LETTERS.get(language)
    return letters is None or letters.search(text) is not None
