"""Reading on in a file that is not TOML in places: each such line is said, and the others are read.

The parser stops at the first place it cannot read, so a slip in one day would hide all that is wrong below.
"""

import re
from collections.abc import Callable

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
