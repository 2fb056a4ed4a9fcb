"""Draws that anyone can repeat with a few lines in any language; the seed is kept with the result.

1. Block n (n = 0, 1, 2, …) is SHA-256 of the seed in UTF-8, a slash, and n in decimal digits.
2. Each block of 32 bytes gives four words: 8 bytes each, big-endian, unsigned.
3. A number below k: take the next word w. Let m be the largest multiple of k that is at most 2^64. If w < m
   the number is w mod k; otherwise drop w and take the next word. So every number is equally likely.
4. A shuffle of a list with n items: for i from n-1 down to 1 draw j below i+1 and swap items i and j.
5. A pick from a list is the item at a number drawn below its length.

Words are never returned: each draw goes on where the one before stopped.
"""

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_words_of = Struct(">4Q").unpack
_ALL = 1 << 64


class Lottery:
    """A stream of draws; the same seed gives the same draws for ever.

    Args:
        seed: any text that UTF-8 can hold.
    """

    def __init__(self, seed: str) -> None:
        self._prefix = sha256(seed.encode() + b"/")
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each equally likely; raises ValueError unless 1 ≤ n ≤ 2^64."""
        if not 1 <= n <= _ALL:
            raise ValueError(f"cannot draw a number below {n}")
        limit = _ALL - _ALL % n
        while True:
            word = self._word()
            if word < limit:
                return word % n

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in drawn order, as a new list."""
        drawn = list(items)
        for i in range(len(drawn) - 1, 0, -1):
            j = self.below(i + 1)
            drawn[i], drawn[j] = drawn[j], drawn[i]
        return drawn

    def pick(self, items: Sequence[T]) -> T:
        """One of the items; raises ValueError when there is none."""
        return items[self.below(len(items))]

    def _word(self) -> int:
        if not self._words:
            block = self._prefix.copy()
            block.update(str(self._block).encode())
            self._block += 1
            self._words = list(reversed(_words_of(block.digest())))
        return self._words.pop()
