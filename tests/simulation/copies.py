"""The same log in other places: carried over by export and restore."""

from services.desk.desk import Desk
from services.desk.parts import Parts
from shared.clock import SystemClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.eventlog.transfer import export, restore
from shared.vault import Vault

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
