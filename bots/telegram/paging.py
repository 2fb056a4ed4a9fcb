"""Lines in messages that each hold what a message may."""

from collections.abc import Sequence

from services.officials.exhibits import newest

_PAGE = 420


def pages(lines: Sequence[str]) -> list[str]:
    """The lines in messages of their own, none cut off."""
    left, found = list(lines), list[str]()
    while left:
        page = newest(left, _PAGE)
        found.insert(0, "\n".join(page))
        del left[-len(page) :]
    return found
