"""How the places and figures of a few went, from change to change: counted over one pass of a board."""

from collections.abc import Collection, Iterator
from itertools import groupby
from operator import attrgetter

import msgspec

from services.desk.history.rank_changes import Board, Places
from services.tournament.play.scores import Figures


class Step(msgspec.Struct, frozen=True, gc=False):
    """Where somebody stands from an event on; nothing where they are not ranked."""

    seq: int
    place: int | None
    figures: Figures | None


NOWHERE = Step(0, None, None)


def traces(board: Board | None, chosen: Collection[str], until: int) -> dict[str, list[Step]]:
    """The steps of those chosen, up to a seq: one at every event that changed their place or figures."""
    found: dict[str, list[Step]] = {who: [] for who in chosen}
    for seq, places in _passed(board, until):
        for who, steps in found.items():
            before = steps[-1] if steps else NOWHERE
            place, figures = places.place(who), places.figures(who)
            if place != before.place or figures != before.figures:
                steps.append(Step(seq, place, figures))
    return found


def places_at(board: Board | None, seq: int) -> dict[str, int]:
    """The places of all who are ranked after the event at a seq."""
    places = Places()
    for _, places in _passed(board, seq):  # noqa: B007 the last one counts
        pass
    return places.all()


def _passed(board: Board | None, until: int) -> Iterator[tuple[int, Places]]:
    """Every seq at which a board changed, with the places after it."""
    places = Places()
    for seq, changes in groupby(board.changes if board is not None else (), attrgetter("seq")):
        if seq > until:
            return
        for change in changes:
            places.put(change)
        yield seq, places
