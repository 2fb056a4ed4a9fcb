"""Places of families that let nobody read who they are: that there is somebody there is seen all the same."""

from collections.abc import Iterator, Sequence

from services.desk.views import FamilyView


def with_unnamed(rows: Sequence[FamilyView]) -> Iterator[FamilyView | int]:
    """The rows of families, and among them each place before the last one shown that none of them has.

    Who is equal takes the places up to the next one, so that a tie leaves no place out by itself.
    """
    expected, before = 1, 0
    for row in rows:
        if row.place is not None and row.place != before:
            yield from range(expected, row.place)
            # Of those who are equal some may be unnamed: then there are two at least.
            equals = sum(other.place == row.place for other in rows)
            expected, before = row.place + (max(equals, 2) if row.tied else 1), row.place
        yield row
