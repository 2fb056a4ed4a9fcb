"""Reads tables of a page back: by caption the lines, each cell as the text that is seen."""

import re
from html import unescape
from itertools import pairwise

_TAG = re.compile(r"<[^>]*>")
_ROW = re.compile(r"<tr(?P<attributes>[^>]*)>(?P<cells>.*?)</tr>", re.DOTALL)
_CELL = re.compile(r"<t[dh][^>]*>(.*?)</t[dh]>", re.DOTALL)


def seen(html: str) -> str:
    """The text of some markup, blanks as one."""
    return " ".join(unescape(_TAG.sub("", html)).split())


def lines(page: str) -> dict[str, list[str]]:
    """By entrant number the cells of each line of the page's tables."""
    found = {}
    for row in _ROW.finditer(page):
        key = re.search(r'data-key="([^"]*)"', row["attributes"])
        if key is not None:
            found[unescape(key[1])] = [seen(cell) for cell in _CELL.findall(row["cells"])]
    return found


def cut_after(page: str) -> tuple[str, str] | None:
    """The number on the line above the cut, and what the line of the cut says; None where there is none."""
    rows = list(_ROW.finditer(page))
    for before, row in pairwise(rows):
        if 'class="cut"' in row["attributes"]:
            key = re.search(r'data-key="([^"]*)"', before["attributes"])
            return (unescape(key[1]) if key else "", seen(row["cells"]))
    return None
