"""A dump replaces an earlier copy only by one that has as much; another vault is called what it is."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from shared.catalogue import say
from tests.cli.conftest import Command
from tests.cli.files import ENTRANT_HEADING, TOURNAMENT, entrant_rows, write
from tests.cli.test_doctor import checks

Break = Callable[[Path, Command, pytest.MonkeyPatch], None]

KEYS, LOG = "copy/vault/keys.jsonl", "copy/log/hk-2026.jsonl"
OTHER = "another secret of at least 32 characters"


@pytest.fixture
def dumped(entered: None, tileledger: Command, home: Path) -> dict[str, bytes]:
    """Everything under `copy`, as the first dump wrote it."""
    assert tileledger("dump", "copy").code == 0
    return files(home / "copy")


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def vault_row(home: Path, statement: str) -> None:
    with closing(sqlite3.connect(home / "var" / "vault.db")) as vault, vault:
        assert vault.execute(statement).rowcount


def other_installation(home: Path, tileledger: Command, patch: pytest.MonkeyPatch, secret: str) -> Path:
    """The vault of an installation beside this one, in which one person is registered."""
    with patch.context() as there:
        there.setenv("TILELEDGER_DATABASE_URL", f"sqlite:///{home}/other/log.db")
        there.setenv("TILELEDGER_VAULT_URL", f"sqlite:///{home}/other/vault.db")
        there.setenv("TILELEDGER_SECRET_KEY", secret)
        assert tileledger("tournament", "create", TOURNAMENT).code == 0
        rows = write(home / "one.csv", ENTRANT_HEADING, entrant_rows(1))
        assert tileledger("import", "entrants", "hk-2026", rows).code == 0
    return home / "other" / "vault.db"


def emptied(home: Path, tileledger: Command, patch: pytest.MonkeyPatch) -> None:
    vault_row(home, "DELETE FROM subject_key")


def another_with_its_secret(home: Path, tileledger: Command, patch: pytest.MonkeyPatch) -> None:
    shutil.copy(other_installation(home, tileledger, patch, OTHER), home / "var" / "vault.db")


def another_under_this_secret(home: Path, tileledger: Command, patch: pytest.MonkeyPatch) -> None:
    secret = (home / "var" / "secret.key").read_text().strip()
    shutil.copy(other_installation(home, tileledger, patch, secret), home / "var" / "vault.db")


def another_secret(home: Path, tileledger: Command, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("TILELEDGER_SECRET_KEY", OTHER)


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        (emptied, "vault-does-not-match-log"),
        (another_with_its_secret, "vault-does-not-match-log"),
        (another_under_this_secret, "vault-does-not-match-log"),
        (another_secret, "secret-does-not-fit"),
    ],
)
@pytest.mark.parametrize("options", [(), ("--even-if-less",)], ids=["plain", "even-if-less"])
def test_beside_a_vault_that_is_not_the_one_nothing_is_dumped(
    broken: Break,
    code: str,
    options: tuple[str, ...],
    dumped: dict[str, bytes],
    tileledger: Command,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken(home, tileledger, monkeypatch)
    for folder in ("copy", "fresh"):
        refused = tileledger("dump", folder, *options)
        assert (refused.code, refused.err.startswith(f"tileledger: {code}: ")) == (1, True), refused.err
    assert files(home / "copy") == dumped
    assert not (home / "fresh").exists()


@pytest.mark.parametrize("broken", [another_with_its_secret, another_under_this_secret])
def test_the_vault_of_another_installation_is_called_that_with_both_ways_out(
    broken: Break, dumped: object, tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = shutil.copy(home / "var" / "vault.db", home / "own.db")
    broken(home, tileledger, monkeypatch)
    body = b'{"audience": "everyone", "en": "Welcome", "zh": "Welcome"}'
    for refused in (
        tileledger("submit", "hk-2026", "make-announcement", stdin=body),
        tileledger("forget", "hk-2026:001"),
        tileledger("vault", "quarantine", "--logs-are-complete"),
    ):
        assert (refused.code, "vault of another installation" in refused.err) == (1, True), refused.err
        assert "restore-vault" in refused.err
        assert "TILELEDGER_DATABASE_URL" in refused.err
    found = checks(tileledger("doctor", "--json"))
    assert found[say("word-checked-vault-matches-log", "en")]["state"] == "failed"
    for title in ("vault matches log", "personal data of hk-2026"):
        assert "bring this one's own vault back" in found[title]["detail"], title
    shutil.copy(own, home / "var" / "vault.db")
    assert tileledger("submit", "hk-2026", "make-announcement", stdin=body).code == 0
    assert (
        checks(tileledger("doctor", "--json"))[say("word-checked-vault-matches-log", "en")]["state"] == "ok"
    )


def test_nothing_starts_beside_the_vault_of_another_installation_under_its_own_secret(
    entered: None, tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    another_with_its_secret(home, tileledger, monkeypatch)
    refused = tileledger("worker")
    assert (refused.code, "vault of another installation" in refused.err) == (1, True), refused.err


def test_under_another_secret_either_way_out_is_told(
    entered: None, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", OTHER)
    refused = tileledger("forget", "hk-2026:001").err
    detail = checks(tileledger("doctor", "--json"))["vault opens"]["detail"]
    for text in (refused, detail):
        assert "the secret it was made under" in text
        assert "if it is the vault of another installation, bring the right one back" in text


LOST = {
    "gone": "DELETE FROM subject_key WHERE subject = (SELECT min(subject) FROM subject_key)",
    "damaged": "UPDATE subject_key SET wrapped = zeroblob(60) WHERE subject ="
    " (SELECT min(subject) FROM subject_key)",
}


@pytest.mark.parametrize("lost", LOST)
def test_a_copy_that_has_a_key_which_is_lost_here_is_kept(
    lost: str, dumped: dict[str, bytes], tileledger: Command, home: Path
) -> None:
    vault_row(home, LOST[lost])
    refused = tileledger("dump", "copy")
    assert (refused.code, "copy-has-more-keys: copy/vault/keys.jsonl has a key" in refused.err) == (1, True)
    assert files(home / "copy") == dumped
    refused = tileledger("dump", "fresh")
    assert (refused.code, "vault-lacks-keys: A key that the logs need" in refused.err) == (1, True)
    assert not (home / "fresh").exists()

    assert tileledger("dump", "fresh", "--even-if-less").code == 0
    assert tileledger("restore-vault", KEYS).code == 0
    assert tileledger("dump", "copy").code == 0


def test_whoever_was_forgotten_is_not_in_the_next_copy(
    dumped: dict[str, bytes], tileledger: Command, home: Path
) -> None:
    person = tileledger("subject", "hk-2026", "002").answer["person"]
    assert tileledger("forget", "hk-2026:002").code == 0
    assert tileledger("dump", "copy").code == 0
    keys = [json.loads(line) for line in (home / KEYS).read_bytes().splitlines()]
    assert [row["row"] for row in keys if row.get("subject") == person] == ["tombstone"]


def test_a_key_that_no_event_named_may_be_missing_in_the_next_copy(
    entered: None, tileledger: Command, home: Path
) -> None:
    vault_row(home, "INSERT INTO subject_key SELECT 'left-over', wrapped FROM subject_key LIMIT 1")
    assert tileledger("dump", "copy").code == 0
    vault_row(home, "DELETE FROM subject_key WHERE subject = 'left-over'")
    assert tileledger("dump", "copy").code == 0


@pytest.mark.parametrize("same_secret", [True, False])
def test_the_copy_of_another_installation_is_kept(
    same_secret: bool,
    dumped: dict[str, bytes],
    tileledger: Command,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    secret = (home / "var" / "secret.key").read_text().strip() if same_secret else OTHER
    other_installation(home, tileledger, monkeypatch, secret)
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", f"sqlite:///{home}/other/log.db")
    monkeypatch.setenv("TILELEDGER_VAULT_URL", f"sqlite:///{home}/other/vault.db")
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", secret)
    refused = tileledger("dump", "copy")
    assert (refused.code, "copy-has-more-keys" in refused.err) == (1, True), refused.err
    assert files(home / "copy") == dumped
    assert tileledger("dump", "copy", "--even-if-less").code == 0


def test_a_copy_of_a_newer_log_is_kept(entered: None, tileledger: Command, home: Path) -> None:
    older = shutil.copytree(home / "var", home / "older")
    announced = b'{"audience": "everyone", "en": "Welcome", "zh": "Welcome"}'
    assert tileledger("submit", "hk-2026", "make-announcement", stdin=announced).code == 0
    assert tileledger("dump", "copy").code == 0
    before = files(home / "copy")
    for file in older.glob("tileledger.db*"):
        shutil.copy(file, home / "var")
    for count in (4, 5):  # an older log, and then one that went on otherwise
        refused = tileledger("dump", "copy")
        assert (refused.code, "copy-has-more-events: copy/log/hk-2026.jsonl" in refused.err) == (1, True)
        assert files(home / "copy") == before
        more = write(home / "more.csv", ENTRANT_HEADING, entrant_rows(count)[count - 1 :])
        assert tileledger("import", "entrants", "hk-2026", more).code == 0
    assert tileledger("dump", "copy", "--even-if-less").code == 0
    assert tileledger("dump", "copy").code == 0


@pytest.mark.parametrize("file", [KEYS, LOG])
def test_a_copy_that_was_cut_off_is_replaced_by_a_whole_one(
    file: str, dumped: dict[str, bytes], tileledger: Command, home: Path
) -> None:
    whole = (home / file).read_bytes()
    (home / file).write_bytes(whole[:-40])
    assert tileledger("dump", "copy").code == 0
    assert files(home / "copy") == dumped


@pytest.mark.parametrize("part", ["vault/keys.jsonl", "log/hk-2026.jsonl"])
def test_what_cannot_be_written_whole_leaves_the_copy_before(
    part: str, dumped: dict[str, bytes], tileledger: Command, home: Path
) -> None:
    blocked = home / "copy" / f"{part}.partial"
    blocked.mkdir()
    (blocked / "in the way").touch()
    refused = tileledger("dump", "copy")
    assert (refused.code, "file-unwritable" in refused.err) == (1, True), refused.err
    shutil.rmtree(blocked)
    assert files(home / "copy") == dumped
