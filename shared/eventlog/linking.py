"""Making stored events of pending ones: seq, store time and hash."""

from collections.abc import Sequence

from shared.eventlog.chain import Hasher, hasher
from shared.eventlog.records import Batch, Head, Recorded

EventRow = tuple[str, int, str, int, bytes, bytes | None, str, str, int | None, int, int, bytes]
"""The columns of `event` in their order, which is also that of `Recorded`."""
Linked = tuple[Head, Sequence[EventRow], Batch]
"""A batch with the head that it leads to and the rows of its events."""
CommandRow = tuple[str, str, bytes, int, int]
"""The columns of `command` in their order."""

_KEPT = 1024
_LONGEST_NAME = 255


class Unstorable(ValueError):
    """A tournament id, actor or command id that one of the databases could not hold."""


class Linker:
    """Links batches to heads; remembers what is the same from event to event."""

    def __init__(self) -> None:
        self._hashers: dict[str, Hasher] = {}

    def link(self, tournament_id: str, head: Head, batch: Batch, now: int) -> tuple[Head, list[EventRow]]:
        """The head after the batch, and the rows of its events.

        The store time is `now`, or the head's if the clock went back meanwhile. A batch without events leads
        to the same head.

        Raises:
            Unstorable: tournament id, actor or command id is empty or too long, or holds NUL or a surrogate.
            struct.error: a number beyond 64 bits.
        """
        actor, command_id = batch.actor, batch.command_id
        check_name(actor)
        check_name(command_id)
        hash_of = self.hasher(tournament_id)
        if not batch.events:
            return head, []
        recorded_at = head.recorded_at if now < head.recorded_at else now
        seq, hash_ = head.seq, head.hash
        rows: list[EventRow] = []
        for event in batch.events:
            seq += 1
            type_, version, data, personal = event.type, event.version, event.data, event.personal
            caused_by, occurred_at = event.caused_by, event.occurred_at
            hash_ = hash_of(
                hash_,
                seq,
                type_,
                version,
                data,
                personal,
                actor,
                command_id,
                caused_by,
                occurred_at,
                recorded_at,
            )
            rows.append(
                (tournament_id, seq, type_, version, data, personal, actor, command_id, caused_by,
                 occurred_at, recorded_at, hash_)
            )  # fmt: skip
        return Head(seq, hash_, recorded_at), rows

    def hasher(self, tournament_id: str) -> Hasher:
        known = self._hashers.get(tournament_id)
        if known is None:
            check_name(tournament_id)
            if len(self._hashers) >= _KEPT:
                self._hashers.clear()
            known = self._hashers[tournament_id] = hasher(tournament_id)
        return known


def command_rows(tournament_id: str, seq: int, linked: Sequence[Linked]) -> list[CommandRow]:
    """The records of commands whose events follow `seq`; what led to nothing is recorded if it is named."""
    found = []
    for head, rows, batch in linked:
        if rows or batch.named:
            found.append((tournament_id, batch.command_id, batch.fingerprint, seq + 1, head.seq))
        seq = head.seq
    return found


def recorded(rows: Sequence[EventRow]) -> list[Recorded]:
    return [Recorded(*row) for row in rows]


def check_name(name: str) -> None:
    """Refuse what one of the databases could not hold; raises Unstorable."""
    if not is_name(name):
        raise Unstorable(f"{name[:20]!r}… cannot be stored: 1 to {_LONGEST_NAME} characters, no NUL")


def is_name(name: str) -> bool:
    """Whether every database could hold it: not empty nor too long, no NUL, no half of a surrogate pair."""
    if not 0 < len(name) <= _LONGEST_NAME or "\0" in name:
        return False
    return name.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in name)
