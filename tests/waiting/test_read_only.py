"""A folder that can only be read still shows what is in it, proves it and gives it away."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from shared.database import Database
from shared.database.sqlite import WriteAheadLogOutOfReach, read_only_address
from shared.eventlog.transfer import verify_export
from tests.api.founding import founded
from tests.made_once import MadeOnce

ID = "spring-cup"
OBEYING = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
"""The superuser, too, is held to the rights of files."""


@pytest.fixture
def written(tmp_path: Path, made_once: MadeOnce) -> Path:
    """A folder with both databases and the secret, last written by a program that has ended."""
    founded(tmp_path, made_once)
    return tmp_path


def sealed_off(folder: Path) -> Path:
    """The folder, so that nobody can write in it."""
    for place in (*folder.rglob("*"), folder):
        place.chmod(0o555 if place.is_dir() else 0o444)
    return folder


def tileledger(folder: Path, *arguments: str, input: str = "") -> "subprocess.CompletedProcess[str]":
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TILELEDGER_")}
    return subprocess.run(
        [*OBEYING, sys.executable, "-m", "services.cli", *arguments],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(Path(__file__).parents[2]), "LC_ALL": "C.UTF-8"},
        input=input,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_folder_that_can_only_be_read_is_verified_exported_and_shown(
    written: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    out = tmp_path_factory.mktemp("out") / "copy.jsonl"
    sealed_off(written)
    assert tileledger(written, "verify", ID).returncode == 0
    assert tileledger(written, "export", ID, str(out)).returncode == 0
    assert verify_export(out.read_bytes().splitlines()).fault is None
    assert '"seq": 3' in tileledger(written, "standings", ID, "--format", "json").stdout
    assert "A B" in tileledger(written, "subject", ID, "1").stdout
    refused = tileledger(written, "submit", ID, "set-consent", input='{"entrant": "1", "shown": true}')
    assert refused.returncode == 1
    assert "database-read-only" in refused.stderr


def test_it_is_read_beside_a_program_that_writes_to_it(written: Path) -> None:
    """That program's write-ahead log holds what was written last."""
    database = Database(f"sqlite:///{written}/var/tileledger.db")
    with database.writing() as driver:
        driver.execute("INSERT INTO delivery_mute VALUES ('tournament:spring-cup', 0, 'only in the log')")
    sealed_off(written)
    shown = tileledger(written, "deliveries", "pending")
    assert "only in the log" in shown.stderr, shown
    database.close()


def test_what_was_written_last_is_never_left_out_in_silence(written: Path, tmp_path: Path) -> None:
    database = Database(f"sqlite:///{written}/var/tileledger.db")
    with database.writing() as driver:
        driver.execute("INSERT INTO delivery_mute VALUES ('x', 0, '')")
    copy = tmp_path / "copy"
    copy.mkdir()
    for end in ("", "-wal"):
        shutil.copy(f"{written}/var/tileledger.db{end}", copy)
    database.close()
    file = copy / "tileledger.db"
    assert read_only_address(file) is None
    (copy / "tileledger.db-wal").chmod(0o444)
    program = f"""
from pathlib import Path
from shared.database.sqlite import read_only_address
print(read_only_address(Path({str(file)!r})))
"""
    sealed_off(copy)
    ran = subprocess.run(
        [*OBEYING, sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert WriteAheadLogOutOfReach.__name__ in ran.stderr
    assert "copy it together with" in ran.stderr
