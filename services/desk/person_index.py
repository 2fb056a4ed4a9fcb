"""Who of a tournament is known by which value, kept while entrants come and change."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from services.tournament.people.entrants import Entrant

Lookup = Callable[[Sequence[Entrant]], Mapping[str, Mapping[str, str]]]
"""What is known of each of these entrants, by number."""
Values = Callable[[Mapping[str, str]], Iterable[str]]
"""The values by which somebody is found, of what is known of them."""


class PersonIndex(msgspec.Struct, frozen=True):
    """Entrants by their values, as they stand in one state; never changed, so that many may read it.

    Attributes:
        entrants: by number, who was looked at.
        values: by number, their values; without those who have none.
        numbers: by value, who has it.
    """

    entrants: dict[str, Entrant] = {}
    values: dict[str, tuple[str, ...]] = {}
    numbers: dict[str, frozenset[str]] = {}

    def of(self, entrants: Mapping[str, Entrant], values_of: Values, look_up: Lookup) -> "PersonIndex":
        """The same for the entrants of another state; only those who differ are looked up."""
        differing = [
            entrant for number, entrant in entrants.items() if self.entrants.get(number) is not entrant
        ]
        gone = [number for number in self.entrants if number not in entrants]
        if not differing and not gone:
            return self
        seen, values, numbers = dict(self.entrants), dict(self.values), dict(self.numbers)
        for number in (*gone, *(entrant.entrant_no for entrant in differing)):
            seen.pop(number, None)
            for before in values.pop(number, ()):
                numbers[before] -= {number}
        details = look_up(differing)
        for entrant in differing:
            number = entrant.entrant_no
            seen[number] = entrant
            found = tuple(dict.fromkeys(values_of(details[number])))
            if found:
                values[number] = found
            for value in found:
                numbers[value] = numbers.get(value, frozenset()) | {number}
        return PersonIndex(seen, values, numbers)
