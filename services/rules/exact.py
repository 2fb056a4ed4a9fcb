"""Exact scores: read from people and files, written for people and machines, never a float.

A score of one game, and any total of such scores, is a whole number of sixths: a pot is shared by one, two,
three or all players, and shared by all it is nothing. An average over three games is a whole number
of eighteenths. Both travel as `Fraction`; inside rankings a total is an integer of sixths.
"""

import re
from decimal import Decimal
from fractions import Fraction
from math import gcd

from shared.catalogue import Phrase
from shared.problems import Problem, ProblemType, quoted

SIXTHS = 6
LONGEST = 24  # characters; the longest score that makes sense is far shorter
MOST_DIGITS = 9  # in any number of a score, so that sixths always fit a database integer

SCORE_NOT_EXACT = ProblemType("score-not-exact", 422)

_VULGAR = {
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6),
}
_SHOWN = {part: sign for sign, part in _VULGAR.items()} | {Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
_OTHER_VULGAR = "¼¾⅐⅑⅒⅕⅖⅗⅘⅛⅜⅝⅞⅟↉"

_PLACES_SHOWN = 2
"""Of a rating, which is known to six places."""
_RATED = re.compile(r"-?[0-9]+[.][0-9]+")
_FIGURE = re.compile(r"-?[0-9]+(/[0-9]+)?")
_SIGN = r"(?P<sign>[-+\u2212]?)"
_WHOLE = re.compile(_SIGN + r"(?P<whole>[0-9]+)")
_DECIMAL = re.compile(_SIGN + r"(?P<whole>[0-9]*)[.](?P<places>[0-9]+)")
_RATIO = re.compile(_SIGN + r"(?:(?P<whole>[0-9]+) )?(?P<over>[0-9]+)[/\u2044](?P<under>[0-9]+)")
_MIXED = re.compile(_SIGN + r"(?P<whole>[0-9]*)(?P<part>[½⅓⅔⅙⅚])")


def parse_score(text: str) -> Fraction:
    """Read a score or a total of scores: 11, +11, -12, 11.5, 11½, 3⅓, "3 1/3", 23/2, −½.

    A decimal must end in .0 or .5: any other, such as 3.33, may be a third or a sixth that was rounded.

    Raises:
        Problem: score-not-exact, saying why.
    """
    written = text.strip(" \t\u00a0")
    if not written:
        raise _refused(text, Phrase("part-exact-blank"))
    if len(written) > LONGEST:
        raise _refused(text, Phrase("part-exact-too-long"))
    if match := _MIXED.fullmatch(written):
        size = _number(text, match["whole"] or "0") + _VULGAR[match["part"]]
    elif match := _DECIMAL.fullmatch(written):
        size = _number(text, match["whole"] or "0") + _decimal_part(text, match["places"])
    elif match := _RATIO.fullmatch(written):
        part = _ratio(text, match["over"], match["under"])
        if match["whole"] and part >= 1:
            raise _refused(text, Phrase("part-exact-fraction-not-below-1"))
        size = _number(text, match["whole"] or "0") + part
    elif match := _WHOLE.fullmatch(written):
        size = _number(text, match["whole"])
    else:
        raise _unreadable(text, written)
    return -size if match["sign"] in ("-", "−") else size


def score_text(score: Fraction | int) -> str:
    """The score for machines: "23/2", "-12", "10/3"."""
    return str(score)


def score_shown(score: Fraction) -> str:
    """The score for people: "11½", "−12", "3⅓"; what no single sign shows stands apart, as in "8 7/18"."""
    sign = "−" if score < 0 else ""
    whole, rest = divmod(abs(score.numerator), score.denominator)
    if not rest:
        return f"{sign}{whole}"
    part = Fraction(rest, score.denominator)
    if shown := _SHOWN.get(part):
        return f"{sign}{whole or ''}{shown}"
    return f"{sign}{whole} {part}" if whole else f"{sign}{part}"


def figure_shown(exact: str) -> str:
    """A figure that ranks, for people: "17/4" is "4¼", and a rating such as "-0.242706" is "−0.24"."""
    if _RATED.fullmatch(exact):
        return f"{Decimal(exact):.{_PLACES_SHOWN}f}".replace("-", "−")
    return score_shown(Fraction(exact)) if _FIGURE.fullmatch(exact) else exact


def to_sixths(score: Fraction) -> int:
    """The score as a number of sixths.

    Raises:
        Problem: score-not-exact, for a value that is no whole number of sixths.
    """
    whole, rest = divmod(score.numerator * SIXTHS, score.denominator)
    if rest:
        raise _refused(str(score), Phrase("part-exact-no-whole-number-sixths"))
    return whole


def from_sixths(sixths: int) -> Fraction:
    return Fraction(sixths, SIXTHS)


def score_of(sixths: int) -> str:
    """A score as machines read it: "11", "-12", "23/2"."""
    whole, rest = divmod(sixths, SIXTHS)
    return _quotient(sixths, SIXTHS) if rest else str(whole)  # as nearly all are


def average_of(sixths: int, games: int) -> str:
    """The average of a total over `games`, exact."""
    return _quotient(sixths, SIXTHS * games) if games else "0"


def _quotient(over: int, under: int) -> str:
    """As text of a Fraction, without making one: every score on every sheet passes here."""
    common = gcd(over, under)
    return str(over // common) if common == under else f"{over // common}/{under // common}"


def _number(text: str, digits: str) -> Fraction:
    if len(digits) > MOST_DIGITS:
        raise _refused(text, Phrase("part-exact-no-score-more-than-digits", {"most_digits": MOST_DIGITS}))
    return Fraction(int(digits))


def _decimal_part(text: str, places: str) -> Fraction:
    significant = places.rstrip("0")
    if significant == "5":
        return Fraction(1, 2)
    if significant:
        raise _refused(
            text,
            Phrase("part-exact-decimal-other-than-0-5"),
        )
    return Fraction(0)


def _ratio(text: str, over: str, under: str) -> Fraction:
    numerator, denominator = _number(text, over), _number(text, under)
    if not denominator:
        raise _refused(text, Phrase("part-exact-nothing-can-divided-0"))
    if SIXTHS % denominator.numerator:
        raise _refused(
            text,
            Phrase("part-exact-shared-pots-their-sums-never", {"denominator": denominator}),
        )
    return numerator / denominator


def _unreadable(text: str, written: str) -> Problem:
    if written.lstrip("+-−").lower() in ("nan", "inf", "infinity"):
        return _refused(text, Phrase("part-exact-no-number"))
    if any(character in _OTHER_VULGAR for character in written):
        return _refused(text, Phrase("part-exact-shared-pots-come-halves-thirds"))
    if any(character.isdigit() and not character.isascii() for character in written):
        return _refused(text, Phrase("part-exact-digits-must-0-9"))
    if "," in written:
        return _refused(text, Phrase("part-exact-holds-comma"))
    if "e" in written.lower():
        return _refused(text, Phrase("part-exact-powers-ten-not-read"))
    return _refused(text, Phrase("part-exact-does-not-read-number"))


def _refused(text: str, why: Phrase) -> Problem:
    return SCORE_NOT_EXACT(text=quoted(text), why=why)
