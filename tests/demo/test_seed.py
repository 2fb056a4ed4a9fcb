"""One seed, one tournament: the head hash depends on nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.demo.conftest import PlayDemo


def test_the_same_seed_gives_the_same_head_hash(play_small: PlayDemo) -> None:
    first, second = play_small("first"), play_small("second")
    assert first.summary == second.summary
    assert first.summary.events > 1500


@pytest.mark.postgresql
def test_postgresql_gives_the_same_head_hash_as_sqlite(play_small: PlayDemo, postgresql_url: str) -> None:
    assert play_small("here").summary == play_small("there", url=postgresql_url).summary


def test_another_seed_gives_another_tournament(play_small: PlayDemo) -> None:
    one, other = play_small("one", seed=1, until="day-1"), play_small("other", seed=2, until="day-1")
    assert one.summary.head_hash != other.summary.head_hash


def test_the_secret_that_wraps_the_keys_is_not_part_of_the_log(play_small: PlayDemo) -> None:
    one = play_small("one", until="day-1")
    other = play_small("other", until="day-1", secret=b"the secret of another installation altogether")
    assert one.summary.head_hash == other.summary.head_hash


def test_no_order_of_a_hash_table_reaches_the_log(tmp_path: Path) -> None:
    hashes = {_head_hash_in_process(tmp_path / seed, seed) for seed in ("1", "2")}
    assert len(hashes) == 1


def test_a_story_stopped_early_is_the_beginning_of_the_whole(play_small: PlayDemo) -> None:
    early, late = play_small("early", until="day-1"), play_small("late", until="mid")
    at = early.summary.events
    stored = late.own.desk.log.read_one("hk-2026", at)
    assert stored is not None
    assert stored.hash.hex() == early.summary.head_hash


def _head_hash_in_process(folder: Path, hash_seed: str) -> str:
    code = (
        "import sys; from pathlib import Path; from tests.demo.conftest import play_in, small\n"
        "print(play_in(Path(sys.argv[1]), small(), until='preliminary').summary.head_hash)"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        cwd=root,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout.strip()
