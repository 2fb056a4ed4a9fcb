"""What is told on standard error when a command fails: a line a fault, in English.

`tileledger: code: sentence (file results.csv, line 7, field score)`.
"""

from shared.catalogue import FIRST, Listed, Phrase, Word, say
from shared.problems import Problem

_PLACES = ("file", "line", "lines", "session", "table", "game", "seat", "entrant", "field")


def error_lines(error: Exception) -> str:
    """The lines for any exception; a problem speaks for itself, anything else asks to be reported."""
    if isinstance(error, Problem):
        return "\n".join(
            f"tileledger: {problem.code}: {problem.text(FIRST)}{_where(problem)}"
            for problem in (error, *error.others)
        )
    what = " ".join(f"{type(error).__name__}: {error}".split())
    if type(error).__module__.partition(".")[0] in ("sqlite3", "psycopg"):
        return f"tileledger: database-failed: {say('cli-database-failed', FIRST, what=what)}"
    return f"tileledger: unexpected: {say('cli-unexpected', FIRST, what=what)}"


def is_misuse(error: Exception) -> bool:
    """Whether a command was called with a value that an option never has, which is wrong usage.

    What stands in a file is data, whatever it is.
    """
    if not isinstance(error, Problem):
        return False
    return "option" in error.where or (error.kind.misuse and not _IN_DATA & error.where.keys())


_IN_DATA = frozenset({"file", "line"})


def _where(problem: Problem) -> str:
    where = {
        place: which
        for place, which in problem.where.items()
        if place != "line" or "lines" not in problem.where
    }
    known = [place for place in _PLACES if place in where]
    others = [place for place in where if place not in _PLACES]
    parts = [
        Phrase("cli-place", {"kind": place, "what": Word("place", place), "which": _which(where[place])})
        for place in known + others
    ]
    return say("cli-places", FIRST, places=Listed(parts, "list-of-places")) if parts else ""


def _which(place: object) -> object:
    return place if isinstance(place, tuple) else str(place)
