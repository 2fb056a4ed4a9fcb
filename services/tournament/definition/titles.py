"""What a tournament is called, read from the stored bytes of the event that founded or last amended it.

For listings: they need neither the ruleset that stands in the same event nor the state it leads to. Every
version of `tournament-defined` and `tournament-amended` has it in the same place.
"""

import msgspec

from services.tournament.definition.texts import Text


class _Titled(msgspec.Struct):
    title: Text


class _OfPlan(msgspec.Struct):
    definition: _Titled


def title_in(data: bytes) -> Text | None:
    """The title in the data of an event that holds a plan; None if unreadable."""
    try:
        return msgspec.json.decode(data, type=_OfPlan).definition.title
    except msgspec.MsgspecError:
        return None
