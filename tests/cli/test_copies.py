"""What the processes of `tileledger web` and `up` have of the one they are copies of."""

import os
import sys
import tempfile
from pathlib import Path

import pytest

from services.web.figures import SHARED_FOLDER, figures_together, keep_figures_apart
from tests.api.served import PATIENCE, cold_program, program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc and copies processes")

PROGRAM = """
import os, sys, threading
from pathlib import Path

opened = []
connects = ("sqlite3.connect", "socket.connect")
sys.addaudithook(lambda event, given: opened.append(given) if event in connects else None)

from services.web.figures import figures_together
from services.wiring import running
from services.wiring.imported import EVERYTHING
from services.wiring.warmed import warm_up
from shared.children import import_for_children
from shared.outcome import outcome
from shared.database import pool
from shared.settings import load_settings

def look():
    files = [os.readlink(each) for each in Path("/proc/self/fd").iterdir() if each.exists()]
    kept = [each for each in files if "/var/" in each or each.startswith("socket:")]
    copied = "flask" in sys.modules and "telegram" in sys.modules
    return copied, opened, kept, len(pool._inherited), threading.active_count()

loaded = load_settings()
with figures_together():
    assert import_for_children(EVERYTHING)
    warm_up(loaded)
    outcome("tl-check", running._check_web, loaded)
    assert Path("var/tileledger.db").exists()
    print(look())
    print(outcome("tl-look", look))
"""

KEEPING = """
import time
from services.web.figures import figures_together

with figures_together() as folder:
    print(folder, flush=True)
    time.sleep(600)
"""


def test_a_copy_has_everything_imported_and_no_connection_and_no_thread_of_the_one_it_is_of(
    tmp_path: Path,
) -> None:
    process = cold_program(PROGRAM, tmp_path)
    printed = process.communicate(timeout=PATIENCE)[0].decode()
    assert printed.splitlines() == [str((True, [], [], 0, 1))] * 2


def test_a_process_that_is_no_web_process_keeps_its_figures_apart() -> None:
    keep_figures_apart()
    assert SHARED_FOLDER not in os.environ, "where none are kept together there is nothing to do"
    with figures_together() as folder:
        keep_figures_apart()
        apart = Path(os.environ[SHARED_FOLDER])
        assert (apart.parent, apart.is_dir()) == (folder, True)
    assert not folder.exists()
    assert SHARED_FOLDER not in os.environ


def test_what_a_killed_process_left_is_taken_away_by_the_next_and_nothing_that_is_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    killed = program(KEEPING, tmp_path)
    assert killed.stdout is not None
    left = Path(killed.stdout.readline().decode().strip())
    foreign = tmp_path / "tileledger-figures-of-another-release"
    foreign.mkdir()
    with figures_together() as folder:
        assert {left, foreign, folder} == set(tmp_path.glob("tileledger-figures-*"))
        killed.kill()
        killed.communicate(timeout=PATIENCE)
        with figures_together() as other:
            assert {foreign, folder, other} == set(tmp_path.glob("tileledger-figures-*"))
