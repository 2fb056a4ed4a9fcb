"""What the desk answers to a command: the events it led to, and remarks on them.

Everything in an answer follows from the log, so that the same command sent again gets the same answer.
"""

from datetime import datetime
from typing import Any

import msgspec

from services.desk.decoding import CATALOGUE
from services.desk.upcasting import IN_CLEAR
from services.rules.game import Note
from services.tournament.kernel.deciding import settled
from services.tournament.state import State
from shared.clock import from_micros
from shared.codec import canonical
from shared.eventlog import Recorded
from shared.problems import ProblemType

COMMAND_ID_REUSED = ProblemType("command-id-reused", 409)


class EventView(msgspec.Struct, frozen=True):
    """One event as shown outside: `data` holds ids and figures, never a name.

    What an early version said in clear is shown as it would be written today; the hash is of what is stored.
    """

    seq: int
    type: str
    version: int
    actor: str
    occurred_at: datetime
    recorded_at: datetime
    caused_by: int | None
    hash: str
    data: Any


class Answer(msgspec.Struct, frozen=True):
    """What a command led to. Where nothing needed to be done `first_seq` is after `last_seq`.

    Attributes:
        events: all of them for an official; for a participant without what is about other entrants alone.
        repeated: the command had been carried out before; not part of what outsiders see.
    """

    tournament: str
    command_id: str
    first_seq: int
    last_seq: int
    events: tuple[EventView, ...]
    remarks: tuple[Note, ...]
    repeated: bool = False


def event_view(recorded: Recorded, state: State) -> EventView:
    """A stored event as shown outside; its data is passed on as stored, if that may be shown.

    Args:
        state: one after the event.
    """
    version, data = recorded.version, recorded.data
    if (recorded.type, recorded.version) in IN_CLEAR:
        version = CATALOGUE.present_version(recorded.type)
        data = canonical(settled(state, CATALOGUE.decode(recorded), recorded.seq))
    return EventView(
        recorded.seq,
        recorded.type,
        version,
        recorded.actor,
        from_micros(recorded.occurred_at),
        from_micros(recorded.recorded_at),
        recorded.caused_by,
        recorded.hash.hex(),
        msgspec.Raw(data),
    )
