"""The order of the field: by place, and equals by lot."""

from collections.abc import Sequence

from services.tournament.seating.draws.registry import Entry
from shared.lottery import Lottery


def in_order(entries: Sequence[Entry], lottery: Lottery) -> list[Entry]:
    """The field from the best down, with the next draws of the lottery.

    The entrant numbers, sorted, are shuffled; that order stands between equals. First come those with a place
    in this stage, by it; then those without, by their place in the stage it is entered from; then the others.
    """
    numbers = lottery.shuffle(sorted(entry.number for entry in entries))
    drawn = {number: position for position, number in enumerate(numbers)}
    return sorted(entries, key=lambda entry: (*_standing(entry), drawn[entry.number]))


def _standing(entry: Entry) -> tuple[int, int]:
    if entry.place is not None:
        return 0, entry.place
    return (1, entry.earlier_place) if entry.earlier_place is not None else (2, 0)
