"""The files that go out with messages, read from the log by what a plan says of them."""

from collections import OrderedDict
from threading import Lock

import msgspec

from services.tournament.definition.attachments import Attachment, from_base64
from services.tournament.state import State
from shared.eventlog import EventLog

_MOST_HELD = 16


class _Kept(msgspec.Struct):
    """Of the event, what is read here."""

    content: str


class AttachmentContents:
    """Contents of files; remembers the last ones, which many messages have. Safe for threads."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._held: OrderedDict[str, bytes] = OrderedDict()
        self._guard = Lock()

    def of(self, tournament_id: str, state: State, attachment: Attachment) -> bytes | None:
        """The bytes of a file; None where the log does not have them."""
        kept = state.attachments.get(attachment.sha256)
        if kept is None:
            return None
        with self._guard:
            found = self._held.get(attachment.sha256)
        if found is None:
            text = _base64(self._log, tournament_id, kept.seq)
            if text is None:
                return None
            found = from_base64(text)
        with self._guard:
            self._held[attachment.sha256] = found
            self._held.move_to_end(attachment.sha256)
            while len(self._held) > _MOST_HELD:
                self._held.popitem(last=False)
        return found


def contents_of(log: EventLog, tournament_id: str, state: State) -> tuple[str, ...]:
    """The files that the plan of a state names, in base64."""
    kept = (state.attachments.get(attachment.sha256) for attachment in state.plan.attachments)
    texts = (_base64(log, tournament_id, known.seq) for known in kept if known is not None)
    return tuple(text for text in texts if text is not None)


def _base64(log: EventLog, tournament_id: str, seq: int) -> str | None:
    event = log.read_one(tournament_id, seq)
    return None if event is None else msgspec.json.decode(event.data, type=_Kept).content
