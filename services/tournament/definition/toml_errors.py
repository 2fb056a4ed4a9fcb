"""What is wrong with a file that is not TOML at all, in both languages and with the way out.

The parser stops at the first such place; its messages are short and in English.
"""

import re

from shared.catalogue import say

_TIME = re.compile(r"=\s*[0-9]{1,2}:[0-9]{2}(?!:?[0-9])")
_DAY = re.compile(r"=\s*[0-9]{4}-(?:[0-9]-|[0-9]{2}-[0-9](?![0-9]))")
_WORD = re.compile(r"=\s*(?!true\b|false\b|inf\b|nan\b)[A-Za-z]")
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
    # A day that there is not is named as such, also beside something else in its line.
    if not detail.startswith(_NO_SUCH_DAY) or _DAY.search(line):
        found = next((key for pattern, key in _LINES if pattern.search(line)), None)
    if found is None:
        found = next((key for begin, key in _MESSAGES if detail.startswith(begin)), None)
    if found is None:
        return detail, detail_zh
    return f"{detail}; {say(found, 'en')}", say(found, "zh")
