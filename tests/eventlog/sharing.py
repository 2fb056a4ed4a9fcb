"""Intents that say what they were decided on, and threads that send them."""

import threading
from collections.abc import Callable, Sequence

import msgspec

from shared.database.deadline import waiting_at_most
from shared.eventlog import (
    EMPTY,
    Appended,
    Batch,
    EventLog,
    Head,
    Intent,
    Recorded,
    Write,
)
from tests.eventlog.given import FINGERPRINT, LEDGER, an_event

SECONDS = 20.0


class Counting:
    """An intent whose event says what it was decided on: how many commands went before it.

    Args:
        counted: by tournament, how far whoever decides knows the log, and how many commands that is.
        meanwhile: called when it is decided.
    """

    def __init__(
        self,
        log: EventLog,
        counted: dict[str, tuple[Head, int]],
        command_id: str,
        *,
        ledger: str = LEDGER,
        meanwhile: Callable[["Counting", Intent | None], None] = lambda _intent, _before: None,
        writes: Sequence[Write] = (),
        named: bool = True,
        events: int = 1,
    ) -> None:
        self._log, self.counted, self.command_id, self.ledger = log, counted, command_id, ledger
        self._meanwhile, self._writes, self._named, self._events = meanwhile, writes, named, events
        self.commands = 0
        self.after: tuple[Head, int] = (EMPTY, 0)
        self.times = 0

    def known(self) -> Head:
        self._known = self.counted.get(self.ledger, (EMPTY, 0))
        return self._known[0]

    def decide(self, head: Head, tail: Sequence[Recorded] | None, before: Intent | None) -> Batch:
        self.times += 1
        if before is not None:
            assert isinstance(before, Counting)
            after, self.commands = before.after
            assert after == head
        else:
            known, commands = self._known if tail is not None else (EMPTY, 0)
            rest = tail if tail is not None else self._log.read(self.ledger)
            assert known.seq + len(rest) == head.seq
            self.commands = commands + len({event.command_id for event in rest})
        self._meanwhile(self, before)
        events = [an_event(b'{"commands":%d,"seq":%d}' % (self.commands, head.seq))] * self._events
        return Batch(events, "referee:r07", self.command_id, FINGERPRINT, self._writes, None, self._named)

    def leads_to(self, head: Head) -> None:
        self.after = (head, self.commands + bool(self._events))

    def committed(self) -> None:
        self.counted[self.ledger] = self.after

    def send(self) -> Appended:
        return self._log.transact(self.ledger, self)


class Sent:
    """Intents sent by a thread each, and what became of each."""

    def __init__(self, intents: Sequence[Counting], seconds: float = SECONDS) -> None:
        self.outcomes: dict[str, Appended | Exception] = {}
        self._seconds = seconds
        self._threads = [threading.Thread(target=self._send, args=(intent,)) for intent in intents]
        for thread in self._threads:
            thread.start()

    def _send(self, intent: Counting) -> None:
        try:
            with waiting_at_most(self._seconds):
                self.outcomes[intent.command_id] = intent.send()
        except Exception as error:
            self.outcomes[intent.command_id] = error

    def answered(self) -> dict[str, Appended | Exception]:
        for thread in self._threads:
            thread.join(SECONDS)
        assert not any(thread.is_alive() for thread in self._threads)
        return self.outcomes


def bases(log: EventLog, ledger: str = LEDGER) -> list[dict[str, int]]:
    """What each event was decided on, after a check of the chain."""
    assert log.verify(ledger).fault is None
    return [msgspec.json.decode(event.data) for event in log.read(ledger)]
