"""Copies of the vault: wrapped keys only, useless without the secret. Keep the newest copy and no other.

An old copy would bring back whoever was forgotten since, which is why a copy replaces the one before it. What
is brought back fills what is missing here and mends what is damaged; what opens here stays as it is, and
whoever was forgotten, here or by the time of the copy, stays forgotten.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
import sqlalchemy as sa

from shared.catalogue import Phrase
from shared.database import Driver
from shared.misfits import why_unread
from shared.problems import ProblemType
from shared.vault import tables
from shared.vault.quarantine import KnownHead
from shared.vault.secret_check import SECRET_DOES_NOT_FIT
from shared.vault.vault import Vault

VAULT_COPY_UNREADABLE = ProblemType("vault-copy-unreadable", 422)


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One row: a key, an index entry, a tombstone, a known head, or the closing line with the row count.

    Of a known head `kind` is the ledger and `digest` the hash.
    """

    row: Literal["key", "index", "tombstone", "head", "end"]
    subject: str = ""
    wrapped: str = ""
    kind: str = ""
    digest: str = ""
    epoch: int = 0
    rows: int = 0
    seq: int = 0


def dump(vault: Vault) -> Iterator[bytes]:
    """Every row of the vault as JSON lines, from one moment."""
    prepare, fetch = vault.database.prepare, vault.database.fetch
    epoch = vault.epoch()
    rows = 0
    key, index, stone = tables.subject_key.c, tables.blind_index.c, tables.tombstone.c
    for subject, wrapped in fetch(prepare(sa.select(key.subject, key.wrapped).order_by(key.subject))):
        rows += 1
        yield _line(Line("key", subject, wrapped=b64encode(wrapped).decode()))
    entries = sa.select(index.kind, index.digest, index.subject).order_by(
        index.kind, index.digest, index.subject
    )
    for kind, digest, subject in fetch(prepare(entries)):
        rows += 1
        yield _line(Line("index", subject, kind=kind, digest=b64encode(digest).decode()))
    for (subject,) in fetch(prepare(sa.select(stone.subject).order_by(stone.subject))):
        rows += 1
        yield _line(Line("tombstone", subject))
    for head in vault.quarantine.heads():
        rows += 1
        yield _line(Line("head", kind=head.ledger, digest=b64encode(head.hash).decode(), seq=head.seq))
    yield _line(Line("end", epoch=epoch, rows=rows))


class Brought(msgspec.Struct, frozen=True):
    """What a copy brought: keys that were not there, and keys in place of damaged ones."""

    added: int
    mended: int


class VaultCopy:
    """The rows of a copy, whole.

    Raises:
        Problem: vault-copy-unreadable.
    """

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.keys: dict[str, bytes] = {}
        self.entries: list[tuple[str, bytes, str]] = []
        self.stones: set[str] = set()
        self.heads: list[KnownHead] = []
        end: Line | None = None
        number = rows = 0
        for number, text in enumerate(lines, 1):
            try:
                line = msgspec.json.decode(text, type=Line)
                if end is not None:
                    raise ValueError(Phrase("fault-after-closing"))
                self._take(line)
            except (ValueError, RecursionError) as error:
                raise VAULT_COPY_UNREADABLE(line=number, detail=why_unread(error, Line)) from None
            end = line if line.row == "end" else None
            rows += line.row != "end"
        if end is None or end.rows != rows:
            raise VAULT_COPY_UNREADABLE(line=number, detail=Phrase("fault-copy-cut-off"))
        self.epoch = end.epoch

    def _take(self, line: Line) -> None:
        if line.row == "key":
            self.keys[line.subject] = b64decode(line.wrapped, validate=True)
        elif line.row == "index":
            self.entries.append((line.kind, b64decode(line.digest, validate=True), line.subject))
        elif line.row == "tombstone":
            self.stones.add(line.subject)
        elif line.row == "head":
            self.heads.append(KnownHead(line.kind, line.seq, b64decode(line.digest, validate=True)))


