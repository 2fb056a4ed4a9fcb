"""Categories: some of the entrants, with places of their own, by age or as registered."""

from datetime import date

import msgspec

from services.tournament.definition.texts import Text
from services.tournament.kernel.lengths import Id


class Category(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Some of the entrants, with places of their own in the same standings: by age, or as registered.

    Attributes:
        id: unique in the tournament.
        name: what people call it; by default its id.
        age_from: youngest age, in completed years.
        age_to: oldest age, in completed years.
        ages_on: the day on which ages count; by default the day of the entrant's first session.
    """

    id: Id
    name: Text | None = None
    age_from: int | None = None
    age_to: int | None = None
    ages_on: date | None = None

    @property
    def by_age(self) -> bool:
        """Whether ages decide who is in it."""
        return self.age_from is not None or self.age_to is not None

    def holds(self, age: int) -> bool:
        """Whether someone of this age is in it."""
        return self.by_age and (self.age_from or 0) <= age and (self.age_to is None or age <= self.age_to)
