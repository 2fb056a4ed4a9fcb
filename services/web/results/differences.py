"""What differs between two published versions of a stage: figures, who is in or out, who only moved."""

from collections.abc import Iterator, Sequence

import msgspec

from services.tournament.publication.publishing import RowChange, changes_between
from services.tournament.standings.outcomes import PublishedRow

Went = tuple[bool | None, bool | None] | None
"""Whether somebody goes on, before and after; None where that is as it was."""
_FIGURES = ("games_won", "score", "tiles")


class Change(msgspec.Struct, frozen=True):
    """A figure, exact, in the version before and in the one after."""

    name: str
    before: str
    after: str


class Difference(msgspec.Struct, frozen=True):
    """How a line differs.

    Attributes:
        before, after: the places; None where there is no line: newly ranked, or not ranked any more.
        figures: those that differ.
        went: whether the entrant goes on.
    """

    entrant_no: str
    before: int | None
    after: int | None
    figures: tuple[Change, ...] = ()
    went: Went = None

    def __bool__(self) -> bool:
        return self.before != self.after or bool(self.figures) or self.went is not None

    @property
    def move(self) -> int:
        """How many places up; negative for down, 0 for who has or had none."""
        return 0 if self.before is None or self.after is None else self.before - self.after

    @property
    def follows(self) -> bool:
        """Whether nothing differs but what follows from the lines of others: the place, and who goes on."""
        return not self.figures and self.before is not None and self.after is not None


class Alike(msgspec.Struct, frozen=True):
    """Lines that differ in the same way: as many places up or down, and gone on or not as the others here."""

    move: int
    went: Went
    lines: tuple[Difference, ...]


class Differences(msgspec.Struct, frozen=True):
    """Everything that differs: lines that say something else, by place, and what follows for others.

    Attributes:
        alike: the others in groups, the largest first.
    """

    lines: tuple[Difference, ...]
    alike: tuple[Alike, ...]

    def __bool__(self) -> bool:
        return bool(self.lines or self.alike)


def differences(
    before: Sequence[PublishedRow], after: Sequence[PublishedRow], columns: Sequence[str] = ()
) -> Differences:
    """What differs between the tables of two versions.

    Args:
        columns: the figures that decide, in the order of the ranking.

    Where one of them was published before it was decided who goes on, that differs of everyone, and of nobody
    in particular: no line then tells it.
    """
    both = all(any(row.qualified is not None for row in rows) for rows in (before, after))
    found = (_difference(change, columns, both) for change in changes_between(before, after))
    every = sorted((line for line in found if line), key=_order)
    groups: dict[tuple[int, Went], list[Difference]] = {}
    for line in every:
        if line.follows:
            groups.setdefault((line.move, line.went), []).append(line)
    alike = (Alike(move, went, tuple(lines)) for (move, went), lines in groups.items())
    largest_first = sorted(alike, key=lambda group: (-len(group.lines), -group.move))
    return Differences(tuple(line for line in every if not line.follows), tuple(largest_first))


def _order(line: Difference) -> tuple[bool, int, str]:
    """By the place that counts now; who is not ranked any more comes last."""
    return line.after is None, line.after or line.before or 0, line.entrant_no


def _difference(change: RowChange, columns: Sequence[str], tells_who_goes_on: bool) -> Difference:
    old, new = change.before, change.after
    if old is None or new is None:
        before, after = (None if row is None else row.place for row in (old, new))
        return Difference(change.entrant_no, before, after)
    same = old.qualified == new.qualified or not tells_who_goes_on
    went = None if same else (old.qualified, new.qualified)
    return Difference(change.entrant_no, old.place, new.place, tuple(_figures(old, new, columns)), went)


def _figures(old: PublishedRow, new: PublishedRow, columns: Sequence[str]) -> Iterator[Change]:
    """The figures that differ, those that decide first."""
    deciding = dict.fromkeys((*columns, *(old.figures or {}), *(new.figures or {})))
    for name in deciding:
        yield from _changed(name, (old.figures or {}).get(name, ""), (new.figures or {}).get(name, ""))
    for name in _FIGURES:
        yield from _changed(name, str(getattr(old, name)), str(getattr(new, name)))


def _changed(name: str, before: str, after: str) -> Iterator[Change]:
    if before != after:
        yield Change(name, before, after)
