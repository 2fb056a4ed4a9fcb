"""What is told on standard error when a command fails: a line a fault, in the language of the terminal.

`tileledger: code: sentence (file results.csv, line 7, field score)`.
"""

import os

from shared.catalogue import Listed, Phrase, Word, languages, say
from shared.problems import Problem

_PLACES = ("file", "line", "session", "table", "game", "seat", "entrant", "field")


def error_lines(error: Exception) -> str:
    """The lines for any exception; a problem speaks for itself, anything else asks to be reported."""
    spoken = terminal_language()
    if isinstance(error, Problem):
        return "\n".join(
            f"tileledger: {problem.code}: {problem.text(spoken)}{_where(problem, spoken)}"
            for problem in (error, *error.others)
        )
    what = " ".join(f"{type(error).__name__}: {error}".split())
    if type(error).__module__.partition(".")[0] in ("sqlite3", "psycopg"):
        return f"tileledger: database-failed: {say('cli-database-failed', spoken, what=what)}"
    return f"tileledger: unexpected: {say('cli-unexpected', spoken, what=what)}"


def terminal_language() -> str:
    """The language of the terminal, as the C library decides, if there are texts in it; else "en"."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            spoken = value.partition(".")[0].partition("_")[0]
            known = {language: language for language in languages()} | {"yue": "zh"}
            return known.get(spoken, "en")
    return "en"


def _where(problem: Problem, spoken: str) -> str:
    known = [place for place in _PLACES if place in problem.where]
    others = [place for place in problem.where if place not in _PLACES]
    parts = [
        Phrase("cli-place", {"kind": place, "what": Word("place", place), "which": str(problem.where[place])})
        for place in known + others
    ]
    return say("cli-places", spoken, places=Listed(parts, "list-of-places")) if parts else ""
