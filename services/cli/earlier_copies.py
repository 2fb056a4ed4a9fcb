"""Whether what is here may take the place of an earlier copy.

A copy that has more than the databases may be the only one that has it.
"""

from collections.abc import Set
from os import SEEK_END
from pathlib import Path
from typing import TYPE_CHECKING

from services.cli.disk import unreadable
from shared.problems import Problem, ProblemType

if TYPE_CHECKING:
    from services.wiring import Wiring
    from shared.vault.copying import VaultCopy

COPY_HAS_MORE_KEYS = ProblemType("copy-has-more-keys", 409)
COPY_HAS_MORE_EVENTS = ProblemType("copy-has-more-events", 409)
VAULT_LACKS_KEYS = ProblemType("vault-lacks-keys", 409)

_CLOSING = 4096
"""Bytes at the end of an export, in which its closing line stands."""


def refuse_fewer_events(wiring: "Wiring", tournament: str, file: Path) -> None:
    """Refuse to replace an export that the log here did not go on from.

    What is no whole export may be replaced.

    Raises:
        Problem: copy-has-more-events, file-unreadable.
    """
    from services.desk.vault_log_heads import contains
    from shared.eventlog.cloudevents import HeadLine, Malformed, parse
    from shared.vault.quarantine import KnownHead

    try:
        with file.open("rb") as opened:
            opened.seek(-min(opened.seek(0, SEEK_END), _CLOSING), SEEK_END)
            line = parse(opened.read().rstrip(b"\n").rpartition(b"\n")[2])
        if not isinstance(line, HeadLine):
            return
        head = KnownHead(tournament, line.data.seq, bytes.fromhex(line.data.hash))
    except (FileNotFoundError, Malformed, ValueError):
        return
    except OSError as error:
        raise unreadable(error).at(file=str(file)) from None
    if not contains(wiring.log, head):
        raise COPY_HAS_MORE_EVENTS(file=file, tournament=tournament, seq=head.seq)


def refuse_fewer_keys(wiring: "Wiring", file: Path) -> None:
    """Refuse to write keys where the logs need more, and to replace a copy that has more.

    Fewer are right where people were forgotten, and where keys that no event names were destroyed.

    Raises:
        Problem: copy-has-more-keys, vault-lacks-keys, file-unreadable.
    """
    from services.desk.vault_guard import subjects_needed
    from shared.vault.copying import keys_that_open

    log, desk = wiring.log, wiring.desk
    needed = {
        subject: tournament
        for tournament in log.tournaments()
        for subject in subjects_needed(log, tournament, desk.state(tournament))
    }
    copy = _copy_in(file)
    lost = None if copy is None else _lost(wiring, copy, needed.keys() | set(wiring.links.subjects()))
    if lost:
        raise COPY_HAS_MORE_KEYS(file=file, count=len(lost))
    opening = keys_that_open(wiring.vault)
    lacking = [subject for subject in needed if subject not in opening]
    if lacking:
        raise VAULT_LACKS_KEYS(count=len(lacking), tournament=needed[lacking[0]])


def _lost(wiring: "Wiring", copy: "VaultCopy", needed: Set[str]) -> Set[str]:
    """The keys that nobody would have any more.

    A key that nothing here needs is one, too, where the copy is of other logs, or of later ones.
    """
    from services.desk.vault_log_heads import contains
    from shared.vault.copying import only_in_copy

    lost = only_in_copy(wiring.vault, copy)
    of_these_logs = wiring.vault.opens_most(copy.keys) and all(
        contains(wiring.log, head) for head in copy.heads
    )
    return lost & needed if of_these_logs else lost


def _copy_in(file: Path) -> "VaultCopy | None":
    """The earlier copy; None where there is none, or none that could be brought back."""
    from shared.vault.copying import VAULT_COPY_UNREADABLE, VaultCopy

    try:
        return VaultCopy(file.read_bytes().splitlines())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unreadable(error).at(file=str(file)) from None
    except Problem as problem:
        if problem.kind is not VAULT_COPY_UNREADABLE:
            raise
        return None
