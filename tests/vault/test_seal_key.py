"""The sealing key: it checks seals by default, and once lost it is reported and never quietly replaced."""

import sqlite3
from pathlib import Path

import pytest

from shared.catalogue import say
from tests.cli.conftest import Command
from tests.cli.files import ENTRANT_HEADING, RESULT_HEADING, TOURNAMENT, entrant_rows, result_rows, write
from tests.cli.test_doctor import checks

PUBLISH = b'{"stage": "preliminary"}'


@pytest.fixture
def played(tileledger: Command, home: Path) -> None:
    """Twelve entrants have played; nothing is published."""
    tileledger("tournament", "create", TOURNAMENT)
    tileledger("import", "entrants", "hk-2026", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(12)))
    tileledger("import", "results", "hk-2026", write(home / "r.csv", RESULT_HEADING, result_rows(12)))


@pytest.fixture
def published(played: None, tileledger: Command) -> None:
    """The first results are published, and sealed."""
    assert tileledger("submit", "hk-2026", "publish-results", stdin=PUBLISH).code == 0


def log(home: Path, *statements: str) -> None:
    with sqlite3.connect(home / "var" / "tileledger.db") as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def zero_the_signature(home: Path) -> None:
    log(home, "DROP TRIGGER seal_refuses_update", "UPDATE seal SET signature = zeroblob(64)")


def seals(home: Path) -> int:
    with sqlite3.connect(home / "var" / "tileledger.db") as connection:
        (count,) = connection.execute("SELECT count(*) FROM seal").fetchone()
    connection.close()
    return int(count)


def test_a_zeroed_signature_is_found_without_naming_a_key(
    published: None, tileledger: Command, home: Path
) -> None:
    sound = tileledger("verify", "hk-2026")
    assert (sound.code, "sealed up to seq" in sound.out) == (0, True)
    zero_the_signature(home)
    touched = tileledger("verify", "hk-2026")
    assert (touched.code, "seal" in touched.err, "sealed up to" in touched.out) == (1, True, False)
    assert checks(tileledger("doctor", "--json"))["seals of hk-2026"]["state"] == "failed"
    # Who asks for no signatures is told that none was checked.
    without = tileledger("verify", "hk-2026", "--no-seals")
    assert (without.code, "sealed up to" in without.out, "no key checked" in without.err) == (0, False, True)
    assert tileledger("verify", "hk-2026", "--no-seals", "--json").answer["sealed_seq"] is None


def test_an_export_is_checked_with_the_key_of_the_installation(
    published: None, tileledger: Command, home: Path
) -> None:
    tileledger("export", "hk-2026", "x.jsonl")
    assert "sealed up to seq" in tileledger("verify", "x.jsonl").out
    zero_the_signature(home)
    tileledger("export", "hk-2026", "zeroed.jsonl")
    assert tileledger("verify", "zeroed.jsonl").code == 1


def test_where_the_key_is_not_signatures_are_not_taken_as_checked(
    published: None, tileledger: Command, home: Path
) -> None:
    (home / "var" / "seal.key").rename(home / "elsewhere")
    refused = tileledger("verify", "hk-2026")
    assert (refused.code, "seals-unchecked" in refused.err) == (1, True)
    assert tileledger("verify", "hk-2026", "--no-seals").code == 0
    assert not (home / "var" / "seal.key").exists()


def test_a_lost_sealing_key_is_reported_and_not_replaced_and_publishing_goes_on(
    played: None, tileledger: Command, home: Path
) -> None:
    assert tileledger("seal", "hk-2026").code == 0
    file = home / "var" / "seal.key"
    elsewhere = file.rename(home / "elsewhere")
    refused = tileledger("seal", "hk-2026")
    assert (refused.code, "seal-key-lost" in refused.err) == (1, True)
    assert checks(tileledger("doctor", "--json"))[say("word-checked-seal-key", "en")]["state"] == "failed"
    unsealed = tileledger("submit", "hk-2026", "publish-results", stdin=PUBLISH)
    assert (unsealed.code, "no_seal_key" in unsealed.err) == (0, True), unsealed.err
    assert (seals(home), file.exists()) == (1, False)
    # Back with the key one seal is over everything since.
    elsewhere.rename(file)
    assert tileledger("seal", "hk-2026").code == 0
    assert tileledger("verify", "hk-2026").code == 0
    assert checks(tileledger("doctor", "--json"))[say("word-checked-seal-key", "en")]["state"] == "ok"


def test_another_sealing_key_is_made_only_when_told_to(
    published: None, tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tileledger("seal", "--new-key")
    assert (there.code, "seal-key-there" in there.err) == (1, True)
    older = tileledger("seal", "--public-key").out
    (home / "older.pem").write_text(older)
    (home / "var" / "seal.key").unlink()
    made = tileledger("seal", "--new-key")
    assert (made.code, made.out.startswith("-----BEGIN PUBLIC KEY-----"), made.out == older) == (
        0,
        True,
        False,
    )
    # The older seal is compared with the log, and checked by whoever has the older key.
    compared = tileledger("verify", "hk-2026")
    assert (compared.code, "no key checked" in compared.err) == (0, True)
    assert tileledger("verify", "hk-2026", "--public-key", "older.pem").code == 0
    assert tileledger("seal", "hk-2026").code == 0
    assert "sealed up to seq" in tileledger("verify", "hk-2026").out
    monkeypatch.setenv("TILELEDGER_SEAL_KEY", "07" * 32)
    assert "TILELEDGER_SEAL_KEY" in tileledger("seal", "--new-key").err


def test_without_the_secret_a_log_is_still_verified_and_exported(
    published: None, tileledger: Command, home: Path
) -> None:
    (home / "var" / "secret.key").unlink()
    assert tileledger("verify", "hk-2026").code == 0
    assert tileledger("export", "hk-2026", "x.jsonl").code == 0
    assert tileledger("verify", "x.jsonl").code == 0
    assert "tournament-unknown" in tileledger("verify", "nothing").err
    assert not (home / "var" / "secret.key").exists()