def only_in_copy(vault: Vault, copy: VaultCopy) -> frozenset[str]:
    """The subjects whose keys this copy has and the vault has not, or only damaged, though not forgotten."""
    prepare, fetch = vault.database.prepare, vault.database.fetch
    stones = fetch(prepare(sa.select(tables.tombstone.c.subject)))
    known = keys_that_open(vault) | {row.subject for row in stones}
    wanted = {subject: wrapped for subject, wrapped in copy.keys.items() if subject not in known}
    if vault.opens_most(copy.keys):  # else it is of another secret, and nothing is known of single keys
        wanted = {subject: wrapped for subject, wrapped in wanted.items() if vault.opens(subject, wrapped)}
    return frozenset(wanted)


def keys_that_open(vault: Vault) -> frozenset[str]:
    """The subjects whose keys are in the vault and open under its secret."""
    keys = vault.database.fetch(vault.database.prepare(sa.select(tables.subject_key)))
    return frozenset(subject for subject, wrapped in keys if vault.opens(subject, bytes(wrapped)))


def load(vault: Vault, lines: Iterable[bytes]) -> Brought:
    """Bring a copy in, all of it or nothing.

    Raises:
        Problem: vault-copy-unreadable; secret-does-not-fit, of the copy or of this vault.
    """
    copy = VaultCopy(lines)
    if not vault.opens_most(copy.keys):
        raise SECRET_DOES_NOT_FIT()
    with vault.database.writing() as driver:
        brought = _bring(vault, driver, copy)
        # Last, so that keys which were damaged here do not count against the secret that opens the copy.
        vault.secret_check.require_in(driver)
    return brought


def _bring(vault: Vault, driver: Driver, copy: VaultCopy) -> Brought:
    database, prepare = vault.database, vault.database.prepare
    key, stone = tables.subject_key, tables.tombstone
    here = {subject: bytes(wrapped) for subject, wrapped in database.fetch(prepare(sa.select(key)))}
    forgotten = {row.subject for row in database.fetch(prepare(sa.select(stone)))}
    late = sorted(copy.stones - forgotten)
    wanted = {
        subject: wrapped for subject, wrapped in copy.keys.items() if subject not in forgotten | copy.stones
    }
    added = {subject: wrapped for subject, wrapped in wanted.items() if subject not in here}
    mended = {
        subject: wrapped
        for subject, wrapped in wanted.items()
        if subject in here and not vault.opens(subject, here[subject]) and vault.opens(subject, wrapped)
    }
    bind = sa.bindparam
    gone = prepare(sa.delete(key).where(key.c.subject == bind("gone")))
    database.run(driver, gone, [(subject,) for subject in (*mended, *late)])
    database.run(driver, prepare(sa.insert(key)), list((added | mended).items()))
    database.run(driver, prepare(sa.insert(stone)), [(subject,) for subject in late])
    entry = tables.blind_index
    database.run(
        driver,
        prepare(sa.delete(entry).where(entry.c.subject == bind("gone"))),
        [(subject,) for subject in late],
    )
    entries = [row for row in copy.entries if row[2] in added or row[2] in mended]
    database.run(driver, prepare(database.insert(entry).on_conflict_do_nothing()), entries)
    here_heads = {head.ledger: head.seq for head in vault.quarantine.heads()}
    vault.quarantine.note(driver, [head for head in copy.heads if head.seq > here_heads.get(head.ledger, -1)])
    # The epoch moves, so that no process goes on showing what it could not read.
    epoch = tables.epoch.c.value
    bump = sa.update(tables.epoch).values(
        value=sa.case((epoch < bind("of_copy"), bind("of_copy_too")), else_=epoch) + sa.literal_column("1")
    )
    database.run(driver, prepare(bump), [{"of_copy": copy.epoch, "of_copy_too": copy.epoch}])
    return Brought(len(added), len(mended))


def _line(line: Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"
