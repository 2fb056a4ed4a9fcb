"""How long a search may go on: some heaps of tiles take very many steps, and nobody sits at such a table.

Of racks and tables made up to be hard none took 400,000 steps, which is about a second; one that is played
takes some thousands at most.
"""

from shared.limits import Limit
from shared.problems import Problem, ProblemType

TOO_HARD = ProblemType("too-hard", 422)
SEARCH_STEPS = Limit(
    "search-steps", 400_000, "steps", "searching for sets in one request or command", refused="too-hard"
)


class Effort:
    """The steps that are left for the searches of one question.

    Args:
        most: steps in all; None and they never end.
    """

    def __init__(self, most: int | None = SEARCH_STEPS) -> None:
        self.most = most
        self.left = most if most is not None else 1 << 62

    def exhausted(self) -> Problem:
        """The problem that ends the search."""
        return TOO_HARD(most=int(self.most or 0))
