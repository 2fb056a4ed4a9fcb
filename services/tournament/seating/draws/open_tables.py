"""Open tables: nothing is drawn, people sit down together as they come."""

from collections.abc import Container, Sequence

from services.tournament.seating.draws.registry import Drawn, DrawPlan, Entry, draw
from shared.problems import ProblemType

TABLES_ARE_TAKEN = ProblemType(
    "tables-are-taken",
    409,
    "In this stage people take tables as they come, and nothing is drawn. Open a table for those who sit "
    "down.",
    "本階段由參賽者自行組桌，無須編桌。請為就座者開設賽桌。",
)
TABLE_WRONG = ProblemType(
    "table-wrong",
    422,
    "A table has {fewest} to {most} different entrants, not {given}. Name each of them once.",
    "每桌須有 {fewest} 至 {most} 名不同參賽者，現為 {given}。請逐一列出。",
)
SITS_ELSEWHERE = ProblemType(
    "sits-elsewhere",
    409,
    "{entrant} still sits at another open table. Close that table first.",
    "{entrant} 仍在另一張進行中的賽桌。請先結束該桌。",
)


@draw("open", goes_by="people")
def nothing_drawn(entries: Sequence[Entry], plan: DrawPlan) -> Drawn:
    """Refuse: there is nothing to draw."""
    raise TABLES_ARE_TAKEN()


def refuse_table(
    given: Sequence[str], at_open_tables: Container[str], most: int = 4, fewest: int = 3
) -> None:
    """Refuse an open table that may not be taken.

    Args:
        given: who is to sit down, in the order of their seats.
        at_open_tables: who sits at a table that is still open.

    Raises:
        Problem: table-wrong where they are too few, too many or named twice; sits-elsewhere.
    """
    if len(set(given)) != len(given) or not fewest <= len(given) <= most:
        raise TABLE_WRONG(fewest=fewest, most=most, given=", ".join(given) or "–")
    for number in given:
        if number in at_open_tables:
            raise SITS_ELSEWHERE(entrant=number)
