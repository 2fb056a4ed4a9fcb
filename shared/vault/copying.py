"""Copies of the vault: wrapped keys only, useless without the secret. Keep the newest copy and no other.

An old copy would bring back whoever was forgotten since, which is why a copy replaces the one before it.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
import sqlalchemy as sa

from shared.problems import ProblemType
from shared.vault import tables
from shared.vault.vault import Vault

VAULT_NOT_EMPTY = ProblemType(
    "vault-not-empty",
    409,
    "This vault holds {keys} keys already. Bring the copy into an empty one.",
    "此保管庫已有 {keys} 把密鑰。請載入空的保管庫。",
)
VAULT_COPY_UNREADABLE = ProblemType(
    "vault-copy-unreadable",
    422,
    "Line {line} of the vault's copy cannot be read: {detail}. Nothing was brought in; get a whole copy.",
    "保管庫副本第 {line} 行無法讀取：{detail}。未載入任何內容；請取得完整副本。",
)


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One row: a key, an index entry, a tombstone, or the closing line with the epoch and the row count."""

    row: Literal["key", "index", "tombstone", "end"]
    subject: str = ""
    wrapped: str = ""
    kind: str = ""
    digest: str = ""
    epoch: int = 0
    rows: int = 0


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
    yield _line(Line("end", epoch=epoch, rows=rows))


def load(vault: Vault, lines: Iterable[bytes]) -> int:
    """Bring a copy into an empty vault, all of it or nothing; returns the number of keys.

    Raises:
        Problem: vault-not-empty or vault-copy-unreadable.
    """
    keys, entries, stones = [], [], []
    end: Line | None = None
    number = 0
    for number, text in enumerate(lines, 1):
        try:
            line = msgspec.json.decode(text, type=Line)
            if end is not None:
                raise ValueError("there is more after the closing line")
            if line.row == "key":
                keys.append((line.subject, b64decode(line.wrapped, validate=True)))
            elif line.row == "index":
                entries.append((line.kind, b64decode(line.digest, validate=True), line.subject))
            elif line.row == "tombstone":
                stones.append((line.subject,))
            else:
                end = line
        except ValueError as error:
            raise VAULT_COPY_UNREADABLE(line=number, detail=error) from None
    if end is None or end.rows != len(keys) + len(entries) + len(stones):
        raise VAULT_COPY_UNREADABLE(line=number, detail="the copy is cut off")
    _write(vault, keys, entries, stones, end.epoch)
    return len(keys)


def _write(
    vault: Vault,
    keys: list[tuple[str, bytes]],
    entries: list[tuple[str, bytes, str]],
    stones: list[tuple[str]],
    epoch: int,
) -> None:
    database, prepare = vault.database, vault.database.prepare
    count = prepare(sa.select(sa.func.count()).select_from(tables.subject_key))
    with database.writing() as driver:
        known = driver.execute(count.text, count.row()).fetchone()[0]
        if known:
            raise VAULT_NOT_EMPTY(keys=known)
        database.run(driver, prepare(sa.insert(tables.subject_key)), keys)
        database.run(driver, prepare(sa.insert(tables.blind_index)), entries)
        database.run(driver, prepare(sa.insert(tables.tombstone)), stones)
        bump = prepare(sa.update(tables.epoch).values(value=sa.bindparam("to")))
        database.run(driver, bump, [(epoch + 1,)])


def _line(line: Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"
