"""How far the logs had come when the vault last made keys for them, so that an older log is known as one.

An older log brought back does not name who came later, and when the newer one is found again their keys must
be there.
"""

from contextlib import suppress
from time import monotonic

from shared.eventlog import EventLog, Head
from shared.problems import ProblemType
from shared.vault import Vault
from shared.vault.quarantine import KnownHead

_SECONDS_APART = 1.0

VAULT_NEWER_THAN_LOG = ProblemType("vault-newer-than-log", 409)


def behind(log: EventLog, vault: Vault) -> KnownHead | None:
    """The first head that the vault knows of and that is in no log here; None if all are."""
    known = {head.ledger: head for head in vault.quarantine.heads()}
    for head in known.values():
        if not contains(log, head):
            return head
    for tournament in log.tournaments():
        # A vault from a release that noted no heads does not know how far this log had come.
        if tournament not in known and next(log.personal(tournament), None) is not None:
            return KnownHead(tournament, log.head(tournament).seq, b"")
    return None


class HeadNotes:
    """Tells the vault how far a log has come, as keys are made for it.

    Before a key is made it is the head known then, in the same transaction. After the append it is the new
    one, for which the vault is written to at most once a second; what was put off comes with the next
    command. Where the vault knows another log than this one nothing is noted.
    """

    def __init__(self, log: EventLog, vault: Vault) -> None:
        self._log = log
        self._vault = vault
        self._put_off: dict[str, Head] = {}
        self._last = float("-inf")

    def before(self, tournament_id: str, head: Head) -> list[KnownHead]:
        """What is to be noted as keys are made after `head`."""
        known = self._vault.quarantine.head(tournament_id)
        if known is not None and not (known.seq <= head.seq and contains(self._log, known)):
            return []
        return [KnownHead(tournament_id, head.seq, head.hash)]

    def after(self, tournament_id: str, head: Head, *, made_keys: bool) -> None:
        """Take note of a head that is committed. What fails is tried again with the next command."""
        if made_keys:
            self._put_off[tournament_id] = head
        if not self._put_off or monotonic() - self._last < _SECONDS_APART:
            return
        self._last = monotonic()
        due = dict(self._put_off)
        with suppress(Exception):
            heads = [note for tournament_id, head in due.items() for note in self.before(tournament_id, head)]
            with self._vault.database.writing() as driver:
                self._vault.quarantine.note(driver, heads)
            for due_id, head in due.items():
                if self._put_off.get(due_id) is head:
                    del self._put_off[due_id]


def refuse_behind(log: EventLog, vault: Vault) -> None:
    """Refuse where the vault may be newer than a log.

    Raises:
        Problem: vault-newer-than-log.
    """
    head = behind(log, vault)
    if head is not None:
        raise VAULT_NEWER_THAN_LOG(tournament=head.ledger, seq=head.seq)


def heads_of(log: EventLog) -> list[KnownHead]:
    """Where every log ends now."""
    heads = ((tournament, log.head(tournament)) for tournament in log.tournaments())
    return [KnownHead(tournament, head.seq, head.hash) for tournament, head in heads]


def contains(log: EventLog, head: KnownHead) -> bool:
    """Whether the log here went on from this head, or ends there."""
    if head.seq == 0:
        return True  # the empty log is the beginning of every log
    event = log.read_one(head.ledger, head.seq)
    return event is not None and event.hash == head.hash
