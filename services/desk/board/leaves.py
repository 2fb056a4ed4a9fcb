"""A text of any length on a big screen: in leaves, each in the largest of three sizes that holds it.

Widths are counted in halves of a letter's height: a Latin letter is one wide, a Chinese character two.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal

import msgspec

Size = Literal["huge", "large", "plain"]
ROOM: dict[Size, tuple[int, int]] = {"huge": (34, 4), "large": (48, 6), "plain": (64, 8)}
"""By size how wide a line is, and how many lines a leaf has."""
_WORDS = re.compile(r"[^\s\u2e80-\uffef]+\s*|[\u2e80-\uffef]\s*|\s+")


class Leaf(msgspec.Struct, frozen=True):
    """A part of a text that the screen holds at once."""

    lines: tuple[str, ...]
    size: Size


def leaves(text: str) -> tuple[Leaf, ...]:
    """The leaves of a text; a blank one has none."""
    paragraphs = tuple(line.strip() for line in text.splitlines() if line.strip())
    if not paragraphs:
        return ()
    for size in ROOM:
        width, lines = ROOM[size]
        if sum(_lines(paragraph, width) for paragraph in paragraphs) <= lines:
            return (Leaf(paragraphs, size),)
    width, lines = ROOM["plain"]
    return tuple(Leaf(tuple(part), "plain") for part in _leafed(paragraphs, width, lines))


def _leafed(paragraphs: tuple[str, ...], width: int, lines: int) -> Iterator[list[str]]:
    leaf: list[str] = []
    left = lines
    for paragraph in paragraphs:
        for piece in _pieces(paragraph, width * lines):
            needed = _lines(piece, width)
            if needed > left and leaf:
                yield leaf
                leaf, left = [], lines
            leaf.append(piece)
            left -= needed
    if leaf:
        yield leaf


def _pieces(paragraph: str, most: int) -> Iterator[str]:
    """A paragraph, cut between words where it is longer than a whole leaf."""
    piece, room = "", most * 7 // 8  # the ends of lines stay blank where a word does not fit
    for word in _WORDS.findall(paragraph):
        for part in (word[start : start + room // 2] for start in range(0, len(word), room // 2)):
            if piece and _width(piece + part) > room:
                yield piece.strip()
                piece = ""
            piece += part
    if piece.strip():
        yield piece.strip()


def _lines(paragraph: str, width: int) -> int:
    return -(-_width(paragraph) * 8 // (width * 7)) or 1


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
