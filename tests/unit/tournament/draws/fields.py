"""Fields to draw: entries after some sessions whose results are left to chance."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from services.tournament.seating.draws import Drawn, DrawPlan, Entry, draw_by, draws
from tests.unit.tournament.specs import numbers

WORDS = tuple(word for word, draw in draws().items() if draw.goes_by != "people" and not draw.fixes_field)
"""Draws that seat anybody at tables of any size."""

seeds = st.text(max_size=5)


def fresh(count: int, groups: dict[str, frozenset[str]] | None = None) -> list[Entry]:
    """A field that has played nothing."""
    return [Entry(number=number, groups=(groups or {}).get(number, frozenset())) for number in numbers(count)]


def played(count: int, sessions: int, most: int, fewest: int, chance: int) -> list[Entry]:
    """A field after so many sessions drawn by a Swiss draw, not everyone present each time."""
    dice = Random(chance)
    met: dict[str, Counter[str]] = {number: Counter() for number in numbers(count)}
    byes: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for session in range(sessions):
        drawn = draw_by(
            "swiss", field(met, points, byes), DrawPlan(seed=str(session), most=most, fewest=fewest)
        )
        byes.update(drawn.byes)
        for table in drawn.tables:
            points[dice.choice(table)] += 2
            for number in table:
                met[number].update(other for other in table if other != number)
    return field(met, points, byes)


def field(met: dict[str, Counter[str]], points: Counter[str], byes: Counter[str]) -> list[Entry]:
    """Entries placed by points; equals share the place."""
    return [
        Entry(
            number=number,
            place=1 + sum(points[other] > points[number] for other in met) if any(met.values()) else None,
            points=points[number],
            opponents=met[number],
            byes=byes[number],
        )
        for number in met
    ]


def seated(drawn: Drawn) -> list[str]:
    """Everyone at a table or sitting out, in order of number."""
    return sorted([number for table in drawn.tables for number in table] + list(drawn.byes))


def repeats(tables: Sequence[Sequence[str]], entries: Sequence[Entry]) -> int:
    """How often people at one table have met before."""
    met = {entry.number: entry.opponents for entry in entries}
    return sum(
        met[number].get(other, 0) for table in tables for i, number in enumerate(table) for other in table[:i]
    )


def sharing(tables: Sequence[Sequence[str]], entries: Sequence[Entry]) -> int:
    """How many pairs of members of a group sit at one table."""
    groups = {entry.number: entry.groups for entry in entries}
    return sum(
        len(groups[number] & groups[other])
        for table in tables
        for i, number in enumerate(table)
        for other in table[:i]
    )
