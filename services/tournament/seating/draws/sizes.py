"""How many sit at each table: as few tables as can be, and as even as can be."""

from shared.problems import Problem, ProblemType

CANNOT_BE_SEATED = ProblemType("cannot-be-seated", 409)
OVERFULL = ProblemType("tables-too-few", 409)


def table_sizes(present: int, most: int = 4, fewest: int = 3) -> list[int]:
    """Sizes of the tables, as few and as even as can be, larger ones first: 98 gives 23 of four, 2 of three.

    Raises:
        Problem: cannot-be-seated for 0, and for 1, 2 and 5 at tables of three and four.
    """
    tables = -(-present // most)
    least, large = divmod(present, tables) if tables else (0, 0)
    if least < fewest:
        raise cannot_be_seated(present, most, fewest)
    return [least + 1] * large + [least] * (tables - large)


def cannot_be_seated(present: int, most: int, fewest: int) -> Problem:
    """The refusal for so many people, with the `lower` number at a table by which they could be seated."""
    even = present // -(-present // most) if present else 0
    lower = even if 2 <= even < fewest else None
    return CANNOT_BE_SEATED(present=present, most=most, fewest=fewest, lower=lower)
