"""Open runs of one colour while the numbers go by: how long each is, and what a further number does to them.

A colour's open runs are a multiset of lengths, where 3 stands for three or more: such a run may end at any
number, a shorter one may not. As any number of tiles may follow, two things need no choice: with `r` tiles of
the next number the short runs are continued first (they must be), then the long ones, and only then new ones
begin, since a run that ends and one that begins next to it are better one run.
"""

from itertools import combinations_with_replacement

MOST_OPEN = 4
"""Two tiles of a kind and two jokers: no more runs than this can pass one number in one colour."""
LONG = 3

LENGTHS: tuple[tuple[int, ...], ...] = tuple(
    lengths
    for size in range(MOST_OPEN + 1)
    for lengths in combinations_with_replacement(range(1, LONG + 1), size)
)
"""What each code means; code 0 is no open run."""
_CODES = {lengths: code for code, lengths in enumerate(LENGTHS)}
IMPOSSIBLE = -1


def _after(lengths: tuple[int, ...], tiles: int) -> int:
    short = [length for length in lengths if length < LONG]
    spare = tiles - len(short)
    if spare < 0:
        return IMPOSSIBLE
    continued = min(spare, len(lengths) - len(short))
    begun = spare - continued
    now = [length + 1 for length in short] + [LONG] * continued + [1] * begun
    return _CODES[tuple(sorted(now))] if len(now) <= MOST_OPEN else IMPOSSIBLE


def _with_at_most(lengths: tuple[int, ...], long: int) -> int:
    short = tuple(length for length in lengths if length < LONG)
    return _CODES[short + (LONG,) * min(long, len(lengths) - len(short))]


AFTER = tuple(tuple(_after(lengths, tiles) for tiles in range(MOST_OPEN + 1)) for lengths in LENGTHS)
"""By code and tiles of the next number: the code then, or IMPOSSIBLE because a short run would end."""
WITH_AT_MOST = tuple(
    tuple(_with_at_most(lengths, long) for long in range(MOST_OPEN + 1)) for lengths in LENGTHS
)
"""By code and a number: the code with no more long runs than that; more could not be continued."""
OPEN = tuple(len(lengths) for lengths in LENGTHS)
SHORT = tuple(sum(length < LONG for length in lengths) for lengths in LENGTHS)
"""How many runs need a tile at the next number."""
SHORTEST = tuple(lengths.count(1) for lengths in LENGTHS)
"""How many of them need one at the number after that, too."""
