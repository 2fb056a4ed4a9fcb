"""The Berger tables of a round robin (FIDE Handbook C.05, Annex 1): everyone meets everyone once.

Of an odd number each sits out once. Everyone has seat A as often as seat B, or once more or less.
"""

Pairs = tuple[tuple[int, int], ...]


def sessions_needed(players: int) -> int:
    """How many sessions let so many players meet each other once, in pairs."""
    return players - 1 if players % 2 == 0 else players


def berger_pairs(players: int, session: int) -> Pairs:
    """Who meets whom in a session, by pairing numbers from 1, tables in order, seat A first.

    Of an odd number, the highest number of the next even table stands for nobody: whoever would meet it
    sits out.

    The first session pairs the first with the last, the second with the last but one, and so on. From
    session to session every number but the last goes on by half the even number, beyond the last but one
    starting again at 1. The last keeps its table, in seat B and A by turns.

    Args:
        session: from 0, below `sessions_needed`.
    """
    even = players + players % 2
    circle, step = even - 1, even // 2
    pairs = []
    for table in range(step):
        first = _turned(table + 1, session * step, circle)
        second = even if table == 0 else _turned(even - table, session * step, circle)
        pairs.append((second, first) if table == 0 and session % 2 else (first, second))
    return tuple(both for both in pairs if max(both) <= players)


def _turned(number: int, by: int, circle: int) -> int:
    return (number - 1 + by) % circle + 1
