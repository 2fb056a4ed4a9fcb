"""What tournaments are called now, for listings: no state is folded, and a log is looked through once.

A title is read from the stored bytes of the event that founded or last amended the tournament: neither the
ruleset that stands in the same event nor the state it leads to is needed. Every version of
`tournament-defined` and `tournament-amended` has it in the same place.
"""

import msgspec

from services.tournament.definition.texts import Text
from shared.eventlog import EventLog

_AMENDED = (("tournament-amended", 1),)
_FOUNDED = 1


class Titles:
    """Titles by tournament; remembers how far it has looked for a plan that was changed."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._looked: dict[str, tuple[int, int]] = {}

    def of(self, tournament_id: str) -> Text | None:
        """The title as of now; None if what should have it cannot be read."""
        head = self._log.head(tournament_id)
        until, planned = self._looked.get(tournament_id, (_FOUNDED, _FOUNDED))
        if head.seq < until:
            until, planned = _FOUNDED, _FOUNDED
        if head.seq > until:
            planned = self._log.last_of(tournament_id, _AMENDED, until) or planned
        self._looked[tournament_id] = (head.seq, planned)
        event = self._log.read_one(tournament_id, planned)
        return None if event is None else title_in(event.data)


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
