"""Finding people by what somebody types: the same of a number, a name and a telephone wherever one looks.

`services/web/static/standings.js` finds by the same rules.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from shared.chinese_variants import one_writing
from shared.plain_text import words

_BETWEEN = re.compile(r"[\s,，、;；]+")
_IN_NAMES = re.compile(r"\w").match
_PHONE_DIGITS = 5
"""So many digits of a telephone number are looked for in it; fewer are the number of an entrant."""


_LETTER = re.compile(r"LATIN SMALL (?:LETTER|LIGATURE) (?:DOTLESS )?([A-Z]{1,2}|ETH|THORN)(?: WITH .+)?")
_LONGER = {"eth": "d", "thorn": "th"}


def folded(text: str) -> str:
    """A text as it is compared: as it is spelled, with Chinese characters in one writing."""
    return one_writing(spelled(text))


def spelled(text: str) -> str:
    """A text in plain letters: without accents, strokes, wide forms, capitals, and what stands between."""
    decomposed = unicodedata.normalize("NFKD", words(text).casefold())
    signs = [_plain(sign) for sign in decomposed if unicodedata.category(sign) != "Mn"]
    bare = "".join(sign for sign in signs if unicodedata.category(sign[0])[0] not in "PZ")
    return bare or "".join(signs).strip()


@cache
def _plain(sign: str) -> str:
    """A Latin letter with a stroke or bar, or two in one (ø, đ, æ), as who has no key for it types it."""
    if sign.isascii():
        return sign
    found = _LETTER.fullmatch(unicodedata.name(sign, ""))
    letters = found[1].lower() if found else sign
    return _LONGER.get(letters, letters)


def sought(typed: str) -> list[str]:
    """The words of what somebody typed, folded; of a name in any order, with marks between or without."""
    found = [word for word in map(folded, _BETWEEN.split(typed)) if word]
    # Of signs that are in no name, those that a name keeps.
    kept = [word for word in found if not all(unicodedata.category(sign)[0] in "PZ" for sign in word)]
    return [word for word in kept if any(map(_IN_NAMES, word))] or kept or found


def holds(number: str, texts: Iterable[str], wanted: Sequence[str], phone: str = "") -> bool:
    """Whether every word is found: digits at the head of the number, others in it or in one of the texts.

    Args:
        wanted: as `sought` gives it.
        phone: a telephone number, which five digits and more are looked for in.
    """
    known = [folded(text) for text in (number, *texts)]
    digits = "".join(wanted)
    if phone and len(digits) >= _PHONE_DIGITS and digits.isdecimal() and digits in _digits(phone):
        return True
    return all(
        begins(known[0], word) if word.isdecimal() else any(word in text for text in known) for word in wanted
    )


def begins(number: str, digits: str) -> bool:
    """Whether a number begins with these digits, or is this one with other zeros before it."""
    if digits.startswith("0"):
        return number.startswith(digits) or number.lstrip("0") == digits.lstrip("0")
    return number.startswith(digits) or number.lstrip("0").startswith(digits)


def _digits(phone: str) -> str:
    return "".join(filter(str.isdecimal, folded(phone)))
