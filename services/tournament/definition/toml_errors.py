"""Lines of a file that are not TOML: what is wrong with one, and what it may be read as so as to read on.

The parser stops at the first place it cannot read, so a slip in one day would hide all that is wrong below;
its messages are short and in English. Here they come in both languages, with the way out.
"""

import re
from collections.abc import Callable

from shared.catalogue import say
from shared.plain_text import narrow

_TIME = re.compile(r"=\s*[0-9]{1,2}:[0-9]{2}(?!:?[0-9])")
_DAY = re.compile(r"=\s*[0-9]{4}-(?:[0-9]-|[0-9]{2}-[0-9](?![0-9]))")
_WORD = re.compile(r"=\s*(?!true\b|false\b|inf\b|nan\b)[A-Za-z]")
_WIDE, _OF_WIDE = re.compile("[！-～“”„‘’]"), "part-not-toml-wide-sign"
"""A sign as Chinese keyboards type it, outside quotes, where the file knows the plain one alone."""
_QUOTES = {**dict.fromkeys("“”„", '"'), **dict.fromkeys("‘’", "'")}
_NO_SUCH_DAY = "Invalid date"
_LINES = (
    (_TIME, "part-not-toml-write-time-quotes-09"),
    (_DAY, "part-not-toml-write-day-with-two"),
    (_WORD, "part-not-toml-write-text-quotes-draw"),
)
"""What a line shows by itself, and the text of the way out."""
_MESSAGES = (
    ("Cannot overwrite", "part-not-toml-field-stands-twice-leave"),
    ("Cannot declare", "part-not-toml-table-stands-twice-leave"),
    ("Duplicate", "part-not-toml-field-stands-twice-leave"),
    ("Cannot ", "part-not-toml-stands-something-else-already"),
    ("Illegal character", "part-not-toml-quote-not-closed-line"),
    ("Unterminated", "part-not-toml-quote-not-closed-close"),
    ('Expected "\'"', "part-not-toml-quote-not-closed-close"),
    ("Unclosed array", "part-not-toml-list-not-closed-add"),
    ("Unclosed inline", "part-not-toml-table-not-closed-add"),
    ("Expected ']", "part-not-toml-heading-not-closed-write"),
    ("Expected '='", "part-not-toml-write-field-games-3"),
    ("Expected newline", "part-not-toml-there-more-line-than"),
    (_NO_SUCH_DAY, "part-not-toml-there-no-such-day"),
    ("Invalid value", "part-not-toml-write-value-after-sign"),
    ("Unescaped", "part-not-toml-write-backslash-text"),
)
"""What the parser says, by how it begins, and the text of the way out."""


def explained(detail: str, detail_zh: str, line: str) -> tuple[str, str]:
    """What the parser says of a line with the way out, in English and Chinese."""
    found = None
    if wide := _WIDE.search(_QUOTED.sub("", line)):
        values = {"sign": wide[0], "plain": _QUOTES.get(wide[0]) or narrow(wide[0])}
        return say(_OF_WIDE, "en", **values), say(_OF_WIDE, "zh", **values)
    # A day that there is not is named as such, also beside something else in its line.
    if not detail.startswith(_NO_SUCH_DAY) or _DAY.search(line):
        found = next((key for pattern, key in _LINES if pattern.search(line)), None)
    if found is None:
        found = next((key for begin, key in _MESSAGES if detail.startswith(begin)), None)
    if found is None:
        return detail, detail_zh
    return f"{detail}; {say(found, 'en')}", say(found, "zh")


_STAND_IN = "2000-01-01"
_DAYS = re.compile(r"(?<![0-9-])[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?![0-9-])")
_CLOCK = re.compile(r"(?<=[=,\[{ ])[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?![0-9:])")
_BARE = re.compile(r"(=\s*)(?!true\b|false\b|inf\b|nan\b)([A-Za-z][\w-]*)(?=\s*(?:[,}\]#]|$))")
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|#.*")


def readable(line: str) -> str | None:
    """The line with what cannot be read replaced by something that can; None where nothing is known to help.

    A day stands in for any day, quotes are put around times and words. What the line then says is not meant:
    nothing that rests on it may be told.
    """
    for pattern, instead in _WAYS:
        mended = _outside_quotes(line, pattern, instead)
        if mended != line:
            return mended
    return None


def _outside_quotes(line: str, pattern: re.Pattern[str], instead: Callable[[re.Match[str]], str]) -> str:
    kept = [found.span() for found in _QUOTED.finditer(line)]

    def put(found: re.Match[str]) -> str:
        inside = any(start <= found.start() < end for start, end in kept)
        return found[0] if inside else instead(found)

    return pattern.sub(put, line)


_WAYS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_DAYS, lambda found: _STAND_IN),
    (_CLOCK, lambda found: f'"{found[0]}"'),
    (_BARE, lambda found: f'{found[1]}"{found[2]}"'),
)
"""What slips most, and what stands in for it; the first that changes a line is tried."""
