"""What a tournament is called, read from the stored bytes of the event that founded or last amended it.

For listings: they need neither the ruleset that stands in the same event nor the state it leads to. Every
version of `tournament-defined` and `tournament-amended` has these in the same places.
"""

import msgspec

from services.tournament.definition.texts import Text


class _Place(msgspec.Struct, frozen=True):
    name: Text


class Heading(msgspec.Struct, frozen=True):
    """What a list says of a tournament: its title, where it takes place, and in which time zone."""

    title: Text
    zone: str = "UTC"
    venue: _Place | None = None


class _OfPlan(msgspec.Struct):
    definition: Heading


def heading_in(data: bytes) -> Heading | None:
    """The heading in the data of an event that holds a plan; None if unreadable."""
    try:
        return msgspec.json.decode(data, type=_OfPlan).definition
    except msgspec.MsgspecError:
        return None
