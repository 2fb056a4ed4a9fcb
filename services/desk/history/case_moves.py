"""What moved an entrant from one place to another: events of their figures, and who came past."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from services.desk.explaining import Explanation
from services.desk.history.rank_changes import Board
from services.desk.history.traces import places_at
from services.desk.query_context import QueryContext
from services.desk.views import UNSET
from services.tournament.definition.stages import Stage
from shared.eventlog import Recorded

MOST_PASSING = 50
"""Entrants who are named as having come past somebody; all are counted."""
_OF_GAMES = frozenset(
    {"game-result-recorded", "game-corrected", "games-forfeited", "game-ruled", "game-restored"}
)
"""Events that write figures of games, also of who has no place yet, which no change of ranks tells."""


class Passing(msgspec.Struct, frozen=True):
    """Someone who was behind the entrant and is ahead of them now.

    Attributes:
        before: their place then; null where they were not ranked.
        because: seqs of the events that changed what they rank by.
    """

    entrant_no: str
    before: int | None
    after: int
    because: tuple[int, ...]


class Change(msgspec.Struct, frozen=True):
    """An event that wrote figures of the entrant, and their place right before it and right after it."""

    seq: int
    before: int | None
    after: int | None


class Moved(msgspec.Struct, frozen=True):
    """What moved an entrant between two moments.

    Attributes:
        before, after: their places; null where they were not ranked.
        because: seqs of the events that wrote their figures or changed what they rank by; none if only
            others moved.
        changes: what each of these did to the place by itself.
        by_others: the rest of the way, by others' results alone: places lost, or gained below zero. Where the
            entrant had no place in between, of the way since they have one; null where they have none now, or
            came to it by no event of theirs.
        passed_by: how many came past them; `passing` are those who came furthest, for officials.
        left_behind: how many they came past, or who are not ranked any more. Both are null, and nobody is
            passing, where they had no place then or have none now: who is not ranked is compared with nobody.
    """

    before: int | None
    after: int | None
    because: tuple[int, ...]
    changes: tuple[Change, ...]
    by_others: int | None
    passed_by: int | None
    left_behind: int | None
    passing: tuple[Passing, ...] | msgspec.UnsetType = UNSET


def sees_all(look: QueryContext) -> bool:
    """Whether what happened to others is open to whoever asks."""
    return look.visibility.scope("timeline") == "any"


def stored(look: QueryContext, seqs: Iterable[int]) -> dict[int, Recorded]:
    """The events as they are stored, by seq."""
    return {record.seq: record for record in look.desk.stored(look.tournament_id, sorted({*seqs}))}


def moved_between(look: QueryContext, stage: Stage, number: str, since: int, now: Explanation) -> Moved:
    """What moved an entrant in a stage since a seq, up to the state that is looked at."""
    board = look.desk.history(look.tournament_id).ranks.stages.get(stage, Board())
    before, after = places_at(board, since), places_at(board, look.state.seq)
    was, place = before.get(number), after.get(number)
    are_compared = was is not None and place is not None
    passing = [*_passing(before, after, number)] if are_compared else []
    changed: dict[str, list[int]] = {}
    for change in board.changes:
        if since < change.seq <= look.state.seq:
            changed.setdefault(change.who, []).append(change.seq)
    shown = [
        Passing(who, before.get(who), after[who], tuple(changed.get(who, ())))
        for who in sorted(passing, key=lambda who: (after[who], who))[:MOST_PASSING]
    ]
    because = sorted({*changed.get(number, ()), *_written(look, now, since)})
    changes = tuple(_changes(board, number, because))
    return Moved(
        was,
        place,
        tuple(because),
        changes,
        _by_others(was, place, changes),
        len(passing) if are_compared else None,
        sum(1 for _ in _passing(after, before, number)) if are_compared else None,
        tuple(shown) if sees_all(look) else UNSET,
    )


def _written(look: QueryContext, now: Explanation, since: int) -> Iterator[int]:
    """The events since a moment that wrote figures which the explanation rests on."""
    cited = {reason.seq for reason in now.chain if reason.seq is not None and reason.seq > since}
    return (seq for seq, record in stored(look, cited).items() if record.type in _OF_GAMES)


def _changes(board: Board, number: str, because: Iterable[int]) -> Iterator[Change]:
    for seq in because:
        before, after = places_at(board, seq - 1).get(number), places_at(board, seq).get(number)
        if before != after:
            yield Change(seq, before, after)


def _by_others(was: int | None, place: int | None, changes: Iterable[Change]) -> int | None:
    """Each stretch that others moved leads from right after one change to right before the next."""
    ends = [was]
    for change in changes:
        ends += [change.before, change.after]
    ends.append(place)
    moved: int | None = 0
    for begin, end in zip(ends[::2], ends[1::2], strict=True):
        if begin is None or end is None:
            # What led up to a time without a place is no part of the way since.
            moved = 0 if end is None else None
        elif moved is not None:
            moved += end - begin
    return None if place is None else moved


def _passing(before: Mapping[str, int], after: Mapping[str, int], number: str) -> Iterator[str]:
    """Who is ahead of someone in the second table, and was not in the first; they are ranked in both."""
    was, place = before[number], after[number]
    for who, theirs in after.items():
        if theirs < place and before.get(who, was) >= was and who != number:
            yield who
