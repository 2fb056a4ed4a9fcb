"""A session as planned: its day and local times, its tables and its room."""

from datetime import date, time

import msgspec

from services.tournament.definition.texts import Text
from services.tournament.kernel.lengths import Id


class SessionPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One session, or one round, as planned. Times are local to the tournament's zone.

    Attributes:
        id: unique in the tournament; stays when the session is moved to another day.
        day: the day it is played on; may be left out where there is no start and nothing needs a day, and
            follow later, when the tournament is amended.
        registration: when check-in opens; by default when seating begins.
        seating: when people are seated, the last moment to check in; by default the start.
        start: when play begins; without it the session is begun by command.
        end: when time is called; without it time is called by command.
        tables: how many tables there are; by default as many as are needed.
        capacity: how many people there is room for; by default as many as the tables seat.
        name: what people call it; by default its id.
    """

    id: Id
    day: date | None = None
    registration: time | None = None
    seating: time | None = None
    start: time | None = None
    end: time | None = None
    tables: int | None = None
    capacity: int | None = None
    name: Text | None = None

    @property
    def seated_at(self) -> time | None:
        """When people are seated: `seating`, else the start."""
        return self.start if self.seating is None else self.seating

    @property
    def opens_at(self) -> time | None:
        """When check-in opens: `registration`, else when people are seated."""
        return self.seated_at if self.registration is None else self.registration

    def title(self, language: str) -> str:
        """What people call it, in "en" or "zh"."""
        return self.id if self.name is None else self.name.in_language(language)
