"""A restore drill says what a dump holds, finds what is wrong with it, and leaves nothing behind."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from services.cli.printing import worded
from services.wiring import wired
from tests.cli.conftest import Command, Ran
from tests.cli.files import ENTRANT_HEADING, TOURNAMENT, entrant_rows, write

LOG, KEYS = Path("copy/log/hk-2026.jsonl"), Path("copy/vault/keys.jsonl")


@pytest.fixture
def scratch(dumped: None, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where databases that are made for the time of a command are."""
    folder = tmp_path_factory.mktemp("scratch")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture(params=["sqlite", "postgresql"])
def dumped(
    request: pytest.FixtureRequest, home: Path, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dump in `copy`, of an installation on each kind of database."""
    if request.param == "postgresql":
        monkeypatch.setenv("TILELEDGER_DATABASE_URL", request.getfixturevalue("postgresql_url"))
    assert tileledger("tournament", "create", TOURNAMENT).code == 0
    rows = write(home / "e.csv", ENTRANT_HEADING, entrant_rows(3))
    assert tileledger("import", "entrants", "hk-2026", rows).code == 0
    assert tileledger("seal", "hk-2026").code == 0
    assert tileledger("dump", "copy").code == 0


def drill(tileledger: Command, *words: str) -> Ran:
    return tileledger("restore-drill", "copy", *words)


def test_a_drill_checks_the_log_the_seals_and_the_keys_and_leaves_nothing(
    scratch: Path, home: Path, tileledger: Command
) -> None:
    before = {str(file): file.stat().st_mtime_ns for file in home.rglob("*")}
    (held,) = tileledger("dump", "other", "--json").answer[:1]
    shutil.rmtree(home / "other")
    found = drill(tileledger, "--json").answer
    assert found["keys"] > 0
    (line,) = found["tournaments"]
    assert (line["tournament"], line["events"], line["hash"]) == ("hk-2026", held["seq"], held["hash"])
    assert line["seals"] == line["events"]
    assert drill(tileledger).code == 0
    assert list(scratch.iterdir()) == []
    assert {str(file): file.stat().st_mtime_ns for file in home.rglob("*")}.keys() == before.keys()


def test_a_drill_needs_no_databases_where_it_is_run(
    dumped: None, home: Path, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TILELEDGER_DATABASE_URL", raising=False)
    monkeypatch.delenv("TILELEDGER_VAULT_URL", raising=False)
    (home / "elsewhere" / "var").mkdir(parents=True)
    shutil.copytree(home / "copy", home / "elsewhere" / "copy")
    for key in ("secret.key", "seal.key"):
        (home / "var" / key).rename(home / "elsewhere" / "var" / key)
    monkeypatch.chdir(home / "elsewhere")
    assert drill(tileledger).code == 0
    assert sorted(os.listdir("var")) == ["seal.key", "secret.key"]


def link_a_chat() -> None:
    with wired() as wiring:
        wiring.links.link("hk-2026", "entrant:001", "telegram", "9876543210123", "en")


def without_an_event(tileledger: Command) -> None:
    lines = LOG.read_text().splitlines(keepends=True)
    LOG.write_text("".join(lines[:3] + lines[4:]))


def without_a_log_beside_its_links(tileledger: Command) -> None:
    link_a_chat()
    assert tileledger("dump", "copy").code == 0
    assert Path("copy/log/hk-2026.links.jsonl").is_file()
    LOG.unlink()


def without_a_key(tileledger: Command) -> None:
    with closing(sqlite3.connect("var/vault.db")) as vault, vault:
        vault.execute("DELETE FROM subject_key WHERE rowid = (SELECT max(rowid) FROM subject_key)")
    assert tileledger("dump", "copy", "--even-if-less").code == 0


@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (lambda _: LOG.unlink(), "dump-lacks-log"),
        (without_a_log_beside_its_links, "dump-lacks-log"),
        (lambda _: shutil.rmtree("copy"), "not-a-dump"),
        (lambda _: KEYS.unlink(), "file-unreadable"),
        (without_an_event, "export-touched"),
        (without_a_key, "drill-failed"),
    ],
    ids=["no log", "links without log", "no dump", "no keys", "an event less", "a key less"],
)
def test_a_dump_that_cannot_be_relied_on_is_told_by_its_fault(
    harm: Callable[[Command], object], code: str, scratch: Path, tileledger: Command
) -> None:
    harm(tileledger)
    refused = drill(tileledger)
    assert refused.code == 1
    assert refused.err.startswith(f"tileledger: {code}: ")
    assert list(scratch.iterdir()) == []


def test_a_dump_of_no_tournament_is_no_fault(home: Path, tileledger: Command) -> None:
    assert tileledger("migrate").code == 0
    assert tileledger("dump", "copy").code == 0
    found = drill(tileledger, "--json")
    assert found.answer == {"keys": 0, "tournaments": []}
    assert found.err == worded("drill-of-nothing") + "\n"


def test_a_drill_says_how_many_links_there_are(scratch: Path, tileledger: Command) -> None:
    link_a_chat()
    assert tileledger("dump", "copy").code == 0
    links = Path("copy/log/hk-2026.links.jsonl")
    for count in (1, 0):
        assert [line["links"] for line in drill(tileledger, "--json").answer["tournaments"]] == [count]
        links.unlink(missing_ok=True)


@pytest.mark.parametrize("secret", ["", "another secret " * 3])
def test_keys_that_the_secret_does_not_open_are_refused_before_anything_is_made(
    secret: str, dumped: None, home: Path, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "elsewhere").mkdir()
    shutil.copytree(home / "copy", home / "elsewhere" / "copy")
    monkeypatch.chdir(home / "elsewhere")
    monkeypatch.delenv("TILELEDGER_DATABASE_URL", raising=False)
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", secret)
    refused = tileledger("restore-vault", str(KEYS))
    assert refused.err.split(": ")[1] == ("secret-does-not-fit" if secret else "secret-lost")
    assert os.listdir() == ["copy"]
