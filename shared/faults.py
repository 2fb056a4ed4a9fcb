"""All that is wrong with one input, told at once: whoever corrects a file wants to correct it once."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from shared.problems import Problem, ProblemType

MOST_TOLD = 50

FURTHER_FAULTS = ProblemType("further-faults", 422)


class Faults:
    """Refusals gathered on the way through an input, in the order in which they were found.

    with faults.gathered():
        check(row)
    …
    faults.refuse()
    """

    def __init__(self, found: Iterable[Problem] = ()) -> None:
        self.found = [alone for problem in found for alone in _each(problem)]

    @contextmanager
    def gathered(self) -> Iterator[None]:
        """Keep the problem that the block raises, and go on behind it."""
        try:
            yield
        except Problem as problem:
            self.found.extend(_each(problem))

    def refuse(self) -> None:
        """Raise what was found: the first by line, the others with it.

        Raises:
            Problem: if there was any. Beyond `MOST_TOLD` only their number is told (further-faults).
        """
        if not self.found:
            return
        first, *others = sorted(self.found, key=lambda problem: problem.where.get("line", 0))
        named = others[: MOST_TOLD - 1]
        if len(others) > len(named):
            named.append(FURTHER_FAULTS(count=len(others) - len(named)))
        raise first.along_with(named)


def _each(problem: Problem) -> Iterator[Problem]:
    yield problem.along_with(())
    yield from problem.others
