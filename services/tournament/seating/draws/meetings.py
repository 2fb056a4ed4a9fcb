"""What it costs that two sit at one table: how often they have met, and whether they are kept apart."""

from collections.abc import Sequence

from services.tournament.seating.draws.exchanges import Cost
from services.tournament.seating.draws.registry import Entry


def cost_of_meeting(entries: Sequence[Entry]) -> Cost:
    """How often two have met; for each group they share more than all meetings of a field can add up to."""
    met = {entry.number: entry.opponents for entry in entries}
    groups = {entry.number: entry.groups for entry in entries}
    most = max((times for entry in entries for times in entry.opponents.values()), default=0)
    apart = 1 + most * len(entries) ** 2

    def cost(first: str, second: str) -> int:
        return met[first].get(second, 0) + apart * len(groups[first] & groups[second])

    return cost
