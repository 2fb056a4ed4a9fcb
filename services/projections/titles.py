"""What tournaments are called now, for listings: no state is folded, and a log is looked through once."""

from services.tournament.definition.texts import Text
from services.tournament.definition.titles import title_in
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
