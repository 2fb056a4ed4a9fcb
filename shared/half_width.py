"""Figures, times and signs as a Chinese keyboard types them, which are as wide as a character of Chinese."""

import re

_WIDE = "０１２３４５６７８９＋－．：／，\u3000"
_NARROW = "0123456789+-.:/, "
_FIGURES = re.compile(rf"[\s0-9+\-.:/,−{_WIDE}]+")
_NARROWED = str.maketrans(_WIDE, _NARROW)


def half_width(text: str) -> str:
    """A text of nothing but figures and their signs in the form that is read; any other stays as it is.

    "４１" becomes "41", "２０２６－０３－２８　９：４０" a day and an hour; a sentence keeps its marks.
    """
    return text.translate(_NARROWED) if _FIGURES.fullmatch(text) else text
