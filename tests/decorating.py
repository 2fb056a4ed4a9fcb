"""A text as keyboards, spreadsheets and copied pages write it: the same to a reader, and other bytes."""

import unicodedata
from typing import Literal

from hypothesis import strategies as st

_BLANKS = " \t\u00a0\u2003\u202f\u3000\u2800"
_UNSEEN = "\u200b\ufeff\u00ad\u2060\u200e\u202a\u202c\u2066\u2069\u034f\u0007\u180e\ufe00\U000e0101"
"""Marks that nobody sees wherever they stand."""


@st.composite
def decorated(draw: st.DrawFn, text: str, *, wide: bool = False) -> str:
    """The text in another writing.

    Args:
        wide: whether its digits, signs and letters may be full-width: it is a figure, a date or an address.
    """
    unseen = st.sampled_from(_UNSEEN)
    forms: st.SearchStrategy[Literal["NFC", "NFD"]] = st.sampled_from(["NFC", "NFD"])
    signs = [draw(_written(sign, wide=wide)) for sign in unicodedata.normalize(draw(forms), text)]
    places = draw(st.lists(st.tuples(st.integers(0, len(signs)), unseen), max_size=4))
    for place, mark in sorted(places, reverse=True):
        signs.insert(place, mark)
    around = st.text(_BLANKS, max_size=2)
    return draw(around) + "".join(signs) + draw(around)


def _written(sign: str, *, wide: bool) -> st.SearchStrategy[str]:
    if sign == " ":
        return st.text(_BLANKS, min_size=1, max_size=3)
    if wide and "!" <= sign <= "~":
        return st.sampled_from([sign, chr(ord(sign) + 0xFEE0)])
    return st.just(sign)
