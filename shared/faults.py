"""All that is wrong with one input, told at once: whoever corrects a file wants to correct it once."""

from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager

from shared.problems import Problem, ProblemType

MOST_TOLD = 50
_MOST_RANGES = 20

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
        """Raise what was found: the first by line, the others with it; the same of several lines once.

        Raises:
            Problem: if there was any. Beyond `MOST_TOLD` only their number is told (further-faults).
        """
        if not self.found:
            return
        first, *others = _once(sorted(self.found, key=lambda problem: problem.where.get("line", 0)))
        named = others[: MOST_TOLD - 1]
        if len(others) > len(named):
            named.append(FURTHER_FAULTS(count=len(others) - len(named)))
        raise first.along_with(named)


def _once(found: Iterable[Problem]) -> list[Problem]:
    """Each fault where it is first; one that several lines have names all of them: `where["lines"]`."""
    alike: dict[str, list[Problem]] = {}
    for problem in found:
        alike.setdefault(repr((problem.code, problem.params, _where(problem))), []).append(problem)
    return [
        same[0] if len(lines) < 2 else _on_lines(same[0], lines)
        for same in alike.values()
        for lines in [{each.where["line"] for each in same if "line" in each.where}]
    ]


def _where(problem: Problem) -> dict[str, object]:
    """Where a fault lies, but for what only says which row of a list it is."""
    return {name: value for name, value in problem.where.items() if name not in ("line", "entrant_no")}


def _on_lines(problem: Problem, lines: Set[int]) -> Problem:
    """The fault on all of these lines: those that follow each other are said from the first to the last."""
    begins = sorted(line for line in lines if line - 1 not in lines)
    ends = sorted(line for line in lines if line + 1 not in lines)
    spans = [
        f"{begin}" if begin == end else f"{begin}–{end}" for begin, end in zip(begins, ends, strict=True)
    ]
    shown = (*spans[:_MOST_RANGES], *(["…"] if len(spans) > _MOST_RANGES else []))
    where = {**_where(problem), "line": begins[0], "lines": shown}
    return Problem(problem.kind, problem.params, where, problem.retry_after)


def _each(problem: Problem) -> Iterator[Problem]:
    yield problem.along_with(())
    yield from problem.others
