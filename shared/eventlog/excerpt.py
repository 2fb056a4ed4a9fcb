"""One event taken out of a log with what proves it, for whoever may not have the rest.

The lines are those of an export (`shared.eventlog.cloudevents`), with one before them: type
"eventlog.before", its data the seq and hash of the event before, which the event's own hash goes on from.
Then the event, the seals made exactly where it ended the log, and the closing line. Whoever has it can
recompute the hash of the event from its bytes, and check that hash against the signature of a seal; what came
before is taken as given.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from shared.eventlog.chain import ZERO
from shared.eventlog.cloudevents import HeadData, event_line, head_line, seal_line, source_of
from shared.eventlog.seal import SealStore
from shared.problems import not_found

if TYPE_CHECKING:
    from shared.eventlog.log import EventLog


class BeforeLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of an excerpt."""

    specversion: str
    id: str
    source: str
    type: Literal["eventlog.before"]
    datacontenttype: str
    data: HeadData


_encode = msgspec.json.Encoder().encode


def excerpt_lines(log: "EventLog", tournament_id: str, seq: int) -> Iterator[bytes]:
    """The lines of the excerpt with the event at `seq`, each with its end; personal data stays out.

    Raises:
        Problem: not-found.
    """
    event = log.read_one(tournament_id, seq)
    if event is None:
        raise not_found("seq", seq)
    earlier = log.read_one(tournament_id, seq - 1) if seq > 1 else None
    yield before_line(tournament_id, seq - 1, ZERO if earlier is None else earlier.hash) + b"\n"
    yield event_line(event, None, personal=False) + b"\n"
    for seal in SealStore(log.database).read(tournament_id):
        if seal.statement.seq == seq:
            yield seal_line(seal) + b"\n"
    yield head_line(tournament_id, seq, event.hash) + b"\n"


def before_line(tournament_id: str, seq: int, hash_: bytes) -> bytes:
    """The first line without its end: where the log stood before the event."""
    return _encode(
        BeforeLine(
            specversion="1.0",
            id=f"{tournament_id}/before",
            source=source_of(tournament_id),
            type="eventlog.before",
            datacontenttype="application/json",
            data=HeadData(seq, hash_.hex()),
        )
    )


def is_excerpt(text: bytes | str) -> bool:
    """Whether a line is the first of an excerpt."""
    try:
        msgspec.json.decode(text, type=BeforeLine)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return True
