"""Commands that led to nothing, as lines to be kept beside an export of the log.

No event tells of them, so an export cannot carry them: its lines are events and what follows from them, and
whoever checks an export refuses any other. Without their records a late duplicate would be carried out.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from shared.catalogue import Phrase
from shared.database import array_of
from shared.eventlog.records import CommandRecord
from shared.misfits import why_unread
from shared.problems import ProblemType

if TYPE_CHECKING:
    from shared.eventlog.log import EventLog

COMMANDS_UNREADABLE = ProblemType("commands-unreadable", 422)

_FINGERPRINT_BYTES = 32


class CommandLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command that led to nothing after the event at `seq`, with its keyed fingerprint in hex."""

    tournament: str
    command: str
    fingerprint: str
    seq: int


def dump_empty_commands(log: "EventLog", tournament_id: str, until: int) -> Iterator[bytes]:
    """A line for each command that led to nothing, up to the end of an export at seq `until`."""
    for row in log.database.fetch(log.statements.empty_commands, (tournament_id, until)):
        record = CommandRecord(*row)
        line = CommandLine(
            tournament=tournament_id,
            command=record.command_id,
            fingerprint=bytes(record.fingerprint).hex(),
            seq=record.last_seq,
        )
        yield msgspec.json.encode(line) + b"\n"


def read_empty_commands(lines: Iterable[bytes]) -> list[CommandLine]:
    """What stands in a copy; raises Problem: commands-unreadable."""
    found = []
    for number, text in enumerate(lines, 1):
        try:
            line = msgspec.json.decode(text, type=CommandLine)
            if len(bytes.fromhex(line.fingerprint)) != _FINGERPRINT_BYTES:
                raise ValueError(Phrase("fault-fingerprint-cut-off"))
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise COMMANDS_UNREADABLE(line=number, detail=why_unread(error, CommandLine)).at(
                line=number
            ) from None
        found.append(line)
    return found


def records_of(
    log: "EventLog", tournament_id: str, last: int, copy: Sequence[CommandLine]
) -> list[CommandRecord]:
    """The records to put beside a log that was restored up to seq `last`.

    Raises:
        Problem: commands-unreadable, if a line is of another tournament, of a later log, or names a command
            that is there already.
    """
    listed = array_of(line.command for line in copy)
    known = {row.command_id for row in log.database.fetch(log.statements.commands, (tournament_id, listed))}
    records = []
    for number, line in enumerate(copy, 1):
        wrong = None
        if line.tournament != tournament_id:
            wrong = Phrase("fault-of-tournament", {"tournament": line.tournament})
        elif not 0 <= line.seq <= last:
            wrong = Phrase("fault-followed", {"seq": line.seq, "last": last})
        elif line.command in known:
            wrong = Phrase("fault-command-there", {"command": line.command})
        if wrong is not None:
            raise COMMANDS_UNREADABLE(line=number, detail=wrong).at(line=number)
        known.add(line.command)
        fingerprint = bytes.fromhex(line.fingerprint)
        records.append(CommandRecord(tournament_id, line.command, fingerprint, line.seq + 1, line.seq))
    return records
