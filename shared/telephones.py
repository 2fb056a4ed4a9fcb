"""Telephone numbers: whether anybody can have one, and when two are the same."""

import re

from shared.plain_text import narrow
from shared.problems import ProblemType

PHONE_INVALID = ProblemType("phone-invalid", 422)
_BEFORE_EXTENSION = r"ext\.?|x|#|分[機机]|[內内][線线]"
_NUMBER = re.compile(rf"\(?\+?[0-9][0-9 .\-/()]*(?:(?:{_BEFORE_EXTENSION}) ?[0-9]{{1,6}})?", re.IGNORECASE)
_EXTENSION = re.compile(rf"(?:{_BEFORE_EXTENSION}).*", re.IGNORECASE)
_FEWEST, _MOST = 6, 15
"""Digits: the shortest numbers of small places, and the most there can be (ITU-T E.164)."""
_DECIMALS = re.compile(r"\.0*$")
_DATE = re.compile(
    r"(?:19|20)[0-9]{2}([-/.])[0-9]{1,2}\1[0-9]{1,2}"
    r"|(?:0?[1-9]|[12][0-9]|3[01])([-/.])(?:0?[1-9]|[12][0-9]|3[01])\2(?:19|20)?[0-9]{2}"
)
"""Year first, or last as spreadsheets in Hong Kong write it."""
_HONG_KONG = re.compile(r"(?:00)?852([0-9]{8})")


def telephone(number: str) -> str:
    """The number as it is kept: as it was written, in plain digits and signs.

    Raises:
        Problem: phone-invalid, for what nobody can have: letters, too few or too many digits, a date, a power
            of ten that a spreadsheet made of it.
    """
    plain = narrow(number)
    digits = _digits(plain)
    fits = _NUMBER.fullmatch(plain) and _FEWEST <= len(digits) <= _MOST and digits.strip("0")
    if not fits or _DECIMALS.search(plain) or _DATE.fullmatch(plain):
        raise PHONE_INVALID().at(field="phone")
    return plain


def same_telephone(number: str) -> str:
    """What is the same for all ways to write a number, with or without the code of Hong Kong."""
    digits = _digits(narrow(number))
    local = _HONG_KONG.fullmatch(digits)
    return local[1] if local else digits


def _digits(plain: str) -> str:
    return "".join(filter(str.isdigit, _EXTENSION.sub("", plain)))
