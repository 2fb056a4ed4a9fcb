"""Which session of several an entrant plays in, by the word of the tournament file.

"chosen": as chosen at registration or by the organizer. "in_turn": by standing, in turn over the sessions
in their order, whatever has no room left passed over. "lot": the numbers, sorted, are shuffled with
`shared.lottery`, and that order takes the place of the standing.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import msgspec

from shared.catalogue import Listed
from shared.lottery import Lottery
from shared.problems import ProblemType

SPLIT_UNKNOWN = ProblemType("split-unknown", 422)
SESSIONS_TOO_SMALL = ProblemType("sessions-too-small", 409)
SESSION_NOT_CHOSEN = ProblemType("session-not-chosen", 409)


class Room(msgspec.Struct, frozen=True):
    """A session and how many it still takes; None for any number."""

    session: str
    room: int | None = None


Chosen = Mapping[str, str]
"""By entrant number, the session chosen."""
NOTHING_CHOSEN: Chosen = MappingProxyType({})
Split = Callable[[Sequence[str], Sequence[Room], str, Chosen], dict[str, list[str]]]


def split_by(
    word: str,
    numbers: Sequence[str],
    rooms: Sequence[Room],
    seed: str = "",
    chosen: Chosen = NOTHING_CHOSEN,
) -> dict[str, tuple[str, ...]]:
    """Who plays in each session, in the order in which they were put there; every session is named.

    Args:
        word: of the tournament file.
        numbers: who is to be put into a session, best first.
        rooms: the sessions in their order.
        seed: of the lot.

    Raises:
        Problem: split-unknown, sessions-too-small, session-not-chosen.
    """
    if word not in _SPLITS:
        raise SPLIT_UNKNOWN(word=word, known=sorted(_SPLITS))
    found = _SPLITS[word](numbers, rooms, seed, chosen)
    return {session: tuple(entrants) for session, entrants in found.items()}


def splits() -> Mapping[str, Split]:
    """Every split by its word."""
    return MappingProxyType(_SPLITS)


def _in_turn(
    numbers: Sequence[str], rooms: Sequence[Room], seed: str, chosen: Chosen
) -> dict[str, list[str]]:
    sizes = [room.room for room in rooms if room.room is not None]
    if len(sizes) == len(rooms) and sum(sizes) < len(numbers):
        raise _too_small(len(numbers), rooms)
    found: dict[str, list[str]] = {room.session: [] for room in rooms}
    turn = 0
    for number in numbers:
        while _is_full(rooms[turn % len(rooms)], found):
            turn += 1
        found[rooms[turn % len(rooms)].session].append(number)
        turn += 1
    return found


def _by_lot(numbers: Sequence[str], rooms: Sequence[Room], seed: str, chosen: Chosen) -> dict[str, list[str]]:
    return _in_turn(Lottery(seed).shuffle(sorted(numbers)), rooms, seed, chosen)


def _as_chosen(
    numbers: Sequence[str], rooms: Sequence[Room], seed: str, chosen: Chosen
) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {room.session: [] for room in rooms}
    missing = sorted(number for number in numbers if chosen.get(number) not in found)
    if missing:
        raise SESSION_NOT_CHOSEN(entrants=Listed.begun(missing))
    for number in numbers:
        found[chosen[number]].append(number)
    for room in rooms:
        if room.room is not None and len(found[room.session]) > room.room:
            raise _too_small(len(found[room.session]), (room,))
    return found


_SPLITS: Mapping[str, Split] = {"chosen": _as_chosen, "in_turn": _in_turn, "lot": _by_lot}


def _is_full(room: Room, found: Mapping[str, Sequence[str]]) -> bool:
    return room.room is not None and len(found[room.session]) >= room.room


def _too_small(entrants: int, rooms: Sequence[Room]) -> Exception:
    return SESSIONS_TOO_SMALL(
        entrants=entrants,
        room=sum(room.room or 0 for room in rooms),
        sessions=[room.session for room in rooms] or "–",
    )
