"""Seals: made with the append they vouch for, and unforgeable."""

import msgspec
import pytest

from shared.database import Database
from shared.eventlog import EMPTY, Batch, Head, Write
from shared.eventlog.seal import (
    NotASeal,
    PublicKey,
    Seal,
    SealKey,
    SealStore,
    broken,
    parse_seal,
    seal_json,
    verify_seals,
)
from shared.eventlog.transfer import export, verify_export
from tests.cases import cases
from tests.eventlog.given import LEDGER, a_batch, a_log, append, decided, history, transact
from tests.refusing import refusing

KEY, OTHER = SealKey(bytes(32)), SealKey(bytes([1]) * 32)
HEAD = Head(3, bytes(range(32)), 7)


def at(_: int) -> bytes:
    return HEAD.hash


def test_a_seal_is_in_the_transaction_of_the_events_it_vouches_for(database: Database) -> None:
    log, store = a_log(database), SealStore(database)

    def closing(head: Head) -> list[Write]:
        return store.writes([KEY.seal(LEDGER, head)], 1)

    batch = a_batch()
    sealed = Batch(batch.events, batch.actor, batch.command_id, batch.fingerprint, (), closing)
    head = transact(log, LEDGER, EMPTY, decided(sealed)).head
    append(log)
    assert store.read(LEDGER) == [KEY.seal(LEDGER, head)]
    verified = verify_seals(log, log.verify(LEDGER), KEY.public)
    assert (verified.fault, verified.sealed, verified.head.seq) == (None, 1, 2)

    def failing(_: Head) -> list[Write]:
        raise RuntimeError("no key")

    batch = a_batch()
    failed = Batch(batch.events, batch.actor, batch.command_id, batch.fingerprint, (), failing)
    with pytest.raises(RuntimeError, match="no key"):
        transact(log, LEDGER, log.head(LEDGER), decided(failed))
    assert log.head(LEDGER).seq == 2


def test_the_same_seal_twice_is_one(database: Database) -> None:
    log, store = a_log(database), SealStore(database)
    head = history(log)
    for key in (KEY, OTHER, KEY):
        store.put(key.seal(LEDGER, head), 1)
    assert {seal.statement.key for seal in store.read(LEDGER)} == {KEY.public.id, OTHER.public.id}
    assert len(store.read(LEDGER)) == 2


def test_a_copy_without_personal_data_proves_itself(database: Database) -> None:
    log = a_log(database)
    SealStore(database).put(KEY.seal(LEDGER, history(log)), 1)
    lines: list[bytes] = []
    export(log, LEDGER, lines.append, personal=False)
    assert verify_export(lines, key=KEY.public).sealed == log.head(LEDGER).seq
    with refusing("export-touched"):
        verify_export(lines, key=OTHER.public)


def test_a_seal_survives_being_handed_out_and_a_key_being_published() -> None:
    seal = KEY.seal(LEDGER, HEAD)
    assert parse_seal(seal_json(seal)) == seal
    assert PublicKey.read(KEY.public.pem).signed(seal)
    assert "SealKey" in repr(KEY)
    assert bytes(32).hex() not in repr(KEY)
    for text in (b"", b"{}", b'{"statement":{},"signature":""}'):
        with pytest.raises(NotASeal):
            parse_seal(text)
        with pytest.raises(NotASeal):
            PublicKey.read(text)


@cases(
    "field, value",
    [("tournament", "other"), ("seq", 4), ("hash", "00" * 32), ("recordedat", "8"), ("key", OTHER.public.id)],
)
def test_no_part_of_a_statement_can_be_changed(field: str, value: object) -> None:
    seal = KEY.seal(LEDGER, HEAD)
    assert broken(seal, LEDGER, 3, at, KEY.public) is None
    changed = Seal(msgspec.structs.replace(seal.statement, **{field: value}), seal.signature)
    fault = broken(changed, LEDGER, 3, at, KEY.public)
    assert fault is not None
    assert fault.what == "seal"


def test_what_the_log_does_not_bear_out_is_named() -> None:
    seal = KEY.seal(LEDGER, HEAD)
    short = broken(seal, LEDGER, 2, at, KEY.public)
    other = broken(seal, LEDGER, 3, lambda _: bytes(32), KEY.public)
    gone = broken(seal, LEDGER, 3, lambda _: None, KEY.public)
    assert short is not None
    assert (short.seq, "missing" in str(short.detail)) == (3, True)
    assert other is not None
    assert gone is not None
    assert other.seq == gone.seq == 3
