"""Who sits out where an odd number is to play in pairs."""

from collections.abc import Sequence

from services.tournament.seating.draws.registry import DrawPlan, Entry
from services.tournament.seating.draws.sizes import cannot_be_seated


def sitting_out(order: Sequence[Entry], plan: DrawPlan) -> Entry | None:
    """The last in the order of those who sat out least often; None where the numbers divide.

    Only pairs know byes: larger tables vary in size.

    Raises:
        Problem: cannot-be-seated where nobody may sit out, or nobody would play.
    """
    if not plan.pairs or len(order) % 2 == 0:
        return None
    refuse_without_byes(len(order), plan)
    fewest = min(entry.byes for entry in order)
    return next(entry for entry in reversed(order) if entry.byes == fewest)


def refuse_without_byes(present: int, plan: DrawPlan) -> None:
    """Refuse an odd number where nobody may sit out, and fewer than two."""
    if present < 2 or (present % 2 and plan.byes < 1):
        raise cannot_be_seated(present, plan.most, plan.fewest)
