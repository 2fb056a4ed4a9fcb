"""Carrying a tournament's log from one database to another, or to anyone who wants to check it.

What the lines hold is said in `shared.eventlog.cloudevents`. Keys of the vault are never part of an export.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from shared.catalogue import Phrase
from shared.clock import to_micros
from shared.database import array_of
from shared.eventlog.chain import PersonalDigest
from shared.eventlog.cloudevents import HeadLine, Malformed, event_line, head_line, parse, seal_line
from shared.eventlog.empty_commands import CommandLine, records_of
from shared.eventlog.excerpt import is_excerpt
from shared.eventlog.records import EMPTY, CommandRecord, Head, Recorded, Write
from shared.eventlog.seal import NotASeal, PublicKey, Seal, SealStore, broken, sealed_up_to, unchecked_of
from shared.eventlog.verifying import Chain, Progress, Verified
from shared.problems import Problem, ProblemType, not_found

if TYPE_CHECKING:
    from shared.eventlog.log import EventLog

EXPORT_TOUCHED = ProblemType("export-touched", 422)
EXPORT_CUT_OFF = ProblemType("export-cut-off", 422)
EXPORT_EXCERPT = ProblemType("export-excerpt", 422)
RESTORE_NOT_EMPTY = ProblemType("restore-not-empty", 409)
RESTORE_WITHOUT_PERSONAL = ProblemType("restore-without-personal", 422)
LOG_DAMAGED = ProblemType("log-damaged", 503, retry_after=60)

_PAGE = 1000

WriteLine = Callable[[bytes], object]
"""Takes one line, its end included."""


def export(
    log: "EventLog",
    tournament_id: str,
    write_line: WriteLine,
    progress: Progress | None = None,
    *,
    personal: bool = True,
) -> Head:
    """Write the log up to its present head, one line at a time, then its seals, and return that head.

    Without `personal` only digests of personal data go out; such a copy verifies, but cannot be restored.

    Raises:
        Problem: not-found; log-damaged when an event could not be restored from its line.
    """
    head, lines = export_lines(log, tournament_id, personal=personal)
    for seq, line in enumerate(lines, 1):
        write_line(line)
        if progress is not None and (seq % _PAGE == 0 or seq == head.seq) and seq <= head.seq:
            progress(seq, head.seq)
    return head


def export_lines(log: "EventLog", tournament_id: str, *, personal: bool) -> tuple[Head, Iterator[bytes]]:
    """The present head, and the lines of an export up to it, each with its end, read page by page.

    Raises:
        Problem: not-found; log-damaged, also on the way, when an event could not be restored from its line.
    """
    # Read before the head, so that a seal of more than the log holds is never one of an append meanwhile.
    try:
        seals = SealStore(log.database).read(tournament_id)
    except NotASeal as error:
        raise LOG_DAMAGED(
            seq=log.head(tournament_id).seq, detail=Phrase("fault-seal-unread", {"why": error.why})
        ) from None
    head = log.head(tournament_id)
    if head.seq == 0:
        raise not_found("tournament", tournament_id)
    return head, _lines(log, tournament_id, head, seals, personal=personal)


def _lines(
    log: "EventLog", tournament_id: str, head: Head, seals: Sequence[Seal], *, personal: bool
) -> Iterator[bytes]:
    seq = 0
    while seq < head.seq:
        page = log.read(tournament_id, seq, _PAGE, head.seq)
        if not page:
            raise LOG_DAMAGED(seq=seq + 1, detail=Phrase("fault-event-missing"))
        last_of = _commands(log, page)
        for event in page:
            seq += 1
            record = last_of.get(event.command_id)
            if event.seq != seq or record is None:
                raise LOG_DAMAGED(seq=seq, detail=Phrase("fault-event-or-record-missing"))
            fingerprint = record.fingerprint if record.last_seq == seq else None
            try:
                yield event_line(event, fingerprint, personal=personal) + b"\n"
            except Malformed as error:
                raise LOG_DAMAGED(seq=seq, detail=error.why) from error
    for seal in seals:
        yield seal_line(seal) + b"\n"
    yield head_line(tournament_id, head.seq, head.hash) + b"\n"


def verify_export(
    lines: Iterable[bytes | str],
    progress: Progress | None = None,
    *,
    key: PublicKey | None = None,
    seals: Sequence[Seal] = (),
) -> Verified:
    """Check an export without any database. `progress` gets 0 as the number of all events: it is not known.

    Args:
        key: what the seals were made with; without it they are only compared with the log.
        seals: seals kept elsewhere, to be borne out beside those of the export.

    Raises:
        Problem: export-touched or export-cut-off, naming line and seq.
    """
    reader = _Reader(lines, progress, key, seals)
    for _ in reader.pages():
        pass
    found = (*seals, *reader.seals)
    return Verified(
        reader.tournament_id,
        reader.head,
        reader.head.seq,
        sealed=sealed_up_to(found, key),
        unchecked=unchecked_of(found, key),
    )


def restore(
    log: "EventLog",
    lines: Iterable[bytes | str],
    progress: Progress | None = None,
    along: Callable[[str], Sequence[Write]] = lambda tournament_id: (),
    empty_commands: Sequence[CommandLine] = (),
    read: Callable[[int, str, int, bytes], object] = lambda seq, type_, version, data: None,
) -> Head:
    """Put an export into a database that does not know its tournament, and return the head.

    All of it is one transaction, and every hash is checked on the way: it is there as a whole or not at all.
    `progress` as in `verify_export`.

    Args:
        along: what else is written in that transaction, once the tournament's id is known.
        empty_commands: commands that led to nothing, as a dump keeps them beside the export.
        read: raises where an event (seq, type, version, data) cannot be read here.

    Raises:
        Problem: export-touched, export-cut-off, restore-without-personal, restore-not-empty,
            commands-unreadable.
    """
    reader = _Reader(lines, progress)
    pages = reader.pages()
    first = next(pages)
    with log.locked(reader.tournament_id) as locked:
        if locked.head.seq:
            raise RESTORE_NOT_EMPTY(tournament=reader.tournament_id, seq=locked.head.seq)
        for events, commands in chain([first], pages):
            for event in events:
                if isinstance(event.personal, PersonalDigest):
                    raise RESTORE_WITHOUT_PERSONAL(line=event.seq, seq=event.seq)
                read(event.seq, event.type, event.version, event.data)
            locked.adopt(events, commands)
        locked.adopt((), records_of(log, reader.tournament_id, reader.head.seq, empty_commands))
        locked.execute(SealStore(log.database).writes(reader.seals, to_micros(log.clock.now())))
        locked.execute(along(reader.tournament_id))
    return reader.head


class _Reader:
    """Follows an export line by line.

    Attributes:
        tournament_id: known after the first page.
        head: of the events read so far.
        seals: those read so far.
    """

    def __init__(
        self,
        lines: Iterable[bytes | str],
        progress: Progress | None,
        key: PublicKey | None = None,
        seals: Sequence[Seal] = (),
    ) -> None:
        self.tournament_id = ""
        self.head = EMPTY
        self.seals: list[Seal] = []
        self._lines, self._progress = lines, progress
        self._key, self._kept = key, seals
        self._hashes = bytearray()
        self._line = 0

    def pages(self) -> Iterator[tuple[list[Recorded], list[CommandRecord]]]:
        """Sound events with the records of the commands that end among them, at least one page."""
        links: Chain | None = None
        events: list[Recorded] = []
        commands: list[CommandRecord] = []
        open_command: tuple[str, int] | None = None
        closed = False
        for text in self._lines:
            self._line += 1
            if closed:
                raise self._touched(Phrase("fault-after-closing"))
            parsed = self._parse(text)
            if isinstance(parsed, HeadLine):
                self._close(parsed, open_command)
                closed = True
                continue
            if isinstance(parsed, Seal):
                self._bear_out(parsed)
                self.seals.append(parsed)
                continue
            if self.seals:
                raise self._touched(Phrase("fault-event-after-seals"))
            event, fingerprint = parsed
            if links is None:
                self.tournament_id, links = event.tournament_id, Chain(event.tournament_id)
            self._follow(links, event)
            if open_command is None:
                open_command = (event.command_id, event.seq)
            elif open_command[0] != event.command_id:
                raise self._touched(Phrase("fault-no-fingerprint"), event.seq - 1)
            events.append(event)
            if fingerprint is not None:
                commands.append(
                    CommandRecord(
                        event.tournament_id, event.command_id, fingerprint, open_command[1], event.seq
                    )
                )
                open_command = None
            if len(events) == _PAGE:
                yield events, commands
                self._report()
                events, commands = [], []
        if not closed:
            raise EXPORT_CUT_OFF(line=self._line, seq=self.head.seq)
        yield events, commands
        self._report()

    def _parse(self, text: bytes | str) -> tuple[Recorded, bytes | None] | Seal | HeadLine:
        try:
            return parse(text)
        except Malformed as error:
            if self._line == 1 and is_excerpt(text):
                raise EXPORT_EXCERPT() from None
            raise self._touched(error.why) from error

    def _follow(self, links: Chain, event: Recorded) -> None:
        if event.tournament_id != self.tournament_id:
            raise self._touched(Phrase("fault-another-tournament"))
        fault = links.check([msgspec.structs.astuple(event)[1:]])
        if fault is not None:
            raise self._touched(fault.detail)
        self.head = Head(links.seq, links.hash, links.recorded_at)
        self._hashes += links.hash

    def _bear_out(self, seal: Seal) -> None:
        fault = broken(seal, self.tournament_id, self.head.seq, self._hash_at, self._key)
        if fault is not None:
            raise EXPORT_TOUCHED(line=self._line, seq=fault.seq, detail=fault.detail).at(line=self._line)

    def _hash_at(self, seq: int) -> bytes | None:
        return bytes(self._hashes[32 * (seq - 1) : 32 * seq]) if 0 < seq <= self.head.seq else None

    def _close(self, line: HeadLine, open_command: object) -> None:
        if self.head.seq == 0:
            raise self._touched(Phrase("fault-no-events"))
        if head_line(self.tournament_id, self.head.seq, self.head.hash) != head_line(
            line.id.rpartition("/")[0], line.data.seq, bytes.fromhex(line.data.hash)
        ):
            raise self._touched(Phrase("fault-another-head"))
        if open_command is not None:
            raise self._touched(Phrase("fault-no-last-fingerprint"), self.head.seq)
        for seal in self._kept:
            self._bear_out(seal)

    def _touched(self, detail: Phrase, seq: int | None = None) -> Problem:
        seq = self.head.seq + 1 if seq is None else seq
        return EXPORT_TOUCHED(line=self._line, seq=seq, detail=detail).at(line=self._line)

    def _report(self) -> None:
        if self._progress is not None:
            self._progress(self.head.seq, 0)


def _commands(log: "EventLog", page: list[Recorded]) -> dict[str, CommandRecord]:
    """The records of the commands that have events on this page."""
    listed = array_of(sorted({event.command_id for event in page}))
    rows = log.database.fetch(log.statements.commands, (page[0].tournament_id, listed))
    return {row.command_id: CommandRecord(*row) for row in rows}
