"""All chance of the demo, from one seed: bytes for keys and ids, and dice for everything people do.

Dice are drawn by label ("game 2026-03-28/1/7 2"), so that a change in one part of the story leaves the
luck of the others as it was.
"""

from collections.abc import Sequence
from hashlib import sha256
from itertools import chain, count, islice
from typing import TypeVar

from shared.lottery import Lottery

T = TypeVar("T")


class SeededBytes:
    """A source of `n` bytes, as `os.urandom` is one, that gives the same bytes for the same label.

    Block k is SHA-256 of the label, a slash, and k in decimal digits. Whoever knows the label knows every
    byte: fit for a demo and for nothing else.
    """

    def __init__(self, label: str) -> None:
        self._bytes = chain.from_iterable(sha256(f"{label}/{k}".encode()).digest() for k in count())

    def __call__(self, n: int) -> bytes:
        return bytes(islice(self._bytes, n))


class Dice(Lottery):
    """A lottery with the draws a story needs."""

    def chance(self, percent: int) -> bool:
        """Whether something that happens in `percent` of 100 cases happens now."""
        return self.below(100) < percent

    def between(self, least: int, most: int) -> int:
        """A whole number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def weighted(self, items: Sequence[T], weights: Sequence[int]) -> T:
        """One of the items, each as likely as its weight; raises ValueError when all weights are 0."""
        return self.pick([item for item, weight in zip(items, weights, strict=True) for _ in range(weight)])
