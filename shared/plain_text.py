"""Text as it comes in from keyboards, spreadsheets and programs, in the form in which it is kept.

Blanks of any kind become plain ones, invisible marks go, letters are composed (NFC). Of a figure, a date, a
number or an address also the full-width digits, signs and letters become plain, and numbers in circles; names
keep theirs.
What is in such a form already stays as it is.
"""

import re
import unicodedata

_BLANK = r"[\s\u2800]"
"""Also the pattern of Braille without a dot, which shows nothing."""
_BLANKS = re.compile(f"{_BLANK}+")
_ENDS_OF_LINES = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_WITHIN_LINES = re.compile(r"[^\S\n]|\u2800")
_BEFORE_ENDS = re.compile(" +(?=\n)")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Control characters, and what Unicode calls default ignorable: alone, nothing is seen of it."""
_JOINER, _NON_JOINER, _KEYCAP, _FLAG = "\u200d", "\u200c", "\u20e3", "\U0001f3f4"
_DIGIT_OF_KEYCAP = frozenset("#*0123456789")
_VIRAMA = 9
"""The canonical combining class of the marks behind which a joiner shapes letters (RFC 5892, A.1 and A.2)."""
_DASHES = "\u2010\u2011\u2012\u2013\u2212\ufe63"
_ENCLOSED = (
    *((0x2460, 0x249B), (0x24EA, 0x24EA), (0x24F5, 0x24FF), (0x2776, 0x2793)),
    *((0x3220, 0x3229), (0x3251, 0x325F), (0x3280, 0x3289), (0x32B1, 0x32BF)),
)
ENCLOSED = {
    chr(code): str(int(unicodedata.numeric(chr(code))))
    for first, last in _ENCLOSED
    for code in range(first, last + 1)
}
"""Numbers in circles, in brackets or with a full stop, each a sign of its own, such as ①: the plain ones."""
_WIDE = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_NARROWED = str.maketrans({**_WIDE, **ENCLOSED, **dict.fromkeys(_DASHES, "-")})
_FIGURES = re.compile(r"[\s0-9+\-.:/,−０-９＋－．：／，]+")
_LONGEST_SHOWN = 60


def words(text: str) -> str:
    """A text of one line: plain single blanks, none at an end, no invisible marks, letters composed."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    return _BLANKS.sub(" ", _composed(text)).strip()


def paragraphs(text: str) -> str:
    """The same of a text of several lines, which keeps them and what is indented."""
    if text.isascii() and text.isprintable():
        return text.strip()
    lines = _WITHIN_LINES.sub(" ", _composed(_ENDS_OF_LINES.sub("\n", text)))
    return _BEFORE_ENDS.sub("", lines).strip()


def narrow(text: str) -> str:
    """The same of a figure, a date, a number or an address: also no full-width digits, signs and letters."""
    plain = words(text)
    return plain if plain.isascii() else words(plain.translate(_NARROWED))


def narrow_figures(text: str) -> str:
    """A field that may hold figures or sentences: `narrow` where it is nothing but figures and their signs.

    "４１" becomes "41", "２０２６－０３－２８　９：４０" a day and an hour; a sentence keeps its marks.
    """
    return narrow(text) if _FIGURES.fullmatch(text) else text


def legible(text: str, most: int = _LONGEST_SHOWN) -> str:
    """What someone wrote, short and fit to be repeated to people: what cannot be shown is a box."""
    short = words(text[: 2 * most])
    short = short[:most] + ("…" if len(short) > most or len(text) > 2 * most else "")
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in short)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", _without_marks(text) if _INVISIBLE.search(text) else text)


def _without_marks(text: str) -> str:
    kept: list[str] = []
    for place, sign in enumerate(text):
        before, after = kept[-1] if kept else "", text[place + 1 : place + 2]
        if _INVISIBLE.match(sign) is None or _says_something(sign, before, after):
            kept.append(sign)
    return "".join(kept)


def _says_something(mark: str, before: str, after: str) -> bool:
    """Whether a mark changes what is seen: it chooses or joins pictures, or shapes letters."""
    if mark in "\ufe0e\ufe0f":
        return _is_picture(before) or (before in _DIGIT_OF_KEYCAP and after == _KEYCAP)
    if mark == _JOINER and (_is_picture(before) or before == "\ufe0f") and _is_picture(after):
        return True
    if mark in (_JOINER, _NON_JOINER):
        return _shapes_letters(mark, before, after)
    return _is_tag(mark) and (before == _FLAG or _is_tag(before))


def _shapes_letters(mark: str, before: str, after: str) -> bool:
    if before and unicodedata.combining(before) == _VIRAMA:
        return True
    both_arabic = all(sign and unicodedata.bidirectional(sign) == "AL" for sign in (before, after))
    return mark == _NON_JOINER and both_arabic


def _is_tag(sign: str) -> bool:
    return "\U000e0020" <= sign <= "\U000e007f"


def _is_picture(sign: str) -> bool:
    return bool(sign) and (unicodedata.category(sign)[0] == "S" or sign in "\u203c\u2049\u3030")
