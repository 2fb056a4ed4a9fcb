"""What the log's tests start from."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import count

from shared.clock import ManualClock, to_micros
from shared.database import Database
from shared.eventlog import EMPTY, Appended, Batch, EventLog, Head, Intent, Pending, Recorded, Write

NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)
LEDGER = "hk-2026"
FINGERPRINT = bytes(range(32))

_numbers = count(1)


def a_log(database: Database, clock: ManualClock | None = None) -> EventLog:
    return EventLog(database, clock or ManualClock(NOON))


def an_event(
    data: bytes = b'{"table":"T07"}', personal: bytes | None = None, caused_by: int | None = None
) -> Pending:
    return Pending("game_result_recorded", 1, data, personal, caused_by, to_micros(NOON))


def a_batch(
    *events: Pending, command_id: str | None = None, writes: Sequence[Write] = (), actor: str = "referee:r07"
) -> Batch:
    """A batch of these events, or of one, under a command id of its own."""
    command_id = command_id or f"command-{next(_numbers)}"
    return Batch(events or (an_event(),), actor, command_id, FINGERPRINT, writes)


Decide = Callable[[Head, Sequence[Recorded] | None], Batch]


class Decided:
    """An intent that knows the log up to `known` and makes its batch by `decide(head, tail)`."""

    def __init__(self, known: Head, decide: Decide, command_id: str | None = None) -> None:
        self._known, self._decide = known, decide
        self.command_id = command_id or f"intent-{next(_numbers)}"

    def known(self) -> Head:
        return self._known

    def decide(self, head: Head, tail: Sequence[Recorded] | None, before: Intent | None) -> Batch:
        return self._decide(head, tail)

    def leads_to(self, head: Head) -> None:
        pass

    def committed(self) -> None:
        pass


def transact(log: EventLog, ledger: str, known: Head, decide: Decide) -> Appended:
    """Append what `decide` makes of the log's end, where it is known up to `known`."""
    return log.transact(ledger, Decided(known, decide))


def decided(batch: Batch) -> Decide:
    """A decision that does not look."""
    return lambda _head, _tail: batch


def append(log: EventLog, *batches: Batch, ledger: str = LEDGER) -> Appended:
    """Append one batch after the other; the outcome of the last."""
    appended = Appended(log.head(ledger), ())
    for batch in batches or (a_batch(),):
        appended = transact(log, ledger, appended.head, decided(batch))
    return appended


def history(log: EventLog, commands: int = 4, events: int = 3, ledger: str = LEDGER) -> Head:
    """A log of several commands with several events each, some with personal data and a cause."""
    head = EMPTY
    for n in range(commands):
        batch = a_batch(
            *(
                an_event(
                    b'{"command":%d,"event":%d,"name":"\xe9\x99\xb3"}' % (n, k),
                    personal=b'{"p%d":"c2VhbGVk"}' % n if k == 1 else None,
                    caused_by=head.seq + k if k else None,
                )
                for k in range(events)
            ),
            command_id=f"command/{ledger}/{n}",
        )
        head = transact(log, ledger, head, decided(batch)).head
    return head
