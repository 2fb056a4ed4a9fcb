"""The same log in other places: carried over by export and restore, or growing event by event."""

from collections.abc import Iterable, Iterator, Sequence

from services.desk.desk import Desk
from services.desk.parts import Parts
from services.desk.rebuilding import rebuild
from shared.clock import SystemClock
from shared.database import Database
from shared.eventlog import EventLog, Recorded
from shared.eventlog.transfer import export, restore
from shared.vault import Vault
from tests.simulation.pictures import Picture, stored_picture

SECRET = b"the key of commands in copies of a log"


def cold_desk(database: Database, vault: Vault) -> Desk:
    """A desk that knows nothing yet."""
    return Desk(Parts.over(EventLog(database, SystemClock()), vault, SystemClock(), SECRET))


def carried_over(log: EventLog, tournament_id: str, database: Database, vault: Vault) -> Desk:
    """A desk on `database`, into which the tournament was restored from an export."""
    lines: list[bytes] = []
    head = export(log, tournament_id, lines.append)
    desk = cold_desk(database, vault)
    assert restore(desk.log, lines).hash == head.hash
    return desk


class GrowingCopy:
    """A log that gets the events of another one by one, so that its read models can be rebuilt at every seq.

    No command is decided here and no row follows an append: all rows come from rebuilds.
    """

    def __init__(
        self, tournament_id: str, events: Sequence[Recorded], database: Database, vault: Vault
    ) -> None:
        self.desk = cold_desk(database, vault)
        self._tournament_id = tournament_id
        self._events = events
        self._seq = 0

    def rebuilt_at(self, seqs: Iterable[int]) -> Iterator[tuple[int, Picture]]:
        """What the database holds after a rebuild at each of these rising seqs."""
        for seq in seqs:
            with self.desk.log.locked(self._tournament_id) as locked:
                locked.adopt(self._events[self._seq : seq], [])
            self._seq = seq
            rebuilt = rebuild(self.desk, self._tournament_id)
            generations = {other.model: other.generation for other in rebuilt}
            state = self.desk.state(self._tournament_id)
            yield seq, stored_picture(self.desk, self._tournament_id, state, generations)
