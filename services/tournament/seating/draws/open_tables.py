"""Open tables: nothing is drawn, people sit down together as they come."""

from collections.abc import Mapping, Sequence

from services.tournament.seating.draws.registry import Drawn, DrawPlan, Entry, draw
from shared.problems import ProblemType

TABLES_ARE_TAKEN = ProblemType("tables-are-taken", 409)
TABLE_WRONG = ProblemType("table-wrong", 422)
SITS_ELSEWHERE = ProblemType("sits-elsewhere", 409)


@draw("open", goes_by="people")
def nothing_drawn(entries: Sequence[Entry], plan: DrawPlan) -> Drawn:
    """Refuse: there is nothing to draw."""
    raise TABLES_ARE_TAKEN()


def refuse_table(
    given: Sequence[str], at_open_tables: Mapping[str, str], most: int = 4, fewest: int = 3
) -> None:
    """Refuse an open table that may not be taken.

    Args:
        given: who is to sit down, in the order of their seats.
        at_open_tables: by who sits there, the id of a table that is still open.

    Raises:
        Problem: table-wrong where they are too few, too many or named twice; sits-elsewhere.
    """
    if len(set(given)) != len(given) or not fewest <= len(given) <= most:
        raise TABLE_WRONG(fewest=fewest, most=most, given=[*given] or "–")
    for number in given:
        if number in at_open_tables:
            raise SITS_ELSEWHERE(entrant=number, sheet=at_open_tables[number])
