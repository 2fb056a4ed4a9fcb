"""Where each key and item of a TOML document stands: its path and its line.

The parser in the standard library gives values without places. This looks through a document that it has
read already, in linear time, and so need not judge it: whatever is strange is passed over.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping

Path = tuple[str | int, ...]
"""Keys and, for items of a list, their numbers from 0: ("stage", 1, "enter")."""

# Possessive throughout, so that no text makes the scanner go back.
_TOKENS = re.compile(
    r"""
      (?P<line>\n)
    | (?P<passed>[ \t\r]++|\#[^\n]*+)
    | (?P<text>
          \"\"\"(?:[^"\\]++|\\.|""?(?!"))*+(?:"{3,5}|\Z)
        | '''(?:[^']++|''?(?!'))*+(?:'{3,5}|\Z)
        | "(?:[^"\\\n]++|\\[^\n])*+"?
        | '[^'\n]*+'?
      )
    | (?P<mark>[\[\]{},=.])
    | (?P<word>[^\s\[\]{},=.\#"']++)
    """,
    re.VERBOSE | re.DOTALL,
)
_END = ("end", "", 0)


def lines_of(text: str) -> Mapping[Path, int]:
    """The line, counted from 1, of every key and item; of a table, that of its heading or first key."""
    found: dict[Path, int] = {}
    _Scan(text, found).document()
    return found


class _Scan:
    """One look through a document, a token ahead."""

    def __init__(self, text: str, found: dict[Path, int]) -> None:
        self._tokens = _tokens(text)
        self._found = found
        self._lists: dict[Path, int] = {}
        self._next = next(self._tokens, _END)

    def document(self) -> None:
        table: Path = ()
        while self._next is not _END:
            kind, sign, _ = self._next
            if kind == "line" or sign in ("]", "}", ","):
                self._take()
            elif sign == "[":
                table = self._heading()
            else:
                self._entry(table)

    def _heading(self) -> Path:
        line = self._take()[2]
        is_list = self._next[1] == "["
        if is_list:
            self._take()
        keys = self._keys()
        table: Path = ()
        for place, key in enumerate(keys):
            table = (*table, key)
            if is_list and place == len(keys) - 1:
                self._lists[table] = self._lists.get(table, 0) + 1
            self._found.setdefault(table, line)
            if table in self._lists:
                table = (*table, self._lists[table] - 1)
        self._found.setdefault(table, line)
        while self._next is not _END and self._next[0] != "line":
            self._take()
        return table

    def _entry(self, table: Path) -> None:
        line = self._next[2]
        path = table
        for key in self._keys():
            path = (*path, key)
            self._found.setdefault(path, line)
        if self._next[1] == "=":
            self._take()
            self._value(path)
        else:
            # Nothing of a document that was read: go on behind it.
            self._take()

    def _value(self, path: Path) -> None:
        sign = self._next[1] if self._next[0] == "mark" else ""
        if sign == "[":
            self._take()
            number = 0
            while self._go_on("]"):
                self._found.setdefault((*path, number), self._next[2])
                self._value((*path, number))
                number += 1
        elif sign == "{":
            self._take()
            while self._go_on("}"):
                self._entry(path)
        else:
            while self._next[0] in ("word", "text") or self._next[1] == ".":
                self._take()

    def _go_on(self, closing: str) -> bool:
        """Pass what stands between items; False when the list or table is at its end."""
        while self._next[0] == "line" or self._next[1] == ",":
            self._take()
        kind, sign, _ = self._next
        if kind == "mark" and sign in ("]", "}", "="):
            self._take()
            return False
        return kind != "end"

    def _keys(self) -> list[str]:
        keys = []
        while self._next[0] in ("word", "text"):
            kind, written, _ = self._take()
            keys.append(_plain(written) if kind == "text" else written)
            if self._next[1] != ".":
                break
            self._take()
        return keys

    def _take(self) -> tuple[str, str, int]:
        taken, self._next = self._next, next(self._tokens, _END)
        return taken


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """The tokens that matter: kind, text and line."""
    line = 1
    for found in _TOKENS.finditer(text):
        kind = found.lastgroup or ""
        if kind != "passed":
            yield kind, found.group(), line
        if kind in ("line", "text"):
            line += found.group().count("\n")


def _plain(written: str) -> str:
    """A quoted key without its quotes."""
    try:
        return str(tomllib.loads(f"key = {written}")["key"])
    except tomllib.TOMLDecodeError:
        return written
