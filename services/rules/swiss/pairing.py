"""Pairing a Swiss round: a matching of greatest weight over those who may meet.

Everyone may meet the next two dozen in the standing, past opponents left out. A pair weighs the more, the
fewer points part the two, and then the nearer they stand; in an odd field one more vertex is the bye, which
prefers low scores and takes nobody twice. Where no pairing of all exists so near, everyone may meet twice as
many, and so on; only when nobody is left to add are repeated pairs allowed, and last of all a second bye and
pairs of a group that is kept apart.
A field of many hundreds is paired in stretches of the standing, each of an even number: whoever meets across
such a cut could as well have met within a few places of it, and the work no longer grows with the square.

Integers throughout, players in the order of the standing before anything else: the same field gives the
same pairs, however it was listed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
import rustworkx

NEAR = 24
"""How many of those next in the standing someone may meet, before that is widened."""

STRETCH = 256
"""How many of a larger field are paired together; even, so that nobody is left over."""

_PER_HALF_SQUARED = 1_000_000
"""What a difference of half a point costs; its square counts. No distance in the standing outweighs it."""

_BYE = 4
"""How much more a difference of points counts for the bye: the lowest should have it."""


class Player(msgspec.Struct, frozen=True):
    """Someone in the field.

    Attributes:
        rank: where they stand; smaller is better. Equal ranks go by number.
        points: in halves.
        opponents: whom they met, once for each time.
        byes: how many they had.
        groups: what is not paired with each other, such as a team.
    """

    number: str
    rank: int = 0
    points: int = 0
    opponents: tuple[str, ...] = ()
    byes: int = 0
    groups: frozenset[str] = frozenset()


class Pairing(msgspec.Struct, frozen=True):
    """A round: pairs from the best down, the better first, and who has the bye.

    `repeated` are pairs that met before, `together` pairs of a group; neither was to be avoided.
    """

    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None
    repeated: tuple[tuple[str, str], ...] = ()
    together: tuple[tuple[str, str], ...] = ()


class Edge(msgspec.Struct, frozen=True):
    """Two places of the standing that may meet; in an odd field the place after the last is the bye."""

    first: int
    other: int
    weight: int


def pair(players: Sequence[Player]) -> Pairing:
    """Pair a field. Nobody alone: fewer than two players give no pair."""
    field = in_order(players)
    if len(field) < 2:
        return Pairing((), field[0].number if field else None)
    parts = [_paired(stretch) for stretch in _stretches(field)]
    bye = parts[-1].bye
    unwelcome = any(pairing.repeated or pairing.together for pairing in parts)
    if len(parts) > 1 and (unwelcome or any(player.number == bye and player.byes for player in field)):
        # What a stretch could not avoid, the whole field may.
        return _paired(field)
    pairs = tuple(both for pairing in parts for both in pairing.pairs)
    return Pairing(pairs, bye, parts[-1].repeated, parts[-1].together)


def _paired(field: Sequence[Player]) -> Pairing:
    for edges in _ever_wider(field):
        matched = _matched(len(field), edges)
        if 2 * len(matched) >= len(field):
            return _pairing(field, matched)
    raise AssertionError("with repeated pairs allowed everyone can be paired")


def _stretches(field: Sequence[Player]) -> Iterator[Sequence[Player]]:
    """The field cut into even stretches; the last takes what is left, and is no shorter than half of one."""
    start = 0
    while len(field) - start > STRETCH * 3 // 2:
        yield field[start : start + STRETCH]
        start += STRETCH
    yield field[start:]


def in_order(players: Sequence[Player]) -> list[Player]:
    """The field as it stands."""
    return sorted(players, key=lambda player: (player.rank, player.number))


def edges_of(field: Sequence[Player], near: int, *, again: bool = False) -> Iterator[Edge]:
    """Who may meet whom among the next `near`, and what each pair weighs.

    Args:
        field: in order.
        again: pairs that met before, second byes and pairs of a group count too, each below any that is new.
    """
    size = len(field)
    places = {player.number: place for place, player in enumerate(field)}
    spread = max(player.points for player in field) - min(player.points for player in field)
    most = _BYE * _PER_HALF_SQUARED * spread**2 + 2 * size
    # One repeated pair weighs less than the worst new pairs of the whole field, one second bye than repeats.
    repeat = (most + 1) * (size + 1)
    worst = repeat * (_most_met(field) * size + 1) if again else 0
    for place, player in enumerate(field):
        met = {places[number] for number in player.opponents if number in places}
        for other in range(place + 1, min(size, place + near + 1)):
            with_whom = field[other]
            apart = player.points - with_whom.points
            cost = _PER_HALF_SQUARED * apart**2 + (other - place)
            together = bool(player.groups) and not player.groups.isdisjoint(with_whom.groups)
            if other in met or together:
                if not again:
                    continue
                cost += repeat * player.opponents.count(with_whom.number) + worst * together
            yield Edge(place, other, repeat - cost)
    if size % 2:
        yield from _byes(field, near, repeat, worst, again=again)


def _byes(field: Sequence[Player], near: int, repeat: int, worst: int, *, again: bool) -> Iterator[Edge]:
    """The bye may go to the last `near` who had none."""
    size, least = len(field), min(other.points for other in field)
    free = [place for place in range(size - 1, -1, -1) if again or not field[place].byes]
    for place in free[:near]:
        player = field[place]
        cost = _BYE * _PER_HALF_SQUARED * (player.points - least) ** 2 + (size - place)
        cost += worst * player.byes
        yield Edge(place, size, repeat - cost)


def _most_met(field: Sequence[Player]) -> int:
    return max((count for player in field for count in Counter(player.opponents).values()), default=1)


def _ever_wider(field: Sequence[Player]) -> Iterator[list[Edge]]:
    near, size = NEAR, len(field)
    while near < size:
        yield list(edges_of(field, near))
        near *= 2
    yield list(edges_of(field, size))
    yield list(edges_of(field, size, again=True))


def _matched(size: int, edges: Sequence[Edge]) -> list[tuple[int, int]]:
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size + size % 2))
    graph.add_edges_from([(edge.first, edge.other, edge.weight) for edge in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=_weight)
    return sorted((min(both), max(both)) for both in found)


def _weight(weight: int) -> int:
    return weight


def _pairing(field: Sequence[Player], matched: Sequence[tuple[int, int]]) -> Pairing:
    pairs, repeated, together, bye = [], [], [], None
    for first, other in matched:
        if other == len(field):
            bye = field[first].number
            continue
        both = field[first].number, field[other].number
        pairs.append(both)
        if both[1] in field[first].opponents:
            repeated.append(both)
        if not field[first].groups.isdisjoint(field[other].groups):
            together.append(both)
    return Pairing(tuple(pairs), bye, tuple(repeated), tuple(together))
