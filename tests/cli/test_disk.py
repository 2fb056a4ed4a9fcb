"""Files that are not there, or cannot be written: said as what they are, in both languages."""

from pathlib import Path

import pytest

from shared.catalogue import say
from tests.cli.conftest import Command
from tests.cli.files import TOURNAMENT


def test_an_export_into_a_folder_that_is_not_there_cannot_be_written(tileledger: Command, home: Path) -> None:
    assert tileledger("tournament", "create", TOURNAMENT).code == 0
    ran = tileledger("export", "hk-2026", "nowhere/x.jsonl")
    assert ran.code == 1
    assert "file-unwritable: The file cannot be written: there is no such folder." in ran.err
    assert "nowhere/x.jsonl" in ran.err
    assert (
        "file-unwritable" in tileledger("tournament", "new", "a", "--like", "swiss", "--out", "no/a.toml").err
    )
    assert not (home / "nowhere").exists()


@pytest.mark.parametrize("file", ["nofile.jsonl", "./nofile", "nowhere/nofile.jsonl"])
def test_a_file_to_verify_that_is_not_there_is_called_a_file(file: str, tileledger: Command) -> None:
    ran = tileledger("verify", file)
    assert ran.code == 1
    assert "file-unreadable: The file cannot be read: there is no such file." in ran.err
    assert f"file {file.removeprefix('./')}" in ran.err.replace("./", "")


def test_a_tournament_to_verify_that_is_not_there_is_called_a_tournament(tileledger: Command) -> None:
    assert "database-not-there" in tileledger("verify", "nowhere").err
    tileledger("migrate")
    assert "tournament-unknown" in tileledger("verify", "nowhere").err


def test_a_file_to_import_that_is_not_there_is_named(tileledger: Command, home: Path) -> None:
    assert tileledger("tournament", "create", TOURNAMENT).code == 0
    assert (
        say("part-disk-there-no-such-file", "en") in tileledger("import", "entrants", "hk-2026", "no.csv").err
    )
    assert say("part-disk-folder", "en") in tileledger("import", "entrants", "hk-2026", str(home)).err
