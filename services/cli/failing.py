"""What is told on standard error when a command fails: a line a fault, in the language of the terminal.

`tileledger: code: sentence (file results.csv, line 7, field score)`.
"""

import os

from shared.problems import Problem

_PLACES = ("file", "line", "session", "table", "game", "seat", "entrant", "field")
_PLACES_ZH = {
    "file": "檔案",
    "line": "行",
    "session": "場次",
    "table": "枱",
    "game": "局",
    "seat": "座位",
    "entrant": "參賽者",
    "field": "欄位",
}


def told(error: Exception) -> str:
    """The lines for any exception; a problem speaks for itself, anything else asks to be reported."""
    spoken = terminal_language()
    if isinstance(error, Problem):
        return "\n".join(
            f"tileledger: {problem.code}: {problem.text(spoken)}{_where(problem, spoken)}"
            for problem in (error, *error.others)
        )
    what = " ".join(f"{type(error).__name__}: {error}".split())
    if type(error).__module__.partition(".")[0] in ("sqlite3", "psycopg"):
        return _one_of(
            spoken,
            f"tileledger: database-failed: {what}. Run `tileledger doctor` to see what is wrong with it.",
            f"tileledger: database-failed: {what}。請執行 `tileledger doctor` 檢查資料庫。",
        )
    return _one_of(
        spoken,
        f"tileledger: unexpected: {what}. This is a fault of the program: run it again with"
        " TILELEDGER_DEBUG=1 and report what it prints.",
        f"tileledger: unexpected: {what}。這是程式的錯誤："
        "請設定 TILELEDGER_DEBUG=1 再執行一次，並回報所示內容。",
    )


def terminal_language() -> str:
    """ "zh" on a Chinese terminal, else "en"; as the C library decides, without loading anything."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "zh" if value.startswith(("zh", "yue")) else "en"
    return "en"


def _where(problem: Problem, spoken: str) -> str:
    known = [place for place in _PLACES if place in problem.where]
    others = [place for place in problem.where if place not in _PLACES]
    names = _PLACES_ZH if spoken == "zh" else {}
    parts = [f"{names.get(place, place)} {problem.where[place]}" for place in known + others]
    if not parts:
        return ""
    return f"（{'，'.join(parts)}）" if spoken == "zh" else f" ({', '.join(parts)})"


def _one_of(spoken: str, en: str, zh: str) -> str:
    return zh if spoken == "zh" else en
